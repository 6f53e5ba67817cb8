//! The player (struct `Player`).

use crate::map::{Map, Pos};

/// The player (struct `Player`).
#[derive(Clone, Debug)]
pub struct Player {
    /// The tile that the player stands on (`x`, `y`).
    pub pos: Pos,
}

/// A new player in the top left corner. A new dungeon brings another place.
pub fn new() -> Player {
    Player { pos: Pos::new(0, 0) }
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
