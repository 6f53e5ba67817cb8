impl Game {
    /// Part 6: the player steps, or attacks (`playerAct`).
    pub(crate) fn player_act(&mut self, step: Pos) {
        let mut took_turn = false;
        let level = &mut self.levels[self.depth];
        if let Some(target) = level.monster_at_mut(self.player.pos + step) {
            attack(self.part, &self.player, &mut target.entity, &mut self.log, &mut self.sound);
            took_turn = true;
        } else if self.player.try_move(step, &level.map) {
            self.update_view();
            if self.part.has_items() {
                self.pick_up_here();
            }
            took_turn = true;
        }
        if took_turn {
            self.monsters_act();
            self.update_title();
            // Quirk: the hit points decide, not `alive`.
            if self.player.hp <= 0 {
                self.state = GameState::Dead;
            }
        }
    }
}
