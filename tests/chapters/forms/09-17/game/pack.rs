impl Game {
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
