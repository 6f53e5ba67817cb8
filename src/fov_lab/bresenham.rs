//! 270 integer lines to the points of a circle far away.
//!
//! A tile has three states in the source: visible, seen and hidden; a new view turns what was visible into seen. Here the map
//! remembers for every algorithm what was seen.

use super::go_sin::sin_cos;
use crate::map::{Map, Pos};

/// Lines in all directions.
pub(super) const RAYS: usize = 270;
/// The angle between two lines, in radians. Single precision, though the cosine is taken in double: the angle of the line
/// straight to the left is a little off, and the line ends at column -49, not -50.
const STEP: f32 = (2.0 * std::f64::consts::PI / RAYS as f64) as f32;

/// Sine and cosine of every ray.
static DIRECTIONS: [(f64, f64); RAYS] = {
    let mut directions = [(0.0, 0.0); RAYS];
    let mut ray = 0;
    while ray < directions.len() {
        directions[ray] = sin_cos((ray as f32 * STEP) as f64);
        ray += 1;
    }
    directions
};

/// Walks the line to every point of the circle with radius `distance`. The origin is on the map.
pub(super) fn compute(map: &mut Map, origin: Pos, distance: i32) {
    for (sine, cosine) in DIRECTIONS {
        let (dx, dy) = (f64::from(distance) * cosine, f64::from(distance) * sine);
        walk(map, origin, dx as i64, dy as i64);
    }
}

/// Bresenham's line over `(dx, dy)` tiles, as far as it is not stopped by a wall, and shows every tile of it.
fn walk(map: &mut Map, origin: Pos, dx: i64, dy: i64) {
    let steep = dx.abs() <= dy.abs();
    let (longest, shortest) = if steep { (dy.abs(), dx.abs()) } else { (dx.abs(), dy.abs()) };
    let diagonal = Pos::new(sideways(dx), sideways(dy));
    let straight = if steep { Pos::new(0, dy.signum() as i32) } else { Pos::new(dx.signum() as i32, 0) };
    let mut pos = origin;
    let mut numerator = longest / 2;
    for _ in 0..=longest {
        map.reveal(pos);
        // Outside the map is wall, too, so a line ends where the map ends.
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

/// Quirk: a difference of 1 counts as none, so a line that is to end one column to the right or one row down stays in its own.
const fn sideways(difference: i64) -> i32 {
    match difference {
        ..0 => -1,
        0 | 1 => 0,
        2.. => 1,
    }
}
