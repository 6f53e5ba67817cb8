//! What can be seen from where (class `FOV`, Part 3 on).
//!
//! Recursive shadowcasting in eight octants, with the lit area clamped to a circle.

use std::fmt;

use crate::map::{Map, Pos};

/// How the view is computed. All parts use shadowcasting; the others are there to be compared with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// Recursive shadowcasting, the algorithm of the series.
    #[default]
    Shadowcast,
}

impl Algorithm {
    /// Every algorithm, the default first.
    pub const ALL: [Algorithm; 1] = [Algorithm::Shadowcast];

    /// The name used on the command line and in traces.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Shadowcast => "shadowcast",
        }
    }

    /// Replaces the map's view by what is seen from `origin` with the algorithm's usual reach.
    pub fn compute(self, map: &mut Map, origin: Pos) {
        match self {
            Algorithm::Shadowcast => compute(map, origin, RADIUS),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How far shadowcasting sees in the game, in tiles.
pub const RADIUS: i32 = 11;

/// How each octant turns its own columns and rows into the map's: `(xx, xy, yx, yy)`.
const MULT: [[i32; 4]; 8] = [
    [1, 0, 0, 1],
    [0, 1, 1, 0],
    [0, -1, 1, 0],
    [-1, 0, 0, 1],
    [-1, 0, 0, -1],
    [0, -1, -1, 0],
    [0, 1, -1, 0],
    [1, 0, 0, -1],
];

/// Replaces the map's view by the disc of `radius` tiles around `origin`, less what walls hide (`FOV::compute`).
pub fn compute(map: &mut Map, origin: Pos, radius: i32) {
    map.clear_visible();
    map.reveal(origin);
    for octant in MULT {
        cast_light(map, origin, radius, octant, 1, 1.0, 0.0);
    }
}

/// Lights one octant from a row on, within the arc between two slopes (`FOV::castLight`).
fn cast_light(map: &mut Map, origin: Pos, radius: i32, octant: [i32; 4], row: i32, mut start: f32, end: f32) {
    if start < end {
        return;
    }
    let [xx, xy, yx, yy] = octant;
    let mut next_start = start;
    let mut blocked = false;
    for distance in row..=radius {
        let dy = -distance;
        for dx in -distance..=0 {
            let left = (dx as f32 - 0.5) / (dy as f32 + 0.5);
            let right = (dx as f32 + 0.5) / (dy as f32 - 0.5);
            if start < right {
                continue;
            }
            if end > left {
                break;
            }
            let pos = Pos::new(origin.x + dx * xx + dy * xy, origin.y + dx * yx + dy * yy);
            if !Map::in_bounds(pos) {
                continue;
            }
            if dx * dx + dy * dy <= radius * radius {
                map.reveal(pos);
            }
            let wall = !map.is_floor(pos);
            if blocked {
                if wall {
                    next_start = right;
                } else {
                    blocked = false;
                    start = next_start;
                }
            } else if wall && distance < radius {
                blocked = true;
                cast_light(map, origin, radius, octant, distance + 1, start, left);
                next_start = right;
            }
        }
        if blocked {
            break;
        }
    }
}
