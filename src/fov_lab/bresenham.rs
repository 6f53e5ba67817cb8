//! 270 integer lines (Bresenham's) from the origin to the points of a circle far away.
//!
//! In the source a tile is visible, seen or hidden, and a new view changes visible tiles to seen ones. Here
//! the map remembers explored tiles, for all algorithms.

use std::sync::LazyLock;

use super::go_sin::sin_cos;
use super::light;
use crate::map::{Map, Pos};

/// Number of lines.
pub(super) const RAYS: usize = 270;
/// The angle between two lines, in radians.
///
/// Quirk: it has single precision, but its cosine is computed in double precision. So the angle of the line
/// straight to the left is a little wrong, and the line ends at column -49, not -50.
const STEP: f32 = (2.0 * std::f64::consts::PI / RAYS as f64) as f32;

/// Sine and cosine of every line's angle.
static ANGLES: LazyLock<[(f64, f64); RAYS]> =
    LazyLock::new(|| std::array::from_fn(|ray| sin_cos(f64::from(ray as f32 * STEP))));

/// Draws the lines to the points of the circle with radius `distance`, and lights their tiles up to the first
/// wall. The origin is on the map.
pub(super) fn compute(map: &mut Map, origin: Pos, distance: i32) {
    let distance = f64::from(distance.max(0));
    for (sine, cosine) in *ANGLES {
        let (dx, dy) = ((distance * cosine) as i64, (distance * sine) as i64);
        let steep = dx.abs() <= dy.abs();
        let (longest, shortest) = if steep { (dy.abs(), dx.abs()) } else { (dx.abs(), dy.abs()) };
        let diagonal = Pos::new(sideways(dx), sideways(dy));
        let straight = if steep { Pos::new(0, dy.signum() as i32) } else { Pos::new(dx.signum() as i32, 0) };
        let mut pos = origin;
        let mut numerator = longest / 2;
        for _ in 0..=longest {
            light(map, pos);
            // Outside the map is wall too, so a line ends where the map ends.
            if !map.is_floor(pos) {
                break;
            }
            numerator += shortest;
            if numerator >= longest {
                numerator -= longest;
                pos = pos + diagonal;
            } else {
                pos = pos + straight;
            }
        }
    }
}

/// Returns the direction of a difference: -1, 0 or 1.
///
/// Quirk: a difference of 1 counts as 0. So a line that should end one column to the right, or one row below,
/// stays in its column or row.
fn sideways(difference: i64) -> i32 {
    if difference == 1 { 0 } else { difference.signum() as i32 }
}
