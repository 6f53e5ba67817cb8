//! Part 2: the player, and how a step is taken.

use crate::map::{Map, Pos};

/// Part 5: the player's name in messages.
pub const NAME: &str = "You";
/// Part 4: hit points of a new player.
pub(crate) const HP: i32 = 30;

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
