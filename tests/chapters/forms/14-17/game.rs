impl Game {
    /// Part 14: gives the player the numbers, the gear and the items of the class (in `newGame`).
    pub(crate) fn equip_class(&mut self, class: PlayerClass) {
        let [dagger, sword] = WEAPONS;
        let [leather, chain_mail] = ARMOURS;
        let potion = Item::Potion(PotionType::Healing);
        let scroll = Item::Scroll(ScrollType::Lightning);
        match class {
            PlayerClass::Fighter => {
                self.base_max_hp = 36;
                self.base_power = 6;
                self.weapon = Some(sword);
                self.armour = Some(chain_mail);
                self.inventory.push(potion);
            }
            PlayerClass::Rogue => {
                self.base_max_hp = 28;
                self.base_power = 5;
                self.weapon = Some(dagger);
                self.armour = Some(leather);
                self.inventory.extend([potion, scroll]);
            }
            PlayerClass::Mage => {
                self.base_max_hp = 22;
                self.base_power = 3;
                self.magic_bonus = 6;
                self.inventory.extend([scroll, Item::Scroll(ScrollType::Fireball), potion]);
            }
        }
        self.player.max_hp = self.base_max_hp;
        self.player.hp = self.base_max_hp;
    }
}
