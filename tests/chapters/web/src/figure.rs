//! Figures: an algorithm of the series at work, stage by stage, on a game that the reader changes.

use std::cell::RefCell;

use roguelike::fov_lab::Algorithm;
use roguelike::fov_lab::steps::{Changes, Line, Stage, topic_of};
use roguelike::fov_lab::tile_set::TileSet;
use roguelike::game::Game;
use roguelike::level::Level;
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH, Pos, TileType};
use roguelike::screen::{self, Frame};
use serde::Serialize;

use crate::picture::Picture;
use crate::play;
use crate::request::Request;
use crate::tree::{Area, areas};

/// Maximum radius of a view, in tiles: the whole map.
const LARGEST_RADIUS: i32 = MAP_WIDTH;

/// A stage as a page shows it.
#[derive(Serialize)]
pub struct Shown {
    /// What happens in each stage.
    pub texts: Vec<String>,
    pub stage: usize,
    pub drawn: Drawn,
    pub player: Option<(i32, i32)>,
    /// The living monsters of the level.
    pub monsters: Vec<Body>,
    /// The tree of a dungeon, as far as it is split in this stage.
    pub areas: Vec<Area>,
}

/// What is drawn of a stage.
#[derive(Serialize)]
pub struct Drawn {
    frame: Picture,
    /// For each coloured tile: column, row, colour.
    tiles: Vec<usize>,
    /// For each number: column, row, number.
    numbers: Vec<(i32, i32, i32)>,
    /// For each line: column and row of both ends, in thousandths of a tile, and its colour.
    lines: Vec<[i32; 5]>,
}

#[derive(Serialize)]
pub struct Body {
    index: usize,
    x: i32,
    y: i32,
    name: &'static str,
    hp: i32,
    visible: bool,
}

thread_local! {
    /// The last request without its stage, its game, and its stages.
    static KEPT: RefCell<Option<(Request, Game, Vec<Stage>)>> = const { RefCell::new(None) };
}

/// Returns the game of a request with what the reader changed in it: `player`, `walls`, `floors`, `monsters`.
fn scene(request: &Request) -> Result<Game, String> {
    let mut game = play::with(request, |played| played.tracer.game().clone())?;
    let nothing = || format!("Part {} brings no algorithm to watch", game.part());
    let topic = topic_of(game.part()).ok_or_else(nothing)?;
    let tiles = |name, kind| -> Result<Vec<_>, String> {
        Ok(request.list(name)?.into_iter().map(|[x, y]| (Pos::new(x, y), kind)).collect())
    };
    let monsters = request.list("monsters")?.into_iter();
    let changes = Changes {
        tiles: [tiles("walls", TileType::Wall)?, tiles("floors", TileType::Floor)?].concat(),
        monsters: monsters.map(|[index, x, y]| (index as usize, Pos::new(x, y))).collect(),
        player: request.list("player")?.first().map(|&[x, y]| Pos::new(x, y)),
    };
    topic.prepare(&mut game, &changes);
    Ok(game)
}

/// Returns the game of a request and the stages of what its part brings.
fn watch(request: Request) -> Result<(Request, Game, Vec<Stage>), String> {
    let game = scene(&request)?;
    let stages = topic_of(game.part()).map_or_else(Vec::new, |topic| (topic.stages)(&game));
    Ok((request, game, stages))
}

/// Returns a stage of what a part brings, and the texts of all stages.
///
/// # Errors
/// If there is no such game, or its part brings nothing to watch.
pub fn stages(request: &Request) -> Result<Shown, String> {
    let stage = request.get("stage")?.unwrap_or(0);
    let request = request.without("stage");
    let kept = KEPT.take().filter(|kept| kept.0 == request);
    let (request, game, stages) = kept.map_or_else(|| watch(request), Ok)?;
    let last = stages.len().checked_sub(1).ok_or("this level is not one of this seed")?;
    let stage = last.min(stage);
    let has_place = topic_of(game.part()).is_some_and(|topic| topic.has_place);
    let shown = Shown {
        stage,
        drawn: draw(&stages[stage]),
        player: has_place.then_some((game.player().pos.x, game.player().pos.y)),
        monsters: if has_place { bodies(game.cur()) } else { Vec::new() },
        areas: if has_place { Vec::new() } else { areas(&stages, stage) },
        texts: stages.iter().map(|stage| stage.text.clone()).collect(),
    };
    KEPT.set(Some((request, game, stages)));
    Ok(shown)
}

/// Returns the living monsters of a level.
fn bodies(level: &Level) -> Vec<Body> {
    let bodies = level.monsters.iter().map(|monster| &monster.entity).enumerate();
    let living = bodies.filter(|(_, body)| body.is_alive());
    let shown = living.map(|(index, body)| {
        let (Pos { x, y }, visible) = (body.pos, level.map.tile(body.pos).visible);
        Body { index, x, y, name: body.name, hp: body.hp, visible }
    });
    shown.collect()
}

/// Returns what is drawn of a stage.
pub fn draw(stage: &Stage) -> Drawn {
    let mut cells = Frame::new(screen::rows(stage.game.part()));
    screen::render(&stage.game, &mut cells);
    let mut frame = Picture::new(&cells, MAP_HEIGHT);
    let mut tiles = Vec::new();
    for &(Pos { x, y }, color) in &stage.tiles {
        tiles.extend([x as usize, y as usize, frame.color(color)]);
    }
    let line = |&([x0, y0], [x1, y1], color): &Line| {
        let [x0, y0, x1, y1] = [x0, y0, x1, y1].map(|place| (place * 1000.0).round() as i32);
        [x0, y0, x1, y1, frame.color(color) as i32]
    };
    let lines = stage.lines.iter().map(line).collect();
    let numbers = stage.numbers.iter().map(|&(Pos { x, y }, number)| (x, y, number)).collect();
    Drawn { frame, tiles, numbers, lines }
}

/// What one algorithm sees.
#[derive(Serialize)]
pub struct View {
    name: &'static str,
    radius: i32,
    /// All tiles in view.
    seen: Vec<(i32, i32)>,
    /// Those that shadowcasting does not see.
    more: Vec<(i32, i32)>,
    /// The tiles that only shadowcasting sees.
    less: Vec<(i32, i32)>,
}

/// Returns what each algorithm sees from the player's place, with a `radius` or with that of the game.
///
/// # Errors
/// If there is no such game.
pub fn views(request: &Request) -> Result<Vec<View>, String> {
    let game = scene(request)?;
    let chosen: Option<i32> = request.get("radius")?;
    let list = |set: TileSet| set.tiles().map(|Pos { x, y }| (x, y)).collect();
    let mut map = game.cur().map.clone();
    let mut shadowcast = None;
    let view = |algorithm: Algorithm| {
        let radius = chosen.map_or(algorithm.usual_radius(), |radius| radius.clamp(0, LARGEST_RADIUS));
        algorithm.compute_within(&mut map, game.player().pos, radius);
        let seen = TileSet::visible(&map);
        let first = *shadowcast.get_or_insert(seen);
        let [more, less] = [seen.without(&first), first.without(&seen)].map(list);
        View { name: algorithm.name(), radius, seen: list(seen), more, less }
    };
    Ok(Algorithm::ALL.map(view).into())
}
