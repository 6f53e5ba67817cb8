impl Game {
    /// Part 6: the player steps, or attacks (`playerAct`).
    pub(crate) fn player_act(&mut self, step: Pos) {
        let mut took_turn = false;
        let index = self.monster_at(self.player.pos + step);
        let level = &mut self.levels[self.depth];
        if let Some(index) = index {
            let target = &mut level.monsters[index].entity;
            attack(self.part, &self.player, target, &mut self.log, &mut self.sound);
            took_turn = true;
        } else if self.player.try_move(step, &level.map) {
            fov::compute(&mut level.map, self.player.pos);
            if self.part.has_items() {
                self.pick_up_here();
            }
            took_turn = true;
        }
        // From Part 17 on the third amulet ends the game in the middle of the turn: the monsters do not act
        // any more.
        if took_turn && (!self.part.has_amulets() || self.state == GameState::Playing) {
            if self.part.has_statuses() {
                self.end_player_turn();
            } else {
                self.monsters_act();
                self.update_title();
                if self.player.hp <= 0 {
                    self.state = GameState::Dead;
                }
            }
        }
    }
}
