impl Game {
    /// Part 8: the first potion on the player's tile goes into the pack, one per step (`pickUpHere`).
    pub(crate) fn pick_up_here(&mut self) {
        let here = self.player.pos;
        if let Some(i) = self.items.iter().position(|item| item.pos == here) {
            let FloorItem { kind, .. } = self.items.remove(i);
            self.inventory.push(kind);
            self.log(format!("You pick up a {}.", self.potion_name(kind)));
        }
    }
}
