impl Game {
    /// A key on the map.
    fn press_while_playing(&mut self, key: Key) -> Outcome {
        match key {
            Key::F5 if self.part.has_saves() && !self.part.has_hud() => {
                self.save();
                return Outcome::Nothing;
            }
            Key::F5 if self.part.has_hud() => self.save(),
            Key::F9 if self.part.has_saves() => return self.load(),
            Key::I if self.part.has_items() => self.state = GameState::Inventory,
            Key::PERIOD if self.part.has_floors() => self.descend(),
            Key::SPACE if !self.part.has_classes() => self.new_game(self.class),
            Key::ESCAPE => return Outcome::Quit,
            _ => {
                let Some(step) = direction(key) else { return Outcome::Nothing };
                // A step that is blocked repaints too.
                self.player_act(step);
            }
        }
        Outcome::Redraw
    }
}
