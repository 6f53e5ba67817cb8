impl Game {
    /// A new dungeon (`newGame`). From Part 4 on random numbers are drawn in the original's order.
    pub(crate) fn new_game(&mut self, class: PlayerClass) {
        let part = self.part;
        let seed = self.seeds.next_seed();
        self.levels.clear();
        self.levels.push(Level::generate(part, 0, seed, &mut self.rng));
        if part.has_floors() {
            self.depth = 0;
        }
        if part.has_player() {
            self.player = player::new();
            self.player.pos = self.cur().start();
        }
        self.state = GameState::Playing;
        if part.has_fog() && !part.has_floors() {
            self.update_view();
        }
        if part.has_equipment() {
            self.strength_bonus = 0;
            self.has_weapon = false;
            self.has_armour = false;
            self.recompute_stats();
        }
        if part.has_floors() {
            self.inventory.clear();
        }
        if part.has_items() {
            self.shuffle_appearances();
        }
        if part.has_monsters() && !part.has_floors() {
            self.levels[self.depth].place_monsters(part, 0, &mut self.rng);
        }
        if part.has_items() && !part.has_floors() {
            self.inventory.clear();
            self.levels[self.depth].place_items(part, &mut self.rng);
        }
        if part.has_floors() {
            self.update_view();
        }
        if part.has_melee() {
            self.update_title();
        }
    }
}
