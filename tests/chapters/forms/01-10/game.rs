impl Game {
    /// A new dungeon (`newGame`). From Part 4 on random numbers are drawn in the original's order.
    pub(crate) fn new_game(&mut self, class: PlayerClass) {
        let part = self.part;
        let seed = self.seeds.next_seed();
        self.map.generate(seed, self.rng.library());
        if part.has_statuses() {
            self.player = player::new();
        }
        if part.has_player() {
            self.player.pos = self.map.rooms[0].centre();
        }
        if part.has_monsters() && !part.has_statuses() {
            self.player.hp = self.player.max_hp;
        }
        if part.has_items() && !part.has_equipment() {
            self.player.power = player::POWER;
        }
        if part.has_melee() && !part.has_statuses() {
            self.player.alive = true;
        }
        self.state = GameState::Playing;
        if part.has_fog() {
            fov::compute(&mut self.map, self.player.pos);
        }
        if part.has_equipment() {
            self.strength_bonus = 0;
            self.weapon = None;
            self.armour = None;
            self.recompute_stats();
        }
        if part.has_items() {
            self.shuffle_appearances();
        }
        if part.has_monsters() {
            self.place_monsters();
        }
        if part.has_items() {
            self.inventory.clear();
            self.place_items();
        }
        if part.has_melee() {
            self.update_title();
        }
    }

    /// Part 4: puts a random monster into every room but the first, at most `MONSTER_COUNT` (in `newGame`).
    fn place_monsters(&mut self) {
        let part = self.part;
        self.monsters.clear();
        // The player starts in the first room.
        for room in self.map.rooms.iter().skip(1).take(MONSTER_COUNT) {
            let kind = self.rng.uniform(0, monster::kinds(part).len() as i32 - 1);
            self.monsters.push(monster::kinds(part)[kind as usize].spawn(part, 0, room.centre()));
        }
    }

    /// Part 8: puts items on random floor tiles of random rooms (in `newGame`).
    fn place_items(&mut self) {
        self.items.clear();
        for _ in 0..ITEM_COUNT {
            let index = self.rng.uniform(0, self.map.rooms.len() as i32 - 1);
            let room = self.map.rooms[index as usize];
            let x = self.rng.uniform(room.x, room.x + room.w - 1);
            let y = self.rng.uniform(room.y, room.y + room.h - 1);
            let pos = Pos::new(x, y);
            if self.map.is_floor(pos) {
                let item = self.random_item();
                self.items.push(FloorItem { item, pos });
            }
        }
    }

    /// Part 9: rolls an item, the category first, in percent (`randomItem`).
    fn random_item(&mut self) -> Item {
        let roll = self.rng.uniform(0, 99);
        match roll {
            0..60 => {
                let potion = self.rng.uniform(0, PotionType::ALL.len() as i32 - 1);
                Item::Potion(PotionType::ALL[potion as usize])
            }
            60..80 => WEAPONS[self.rng.uniform(0, 1) as usize],
            _ => ARMOURS[self.rng.uniform(0, 1) as usize],
        }
    }
}
