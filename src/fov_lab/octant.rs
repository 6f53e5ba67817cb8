//! Light that passes from tile to tile along rows and columns, without angles.
//!
//! Whether a tile is lit depends only on the tile before it in its line, and on the neighbours of both
//! towards the origin. That is simple, and has known faults: light passes some walls, and some walls in
//! plain view stay dark.

use super::light;
use crate::map::{MAP_WIDTH, Map, Pos};

/// Each pass as `[sx, sy, dx, dy]`: the quarter into which it goes, and the step from a tile to the neighbour
/// towards the origin, to be multiplied by `-sx` and `-sy`.
const PASSES: [[i32; 4]; 12] = [
    [1, 1, 1, 0],
    [1, -1, 1, 0],
    [-1, 1, 1, 0],
    [-1, -1, 1, 0],
    [1, 1, 0, 1],
    [1, -1, 0, 1],
    [-1, 1, 0, 1],
    [-1, -1, 0, 1],
    [1, 0, 1, 0],
    [0, 1, 1, 0],
    [-1, 0, 0, 1],
    [0, -1, 0, 1],
];

/// Lights `intensity` columns of `intensity` tiles in every pass, each up to the first tile that stays dark.
/// The origin is on the map.
pub(super) fn compute(map: &mut Map, origin: Pos, intensity: i32) {
    // No line is longer than the map. Where a direction is 0, a pass only meets the same tiles again.
    let intensity = intensity.min(MAP_WIDTH);
    for [sx, sy, dx, dy] in PASSES {
        let toward_origin = Pos::new(-sx * dx, -sy * dy);
        for i in 0..intensity {
            for j in 1..intensity {
                let [last, pos] = [j - 1, j].map(|j| origin + Pos::new(sx * i, sy * j));
                let beside_floor = map.is_floor(pos + toward_origin) && map.is_floor(last + toward_origin);
                let is_lit = map.is_floor(last) || (pos.x > 0 && !map.is_floor(pos) && beside_floor);
                if !Map::in_bounds(pos) || !is_lit {
                    break;
                }
                light(map, pos);
            }
        }
    }
}
