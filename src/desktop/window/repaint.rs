//! Draws only what a new frame changes. Most keys change a few tiles of 2,624.

use sdl2::rect::Rect;
use sdl2::render::{Canvas, RenderTarget};

use crate::desktop::settings::palette::Palette;
use crate::desktop::window::narrow_letters::{NarrowLetters, glyph_size};
use crate::glyph_cache::GlyphCache;
use crate::map::Pos;
use crate::picture::{GlyphError, marks, rgb};
use crate::screen::{Cell, Frame};

/// Maximum height of a part, in pixels. A pane draws the parts one after the other on a texture of this
/// height, because a texture for the whole of a large window would take as much memory as the window.
pub const PART_ROWS: u32 = 128;

/// A glyph, and the pixels that it covers.
type Glyph = (Rect, Cell);

/// The glyphs of a frame, in drawing order. They are also found by row: that of the middle of their pixels.
#[derive(Clone, PartialEq, Eq)]
pub struct Drawing {
    glyphs: Vec<Glyph>,
    tile: Pos,
    /// Height of the largest glyph.
    largest: i32,
    /// The tile that has a box around it.
    boxed: Option<Pos>,
    /// The indices of the glyphs of each row, in drawing order.
    rows: Vec<Vec<usize>>,
}

impl Drawing {
    /// Puts the glyphs of a frame on their pixels, in the colours of the window, and a box around a tile.
    pub fn new(
        (frame, boxed): (&Frame, Option<Pos>),
        letters: &NarrowLetters,
        cache: &GlyphCache,
        palette: Palette,
    ) -> Drawing {
        let tile = cache.tile();
        let place = |(number, &(pos, cell)): (usize, &(Pos, Cell))| {
            let color = palette.apply(cell.color);
            Some((letters.place(cache, number, (pos, cell))?, Cell { color, ..cell }))
        };
        let glyphs: Vec<Glyph> = frame.cells().iter().enumerate().filter_map(place).collect();
        let last = frame.rows().max(1) - 1;
        let mut rows = vec![Vec::new(); last as usize + 1];
        for (number, (place, _)) in glyphs.iter().enumerate() {
            rows[place.center().y().div_euclid(tile.y).clamp(0, last) as usize].push(number);
        }
        Drawing { glyphs, tile, largest: glyph_size(cache).y, boxed, rows }
    }

    /// Returns the parts of an area of pixels that differ from what is shown there now, none of which is
    /// higher than [`PART_ROWS`]. Without `shown` that is the whole area.
    pub fn parts(&self, shown: Option<&Drawing>, area: Rect) -> Vec<Rect> {
        let parts = shown.map_or_else(|| vec![area], |shown| self.changes(shown, area));
        parts.into_iter().flat_map(low_parts).collect()
    }

    /// Returns the pixels of the glyphs that another drawing lacks, and of those that it has instead, a
    /// rectangle for each row.
    fn changes(&self, before: &Drawing, area: Rect) -> Vec<Rect> {
        let rows = (0..self.rows.len()).filter_map(|row| {
            let (new, old) = (self.row(row), before.row(row));
            let lacking = |glyphs: &[Glyph], others: &[Glyph]| {
                glyphs.iter().filter(|glyph| !others.contains(glyph)).map(|(place, _)| *place).collect()
            };
            if new == old {
                return None;
            }
            let places: [Vec<Rect>; 2] = [lacking(&new, &old), lacking(&old, &new)];
            places.into_iter().flatten().reduce(|a, b| a.union(b))
        });
        let boxes = [self.boxed, before.boxed].into_iter().flatten().filter(|_| self.boxed != before.boxed);
        let Pos { x: w, y: h } = self.tile;
        let boxes = boxes.map(|pos| Rect::new(pos.x * w, pos.y * h, w.unsigned_abs(), h.unsigned_abs()));
        rows.chain(boxes).filter_map(|touched| touched.intersection(area)).collect()
    }

    /// Returns the glyphs of a row, in drawing order.
    fn row(&self, row: usize) -> Vec<Glyph> {
        self.rows.get(row).into_iter().flatten().map(|&number| self.glyphs[number]).collect()
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
        // Glyphs reach into neighbouring rows, so those around the part are drawn, too, inside of it.
        let row = |y: i32| (y / self.tile.y).clamp(0, self.rows.len() as i32) as usize;
        let rows = row(part.top() - self.largest)..row(part.bottom() + self.largest + self.tile.y);
        let mut numbers: Vec<usize> = self.rows[rows].iter().flatten().copied().collect();
        numbers.sort_unstable();
        for (place, cell) in numbers.into_iter().map(|number| self.glyphs[number]) {
            if place.has_intersection(part) {
                cache.draw_at(place, cell, canvas).map_err(GlyphError::draw)?;
            }
        }
        marks::draw_lines(self.boxed.as_slice(), self.tile, canvas)?;
        canvas.set_clip_rect(None);
        Ok(())
    }
}

/// Cuts a part into parts that are not too high.
fn low_parts(part: Rect) -> impl Iterator<Item = Rect> {
    (0..part.height()).step_by(PART_ROWS as usize).map(move |row| {
        let rows = (part.height() - row).min(PART_ROWS);
        Rect::new(part.x(), part.y() + row.cast_signed(), part.width(), rows)
    })
}
