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
        if took_turn {
            self.end_player_turn();
        }
        took_turn
    }

    /// Part 4: everything that follows the player's action.
    pub fn end_player_turn(&mut self) {
        self.monsters_act();
    }

    /// Part 4: the living monsters act, in the order of the list.
    fn monsters_act(&mut self) {
        for index in 0..self.level.monsters.len() {
            let level = &mut self.level;
            let monster = &mut level.monsters[index];
            if !monster.entity.is_alive() {
                continue;
            }
            monster.wander(&level.map, &mut self.rng);
            continue;
        }
    }
}
