//! The game before a key, to compare with the game after it.

use crate::explorer::seen_monsters;
use crate::game::pack::HEALING;
use crate::game::{Game, GameState, PlayerClass};
use crate::item::Item;
use crate::key::Key;
use crate::level::Level;
use crate::map::Pos;
use crate::player::Player;
use crate::rng::SeedStream;

/// The parts of a game that are compared. Copying all levels in each step would be slow.
#[derive(Clone)]
pub struct Snapshot {
    /// The screen.
    pub state: GameState,
    /// The player.
    pub player: Player,
    /// Part 14: the player's class.
    pub class: Option<PlayerClass>,
    /// Part 8: what the player carries.
    pub pack: Vec<Item>,
    /// Part 17: amulets held.
    pub amulets: u32,
    /// Part 11: the depth, from 0.
    pub depth: usize,
    /// The level.
    pub level: Level,
    /// The seeds of levels to come.
    pub seeds: SeedStream,
}

impl Snapshot {
    /// Takes a snapshot of the game as it is now.
    pub fn new(game: &Game) -> Snapshot {
        Snapshot {
            state: game.state(),
            player: game.player().clone(),
            class: game.class(),
            pack: game.inventory().to_vec(),
            amulets: game.amulets(),
            depth: game.depth(),
            level: game.cur().clone(),
            seeds: game.seeds,
        }
    }

    /// Returns where the living monsters in view are, the nearest to the player first.
    pub fn targets(&self) -> Vec<Pos> {
        let seen = seen_monsters(&self.level);
        let mut monsters: Vec<Pos> = seen.map(|(_, monster)| monster.entity.pos).collect();
        monsters.sort_by_key(|monster| monster.manhattan(self.player.pos));
        monsters
    }

    /// Returns true if a potion of healing would restore fewer hit points than it can.
    pub fn is_hardly_hurt(&self) -> bool {
        self.player.max_hp - self.player.hp < HEALING
    }

    /// Returns the slot of the pack that a key chooses, if the pack is shown. I closes the pack.
    pub fn slot(&self, key: Key) -> Option<usize> {
        key.letter().filter(|_| self.state == GameState::Inventory && key != Key::I)
    }

    /// Returns the item that a key uses, if the pack is shown.
    pub fn used(&self, key: Key) -> Option<Item> {
        self.pack.get(self.slot(key)?).copied()
    }
}
