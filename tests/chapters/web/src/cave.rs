//! A cave with a share of walls and a number of passes of the reader's own (figure 12).
//!
//! The functions are those of the series, in a copy that build.rs makes, because there the share is a constant.

use std::cell::Cell;

use roguelike::fov_lab::steps::{COLORS, Stage};
use roguelike::game::{Game, Setup};
use roguelike::level::Level;
use roguelike::part::Part;
use roguelike::player;
use roguelike::rng::{Rng, StdLib};

use crate::figure::{Shown, draw};
use crate::request::Request;
use map::{Map, TileType};

#[allow(dead_code, missing_docs, reason = "a copy of a file of the series, of which only the caves are used")]
mod map {
    include!(concat!(env!("OUT_DIR"), "/map.rs"));
}

/// Maximum number of passes of a slider.
const MOST_PASSES: u32 = 12;
/// The seeds that a run takes before that of the map of its second level: one for the game's own generator, one
/// for the first level.
const SEEDS_BEFORE: u32 = 2;

thread_local! {
    static SHARE: Cell<i32> = const { Cell::new(map::WALL_CHANCE) };
}

/// The constant of the copy.
fn wall_chance() -> i32 {
    SHARE.get()
}

/// Returns how the cave of a `seed` is made, and one of the stages. `share` is `WALL_CHANCE` in percent, and
/// `passes` is `SMOOTHING_PASSES`.
///
/// # Errors
/// If a value is no number.
pub fn stages(request: &Request) -> Result<Shown, String> {
    SHARE.set(request.get("share")?.unwrap_or(map::WALL_CHANCE).clamp(0, 100));
    let passes = request.get("passes")?.unwrap_or(map::SMOOTHING_PASSES).min(MOST_PASSES);
    let seed = request.get("seed")?.unwrap_or(0u32).wrapping_add(SEEDS_BEFORE);
    let (mut cave, mut stages) = (Map::default(), Vec::new());
    cave.fill_with_noise(&mut Rng::new(seed, StdLib::default()));
    stages.push(after(&stages, &cave, format!("Noise: {} of 100 tiles are wall.", SHARE.get())));
    for pass in 1..=passes {
        cave.smooth();
        stages.push(after(&stages, &cave, format!("Pass {pass}.")));
    }
    let largest = cave.largest_region();
    let (mut rest, mut tiles, mut numbers) = (cave.clone(), Vec::new(), Vec::new());
    // Without the largest region, the next one is the largest.
    for (number, color) in (1..).zip(COLORS.into_iter().cycle()) {
        let region = rest.largest_region();
        let Some(&first) = region.first() else { break };
        region.iter().for_each(|pos| rest.carve_tile(pos.x, pos.y, TileType::Wall));
        tiles.extend(region.into_iter().map(|pos| (position(pos), color)));
        numbers.push((position(first), number));
    }
    let text = format!("Regions: {}. The largest has {} tiles.", numbers.len(), largest.len());
    stages.push(Stage { tiles, numbers, ..after(&stages, &cave, text) });
    cave.keep_only(&largest);
    stages.push(after(&stages, &cave, "Only the largest region is kept.".to_owned()));
    let stage = request.get("stage")?.unwrap_or(0).min(stages.len() - 1);
    let drawn = draw(&stages[stage]);
    let texts = stages.into_iter().map(|stage| stage.text).collect();
    Ok(Shown { texts, stage, drawn, player: None, monsters: Vec::new(), areas: Vec::new() })
}

fn position(pos: map::Pos) -> roguelike::map::Pos {
    roguelike::map::Pos::new(pos.x, pos.y)
}

/// Returns a stage that follows others. Tiles that changed have colours.
fn after(stages: &[Stage], cave: &Map, text: String) -> Stage {
    let rows = cave.tiles.map(|row| row.map(|tile| if tile.kind == TileType::Floor { '.' } else { '#' }));
    let rows = rows.map(String::from_iter);
    let map = roguelike::map::Map::drawn(&rows.each_ref().map(String::as_str));
    let level = Level { map, ..Level::default() };
    let game = Game::on_level(Setup::new(Part::FIRST, 0), level, player::new());
    let mut tiles = Vec::new();
    if let Some(last) = stages.last() {
        let (before, now) = (&last.game.cur().map, &game.cur().map);
        let changed = Map::positions().map(position).filter(|&pos| before.is_floor(pos) != now.is_floor(pos));
        let [opened, closed, ..] = COLORS;
        tiles = changed.map(|pos| (pos, if now.is_floor(pos) { opened } else { closed })).collect();
    }
    Stage { text, game, tiles, numbers: Vec::new(), lines: Vec::new() }
}
