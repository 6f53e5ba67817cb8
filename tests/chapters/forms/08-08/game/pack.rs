impl Game {
    /// Part 8: picks up the first potion on the player's tile, one per step (`pickUpHere`).
    pub(crate) fn pick_up_here(&mut self) {
        let here = self.player.pos;
        let Some(index) = self.items.iter().position(|lying| lying.pos == here) else { return };
        let FloorItem { kind, .. } = self.items.remove(index);
        self.inventory.push(kind);
        self.log(format!("You pick up a {}.", self.potion_name(kind)));
    }
}
