//! Journeys: one command of the player that becomes many of the original's keys, one step each.
//!
//! The path is computed again before every step, from what the player knows by then: explored tiles, items on
//! them, monsters in view. What lies on unexplored tiles never changes a step. An
//! [`Alarm`](crate::desktop::assist::alarm::Alarm) ends a journey when something happens.

use std::fmt;

use crate::desktop::assist::alarm::monsters_in_view;
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

/// Why a journey does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The map is not shown, or there is no player.
    NotHere,
    /// A living monster is in view.
    Monster(&'static str),
    /// Everything that can be reached is explored, and nothing is left to pick up.
    Explored,
    /// The player stands where the journey leads.
    Arrived,
    /// The stairs have not been found yet, or there are none in this part.
    NoStairs,
    /// No way that the player knows leads there.
    NoWay,
    /// A run ends: the way is blocked, or opens to a side.
    EndOfRun,
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::NotHere => f.write_str("Not now."),
            Halt::Monster(name) => write!(f, "Not while {name} is in view."),
            Halt::Explored => f.write_str("Explored: nothing is left here."),
            Halt::Arrived => f.write_str("You are there."),
            Halt::NoStairs => f.write_str("You have not found the stairs yet."),
            Halt::NoWay => f.write_str("You know no way there."),
            Halt::EndOfRun => f.write_str("The run ends here."),
        }
    }
}

impl Journey {
    /// Returns the key of the next step. It leads to floor, and never attacks.
    ///
    /// # Errors
    /// If the journey ends here, also because a monster is in view. The reason can be shown to the player.
    pub fn next_key(self, game: &Game) -> Result<Key, Halt> {
        match monster(game) {
            Some(halt) if is_on_map(game) => Err(halt),
            _ => self.first_key(game),
        }
    }

    /// Returns the key of the first step, which a monster in view does not prevent unless it stands in the
    /// way.
    ///
    /// # Errors
    /// If no step leads there.
    pub fn first_key(self, game: &Game) -> Result<Key, Halt> {
        if !is_on_map(game) {
            return Err(Halt::NotHere);
        }
        let key = match self {
            Journey::Explore => explore(game),
            Journey::Stairs => go_to(game, known_stairs(game).ok_or(Halt::NoStairs)?),
            Journey::To(target) => go_to(game, target),
            Journey::Run(step) => run(game, step),
        };
        key.map_err(|halt| match halt {
            Halt::Explored | Halt::NoWay => monster(game).unwrap_or(halt),
            _ => halt,
        })
    }
}

/// Returns the tiles from the player to a target, without both; none if the player knows no way.
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

fn is_on_map(game: &Game) -> bool {
    game.state() == GameState::Playing && game.part().has_player()
}

/// Returns the monster in view that ends journeys.
fn monster(game: &Game) -> Option<Halt> {
    let index = monsters_in_view(game).next()?;
    Some(Halt::Monster(game.cur().monsters[index].entity.name))
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
fn run(game: &Game, step: Pos) -> Result<Key, Halt> {
    let here = game.player().pos;
    let before = Pos::new(here.x - step.x, here.y - step.y);
    let changes = sides(game, here, step) != sides(game, before, step);
    if changes || known_stairs(game) == Some(here) || !is_known_floor(game, here + step) {
        return Err(Halt::EndOfRun);
    }
    key_of(step).ok_or(Halt::EndOfRun)
}

/// A step to the nearest tile that is worth a visit.
fn explore(game: &Game) -> Result<Key, Halt> {
    let here = game.player().pos;
    let ways = ways(game, here);
    // One step picks up one thing. For the next on the same tile the player has to leave it and come back.
    let leaves = has_item(game, here);
    let step = ways.first_step_to_nearest(|pos| leaves || has_item(game, pos) || is_edge(game, pos));
    step.and_then(key_of).ok_or(Halt::Explored)
}

fn has_item(game: &Game, pos: Pos) -> bool {
    game.part().has_items() && knows(game, pos) && game.cur().items.iter().any(|lying| lying.pos == pos)
}

/// Returns true if a neighbour of the tile is unexplored.
fn is_edge(game: &Game, pos: Pos) -> bool {
    DIRECTIONS.into_iter().any(|step| Map::in_bounds(pos + step) && !knows(game, pos + step))
}

fn go_to(game: &Game, target: Pos) -> Result<Key, Halt> {
    let here = game.player().pos;
    if here == target {
        return Err(Halt::Arrived);
    }
    ways(game, here).first_step_to(target).and_then(key_of).ok_or(Halt::NoWay)
}

/// Returns the ways from a tile over known floor. They lead to monsters in view, and not past their tiles.
fn ways(game: &Game, start: Pos) -> Ways {
    let taken: Vec<Pos> = monsters_in_view(game).map(|index| game.cur().monsters[index].entity.pos).collect();
    Ways::from(start, |pos| is_known_floor(game, pos), |pos| taken.contains(&pos))
}
