impl Game {
    /// Parts 5 and 6: a monster takes a step if the tile is free (`stepIfFree`). Returns true if it moved.
    fn step_if_free(&mut self, index: usize, step: Pos) -> bool {
        if step == Pos::new(0, 0) {
            return false;
        }
        let target = self.cur().monsters[index].entity.pos + step;
        let free = self.is_free(target);
        if free {
            self.levels[self.depth].monsters[index].entity.pos = target;
        }
        free
    }
}
