impl<'r> GlyphCache<'r> {
    /// Clears a canvas, and draws a frame on it.
    pub fn draw(&mut self, frame: &Frame, canvas: &mut WindowCanvas) -> Result<(), String> {
        let Color(r, g, b) = BG;
        canvas.set_draw_color(sdl2::pixels::Color::RGB(r, g, b));
        canvas.clear();
        for &(pos, glyph, color) in &frame.cells {
            self.draw_glyph(pos, glyph, color, canvas)?;
        }
        Ok(())
    }

    /// Draws a glyph at its natural size in the middle of its tile, tinted (`drawGlyph`).
    pub fn draw_glyph(
        &mut self,
        pos: Pos,
        glyph: u8,
        color: Color,
        canvas: &mut WindowCanvas,
    ) -> Result<(), String> {
        let Color(r, g, b) = color;
        let Glyph { tex, w, h } = &mut self.glyphs[usize::from(glyph - FIRST_CHAR)];
        tex.set_color_mod(r, g, b);
        // `floor((tile - size) / 2 + 0.5)` brings something into the middle of a tile.
        let centred = |size: i32| (TILE_SIZE - size + 1).div_euclid(2);
        let (x, y) = (pos.x * TILE_SIZE + centred(*w), pos.y * TILE_SIZE + centred(*h));
        canvas.copy(tex, None, Rect::new(x, y, w.unsigned_abs(), h.unsigned_abs()))
    }
}
