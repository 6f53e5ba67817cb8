impl Game {
    /// Part 14: gives the player the numbers, the gear and the items of the class (in `newGame`).
    pub(crate) fn equip_class(&mut self, class: PlayerClass) {
        let [dagger, sword] = WEAPONS;
        let [leather, chain_mail] = ARMOURS;
        let potion = Item::Potion(PotionType::Healing);
        let scroll = Item::Scroll(ScrollType::Lightning);
        match class {
            PlayerClass::Fighter => {
                (self.base_max_hp, self.base_power) = (36, 6);
                (self.weapon, self.armour) = (Some(sword), Some(chain_mail));
                self.inventory.push(potion);
            }
            PlayerClass::Rogue => {
                (self.base_max_hp, self.base_power) = (28, 5);
                (self.weapon, self.armour) = (Some(dagger), Some(leather));
                self.inventory.extend([potion, scroll]);
            }
            PlayerClass::Mage => {
                (self.base_max_hp, self.base_power, self.magic_bonus) = (22, 3, 6);
                self.inventory.extend([scroll, Item::Scroll(ScrollType::Fireball), potion]);
            }
        }
        self.player.max_hp = self.base_max_hp;
        self.player.hp = self.base_max_hp;
    }
}
