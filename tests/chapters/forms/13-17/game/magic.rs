impl Game {
    /// Returns the index of the first of the nearest living monsters in view (`nearestVisibleMonster`).
    fn nearest_visible_monster(&self) -> Option<usize> {
        let level = self.cur();
        let mut best = None;
        let mut best_dist = i32::MAX;
        for (index, monster) in level.monsters.iter().enumerate() {
            let body = &monster.entity;
            if !body.is_alive() || !level.map.tile(body.pos).visible {
                continue;
            }
            let d = body.pos.manhattan(self.player.pos);
            if d < best_dist {
                (best, best_dist) = (Some(index), d);
            }
        }
        best
    }
}
