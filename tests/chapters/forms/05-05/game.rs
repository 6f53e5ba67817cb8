impl Game {
    /// Handles a key (in `main`, the case `SDL_EVENT_KEY_DOWN`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        if self.dead {
            return match key {
                Key::SPACE => {
                    self.new_game(self.class);
                    Outcome::Redraw
                }
                Key::ESCAPE => Outcome::Quit,
                _ => Outcome::Nothing,
            };
        }
        if let Some(step) = direction(key) {
            let mut took_turn = false;
            // A monster in the way is attacked. Where there is none, the player steps.
            if let Some(index) = self.monster_at(self.player.pos + step) {
                let target = &mut self.monsters[index].entity;
                turn::attack(self.part, &self.player, target, &mut self.log, &mut self.sound);
                took_turn = true;
            } else if self.player.try_move(step, &self.map) {
                fov::compute(&mut self.map, self.player.pos);
                took_turn = true;
            }
            if !took_turn {
                return Outcome::Nothing;
            }
            self.monsters_act();
            self.update_title();
            if self.player.hp <= 0 {
                self.dead = true;
            }
            return Outcome::Redraw;
        }
        match key {
            Key::SPACE => {
                self.new_game(self.class);
                Outcome::Redraw
            }
            Key::ESCAPE => Outcome::Quit,
            _ => Outcome::Nothing,
        }
    }
}
