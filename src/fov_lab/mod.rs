//! The laboratory: other algorithms for the field of view (`--fov`). `roguelike fov` compares them.
//!
//! No chapter needs it. [`Algorithm`] names the algorithms; [`Algorithm::Shadowcast`] is that of the
//! series, in [`fov`]. The others have a file each. `go_sin.rs` has the sines for rays and lines.
//!
//! [`steps`] shows how these and other algorithms of the series work (`roguelike steps`), and [`tile_set`]
//! has views as sets of tiles.

mod bresenham;
pub mod go_sin;
mod octant;
mod raycast;
pub mod steps;
pub mod tile_set;

use std::fmt;
use std::str::FromStr;

use Algorithm::{Bresenham, Octant, Raycast, Shadowcast};
use tile_set::TileSet;

use crate::fov::{self, RADIUS};
use crate::game::OtherView;
use crate::map::{Map, Pos};

/// An algorithm for the field of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// Recursive shadowcasting, the algorithm of the series.
    #[default]
    Shadowcast,
    /// A straight ray at every degree.
    Raycast,
    /// Integer lines to the points of a circle. Lines that end on a small circle miss tiles. In the source
    /// they end far outside of the view.
    Bresenham,
    /// Light that each tile passes on to the next. Its radius counts the tile of the origin.
    Octant,
}

/// The entry of an algorithm in the laboratory.
struct Row {
    /// The name on the command line and in traces, and the view with the radius of the game.
    view: OtherView,
    /// The radius in the game, in tiles.
    radius: i32,
    /// Lights what is seen from a tile of the map, with this radius.
    look: fn(&mut Map, Pos, i32),
}

/// Shadowcasting as in the series, cut to a smaller disc. It cannot reach further than in the series.
fn shadowcast(map: &mut Map, origin: Pos, radius: i32) {
    if radius >= RADIUS {
        return fov::compute(map, origin);
    }
    let mut whole = map.clone();
    fov::compute(&mut whole, origin);
    let is_near = |pos: &Pos| (pos.x - origin.x).pow(2) + (pos.y - origin.y).pow(2) <= radius.max(0).pow(2);
    let seen = TileSet::visible(&whole).tiles().filter(is_near);
    seen.for_each(|pos| light(map, pos));
}

impl Algorithm {
    /// Every algorithm, the default first.
    pub const ALL: [Algorithm; 4] = [Shadowcast, Raycast, Bresenham, Octant];

    fn row(self) -> Row {
        let row = |name, radius, look, compute| Row { view: OtherView { name, compute }, radius, look };
        match self {
            Shadowcast => row("shadowcast", RADIUS, shadowcast, fov::compute),
            Raycast => row("raycast", RADIUS, raycast::compute, |map, at| Raycast.compute(map, at)),
            Bresenham => row("bresenham", 50, bresenham::compute, |map, at| Bresenham.compute(map, at)),
            Octant => row("octant", RADIUS + 1, octant::compute, |map, at| Octant.compute(map, at)),
        }
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
    pub fn title(self, radius: i32) -> String {
        match self {
            Raycast => format!("{self} radius {}", raycast::reach(radius)),
            Bresenham => format!("{self} rays {} distance {radius}", bresenham::RAYS),
            Shadowcast => format!("{self} radius {}", radius.clamp(0, RADIUS)),
            Octant => format!("{self} radius {radius}"),
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
    /// `radius` is the radius of the disc for shadowcasting, at most that of the series, the length of a ray,
    /// the radius of the circle on which Bresenham's lines end, or the number of tiles in a line for octant.
    /// Any value is allowed; a negative one counts as 0.
    pub fn compute_within(self, map: &mut Map, origin: Pos, radius: i32) {
        for tile in map.tiles.as_flattened_mut() {
            tile.visible = false;
        }
        if Map::in_bounds(origin) {
            light(map, origin);
            (self.row().look)(map, origin, radius);
        }
    }

    /// Computes what is seen from `origin`, as [`Algorithm::compute_within`] does, and returns it.
    pub fn view(self, map: &mut Map, origin: Pos, radius: i32) -> TileSet {
        self.compute_within(map, origin, radius);
        TileSet::visible(map)
    }
}

/// Brings a tile into view, and so into memory; does nothing outside the map.
fn light(map: &mut Map, pos: Pos) {
    if let Some(tile) = map.tile_mut(pos) {
        tile.visible = true;
        tile.explored = true;
    }
}

/// The error for a name that no algorithm has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown algorithm '{}': use one of {}", .0, Algorithm::ALL.map(Algorithm::name).join(", "))]
pub struct UnknownAlgorithm(pub String);

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
