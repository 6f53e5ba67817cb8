//! A turn: the player acts, then the monsters.

use super::Game;
use crate::map::Pos;

impl Game {
    /// Part 2: the player steps, or attacks. Returns true if something was done.
    pub fn player_act(&mut self, step: Pos) -> bool {
        let mut took_turn = false;
        let level = &mut self.level;
        if self.player.try_move(step, &level.map) {
            self.update_view();
            took_turn = true;
        }
        took_turn
    }
}
