impl Frame {
    /// Puts a character on a tile (`drawGlyph`): nothing for a space.
    pub fn put(&mut self, pos: Pos, glyph: u8, color: Color) {
        if glyph != b' ' {
            self.cells.push((pos, glyph, color));
        }
    }
}
