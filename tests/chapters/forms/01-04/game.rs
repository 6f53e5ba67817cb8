impl Game {
    /// Handles a key (the case `SDL_EVENT_KEY_DOWN` of `main`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        if self.part.has_player()
            && let Some(step) = direction(key)
        {
            if !self.player.try_move(step, &self.map) {
                return Outcome::Nothing;
            }
            if self.part.has_fog() {
                fov::compute(&mut self.map, self.player.pos);
            }
            if self.part.has_monsters() {
                // The player took a turn, so every living monster takes one.
                for monster in &mut self.monsters {
                    if monster.entity.is_alive() {
                        monster.wander(&self.map, &mut self.rng);
                    }
                }
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
