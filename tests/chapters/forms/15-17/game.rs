impl Game {
    /// Part 9: power is base, strength and weapon together; defense is the armour (`recomputeStats`).
    pub fn recompute_stats(&mut self) {
        let weapon = if self.has_weapon { self.weapon } else { 0 };
        let armour = if self.has_armour { self.armour } else { 0 };
        self.player.power = self.base_power + self.strength_bonus + weapon;
        self.player.defense = BASE_DEFENSE + armour;
    }

    /// Part 8: deals new appearances for a run; nothing is identified (in `newGame`).
    pub(crate) fn shuffle_appearances(&mut self) {
        let mut order = [0, 1, 2, 3, 4, 5];
        self.rng.shuffle(&mut order);
        self.potion_appear_idx.copy_from_slice(&order[..PotionType::ALL.len()]);
        self.potion_ident.fill(false);
        let mut order = [0, 1, 2, 3, 4];
        self.rng.shuffle(&mut order);
        self.scroll_appear_idx.copy_from_slice(&order[..ScrollType::ALL.len()]);
        self.scroll_ident.fill(false);
    }
}
