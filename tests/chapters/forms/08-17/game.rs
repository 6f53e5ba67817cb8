impl Game {
    /// Part 8: a key in the inventory.
    fn press_in_inventory(&mut self, key: Key) -> Outcome {
        match key {
            // Quirk: from Part 11 on I closes the inventory before it could mean the ninth slot, which can
            // never be used.
            Key::I | Key::ESCAPE => self.state = GameState::Playing,
            _ => {
                let Some(slot) = letter(key) else { return Outcome::Nothing };
                // Where there is no item, there is no turn. The original repaints all the same.
                if slot < self.inventory.len() {
                    self.use_item(slot);
                }
            }
        }
        Outcome::Redraw
    }
}

/// Part 2: returns the step of a direction key: an arrow, or W A S D.
pub(crate) fn direction(key: Key) -> Option<Pos> {
    let [up, down, left, right] = DIRECTIONS;
    match key {
        Key::UP | Key::W => Some(up),
        Key::DOWN | Key::S => Some(down),
        Key::LEFT | Key::A => Some(left),
        Key::RIGHT | Key::D => Some(right),
        _ => None,
    }
}

/// Part 8: returns the number of a letter, A to Z as 0 to 25. Their scancodes follow each other.
fn letter(key: Key) -> Option<usize> {
    (key as usize).checked_sub(Key::A as usize).filter(|&number| number < 26)
}
