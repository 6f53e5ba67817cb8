impl Game {
    /// Part 9: what any item is called as far as the player knows, with its bonus (`itemLabel`).
    pub fn item_label(&self, item: Item) -> String {
        match item {
            Item::Potion(potion) => self.potion_name(potion),
            Item::Scroll(scroll) => self.scroll_name(scroll),
            Item::Weapon { name, bonus } => format!("{name} (+{bonus} pow)"),
            Item::Armour { name, bonus } => format!("{name} (+{bonus} def)"),
            Item::Amulet => String::new(),
        }
    }

    /// Part 9: wields a weapon or wears armour (`equip`). What it replaces goes to the end of the pack.
    fn equip(&mut self, item: Item) {
        match item {
            Item::Weapon { name, .. } => {
                self.inventory.extend(self.weapon.replace(item));
                self.log(format!("You wield the {name}."));
            }
            Item::Armour { name, .. } => {
                self.inventory.extend(self.armour.replace(item));
                self.log(format!("You don the {name}."));
            }
            // Only weapons and armour come here, see `use_item`.
            _ => {}
        }
        self.recompute_stats();
    }
}
