//! What stops a held key, a journey, and the repeat of a game pad.
//!
//! Walking on by itself is only safe as long as nothing happens. So the game is looked at before and after
//! each step, and what is new stops the walk until the player presses a key again.

use crate::event::Event;
use crate::game::{Game, GameState, direction};
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
}

/// Why a walk stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alarm {
    /// Another screen is shown, or another floor.
    NewPlace,
    /// A monster attacked the player, or the player attacked.
    Attack,
    /// Hit points were lost.
    Hurt,
    /// A living monster came into view.
    Monster,
    /// Something was picked up.
    PickedUp,
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
    pub fn alarm(&self, game: &Game) -> Option<Alarm> {
        if (game.state(), game.depth()) != (self.state, self.depth) {
            return Some(Alarm::NewPlace);
        }
        // Monsters attack only the player, so the player takes part in every attack.
        if game.events().iter().any(|event| matches!(event, Event::Hit { .. })) {
            return Some(Alarm::Attack);
        }
        if game.player().hp < self.hp {
            return Some(Alarm::Hurt);
        }
        if monsters_in_view(game).any(|index| !self.monsters.contains(&index)) {
            return Some(Alarm::Monster);
        }
        let picked_up = |event: &Event| matches!(event, Event::PickedUp(_) | Event::SeizedAmulet { .. });
        game.events().iter().any(picked_up).then_some(Alarm::PickedUp)
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
