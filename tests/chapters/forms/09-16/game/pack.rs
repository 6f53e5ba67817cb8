impl Game {
    /// Part 8: picks up the first item on the player's tile, one item per step (`pickUpHere`).
    pub(crate) fn pick_up_here(&mut self) {
        for i in 0..self.cur().items.len() {
            let FloorItem { item, pos } = self.cur().items[i];
            if pos == self.player.pos {
                self.inventory.push(item);
                if self.part.has_hud() {
                    self.sound.pickup();
                }
                self.log(format!("You pick up a {}.", self.item_label(item)));
                self.levels[self.depth].items.remove(i);
                break;
            }
        }
    }
}
