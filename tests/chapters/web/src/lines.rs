//! The line of a chapter that acts in a stage of a figure, and the decisions of monsters with the reader's
//! own values.

use roguelike::entity::Entity;
use roguelike::fov_lab::steps::Stage;
use roguelike::game::{Game, Setup};
use roguelike::item::ScrollType;
use roguelike::map::Pos;

use crate::chapters::dijkstra_map::DijkstraMap;
use crate::chapters::fov::{self, MULT};
use crate::chapters::map::Map;
use crate::chapters::{self, LARGEST_RADIUS, Reader, Scene};
use crate::request::Request;
use crate::trace::{Acting, Frame, Trace, Value, trace};
use crate::{cave, tree};

/// Returns the line of the chapter that acts in a stage, or the one with the number `line` of those that do.
/// `None` in a stage that shows none of the chapter's code.
///
/// # Errors
/// If a value of the request cannot be read.
pub fn acting(
    request: &Request,
    game: &Game,
    stages: &[Stage],
    stage: usize,
) -> Result<Option<Acting>, String> {
    let at = request.index("line")?;
    Ok(match game.part().number() {
        1 => {
            let lines = dungeon(&request.setup()?);
            let call =
                tree::calls(&lines, stages.len()).and_then(|calls| calls.get(stage.checked_sub(1)?).copied());
            call.and_then(|call| lines.acting(at, &|frame| frame.call == call))
        }
        3 => view(game, stages.len(), stage, at),
        5 | 7 => match deciding(request, game, stages.len(), stage) {
            Deciding::Nobody(before) => flood(game, (stage + 1 < before).then_some(stage), at),
            Deciding::Monster(index, is_hurt) => decision(game, index, is_hurt).0.acting(at, &|_| true),
            Deciding::All => None,
        },
        12 => cave::acting(request, stage)?,
        13 => scroll(game, stage, at),
        _ => None,
    })
}

/// Returns the lines that make the dungeon of a seed.
pub fn dungeon(setup: &Setup) -> Trace {
    trace(|| Map::default().generate(setup.seed))
}

/// Returns a line of the view. Each stage is a row of an octant that has a lit tile; the last stage is the
/// whole view.
fn view(game: &Game, stages: usize, stage: usize, at: Option<usize>) -> Option<Acting> {
    let mut map = game.cur().map.clone();
    let lines = trace(|| fov::compute(&mut map, game.player().pos));
    let place = |frame: &Frame| match frame.value("distance") {
        Some(Value::Int(row)) => (frame.outermost, row as usize),
        _ => (frame.outermost, 0),
    };
    let mut is_lit = [[false; LARGEST_RADIUS as usize + 1]; MULT.len()];
    lines.assignments("tile.visible", &mut |frame| {
        let (octant, row) = place(frame);
        is_lit[octant][row] = true;
    });
    let rows = (0..MULT.len()).flat_map(|octant| (0..=LARGEST_RADIUS as usize).map(move |row| (octant, row)));
    let rows: Vec<(usize, usize)> = rows.filter(|&(octant, row)| is_lit[octant][row]).collect();
    let &row = rows.get(stage).filter(|_| rows.len() + 1 == stages)?;
    lines.acting(at, &|frame| place(frame) == row)
}

/// Returns a line of the flood that reaches a distance, or of all of it.
fn flood(game: &Game, distance: Option<usize>, at: Option<usize>) -> Option<Acting> {
    let lines = trace(|| DijkstraMap::new().compute(&game.cur().map, game.player().pos));
    let next = |frame: &Frame| match frame.value("next") {
        Some(Value::Int(next)) => next as usize,
        _ => 0,
    };
    lines.acting(at, &|frame| distance.is_none_or(|distance| next(frame) == distance))
}

/// Returns a line of what a scroll does, or in the first stage of the search for its target.
fn scroll(game: &Game, stage: usize, at: Option<usize>) -> Option<Acting> {
    let mut reader = Reader::new(game.cur().clone(), game.player().clone());
    let scroll = [ScrollType::Lightning, ScrollType::Fireball];
    let lines = trace(|| match stage.checked_sub(1).and_then(|stage| scroll.get(stage)) {
        Some(&scroll) => reader.read_scroll(scroll),
        None => _ = reader.nearest_visible_monster(),
    });
    lines.acting(at, &|_| true)
}

