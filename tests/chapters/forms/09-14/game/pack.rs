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

    /// Part 9: wields a weapon or wears armour (`equip`). What it replaces goes to the end of the
    /// inventory.
    fn equip(&mut self, item: Item) {
        match item {
            Item::Weapon { name, .. } => {
                if let Some(weapon) = self.weapon {
                    self.inventory.push(weapon);
                }
                self.weapon = Some(item);
                self.log(format!("You wield the {name}."));
            }
            Item::Armour { name, .. } => {
                if let Some(armour) = self.armour {
                    self.inventory.push(armour);
                }
                self.armour = Some(item);
                self.log(format!("You don the {name}."));
            }
            // Only weapons and armour come here, see `use_item`.
            _ => {}
        }
        self.recompute_stats();
    }
}
