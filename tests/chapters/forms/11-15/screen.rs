impl Frame {
    /// Puts a character on a tile (`drawGlyph`): nothing for a space, or outside the window.
    pub fn put(&mut self, pos: Pos, glyph: u8, color: Color) {
        let inside = pos.x >= 0 && pos.x < MAP_WIDTH && pos.y >= 0 && pos.y < MAP_HEIGHT;
        if glyph == b' ' || !inside {
            return;
        }
        self.cells.push((pos, glyph, color));
    }
}
