//! A cave with the reader's own share of walls and number of passes (figure 12).

use roguelike::fov_lab::steps::{COLORS, Stage};
use roguelike::game::{Game, Setup};
use roguelike::level::Level;
use roguelike::part::Part;
use roguelike::player;

use crate::chapters::map::{self, Map, TileType};
use crate::chapters::{self, generator, wall_chance};
use crate::figure::{Shown, draw};
use crate::request::Request;
use crate::trace::{Acting, trace};

/// Maximum number of passes.
const MOST_PASSES: u32 = 12;
/// The number of seeds that a game takes before the map of its second level: one for its own generator, one
/// for the first level.
const SEEDS_BEFORE: u32 = 2;

/// Returns the seed of the map, and the number of passes, `SMOOTHING_PASSES`.
fn settings(request: &Request) -> Result<(u32, u32), String> {
    let passes = request.get("passes")?.unwrap_or(map::SMOOTHING_PASSES).min(MOST_PASSES);
    Ok((request.get("seed")?.unwrap_or(0u32).wrapping_add(SEEDS_BEFORE), passes))
}

/// Returns how the cave of a `seed` is made, and one of the stages.
///
/// # Errors
/// If a value isn't a number.
pub fn stages(request: &Request) -> Result<Shown, String> {
    chapters::set(request)?;
    let (seed, passes) = settings(request)?;
    let (mut cave, mut stages) = (Map::default(), Vec::new());
    cave.fill_with_noise(&mut generator(seed));
    stages.push(after(&stages, &cave, format!("Noise: {} of 100 tiles are wall.", wall_chance())));
    for pass in 1..=passes {
        cave.smooth();
        stages.push(after(&stages, &cave, format!("Pass {pass}.")));
    }
    let largest = cave.largest_region();
    let (mut rest, mut tiles, mut numbers) = (Map::default(), Vec::new(), Vec::new());
    rest.tiles = cave.tiles;
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
    let stage = request.stage(stages.len())?;
    let drawn = draw(&stages[stage]);
    let texts = stages.into_iter().map(|stage| stage.text).collect();
    Ok(Shown { texts, stage, drawn, acting: acting(request, stage)?, ..Shown::default() })
}

/// Returns the line that acts in a stage.
///
/// # Errors
/// If a value isn't a number.
pub fn acting(request: &Request, stage: usize) -> Result<Option<Acting>, String> {
    let (seed, passes) = settings(request)?;
    let (passes, mut cave, mut rng) = (passes as usize, Map::default(), generator(seed));
    let after_passes = stage.checked_sub(passes + 1);
    if stage > 0 {
        cave.fill_with_noise(&mut rng);
        (1..stage.min(passes + 1)).for_each(|_| cave.smooth());
    }
    let lines = trace(|| match after_passes {
        None if stage == 0 => cave.fill_with_noise(&mut rng),
        None => cave.smooth(),
        Some(0) => _ = cave.largest_region(),
        Some(1) => cave.keep_only(&cave.largest_region()),
        Some(_) => {
            let mut best = cave.largest_region();
            rng.shuffle(&mut best);
            cave.place_rooms(&best);
        }
    });
    // The last stages call functions of stages before.
    let function = ["largest_region", "keep_only", "place_rooms"];
    let last = after_passes.map(|at| function[at.min(2)]);
    Ok(lines.acting(request.index("line")?, &|frame| last.is_none_or(|last| frame.function == last)))
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
