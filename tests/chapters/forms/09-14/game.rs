impl Game {
    /// Part 9: power is base, strength and weapon together; defense is the armour (`recomputeStats`).
    pub fn recompute_stats(&mut self) {
        let bonus = |gear: Option<Item>| match gear {
            Some(Item::Weapon { bonus, .. } | Item::Armour { bonus, .. }) => bonus,
            _ => 0,
        };
        self.player.power = self.base_power + self.strength_bonus + bonus(self.weapon);
        self.player.defense = BASE_DEFENSE + bonus(self.armour);
    }
}
