impl Game {
    /// Part 9: power is base, strength and weapon together; defense is the armour (`recomputeStats`).
    pub fn recompute_stats(&mut self) {
        let weapon = if self.has_weapon { self.weapon_bonus } else { 0 };
        let armour = if self.has_armour { self.armour_bonus } else { 0 };
        self.player.power = self.base_power + self.strength_bonus + weapon;
        self.player.defense = BASE_DEFENSE + armour;
    }
}
