//! The laboratory: other algorithms for the field of view, and what they see (`roguelike fov`, `--fov`).
//!
//! No chapter needs it. [`Algorithm`] names the algorithms; [`Algorithm::Shadowcast`] is that of the
//! series, in [`fov`]. The others have a file each:
//!
//! - `raycast.rs` sends a straight ray at every degree. It ignores a radius of 1 or less.
//! - `bresenham.rs` draws integer lines to the points of a circle. A line that should end one column to the
//!   right or one row below stays in its column or row.
//! - `octant.rs` passes the light from tile to tile.
//! - `bitboard.rs` is shadowcasting again, with a row of tiles in one 64-bit number.
//!
//! [`steps`] shows how these and other algorithms of the series work (`roguelike steps`).
//!
//! The other files compare them: [`lab`] draws pictures and computes digests, [`compare`] counts mistakes,
//! and [`line`](mod@line) defines a clear line of sight. `go_sin.rs` has the sines for rays and lines.

pub mod bitboard;
mod bresenham;
pub mod compare;
mod go_sin;
pub mod lab;
pub mod line;
mod octant;
mod raycast;
pub mod steps;

use std::fmt;
use std::str::FromStr;

use crate::fov::{self, MULT, OtherView, RADIUS};
use crate::key::Key;
use crate::map::{Map, Pos};

impl Key {
    /// V, which changes the algorithm of the view.
    pub const V: Key = Key(25);
}

/// An algorithm for the field of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Recursive shadowcasting, the algorithm of the series.
    #[default]
    Shadowcast,
    /// A straight ray at every degree.
    Raycast,
    /// Integer lines to the points of a circle.
    Bresenham,
    /// Light that each tile passes on to the next.
    Octant,
    /// Shadowcasting with a row of tiles in one machine word. It sees what [`Algorithm::Shadowcast`] sees.
    Bitboard,
}

/// The error for an unknown algorithm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown algorithm '{0}': use shadowcast, raycast, bresenham, octant or bitboard")]
pub struct UnknownAlgorithm(pub String);

/// Maximum distance between two tiles of the map, rounded up. A larger radius shows nothing more.
const FARTHEST: i32 = 73;

impl Algorithm {
    /// Every algorithm, the default first.
    pub const ALL: [Algorithm; 5] = [
        Algorithm::Shadowcast,
        Algorithm::Raycast,
        Algorithm::Bresenham,
        Algorithm::Octant,
        Algorithm::Bitboard,
    ];

    /// The algorithms of which no two see the same, the default first.
    pub const DISTINCT: [Algorithm; 4] =
        [Algorithm::Shadowcast, Algorithm::Raycast, Algorithm::Bresenham, Algorithm::Octant];

    /// Returns the name on the command line and in traces.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Shadowcast => "shadowcast",
            Algorithm::Raycast => "raycast",
            Algorithm::Bresenham => "bresenham",
            Algorithm::Octant => "octant",
            Algorithm::Bitboard => "bitboard",
        }
    }

    /// Returns the radius in the game, in tiles.
    pub const fn usual_radius(self) -> i32 {
        match self {
            Algorithm::Shadowcast | Algorithm::Raycast | Algorithm::Bitboard => RADIUS,
            // It counts the tile of the origin.
            Algorithm::Octant => RADIUS + 1,
            // Lines that end on a small circle miss tiles. In the source they end far outside of the view.
            Algorithm::Bresenham => 50,
        }
    }

    /// Returns the algorithm of a game that has this [`OtherView`], or none.
    pub fn of(other_view: Option<OtherView>) -> Algorithm {
        let name = other_view.map_or(Algorithm::Shadowcast.name(), |other| other.name);
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name).unwrap_or_default()
    }

    /// Returns the [`OtherView`] that makes a game use this algorithm; none for the game's own.
    pub fn other_view(self) -> Option<OtherView> {
        let compute: fn(&mut Map, Pos) = match self {
            Algorithm::Shadowcast => return None,
            Algorithm::Raycast => |map, origin| Algorithm::Raycast.compute(map, origin),
            Algorithm::Bresenham => |map, origin| Algorithm::Bresenham.compute(map, origin),
            Algorithm::Octant => |map, origin| Algorithm::Octant.compute(map, origin),
            Algorithm::Bitboard => |map, origin| Algorithm::Bitboard.compute(map, origin),
        };
        Some(OtherView { name: self.name(), compute })
    }

    /// Replaces the map's view by what is seen from `origin` with the radius of the game.
    pub fn compute(self, map: &mut Map, origin: Pos) {
        self.compute_within(map, origin, self.usual_radius());
    }

    /// Replaces the map's view by what is seen from `origin`. Outside the map nothing is seen.
    ///
    /// `radius` is the radius of the disc for shadowcasting, the length of a ray, the radius of the
    /// circle on which Bresenham's lines end, or the number of tiles in a line for octant. Any value is
    /// allowed; a negative one counts as 0.
    pub fn compute_within(self, map: &mut Map, origin: Pos, radius: i32) {
        for tile in map.tiles.as_flattened_mut() {
            tile.visible = false;
        }
        if !Map::in_bounds(origin) {
            return;
        }
        light(map, origin);
        match self {
            Algorithm::Shadowcast if radius == RADIUS => {
                for octant in MULT {
                    fov::cast_light(map, origin, 1, 1.0, 0.0, octant);
                }
            }
            Algorithm::Raycast => raycast::compute(map, origin, radius),
            Algorithm::Bresenham => bresenham::compute(map, origin, radius.max(0)),
            Algorithm::Octant => octant::compute(map, origin, radius),
            // The function of the series has one radius. Rows of bits show the same with any.
            Algorithm::Shadowcast | Algorithm::Bitboard => bitboard::compute(map, origin, radius),
        }
    }
}

/// Brings a tile into view, and so into memory; does nothing outside the map.
fn light(map: &mut Map, pos: Pos) {
    if let Some(tile) = map.tile_mut(pos) {
        tile.visible = true;
        tile.explored = true;
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
