impl Game {
    /// Handles a key (the case `SDL_EVENT_KEY_DOWN` of `main`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        if self.dead {
            match key {
                Key::SPACE => self.new_game(self.class),
                Key::ESCAPE => return Outcome::Quit,
                _ => return Outcome::Nothing,
            }
            return Outcome::Redraw;
        }
        if let Some(step) = direction(key) {
            // A monster in the way is attacked. Where there is none, the player steps.
            if let Some(index) = self.monster_at(self.player.pos + step) {
                let target = &mut self.monsters[index].entity;
                turn::attack(self.part, &self.player, target, &mut self.log, &mut self.sound);
            } else if self.player.try_move(step, &self.map) {
                fov::compute(&mut self.map, self.player.pos);
            } else {
                return Outcome::Nothing;
            }
            self.monsters_act();
            self.update_title();
            // Quirk: the hit points decide, not `alive`.
            if self.player.hp <= 0 {
                self.dead = true;
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
