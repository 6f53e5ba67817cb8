impl Map {
    /// Makes the tile wall or floor; does nothing outside the map (`carveTile`).
    pub fn carve_tile(&mut self, x: i32, y: i32, kind: TileType) {
        if Map::in_bounds(Pos::new(x, y)) {
            self.tiles[y as usize][x as usize].kind = kind;
        }
    }
}
