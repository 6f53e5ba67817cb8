impl Game {
    /// Handles a key (the case `SDL_EVENT_KEY_DOWN` of `main`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        if self.state == GameState::Dead {
            match key {
                Key::SPACE => self.new_game(self.class),
                Key::ESCAPE => return Outcome::Quit,
                _ => return Outcome::Nothing,
            }
            return Outcome::Redraw;
        }
        if let Some(step) = direction(key) {
            let mut took_turn = false;
            let level = &mut self.levels[self.depth];
            // A monster in the way is attacked. Where there is none, the player steps.
            if let Some(target) = level.monster_at_mut(self.player.pos + step) {
                turn::attack(self.part, &self.player, &mut target.entity, &mut self.log, &mut self.sound);
                took_turn = true;
            } else if self.player.try_move(step, &level.map) {
                self.update_view();
                took_turn = true;
            }
            if !took_turn {
                return Outcome::Nothing;
            }
            self.monsters_act();
            self.update_title();
            // Quirk: the hit points decide, not `alive`.
            if self.player.hp <= 0 {
                self.state = GameState::Dead;
            }
            return Outcome::Redraw;
        }
        match key {
            Key::SPACE => self.new_game(self.class),
            Key::ESCAPE => return Outcome::Quit,
            _ => return Outcome::Nothing,
        }
        Outcome::Redraw
    }
}
