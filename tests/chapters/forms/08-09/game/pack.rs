impl Game {
    /// Part 8: uses the item in a slot, which takes a turn (`useItem`; in Part 8 `quaff`).
    pub(super) fn use_item(&mut self, slot: usize) {
        if slot >= self.inventory.len() {
            return; // No such item, so no turn
        }
        match self.inventory.remove(slot) {
            Item::Potion(potion) => self.quaff(potion),
            Item::Scroll(scroll) => self.read_scroll(scroll),
            item @ (Item::Weapon { .. } | Item::Armour { .. }) => self.equip(item),
            // Never in the inventory, see `pick_up_here`.
            Item::Amulet => {}
        }
        self.state = GameState::Playing;
        self.monsters_act();
        self.update_title();
        if self.player.hp <= 0 {
            self.state = GameState::Dead;
        }
    }
}
