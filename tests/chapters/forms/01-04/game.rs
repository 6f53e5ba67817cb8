impl Game {
    /// Handles a key (in `main`, the case `SDL_EVENT_KEY_DOWN`). A key without a meaning does nothing.
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
            Key::SPACE => {
                self.new_game(self.class);
                Outcome::Redraw
            }
            Key::ESCAPE => Outcome::Quit,
            _ => Outcome::Nothing,
        }
    }
}

impl Game {
    /// Part 11: returns the current level (`cur`). The call borrows the whole game, not only `levels`.
    pub fn cur(&self) -> &Level {
        &self.levels[self.depth]
    }

    /// Part 5: writes the player's state into the title (`updateTitle`).
    pub(crate) fn update_title(&mut self) {}
}
