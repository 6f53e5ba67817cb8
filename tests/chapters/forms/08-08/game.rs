impl Game {
    /// Part 8: puts potions on random floor tiles of random rooms (in `newGame`).
    fn place_items(&mut self) {
        self.items.clear();
        for _ in 0..ITEM_COUNT {
            let index = self.rng.uniform(0, self.map.rooms.len() as i32 - 1);
            let room = self.map.rooms[index as usize];
            let x = self.rng.uniform(room.x, room.x + room.w - 1);
            let y = self.rng.uniform(room.y, room.y + room.h - 1);
            let pos = Pos::new(x, y);
            if self.map.is_floor(pos) {
                let kind = self.rng.uniform(0, PotionType::ALL.len() as i32 - 1);
                self.items.push(FloorItem { kind: PotionType::ALL[kind as usize], pos });
            }
        }
    }
}
