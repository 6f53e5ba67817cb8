//! What the player knows before a key, and what of the step stops a walk.
//!
//! Walking on by itself is only safe as long as nothing happens. So the game is looked at before and after
//! each step, and what is new stops the walk until the player presses a key again.

use crate::desktop::assist::stop::Stop;
use crate::desktop::pages::panel::is_low;
use crate::entity::{Entity, Status};
use crate::game::{Game, GameState, direction};
use crate::item::Item;
use crate::key::Key;
use crate::map::Pos;
use crate::player;
use crate::rng::SeedStream;
use crate::trace::happened::{self, Blow};

/// What the player knew before a key.
#[derive(Clone, Debug)]
pub struct Snapshot {
    state: GameState,
    depth: usize,
    seeds: SeedStream,
    pos: Pos,
    hp: i32,
    /// The indices of the living monsters, and of those in view.
    living: Vec<usize>,
    monsters: Vec<usize>,
    /// The turns that poison lasts.
    poison: i32,
    /// Numbers of things in the pack, and of amulets.
    carried: usize,
    amulets: u32,
}

impl Snapshot {
    /// Remembers what the player knows now.
    pub fn new(game: &Game) -> Snapshot {
        Snapshot {
            state: game.state(),
            depth: game.depth(),
            seeds: game.seeds,
            pos: game.player().pos,
            hp: game.player().hp,
            living: (0..game.cur().monsters.len()).filter(|&index| is_alive(game, index)).collect(),
            monsters: monsters_in_view(game).collect(),
            poison: game.player().status_turns[Status::Poisoned as usize],
            carried: game.inventory().len(),
            amulets: game.amulets(),
        }
    }

    /// Returns true if the key, which was just pressed, took a turn: a step, an attack, or an item used.
    pub fn took_turn(&self, key: Key, game: &Game) -> bool {
        match self.state {
            GameState::Playing => {
                let attacked = happened::blows(game).any(|blow| blow.attacker == player::NAME);
                direction(key).is_some() && (attacked || game.player().pos != self.pos)
            }
            GameState::Inventory => {
                game.state() != GameState::Inventory && key != Key::I && key != Key::ESCAPE
            }
            _ => false,
        }
    }

    /// Returns true if another run is played now: a new one, or one that was loaded. A new run takes a seed
    /// for its first dungeon. Deeper dungeons take seeds, too.
    pub fn began_run(&self, game: &Game) -> bool {
        let is_new = game.seeds != self.seeds && game.depth() == 0;
        is_new || happened::has_loaded(game)
    }

    /// Returns true if the last key left few hit points where there were more before.
    pub fn falls_low(&self, game: &Game) -> bool {
        let now = game.player();
        let is_same_run = game.is_run_alive() && !self.began_run(game);
        is_same_run && is_low(now) && !is_low(&Entity { hp: self.hp, ..now.clone() })
    }

    /// Returns the names of the monsters that died of the last key, in the order of the list.
    pub fn killed(&self, game: &Game) -> impl Iterator<Item = &'static str> {
        let is_same_level = game.depth() == self.depth && !self.began_run(game);
        let killed = self.living.iter().filter(move |&&index| is_same_level && !is_alive(game, index));
        killed.map(|&index| game.cur().monsters[index].entity.name)
    }

    /// Returns the cause of the player's death, if the last key led to it: a monster's name, or poison.
    pub fn killer(&self, game: &Game) -> Option<&'static str> {
        if game.state() != GameState::Dead || self.state == GameState::Dead {
            return None;
        }
        // Poison takes its hit point last.
        let is_poisoned = self.poison > 0 || game.player().has_status(Status::Poisoned);
        let blow = happened::blows(game).rfind(|blow| blow.defender == player::NAME);
        match blow {
            _ if is_poisoned => Some("poison"),
            Some(Blow { attacker, .. }) => Some(attacker),
            // Parts 8 and 9.
            None => Some("a potion of poison"),
        }
    }

    /// Returns the most urgent reason to stop that the last key brought.
    pub fn stop(&self, game: &Game) -> Option<Stop> {
        if (game.state(), game.depth()) != (self.state, self.depth) {
            return Some(Stop::NewPlace);
        }
        // A monster's blow comes after the player's own, and says more.
        if let Some(Blow { attacker, defender }) = happened::blows(game).next_back() {
            return Some(Stop::Attack(attacker, defender));
        }
        if game.player().hp < self.hp {
            return Some(Stop::Hurt(self.hp - game.player().hp));
        }
        if let Some(index) = monsters_in_view(game).find(|index| !self.monsters.contains(index)) {
            return Some(Stop::CameIntoView(game.cur().monsters[index].entity.name));
        }
        if game.amulets() > self.amulets {
            return Some(Stop::PickedUp(game.item_label(Item::Amulet)));
        }
        let found = game.inventory().get(self.carried..)?.last()?;
        Some(Stop::PickedUp(game.item_label(*found)))
    }
}

fn is_alive(game: &Game, index: usize) -> bool {
    game.cur().monsters.get(index).is_some_and(|monster| monster.entity.is_alive())
}

/// Returns the indices of the living monsters in view. Before Part 5 monsters do no harm, so there are none
/// to be careful of.
pub fn monsters_in_view(game: &Game) -> impl Iterator<Item = usize> {
    let level = game.cur();
    let dangerous = game.part().has_melee();
    (0..level.monsters.len()).filter(move |&index| {
        let body = &level.monsters[index].entity;
        dangerous && body.is_alive() && level.map.tile(body.pos).visible
    })
}

/// Returns the name of the nearest living monster in view.
pub(crate) fn first_in_view(game: &Game) -> Option<&'static str> {
    let monsters = monsters_in_view(game).map(|index| &game.cur().monsters[index].entity);
    monsters.min_by_key(|body| body.pos.manhattan(game.player().pos)).map(|body| body.name)
}
