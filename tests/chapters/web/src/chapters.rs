//! The chapters' code that the figures run. build.rs copies it and replaces some constants by values that the
//! reader chooses.

use std::cell::Cell;

use roguelike::item::ScrollType;
use roguelike::level::Level;
use roguelike::map::{DIRECTIONS, MAP_WIDTH, Map, Pos};
use roguelike::monster::Monster;
use roguelike::player::Player;
use roguelike::rng::{Rng, StdLib};

use crate::request::Request;
use crate::trace::{Shown, Value};

/// Chapter 12, which has the dungeons of chapter 1 too.
#[allow(
    dead_code,
    missing_docs,
    private_interfaces,
    clippy::all,
    reason = "a copy, of which a figure uses a part"
)]
pub mod map {
    include!(concat!(env!("OUT_DIR"), "/map.rs"));
}

/// Chapter 3.
#[allow(missing_docs, clippy::all, reason = "a copy")]
pub mod fov {
    include!(concat!(env!("OUT_DIR"), "/fov.rs"));
}

/// Chapter 7.
#[allow(missing_docs, clippy::all, reason = "a copy")]
pub mod dijkstra_map {
    include!(concat!(env!("OUT_DIR"), "/dijkstra_map.rs"));
}

/// How monsters choose a step in chapters 5 and 7.
#[allow(missing_docs, clippy::all, reason = "a copy")]
mod turn {
    use roguelike::map::Pos;
    use roguelike::monster::Monster;

    use super::dijkstra_map::UNREACHABLE;

    include!(concat!(env!("OUT_DIR"), "/turn.rs"));
}

/// Chapter 13.
#[allow(missing_docs, clippy::all, reason = "a copy")]
mod magic {
    include!(concat!(env!("OUT_DIR"), "/magic.rs"));
}

/// The state that monsters decide by: the members of `Game` that they read in chapters 5 and 7.
pub struct Scene {
    pub monsters: Vec<Monster>,
    pub player: Player,
    pub map: Map,
    pub to_player: dijkstra_map::DijkstraMap,
}

/// The state that a scroll changes: the members of `Game` that `read_scroll` uses in chapter 13.
pub struct Reader {
    pub levels: [Level; 1],
    pub player: Player,
    depth: usize,
    magic_bonus: i32,
    scroll_ident: [bool; 2],
    log: Vec<String>,
}

impl Reader {
    /// Returns a reader who has identified all scrolls.
    pub fn new(level: Level, player: Player) -> Reader {
        let (depth, magic_bonus, log) = (0, 0, Vec::new());
        Reader { levels: [level], player, depth, magic_bonus, scroll_ident: [true; 2], log }
    }

    fn cur(&self) -> &Level {
        &self.levels[self.depth]
    }

    /// Messages aren't shown, so they need no name.
    fn scroll_name(&self, _: ScrollType) -> &'static str {
        ""
    }
}

/// The values that the reader has chosen.
#[derive(Clone, Copy)]
struct Settings {
    share: i32,
    radius: i32,
    order: [Pos; 4],
    is_y_first: bool,
    library: StdLib,
}

/// Maximum radius of a view, in tiles: the width of the map.
pub const LARGEST_RADIUS: i32 = MAP_WIDTH;

thread_local! {
    static SETTINGS: Cell<Option<Settings>> = const { Cell::new(None) };
}

/// Takes the values of a request: `share` is `WALL_CHANCE` in percent, `radius` is `RADIUS`, and `order` has
/// the directions of `DIRECTIONS` by their first letters, such as `udlr`. With `tie=y` a monster of chapter 5
/// that is as far in both directions tries `y` first.
///
/// # Errors
/// If a value cannot be read.
pub fn set(request: &Request) -> Result<(), String> {
    let order = match request.text("order") {
        "" => DIRECTIONS,
        text => order(text).ok_or_else(|| format!("order cannot be '{text}'"))?,
    };
    SETTINGS.set(Some(Settings {
        share: request.get("share")?.unwrap_or(map::WALL_CHANCE).clamp(0, 100),
        radius: request.get("radius")?.unwrap_or(fov::RADIUS).clamp(0, LARGEST_RADIUS),
        order,
        is_y_first: request.text("tie") == "y",
        library: request.setup()?.library,
    }));
    Ok(())
}

fn order(text: &str) -> Option<[Pos; 4]> {
    let numbers: Vec<usize> = text.chars().map(|letter| "udlr".find(letter)).collect::<Option<_>>()?;
    let numbers: [usize; 4] = numbers.try_into().ok()?;
    (0..4).all(|number| numbers.contains(&number)).then(|| numbers.map(|number| DIRECTIONS[number]))
}

/// `WALL_CHANCE` of the copies.
pub fn wall_chance() -> i32 {
    SETTINGS.get().map_or(map::WALL_CHANCE, |settings| settings.share)
}

/// `RADIUS` of the copies.
pub fn radius() -> i32 {
    SETTINGS.get().map_or(fov::RADIUS, |settings| settings.radius)
}

/// `DIRECTIONS` of the copies.
fn directions() -> [Pos; 4] {
    SETTINGS.get().map_or(DIRECTIONS, |settings| settings.order)
}

/// Returns true if the way along x comes first.
fn is_wider(x: i32, y: i32) -> bool {
    let is_y_first = SETTINGS.get().is_some_and(|settings| settings.is_y_first);
    x.abs() > y.abs() || x.abs() == y.abs() && !is_y_first
}

/// Returns the generator of a map.
pub fn generator(seed: u32) -> Rng {
    Rng::new(seed, SETTINGS.get().map_or(StdLib::default(), |settings| settings.library))
}

impl Shown for map::Pos {
    fn value(&self) -> Value {
        Value::Place(self.x, self.y)
    }
}
