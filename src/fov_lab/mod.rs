//! The laboratory: other algorithms for the field of view, and what they see (`roguelike fov`, `--fov`).
//!
//! No chapter needs it. [`Algorithm`] names the algorithms; [`Algorithm::Shadowcast`] is that of the
//! series, in [`fov`]. The others have a file each. `go_sin.rs` has the sines for rays and lines.
//!
//! [`steps`] shows how these and other algorithms of the series work (`roguelike steps`).
//!
//! The other files compare them: [`lab`] draws pictures and computes digests, [`compare`] counts mistakes,
//! and [`line`](mod@line) defines a clear line of sight.

pub mod bitboard;
mod bresenham;
pub mod compare;
pub mod go_sin;
pub mod lab;
pub mod line;
mod octant;
mod raycast;
pub mod steps;

use std::fmt;
use std::str::FromStr;

use crate::fov::{self, OtherView, RADIUS};
use crate::map::{Map, Pos};

/// What the laboratory knows of an algorithm.
struct Row {
    /// The name on the command line and in traces, and the view with the radius of the game.
    view: OtherView,
    /// The radius in the game, in tiles.
    radius: i32,
    /// Lights what is seen from a tile of the map, with this radius.
    look: fn(&mut Map, Pos, i32),
}

/// Makes the enumeration and the table from a list of algorithms.
macro_rules! algorithms {
    ($($(#[$meta:meta])* $variant:ident: $name:literal, $radius:expr, $look:expr;)*) => {
        /// An algorithm for the field of view.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Algorithm {
            $($(#[$meta])* $variant),*
        }

        impl Algorithm {
            /// Every algorithm, the default first.
            pub const ALL: [Algorithm; TABLE.len()] = [$(Algorithm::$variant),*];
        }

        static TABLE: [Row; [$($name),*].len()] = [$(Row {
            view: OtherView {
                name: $name,
                compute: |map, origin| Algorithm::$variant.compute(map, origin),
            },
            radius: $radius,
            look: $look,
        }),*];
    };
}

// Variant: name, radius in the game, function.
algorithms! {
    /// Recursive shadowcasting, the algorithm of the series.
    #[default]
    Shadowcast: "shadowcast", RADIUS, shadowcast;
    /// A straight ray at every degree.
    Raycast: "raycast", RADIUS, raycast::compute;
    /// Integer lines to the points of a circle. Lines that end on a small circle miss tiles. In the source
    /// they end far outside of the view.
    Bresenham: "bresenham", 50, bresenham::compute;
    /// Light that each tile passes on to the next. Its radius counts the tile of the origin.
    Octant: "octant", RADIUS + 1, octant::compute;
    /// Shadowcasting with a row of tiles in one machine word. It sees what [`Algorithm::Shadowcast`] sees.
    Bitboard: "bitboard", RADIUS, bitboard::compute;
}

/// Shadowcasting as in the series, which has one radius. Rows of bits show the same with any.
fn shadowcast(map: &mut Map, origin: Pos, radius: i32) {
    match radius {
        RADIUS => fov::compute(map, origin),
        _ => bitboard::compute(map, origin, radius),
    }
}

/// The error for an unknown algorithm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown algorithm '{0}': use one of {names}",
    names = Algorithm::ALL.map(Algorithm::name).join(", ")
)]
pub struct UnknownAlgorithm(pub String);

/// Maximum distance between two tiles of the map, rounded up. A larger radius shows nothing more.
const FARTHEST: i32 = 73;

impl Algorithm {
    /// Returns the algorithms of which no two see the same, the default first.
    pub fn distinct() -> impl Iterator<Item = Algorithm> {
        Algorithm::ALL.into_iter().filter(|&algorithm| algorithm != Algorithm::Bitboard)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Returns the name on the command line and in traces.
    pub fn name(self) -> &'static str {
        self.row().view.name
    }

    /// Returns the radius in the game, in tiles.
    pub fn usual_radius(self) -> i32 {
        self.row().radius
    }

    /// Returns the name, and the radius that is really used for this one.
    fn title(self, radius: i32) -> String {
        match self {
            Algorithm::Raycast => format!("{self} radius {}", raycast::reach(radius)),
            Algorithm::Bresenham => format!("{self} rays {} distance {radius}", bresenham::RAYS),
            _ => format!("{self} radius {radius}"),
        }
    }

    /// Returns the algorithm of a game that has this [`OtherView`], or none.
    pub fn of(other_view: Option<OtherView>) -> Algorithm {
        other_view.and_then(|other| other.name.parse().ok()).unwrap_or_default()
    }

    /// Returns the [`OtherView`] that makes a game use this algorithm; none for the game's own.
    pub fn other_view(self) -> Option<OtherView> {
        (self != Algorithm::default()).then_some(self.row().view)
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
        if Map::in_bounds(origin) {
            light(map, origin);
            (self.row().look)(map, origin, radius);
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
