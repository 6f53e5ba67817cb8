//! Figures: an algorithm of the series at work, stage by stage, on a game that the reader changes.

use std::cell::RefCell;

use roguelike::color::Color;
use roguelike::fov_lab::Algorithm;
use roguelike::fov_lab::steps::{COLORS, Changes, Line, Stage, topic_of, view_by_octants};
use roguelike::fov_lab::tile_set::TileSet;
use roguelike::game::Game;
use roguelike::level::Level;
use roguelike::map::{DIRECTIONS, MAP_HEIGHT, Pos, TileType};
use roguelike::screen::{self, Frame};
use serde::Serialize;

use crate::chapters::dijkstra_map::UNREACHABLE;
use crate::chapters::{self, fov};
use crate::lines;
use crate::picture::Picture;
use crate::play;
use crate::request::Request;
use crate::trace::Acting;
use crate::tree::{Area, areas, corridors};

/// The colour of corridors.
const PINK: Color = COLORS[3];

/// A stage as a page shows it.
#[derive(Default, Serialize)]
pub struct Shown {
    /// A sentence about each stage.
    pub texts: Vec<String>,
    pub stage: usize,
    pub drawn: Drawn,
    pub player: Option<(i32, i32)>,
    /// The living monsters of the level.
    pub monsters: Vec<Body>,
    /// The tree of a dungeon, as far as it is split in this stage.
    pub areas: Vec<Area>,
    /// The line of the chapter that acts.
    pub acting: Option<Acting>,
}

/// The picture of a stage.
#[derive(Default, Serialize)]
pub struct Drawn {
    frame: Picture,
    /// For each coloured tile: column, row, colour.
    tiles: Vec<i32>,
    /// For each number: column, row, number.
    numbers: Vec<i32>,
    /// For each line: column and row of both ends, in thousandths of a tile, and its colour.
    lines: Vec<i32>,
    /// The slopes that are written at the ends of lines.
    slopes: Vec<String>,
}

#[derive(Serialize)]
pub struct Body {
    index: usize,
    x: i32,
    y: i32,
    name: &'static str,
    glyph: char,
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
        Ok(request.list(name, 2)?.iter().map(|place| (Pos::new(place[0], place[1]), kind)).collect())
    };
    let monsters = request.list("monsters", 3)?;
    let changes = Changes {
        tiles: [tiles("walls", TileType::Wall)?, tiles("floors", TileType::Floor)?].concat(),
        monsters: monsters.iter().map(|place| (place[0] as usize, Pos::new(place[1], place[2]))).collect(),
        player: request.list("player", 2)?.first().map(|place| Pos::new(place[0], place[1])),
    };
    topic.prepare(&mut game, &changes);
    Ok(game)
}

/// Returns the game of a request and the stages of what its part brings.
fn watch(request: Request) -> Result<(Request, Game, Vec<Stage>), String> {
    let game = scene(&request)?;
    let mut stages = if request.text("radius").is_empty() {
        topic_of(game.part()).map_or_else(Vec::new, |topic| (topic.stages)(&game))
    } else {
        view_by_octants(&game, chapters::radius(), &|map, octant| {
            fov::cast_light(map, game.player().pos, 1, 1.0, 0.0, octant);
        })
    };
    lines::decide(&request, &game, &mut stages)?;
    Ok((request, game, stages))
}

/// Returns a stage of what a part brings, and the texts of all stages. `leaf` is the number of an area of
/// Part 1's tree, whose corridors are coloured.
///
/// # Errors
/// If the game doesn't exist, or its part adds nothing to watch.
pub fn stages(request: &Request) -> Result<Shown, String> {
    chapters::set(request)?;
    let own = ["stage", "line", "leaf"].iter().fold(request.clone(), |request, name| request.without(name));
    let kept = KEPT.take().filter(|kept| kept.0 == own);
    let (own, game, stages) = kept.map_or_else(|| watch(own), Ok)?;
    if stages.is_empty() {
        return Err("this level is not one of this seed".to_owned());
    }
    let stage = request.stage(stages.len())?;
    let has_place = topic_of(game.part()).is_some_and(|topic| topic.has_place);
    let mut shown = Shown {
        stage,
        drawn: draw(&stages[stage]),
        texts: stages.iter().map(|stage| stage.text.clone()).collect(),
        acting: lines::acting(request, &game, &stages, stage)?,
        ..Shown::default()
    };
    if has_place {
        shown.player = Some((game.player().pos.x, game.player().pos.y));
        shown.monsters = bodies(game.cur());
    } else {
        shown.areas = areas(&stages, stage);
        let leaf = request.index("leaf")?;
        if let Some([room, _]) = leaf.and_then(|leaf| shown.areas.get(leaf)?.room) {
            let map = &stages[stage].game.cur().map;
            let tiles = corridors(&lines::dungeon(&request.setup()?), map.rooms[room].centre());
            shown.drawn.mark(tiles.into_iter().filter(|&pos| map.is_floor(pos)), PINK);
        }
    }
    match game.part().number() {
        3 => {
            let lines = stages[stage].lines.iter();
            shown.drawn.slopes = lines.map(|line| slope(line, game.player().pos)).collect();
        }
        7 => {
            let own = lines::own_distance(request, &game, stages.len(), stage);
            if let Some((pos, distance)) = own.filter(|&(_, distance)| distance < UNREACHABLE) {
                shown.drawn.numbers.extend([pos.x, pos.y, distance]);
                shown.texts[stage] += &around(pos, distance, &stages[stage].numbers);
            }
        }
        _ => {}
    }
    KEPT.set(Some((own, game, stages)));
    Ok(shown)
}

