impl Frame {
    /// Puts a character on a tile (`drawGlyph`).
    pub fn put(&mut self, pos: Pos, glyph: u8, color: Color) {
        self.cells.push((pos, glyph, color));
    }
}
