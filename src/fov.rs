//! The field of view (class `FOV`, Part 3): recursive shadowcasting in eight octants.
//!
//! Each octant is scanned row by row, away from the origin. A row is lit between two slopes, the arc. A wall
//! narrows the arc for the rows behind it; when a wall has floor on both sides, the function recurses with
//! the arc that is left on one side and goes on with the other.

use crate::map::{Map, Pos};

/// Radius of the view in tiles (`RADIUS`).
pub const RADIUS: i32 = 11;

/// How each octant transforms its own columns and rows into those of the map: `[xx, xy, yx, yy]` (`MULT`).
pub const MULT: [[i32; 4]; 8] = [
    [1, 0, 0, 1],
    [0, 1, 1, 0],
    [0, -1, 1, 0],
    [-1, 0, 0, 1],
    [-1, 0, 0, -1],
    [0, -1, -1, 0],
    [0, 1, -1, 0],
    [1, 0, 0, -1],
];

/// Replaces the map's view by what is seen from `origin` (`FOV::compute`): a disc of `radius` tiles, 0 to
/// 1,000, without the tiles that walls hide. Outside the map nothing is seen.
pub fn compute(map: &mut Map, origin: Pos, radius: i32) {
    map.clear_visible();
    if !Map::in_bounds(origin) {
        return;
    }
    map.reveal(origin);
    for octant in MULT {
        cast_light(map, origin, radius, octant, 1, 1.0, 0.0);
    }
}

/// Lights one octant from a row on, in the arc from slope `start` on the left to `end` (`FOV::castLight`).
///
/// Quirk: an arc that walls have closed from both sides is not given up before the end of its row. Until then
/// it lights tiles on the other side of the closed gap: about one tile a view that no straight line reaches.
fn cast_light(map: &mut Map, origin: Pos, radius: i32, octant: [i32; 4], row: i32, mut start: f32, end: f32) {
    // The arc is empty.
    if start < end {
        return;
    }
    let [xx, xy, yx, yy] = octant;
    let mut next_start = start;
    let mut blocked = false;
    for distance in row..=radius {
        let dy = -distance;
        for dx in -distance..=0 {
            // The slopes of the tile's left and right edge, as seen from the centre of the origin.
            let left = (dx as f32 - 0.5) / (dy as f32 + 0.5);
            let right = (dx as f32 + 0.5) / (dy as f32 - 0.5);
            if start < right {
                // The arc begins further to the right.
                continue;
            }
            if end > left {
                // The arc ended further to the left.
                break;
            }
            let pos = Pos::new(origin.x + dx * xx + dy * xy, origin.y + dx * yx + dy * yy);
            if !Map::in_bounds(pos) {
                continue;
            }
            // The circular clamp: without it the lit area would be a square.
            if dx * dx + dy * dy <= radius * radius {
                map.reveal(pos);
            }
            let wall = !map.is_floor(pos);
            if blocked {
                if wall {
                    // Still along the wall: the arc can begin at its right edge at the earliest.
                    next_start = right;
                } else {
                    // The wall ended: the rest of this row, and the rows behind it, lie in a smaller arc.
                    blocked = false;
                    start = next_start;
                }
            } else if wall && distance < radius {
                // A wall begins: a recursive call lights what lies left of it, this one what lies right.
                blocked = true;
                cast_light(map, origin, radius, octant, distance + 1, start, left);
                next_start = right;
            }
        }
        if blocked {
            // The row ended in wall, so nothing behind it is seen.
            break;
        }
    }
}

/// An algorithm of the laboratory that computes the view in place of [`compute`] (`--fov`).
#[derive(Clone, Copy, Debug)]
pub struct OtherView {
    /// Its name on the command line and in traces.
    pub name: &'static str,
    /// Replaces the map's view by what is seen from a position.
    pub compute: fn(&mut Map, Pos),
}
