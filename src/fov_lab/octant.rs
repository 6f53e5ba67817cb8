//! Rows and columns that pass their light on from tile to tile, without any angle.
//!
//! Every tile looks only at the one before it in its line, and at their neighbours towards the origin. That is simple and
//! quick, and wrong in ways its author knows: light passes some walls, and some walls that one looks straight at stay dark.

use crate::map::{MAP_WIDTH, Map, Pos};

/// Each pass: the direction of its rows, then the direction (before it is turned likewise) of the neighbour that is asked.
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

/// Lights lines of `intensity` tiles in as many columns, once for every pass. The origin is on the map.
pub(super) fn compute(map: &mut Map, origin: Pos, intensity: i32) {
    // No line is longer than the map, and passes that stand still in one direction find nothing new in it.
    let intensity = intensity.min(MAP_WIDTH);
    for [sx, sy, dx, dy] in PASSES {
        let toward_origin = Pos::new(-sx * dx, -sy * dy);
        for i in 0..intensity {
            let line = (0..intensity).map(|j| origin + Pos::new(sx * i, sy * j));
            light_line(map, line.take_while(|&pos| Map::in_bounds(pos)), toward_origin);
        }
    }
}

/// Lights one line of tiles, until one stays dark.
fn light_line(map: &mut Map, line: impl Iterator<Item = Pos>, toward_origin: Pos) {
    let mut last: Option<Pos> = None;
    for pos in line {
        if let Some(last) = last {
            let beside_floor = map.is_floor(pos + toward_origin) && map.is_floor(last + toward_origin);
            let lit = map.is_floor(last) || (pos.x > 0 && !map.is_floor(pos) && beside_floor);
            if !lit {
                break;
            }
            map.reveal(pos);
        }
        last = Some(pos);
    }
}
