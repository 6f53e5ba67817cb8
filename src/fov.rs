//! What can be seen from where (class `FOV`, Part 3 on).
//!
//! Recursive shadowcasting in eight octants, with the lit area clamped to a circle. The modules below are what people build
//! before they hear of it; [`Algorithm`] chooses.

mod bitwise;
mod bresenham;
pub mod compare;
mod go_sin;
pub mod lab;
pub mod line;
mod octant;
mod raycast;

use std::fmt;
use std::str::FromStr;

use crate::map::{Map, Pos};

/// How the view is computed. All parts use shadowcasting; the others are there to be compared with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Recursive shadowcasting, the algorithm of the series.
    #[default]
    Shadowcast,
    /// A straight ray at every degree.
    Raycast,
    /// Integer lines to the points of a circle.
    Bresenham,
    /// Light passed on from tile to tile.
    Octant,
}

/// An algorithm that is not known here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown algorithm '{0}': use shadowcast, raycast, bresenham or octant")]
pub struct UnknownAlgorithm(pub String);

impl Algorithm {
    /// Every algorithm, the default first.
    pub const ALL: [Algorithm; 4] =
        [Algorithm::Shadowcast, Algorithm::Raycast, Algorithm::Bresenham, Algorithm::Octant];

    /// The name used on the command line and in traces.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Shadowcast => "shadowcast",
            Algorithm::Raycast => "raycast",
            Algorithm::Bresenham => "bresenham",
            Algorithm::Octant => "octant",
        }
    }

    /// How far the algorithm looks in the game, in tiles. Three of them fill the same circle; lines that end on a circle that
    /// small would miss tiles, so those of Bresenham end far outside, where the source puts them.
    pub const fn usual_radius(self) -> i32 {
        match self {
            Algorithm::Shadowcast | Algorithm::Raycast => RADIUS,
            // The tile in the middle counts.
            Algorithm::Octant => RADIUS + 1,
            Algorithm::Bresenham => 50,
        }
    }

    /// Replaces the map's view by what is seen from `origin` with the algorithm's usual reach.
    pub fn compute(self, map: &mut Map, origin: Pos) {
        self.compute_within(map, origin, self.usual_radius());
    }

    /// Replaces the map's view by what is seen from `origin`. What `radius` means is up to the algorithm: the radius of a disc,
    /// the length of a ray, the radius of the circle on which lines end, the number of tiles in a line. Any value is fine; a
    /// negative one is as good as 0. From a place that is not on the map nothing is seen.
    pub fn compute_within(self, map: &mut Map, origin: Pos, radius: i32) {
        map.clear_visible();
        if !Map::in_bounds(origin) {
            return;
        }
        map.reveal(origin);
        match self {
            Algorithm::Shadowcast => bitwise::compute(map, origin, radius),
            Algorithm::Raycast => raycast::compute(map, origin, radius),
            Algorithm::Bresenham => bresenham::compute(map, origin, radius.max(0)),
            Algorithm::Octant => octant::compute(map, origin, radius),
        }
    }
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        let known = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        known.ok_or_else(|| UnknownAlgorithm(name.to_owned()))
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
pub(crate) const MULT: [[i32; 4]; 8] = [
    [1, 0, 0, 1],
    [0, 1, 1, 0],
    [0, -1, 1, 0],
    [-1, 0, 0, 1],
    [-1, 0, 0, -1],
    [0, -1, -1, 0],
    [0, 1, -1, 0],
    [1, 0, 0, -1],
];

/// Replaces the map's view by the disc of `radius` tiles around `origin`, less what walls hide, tile by tile as in the chapter
/// (`FOV::compute`). From a place that is not on the map nothing is seen.
///
/// The game itself sees through [`Algorithm::compute`], which finds the same tiles a row at a time.
pub fn compute(map: &mut Map, origin: Pos, radius: i32) {
    map.clear_visible();
    if !Map::in_bounds(origin) {
        return;
    }
    map.reveal(origin);
    for octant in MULT {
        cast_light(map, origin, radius.min(FARTHEST), octant, 1, 1.0, 0.0);
    }
}

/// No tile of the map is farther than this from another, in tiles along a straight line. Looking farther shows nothing.
const FARTHEST: i32 = 73;

/// Lights one octant from a row on, within the arc between two slopes (`FOV::castLight`).
///
/// Quirk: an arc that walls close from both sides is not given up before the end of a row is wall, and until then lights the tiles
/// that lie across the closed gap. That is about one tile a view which no line reaches; most of them are walls.
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
