//! Journeys: one command of the player that becomes many of the original's keys, one step each.
//!
//! The path is computed again before every step, from what the player knows by then: explored tiles, items on
//! them, monsters in view. Things on unexplored tiles never change a step. A [`Stop`] is the reason for the
//! end of a journey.

use crate::desktop::assist::stop::Stop;
use crate::desktop::history::step::{monsters_in_view, threat_in_view};
use crate::explorer::{Ways, key_of};
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::map::{DIRECTIONS, Map, Pos};

/// Where a journey leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Journey {
    /// To the nearest item or the nearest edge of what is explored, until nothing is left.
    Explore,
    /// To the stairs down.
    Stairs,
    /// To a tile.
    To(Pos),
    /// Straight on in a direction, a step of [`DIRECTIONS`], until there is a choice to make.
    Run(Pos),
}

impl Journey {
    /// Returns the key of the next step. It leads to floor, and never attacks.
    ///
    /// # Errors
    /// If the journey ends here, also because a monster is in view.
    pub fn next_key(self, game: &Game) -> Result<Key, Stop> {
        if game.state() != GameState::Playing || !game.part().has_player() {
            return Err(Stop::NotHere);
        }
        if let Some(name) = threat_in_view(game) {
            return Err(Stop::InView(name));
        }
        match self {
            Journey::Explore => explore(game),
            Journey::Stairs => step_to(game, known_stairs(game).ok_or(Stop::NoStairs)?),
            Journey::To(target) => step_to(game, target),
            Journey::Run(step) => run(game, step),
        }
        .map_err(|stop| if stop == Stop::Arrived && self == Journey::Stairs { Stop::OnStairs } else { stop })
    }
}

/// Returns the tiles between the player and a target, or an empty list if the player does not know a way.
pub fn route(game: &Game, target: Pos) -> Vec<Pos> {
    let ways = ways(game, game.player().pos);
    let mut route = Vec::new();
    let mut pos = target;
    while let Some(step) = ways.step_to(pos) {
        pos = Pos::new(pos.x - step.x, pos.y - step.y);
        route.push(pos);
    }
    route.pop();
    route
}

/// Returns where the stairs are, once the player has seen them.
pub fn known_stairs(game: &Game) -> Option<Pos> {
    let stairs = game.cur().stairs;
    (game.part().has_floors() && knows(game, stairs)).then_some(stairs)
}

/// Returns true if the player knows what the tile is: from Part 3 on if it is explored, before that always.
pub fn knows(game: &Game, pos: Pos) -> bool {
    !game.part().has_fog() || game.cur().map.tile(pos).explored
}

fn is_known_floor(game: &Game, pos: Pos) -> bool {
    knows(game, pos) && game.cur().map.is_floor(pos)
}

/// Returns what is open to the left and to the right of a player that goes in a direction.
fn sides(game: &Game, pos: Pos, step: Pos) -> [bool; 2] {
    [Pos::new(step.y, step.x), Pos::new(-step.y, -step.x)].map(|side| is_known_floor(game, pos + side))
}

/// A step straight on, if nothing has changed on both sides since the last one.
fn run(game: &Game, step: Pos) -> Result<Key, Stop> {
    let here = game.player().pos;
    let before = Pos::new(here.x - step.x, here.y - step.y);
    if !is_known_floor(game, here + step) {
        Err(Stop::Wall)
    } else if known_stairs(game) == Some(here) {
        Err(Stop::OnStairs)
    } else if sides(game, here, step) != sides(game, before, step) {
        Err(Stop::Opening)
    } else {
        key_of(step).ok_or(Stop::NoWay)
    }
}

/// Returns [`Stop::Wall`] if the player knows that a wall is in the way of a direction.
pub(crate) fn wall_ahead(game: &Game, step: Pos) -> Option<Stop> {
    let target = game.player().pos + step;
    let is_wall = knows(game, target) && !game.cur().map.is_floor(target);
    is_wall.then_some(Stop::Wall)
}

/// A step to the nearest tile that is worth a visit.
fn explore(game: &Game) -> Result<Key, Stop> {
    let here = game.player().pos;
    let ways = ways(game, here);
    // One step picks up one thing. For the next on the same tile the player has to leave it and come back.
    let leaves = has_item(game, here);
    let step = ways.first_step_to_nearest(|pos| leaves || has_item(game, pos) || is_frontier(game, pos));
    step.and_then(key_of).ok_or(Stop::Explored)
}

/// Returns true if the player knows of an item on the tile.
pub(crate) fn has_item(game: &Game, pos: Pos) -> bool {
    game.part().has_items() && knows(game, pos) && game.cur().items.iter().any(|lying| lying.pos == pos)
}

/// Returns true if a neighbour of the tile is unexplored.
fn is_frontier(game: &Game, pos: Pos) -> bool {
    DIRECTIONS.into_iter().any(|step| Map::in_bounds(pos + step) && !knows(game, pos + step))
}

/// Returns the key of the first step to a tile. A monster in view prevents it only if it blocks the way.
/// Fails if the player is there, or knows no way.
pub(crate) fn step_to(game: &Game, target: Pos) -> Result<Key, Stop> {
    let here = game.player().pos;
    if here == target {
        return Err(Stop::Arrived);
    }
    ways(game, here).first_step_to(target).and_then(key_of).ok_or(Stop::NoWay)
}

/// Returns the ways from a tile over known floor. They lead to monsters in view, and not past their tiles.
fn ways(game: &Game, start: Pos) -> Ways {
    let taken: Vec<Pos> = monsters_in_view(game).map(|index| game.cur().monsters[index].entity.pos).collect();
    Ways::from(start, |pos| is_known_floor(game, pos), |pos| taken.contains(&pos))
}
