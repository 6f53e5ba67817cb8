impl Game {
    /// Handles a key (in `main`, the case `SDL_EVENT_KEY_DOWN`). A key without a meaning does nothing.
    pub fn press(&mut self, key: Key) -> Outcome {
        if let Some(step) = direction(key) {
            let moved = self.player.try_move(step, &self.map);
            return if moved { Outcome::Redraw } else { Outcome::Nothing };
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
