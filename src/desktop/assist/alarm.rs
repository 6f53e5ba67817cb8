//! What the player knows before a key, and what of the step stops a walk.
//!
//! Walking on by itself is only safe as long as nothing happens. So the game is looked at before and after
//! each step, and what is new stops the walk until the player presses a key again.

use crate::desktop::assist::stop::Stop;
use crate::event::Event;
use crate::game::{Game, GameState, direction};
use crate::item::Item;
use crate::key::Key;
use crate::map::Pos;
use crate::player;
use crate::rng::SeedStream;

/// What the player knew before a key.
#[derive(Clone, Debug)]
pub struct Snapshot {
    state: GameState,
    depth: usize,
    seeds: SeedStream,
    pos: Pos,
    hp: i32,
    /// The indices of the living monsters in view.
    monsters: Vec<usize>,
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
            monsters: monsters_in_view(game).collect(),
            carried: game.inventory().len(),
            amulets: game.amulets(),
        }
    }

    /// Returns true if the key, which was just pressed, took a turn: a step, an attack, or an item used.
    pub fn took_turn(&self, key: Key, game: &Game) -> bool {
        match self.state {
            GameState::Playing => {
                let attacked =
                    |event: &Event| matches!(event, Event::Hit { attacker, .. } if *attacker == player::NAME);
                let moved = game.player().pos != self.pos || game.events().iter().any(attacked);
                direction(key).is_some() && moved
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
        is_new || game.events().contains(&Event::Loaded)
    }

    /// Returns the most urgent reason to stop that the last key brought.
    pub fn stop(&self, game: &Game) -> Option<Stop> {
        if (game.state(), game.depth()) != (self.state, self.depth) {
            return Some(Stop::NewPlace);
        }
        // Monsters attack only the player, so the player takes part in every attack. A monster's attack says
        // more than the player's own.
        let attack = |event: &Event| match *event {
            Event::Hit { attacker, defender, .. } => Some(Stop::Attack(attacker, defender)),
            _ => None,
        };
        if let Some(attack) = game.events().iter().filter_map(attack).next_back() {
            return Some(attack);
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
