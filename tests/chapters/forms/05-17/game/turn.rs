impl Game {
    /// Part 5: returns true if a hunting monster may step there: floor without player or living monster (from
    /// Part 7 on in `monstersAct`).
    fn is_free(&self, pos: Pos) -> bool {
        self.cur().map.is_floor(pos) && pos != self.player.pos && self.monster_at(pos).is_none()
    }

    /// Part 5: returns the index of the first living monster on a tile (`monsterAt`).
    pub(crate) fn monster_at(&self, pos: Pos) -> Option<usize> {
        let stands_there = |monster: &Monster| monster.entity.is_alive() && monster.entity.pos == pos;
        self.cur().monsters.iter().position(stands_there)
    }
}
