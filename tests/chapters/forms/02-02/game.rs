impl Game {
    /// Handles a key (the case `SDL_EVENT_KEY_DOWN` of `main`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        if let Some(step) = direction(key) {
            let moved = self.player.try_move(step, &self.map);
            return if moved { Outcome::Redraw } else { Outcome::Nothing };
        }
        match key {
            Key::SPACE => self.new_game(self.class),
            Key::ESCAPE => return Outcome::Quit,
            _ => return Outcome::Nothing,
        }
        Outcome::Redraw
    }
}