/// Returns the slope of a line from the middle of the player's tile: columns for each row of its octant.
/// Empty for other lines.
fn slope(&([x0, y0], [x1, y1], _): &Line, player: Pos) -> String {
    if [x0, y0] != [player.x as f32 + 0.5, player.y as f32 + 0.5] {
        return String::new();
    }
    let [width, height] = [(x1 - x0).abs(), (y1 - y0).abs()];
    format!("{:.2}", width.min(height) / width.max(height))
}

/// Returns a sentence about the distances of a monster and of its free neighbours.
fn around(pos: Pos, own: i32, numbers: &[(Pos, i32)]) -> String {
    let mut text = format!(" Distances: its own {own}");
    for (step, name) in DIRECTIONS.into_iter().zip(["up", "down", "left", "right"]) {
        if let Some((_, distance)) = numbers.iter().find(|(tile, _)| *tile == pos + step) {
            text += &format!(", {name} {distance}");
        }
    }
    text + "."
}

/// Returns the living monsters of a level.
fn bodies(level: &Level) -> Vec<Body> {
    let bodies = level.monsters.iter().map(|monster| &monster.entity).enumerate();
    let living = bodies.filter(|(_, body)| body.is_alive());
    let shown = living.map(|(index, body)| {
        let (Pos { x, y }, visible) = (body.pos, level.map.tile(body.pos).visible);
        Body { index, x, y, name: body.name, glyph: char::from(body.glyph), visible }
    });
    shown.collect()
}

impl Drawn {
    /// Colours tiles, on top of other colours.
    fn mark(&mut self, tiles: impl IntoIterator<Item = Pos>, color: Color) {
        let color = self.frame.color(color);
        self.tiles.extend(tiles.into_iter().flat_map(|Pos { x, y }| [x, y, color]));
    }
}

/// Returns the picture of a stage.
pub fn draw(stage: &Stage) -> Drawn {
    let mut cells = Frame::new(screen::rows(stage.game.part()));
    screen::render(&stage.game, &mut cells);
    let mut frame = Picture::new(&cells, MAP_HEIGHT);
    let color = |&(Pos { x, y }, color): &(Pos, Color)| [x, y, frame.color(color)];
    let tiles = stage.tiles.iter().flat_map(color).collect();
    let line = |&([x0, y0], [x1, y1], color): &Line| {
        let [x0, y0, x1, y1] = [x0, y0, x1, y1].map(|place| (place * 1000.0).round() as i32);
        [x0, y0, x1, y1, frame.color(color)]
    };
    let lines = stage.lines.iter().flat_map(line).collect();
    let numbers = stage.numbers.iter().flat_map(|&(Pos { x, y }, number)| [x, y, number]).collect();
    Drawn { frame, tiles, numbers, lines, slopes: Vec::new() }
}

/// The field of view by one algorithm.
#[derive(Serialize)]
pub struct View {
    text: String,
    drawn: Drawn,
}

/// Returns what each other algorithm than shadowcasting sees from the player's place, and shadowcasting, with
/// a `radius` or with their own. Tiles that only one of both sees have colours of their own.
///
/// # Errors
/// If the game doesn't exist.
pub fn views(request: &Request) -> Result<Vec<View>, String> {
    chapters::set(request)?;
    let game = scene(request)?;
    let chosen: Option<i32> = request.get("radius")?;
    let (map, pos) = (game.cur().map.clone(), game.player().pos);
    let mut shadowcast = None;
    let view = |algorithm: Algorithm| {
        let radius = chosen.map_or(algorithm.usual_radius(), |_| chapters::radius());
        let mut map = map.clone();
        match algorithm {
            // The laboratory's reaches no further than that of the series.
            Algorithm::Shadowcast => fov::compute(&mut map, pos),
            _ => algorithm.compute_within(&mut map, pos, radius),
        }
        let seen = TileSet::visible(&map);
        let first = *shadowcast.get_or_insert(seen);
        let [more, less] = [seen.without(&first), first.without(&seen)];
        let counts = [seen, more, less].map(|set| set.tiles().count());
        let [seen_count, more_count, less_count] = counts;
        let mut text = format!("{algorithm}, radius {radius}: {seen_count} tiles");
        if algorithm != Algorithm::Shadowcast {
            text += &format!(", {more_count} more, {less_count} fewer");
        }
        let [orange, blue, ..] = COLORS;
        let color = |set: TileSet, color| set.tiles().map(|pos| (pos, color)).collect::<Vec<_>>();
        let tiles = [color(seen, blue), color(more, orange), color(less, PINK)].concat();
        let drawn =
            draw(&Stage { text: String::new(), game: game.clone(), tiles, numbers: vec![], lines: vec![] });
        View { text, drawn }
    };
    Ok(Algorithm::ALL.map(view).into())
}
