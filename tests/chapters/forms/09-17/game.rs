impl Game {
    /// Part 9: power is base, strength and weapon together; defense is the armour (`recomputeStats`).
    pub fn recompute_stats(&mut self) {
        self.player.power = self.base_power + self.strength_bonus + self.weapon.map_or(0, Item::bonus);
        self.player.defense = BASE_DEFENSE + self.armour.map_or(0, Item::bonus);
    }
}
