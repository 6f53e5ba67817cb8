//! The player, and how a step is taken.

use crate::map::{Map, Pos};

/// The player (struct `Player`).
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// The player's position (`x`, `y`).
    pub pos: Pos,
}

impl Player {
    /// Takes one step if it leads to floor (`tryMove`). Returns true if the player moved.
    pub fn try_move(&mut self, step: Pos, map: &Map) -> bool {
        let target = self.pos + step;
        let free = map.is_floor(target);
        if free {
            self.pos = target;
        }
        free
    }
}
