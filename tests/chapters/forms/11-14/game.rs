impl Game {
    /// Part 8: deals new appearances for a run; nothing is identified (in `newGame`).
    pub(crate) fn shuffle_appearances(&mut self) {
        let mut order = COLOURS;
        self.rng.shuffle(&mut order);
        self.potion_appear_idx.copy_from_slice(&order[..PotionType::ALL.len()]);
        self.potion_ident.fill(false);
        if self.part.has_scrolls() {
            let mut order = LABELS;
            self.rng.shuffle(&mut order);
            self.scroll_appear_idx.copy_from_slice(&order[..ScrollType::ALL.len()]);
            self.scroll_ident.fill(false);
        }
    }
}
