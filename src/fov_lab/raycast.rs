//! 360 straight rays, one for each degree.
//!
//! Far from the origin two rays are farther apart than a tile is wide. So with a large radius tiles
//! between two rays stay dark.

use std::sync::LazyLock;

use super::go_sin::sin_cos;
use super::light;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};

/// The radius that the source uses by default, in tiles.
const DEFAULT_RADIUS: i32 = 6;
/// Minimum radius that the source accepts.
const MIN_RADIUS: i32 = 2;

/// Sine and cosine of every degree of the circle.
static DEGREES: LazyLock<[(f64, f64); 360]> =
    LazyLock::new(|| std::array::from_fn(|degree| sin_cos(degree as f64 / (180.0 / std::f64::consts::PI))));

/// Returns the length of the rays for a radius, in tiles.
///
/// Quirk: a radius below 2 is ignored; the rays are 6 tiles long then.
pub(super) fn reach(radius: i32) -> i32 {
    if radius < MIN_RADIUS { DEFAULT_RADIUS } else { radius }
}

/// Sends a ray at every degree: [`reach`] steps of the length of a tile. The origin is on the map.
pub(super) fn compute(map: &mut Map, origin: Pos, radius: i32) {
    let radius = reach(radius);
    for (sine, cosine) in *DEGREES {
        let (mut x, mut y) = (f64::from(origin.x), f64::from(origin.y));
        for _ in 0..radius {
            x -= sine;
            y -= cosine;
            if x < 0.0 || x > f64::from(MAP_WIDTH - 1) || y < 0.0 || y > f64::from(MAP_HEIGHT - 1) {
                break;
            }
            // Neither is negative here, so the cast rounds down.
            let pos = Pos::new((x + 0.5) as i32, (y + 0.5) as i32);
            light(map, pos);
            if !map.is_floor(pos) {
                break;
            }
        }
    }
}
