impl Game {
    /// Part 11: returns the current level (`cur`). The call borrows the whole game, not only `levels`.
    pub fn cur(&self) -> &Level {
        &self.levels[self.depth]
    }

    /// Part 5: writes the player's state into the title (`updateTitle`).
    pub(crate) fn update_title(&mut self) {}
}
