impl Game {
    /// Part 8: picks up the first potion on the player's tile, one per step (`pickUpHere`).
    pub(crate) fn pick_up_here(&mut self) {
        for i in 0..self.items.len() {
            let FloorItem { kind, pos } = self.items[i];
            if pos != self.player.pos {
                continue;
            }
            self.inventory.push(kind);
            self.log(format!("You pick up a {}.", self.potion_name(kind)));
            self.items.remove(i);
            return;
        }
    }
}
