impl Game {
    /// Part 9: what any item is called as far as the player knows, with its bonus (`itemLabel`).
    pub fn item_label(&self, item: Item) -> String {
        match item {
            Item::Potion(potion) => self.potion_name(potion),
            Item::Scroll(scroll) => self.scroll_name(scroll),
            Item::Weapon { name, bonus } => format!("{name} (+{bonus} pow)"),
            Item::Armour { name, bonus } => format!("{name} (+{bonus} def)"),
            Item::Amulet => "Amulet of SDL".to_owned(),
        }
    }

    /// Part 9: wields a weapon or wears armour (`equip`). What it replaces goes to the end of the
    /// inventory.
    fn equip(&mut self, item: Item) {
        let (slot, verb, name) = match item {
            Item::Weapon { name, .. } => (&mut self.weapon, "wield", name),
            Item::Armour { name, .. } => (&mut self.armour, "don", name),
            // `use_item` brings gear only.
            Item::Potion(_) => return,
            Item::Scroll(_) => return,
            Item::Amulet => return,
        };
        self.inventory.extend(slot.replace(item));
        self.log(format!("You {verb} the {name}."));
        self.recompute_stats();
    }

    /// Part 8: picks up the first item on the player's tile, one item per step (`pickUpHere`).
    pub(crate) fn pick_up_here(&mut self) {
        let here = self.player.pos;
        let Some(index) = self.cur().items.iter().position(|lying| lying.pos == here) else { return };
        let FloorItem { item, .. } = self.levels[self.depth].items.remove(index);
        if self.part.has_amulets() && let Item::Amulet = item {
            // Amulets are counted and not carried.
            self.amulets += 1;
            self.sound.win();
            self.log(format!("You seize an Amulet of SDL!  ({}/{AMULETS_TO_WIN})", self.amulets));
            if self.amulets >= AMULETS_TO_WIN {
                self.state = GameState::Won;
                self.log("All three Amulets are yours — you have won!".to_owned());
            }
            return;
        }
        self.inventory.push(item);
        if self.part.has_hud() {
            self.sound.pickup();
        }
        self.log(format!("You pick up a {}.", self.item_label(item)));
    }
}
