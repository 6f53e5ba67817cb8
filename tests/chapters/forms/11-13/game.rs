impl Game {
    /// A new dungeon (`newGame`). Random numbers are drawn in the original's order.
    pub(crate) fn new_game(&mut self, class: PlayerClass) {
        let part = self.part;
        let seed = self.seeds.next_seed();
        self.levels.clear();
        self.levels.push(Level::generate(part, 0, seed, &mut self.rng));
        self.depth = 0;
        self.player = player::new();
        self.player.pos = self.cur().start();
        self.state = GameState::Playing;
        self.strength_bonus = 0;
        if part.has_scrolls() {
            self.magic_bonus = 0;
        }
        self.weapon = None;
        self.armour = None;
        self.recompute_stats();
        self.inventory.clear();
        self.shuffle_appearances();
        fov::compute(&mut self.levels[self.depth].map, self.player.pos);
        self.update_title();
    }
}
