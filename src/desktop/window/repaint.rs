//! Draws only what a new frame changes. Most keys change a few tiles of 2,624.

use sdl2::rect::Rect;
use sdl2::render::{Canvas, RenderTarget};

use crate::desktop::settings::palette::Palette;
use crate::desktop::window::narrow_letters::NarrowLetters;
use crate::glyph_cache::GlyphCache;
use crate::map::Pos;
use crate::picture::{GlyphError, draw_outline, rgb};
use crate::screen::{Cell, Frame};

/// A glyph, its row of tiles, and the pixels that it covers, some of them in rows around its own.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Glyph {
    row: i32,
    place: Rect,
    cell: Cell,
}

/// The glyphs of a frame, in drawing order, and the tile that has a box around it.
pub struct Drawing {
    glyphs: Vec<Glyph>,
    /// Where its texts have narrow letters.
    pub(super) letters: NarrowLetters,
    /// Number of rows of tiles.
    rows: i32,
    tile: Pos,
    boxed: Option<Pos>,
}

impl Drawing {
    /// Puts the glyphs of a frame on their pixels, in the colours of the window, and a box around a tile.
    pub fn new(
        (frame, boxed): (&Frame, Option<Pos>),
        letters: NarrowLetters,
        cache: &GlyphCache,
        palette: Palette,
    ) -> Drawing {
        let glyph = |(number, &(pos, cell)): (usize, &(Pos, Cell))| {
            let place = letters.place(cache, number, (pos, cell))?;
            Some(Glyph { row: pos.y, place, cell: Cell { color: palette.apply(cell.color), ..cell } })
        };
        let glyphs = frame.cells().iter().enumerate().filter_map(glyph).collect();
        Drawing { glyphs, letters, rows: frame.rows(), tile: cache.tile(), boxed }
    }

    /// Returns the parts of an area of pixels that differ from what is shown there now: those of the glyphs
    /// that are lacking there, and of those that are there instead, a rectangle for each row. Without `shown`
    /// that is the whole area.
    pub fn parts(&self, shown: Option<&Drawing>, area: Rect) -> Vec<Rect> {
        let Some(before) = shown else { return vec![area] };
        let lacking = |glyphs: &[Glyph], others: &[Glyph]| -> Vec<Rect> {
            glyphs.iter().filter(|glyph| !others.contains(glyph)).map(|glyph| glyph.place).collect()
        };
        let rows = self.by_row().into_iter().zip(before.by_row());
        let rows = rows.filter(|(new, old)| new != old).filter_map(|(new, old)| {
            let places = [lacking(&new, &old), lacking(&old, &new)];
            places.into_iter().flatten().reduce(|a, b| a.union(b))
        });
        let boxes = [self.boxed, before.boxed].into_iter().flatten().filter(|_| self.boxed != before.boxed);
        let Pos { x: w, y: h } = self.tile;
        let boxes = boxes.map(|pos| Rect::new(pos.x * w, pos.y * h, w.unsigned_abs(), h.unsigned_abs()));
        rows.chain(boxes).filter_map(|touched| touched.intersection(area)).collect()
    }

    /// Returns the glyphs of each row, in drawing order.
    fn by_row(&self) -> Vec<Vec<Glyph>> {
        let last = self.rows.max(1) - 1;
        let mut rows = vec![Vec::new(); last as usize + 1];
        self.glyphs.iter().for_each(|glyph| rows[glyph.row.clamp(0, last) as usize].push(*glyph));
        rows
    }

    /// Draws a part. Pixels around the part stay as they are.
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn draw<T: RenderTarget>(
        &self,
        part: Rect,
        cache: &mut GlyphCache,
        canvas: &mut Canvas<T>,
    ) -> Result<(), GlyphError> {
        canvas.set_clip_rect(part);
        canvas.set_draw_color(rgb(cache.background));
        canvas.fill_rect(part).map_err(GlyphError::draw)?;
        for Glyph { place, cell, .. } in &self.glyphs {
            if place.top() < part.bottom() && place.bottom() > part.top() && place.has_intersection(part) {
                cache.draw_at(*place, *cell, canvas).map_err(GlyphError::draw)?;
            }
        }
        draw_outline(self.boxed.as_slice(), self.tile, canvas)?;
        canvas.set_clip_rect(None);
        Ok(())
    }
}
