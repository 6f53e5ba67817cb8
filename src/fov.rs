//! Part 3: the field of view (class `FOV`): recursive shadowcasting in eight octants.
//!
//! Each octant is scanned row by row, away from the origin. A row is lit between two slopes, the arc. Where a
//! wall begins, the function recurses with the arc to the left of it, and goes on with the arc to the right.

use crate::map::{Map, Pos, TileType};

/// Radius of the view, in tiles.
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

/// Replaces the map's view by the tiles of a disc that no wall hides from `origin` (`FOV::compute`).
pub fn compute(map: &mut Map, origin: Pos) {
    for tile in map.tiles.as_flattened_mut() {
        tile.visible = false;
    }
    let Some(tile) = map.tile_mut(origin) else { return };
    tile.visible = true;
    tile.explored = true;
    for octant in MULT {
        cast_light(map, origin, 1, 1.0, 0.0, octant);
    }
}

/// Lights one octant from a row on, in the arc between two slopes (`FOV::castLight`).
///
/// Quirk: whether the arc is empty is only tested at the beginning. If walls close an arc from both sides,
/// the call still scans the rows past it, and lights about one tile per view that no straight line reaches.
pub(crate) fn cast_light(
    map: &mut Map,
    origin: Pos,
    row: i32,
    mut start_slope: f32,
    end_slope: f32,
    octant: [i32; 4],
) {
    // The arc is empty.
    if start_slope < end_slope {
        return;
    }
    let [xx, xy, yx, yy] = octant;
    let mut next_start_slope = start_slope;
    let mut blocked = false;
    for distance in row..=RADIUS {
        let dy = -distance;
        // Up to 0. This range makes the view faster than `-distance..=0`.
        for dx in -distance..1 {
            // The slopes of the tile's left and right edge, as seen from the centre of the origin.
            let l_slope = (dx as f32 - 0.5) / (dy as f32 + 0.5);
            let r_slope = (dx as f32 + 0.5) / (dy as f32 - 0.5);
            if start_slope < r_slope {
                // The arc begins further to the right.
                continue;
            }
            if end_slope > l_slope {
                // The arc ended further to the left.
                break;
            }
            let pos = Pos::new(origin.x + dx * xx + dy * xy, origin.y + dx * yx + dy * yy);
            let Some(tile) = map.tile_mut(pos) else { continue };
            // The circular clamp: without it the lit area would be a square.
            if dx * dx + dy * dy <= RADIUS * RADIUS {
                tile.visible = true;
                tile.explored = true;
            }
            let is_wall = tile.kind == TileType::Wall;
            if blocked {
                if is_wall {
                    // Still along the wall: the arc can begin at its right edge at the earliest.
                    next_start_slope = r_slope;
                } else {
                    // The wall ended: the rest of this row and the rows after it have a smaller arc.
                    blocked = false;
                    start_slope = next_start_slope;
                }
            } else if is_wall && distance < RADIUS {
                // A wall begins: a recursive call lights what lies left of it, this one what lies right.
                blocked = true;
                cast_light(map, origin, distance + 1, start_slope, l_slope, octant);
                next_start_slope = r_slope;
            }
        }
        if blocked {
            // The row ended in wall, so nothing past it is seen.
            break;
        }
    }
}