/// The one that decides in a stage of figures 5 and 7.
enum Deciding {
    /// The distances are computed, in so many stages.
    Nobody(usize),
    /// The monster with this index, and whether it is hurt.
    Monster(usize, bool),
    All,
}

fn deciding(request: &Request, game: &Game, stages: usize, stage: usize) -> Deciding {
    let far = far_monsters(game);
    let stages_each = if game.part().number() == 7 { 2 } else { 1 };
    let before = stages.saturating_sub(far.len() * stages_each + usize::from(!is_changed(request)));
    let Some(after) = stage.checked_sub(before) else { return Deciding::Nobody(before) };
    match far.get(after / stages_each) {
        Some(&index) => Deciding::Monster(index, after % stages_each == 1),
        None => Deciding::All,
    }
}

/// Returns the distance of the monster that decides in a stage of figure 7, and where it is.
pub fn own_distance(request: &Request, game: &Game, stages: usize, stage: usize) -> Option<(Pos, i32)> {
    let Deciding::Monster(index, _) = deciding(request, game, stages, stage) else { return None };
    let pos = game.cur().monsters[index].entity.pos;
    Some((pos, distances(game).at(pos)))
}

fn distances(game: &Game) -> DijkstraMap {
    let mut to_player = DijkstraMap::new();
    to_player.compute(&game.cur().map, game.player().pos);
    to_player
}

/// Returns the monsters whose steps are shown: living, in view, and not beside the player.
fn far_monsters(game: &Game) -> Vec<usize> {
    let level = game.cur();
    let is_far = |body: &Entity| {
        body.is_alive() && level.map.tile(body.pos).visible && body.pos.manhattan(game.player().pos) > 1
    };
    (0..level.monsters.len()).filter(|&index| is_far(&level.monsters[index].entity)).collect()
}

/// Returns the lines by which a monster decides, and where it goes.
fn decision(game: &Game, index: usize, is_hurt: bool) -> (Trace, Pos) {
    let (level, to_player) = (game.cur(), distances(game));
    let (monsters, map) = (level.monsters.clone(), level.map.clone());
    let mut scene = Scene { monsters, player: game.player().clone(), map, to_player };
    let body = &mut scene.monsters[index].entity;
    body.hp = if is_hurt { 1 } else { body.max_hp };
    let lines = trace(|| {
        if game.part().number() == 7 {
            scene.follow_dijkstra_map(index);
        } else {
            scene.chase(index);
        }
    });
    (lines, scene.monsters[index].entity.pos)
}

/// Returns true if the reader has changed a value that monsters decide by.
fn is_changed(request: &Request) -> bool {
    !request.text("order").is_empty() || !request.text("tie").is_empty()
}

/// Replaces the monsters' decisions by those with the reader's values. Removes the last stage, a turn of all
/// monsters, because the game plays it with the series' values.
///
/// # Errors
/// If a value of the request cannot be read.
pub fn decide(request: &Request, game: &Game, stages: &mut Vec<Stage>) -> Result<(), String> {
    chapters::set(request)?;
    if !is_changed(request) || !matches!(game.part().number(), 5 | 7) {
        return Ok(());
    }
    stages.pop();
    let far = far_monsters(game);
    let healths: &[bool] = if game.part().number() == 7 { &[false, true] } else { &[false] };
    let each = far.into_iter().flat_map(|index| healths.iter().map(move |&is_hurt| (index, is_hurt)));
    let each: Vec<(usize, bool)> = each.collect();
    let before = stages.len().saturating_sub(each.len());
    for (stage, (index, is_hurt)) in stages[before..].iter_mut().zip(each) {
        // The last colour is that of the tile that the monster goes to.
        if let Some(last) = stage.tiles.last_mut() {
            last.0 = decision(game, index, is_hurt).1;
        }
    }
    Ok(())
}
