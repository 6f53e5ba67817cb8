//! Draws only what a new frame changes. Most keys change a few tiles of 2,624.

use sdl2::rect::Rect;
use sdl2::render::{Canvas, RenderTarget};

use crate::desktop::settings::palette::Palette;
use crate::desktop::window::marks;
use crate::desktop::window::narrow_letters::{NarrowLetters, glyph_size};
use crate::desktop::window::picture::{GlyphError, rgb};
use crate::glyph_cache::GlyphCache;
use crate::map::{MAP_WIDTH, Pos};
use crate::screen::{Cell, Frame};

/// Maximum height of a part, in pixels. A pane draws the parts one after the other on a texture of this
/// height, because a texture for the whole of a large window would take as much memory as the window.
pub const PART_ROWS: u32 = 128;

/// The glyphs of a frame and the pixels that they cover, in drawing order. They are also found by tile: that
/// of the middle of these pixels.
#[derive(Clone, PartialEq, Eq)]
pub struct Drawing {
    glyphs: Vec<(Rect, Cell)>,
    tile: Pos,
    /// Width and height of the largest glyph.
    largest: Pos,
    rows: i32,
    /// The tile that has a box around it.
    boxed: Option<Pos>,
    /// The indices of the glyphs of each tile, row by row. Within a tile they are in drawing order.
    numbers: Vec<Vec<usize>>,
}

impl Drawing {
    /// Puts the glyphs of a frame on their pixels, in the colours of the window, and a box around a tile.
    pub fn new(
        (frame, boxed): (&Frame, Option<Pos>),
        letters: &NarrowLetters,
        cache: &GlyphCache,
        palette: Palette,
    ) -> Drawing {
        let (tile, rows) = (cache.tile(), frame.rows());
        let place = |(number, &(pos, cell)): (usize, &(Pos, Cell))| {
            let color = palette.apply(cell.color);
            Some((letters.place(cache, number, (pos, cell))?, Cell { color, ..cell }))
        };
        let glyphs: Vec<(Rect, Cell)> = frame.cells().iter().enumerate().filter_map(place).collect();
        let mut numbers = vec![Vec::new(); index(0, rows.max(1))];
        for (number, (place, _)) in glyphs.iter().enumerate() {
            let middle = place.center();
            let (x, y) = (middle.x().div_euclid(tile.x), middle.y().div_euclid(tile.y));
            numbers[index(x.clamp(0, MAP_WIDTH - 1), y.clamp(0, (rows - 1).max(0)))].push(number);
        }
        Drawing { glyphs, tile, largest: glyph_size(cache), rows, boxed, numbers }
    }

    /// Returns the parts of an area of pixels that differ from what is shown there now, none of which is
    /// higher than [`PART_ROWS`]. Without `shown` that is the whole area.
    pub fn parts(&self, shown: Option<&Drawing>, area: Rect) -> Vec<Rect> {
        let parts = shown.map_or_else(|| vec![area], |shown| self.changes(shown, area));
        parts.into_iter().flat_map(low_parts).collect()
    }

    /// Returns the pixels of the glyphs that another drawing lacks, and of those that it has instead.
    fn changes(&self, before: &Drawing, area: Rect) -> Vec<Rect> {
        let count = index(0, self.rows);
        let changed: Vec<usize> = (0..count).filter(|&tile| !self.on(tile).eq(before.on(tile))).collect();
        // To draw a single tile costs more than its share of a whole picture. If many tiles differ, the whole
        // picture is cheaper.
        if changed.len() * 2 > count {
            return vec![area];
        }
        let places = |tile| self.on(tile).chain(before.on(tile)).map(|&(place, _)| place);
        let touched = changed.into_iter().filter_map(|tile| places(tile).reduce(|a, b| a.union(b)));
        let boxes = [self.boxed, before.boxed].into_iter().flatten().filter(|_| self.boxed != before.boxed);
        let Pos { x: w, y: h } = self.tile;
        let boxes = boxes.map(|pos| Rect::new(pos.x * w, pos.y * h, w.unsigned_abs(), h.unsigned_abs()));
        touched.chain(boxes).filter_map(|touched| touched.intersection(area)).collect()
    }

    /// Returns the glyphs of a tile, in drawing order.
    fn on(&self, tile: usize) -> impl Iterator<Item = &(Rect, Cell)> {
        let numbers = self.numbers.get(tile).into_iter().flatten();
        numbers.map(|&number| &self.glyphs[number])
    }

    /// Returns the indices of the glyphs that may reach into a part.
    fn around(&self, part: Rect) -> impl Iterator<Item = &usize> {
        let tiles = |from: i32, to: i32, size: i32, tile: i32, count: i32| {
            ((from - size) / tile).clamp(0, count)..((to + size) / tile + 1).clamp(0, count)
        };
        let rows = tiles(part.top(), part.bottom(), self.largest.y, self.tile.y, self.rows);
        let columns = tiles(part.left(), part.right(), self.largest.x, self.tile.x, MAP_WIDTH);
        rows.flat_map(move |row| {
            self.numbers[index(columns.start, row)..index(columns.end, row)].iter().flatten()
        })
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
        // Glyphs reach into neighbouring tiles, so those around the part are drawn, too, inside of it.
        let mut numbers: Vec<usize> = self.around(part).copied().collect();
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

/// Returns the number of a tile of the window, row by row.
const fn index(x: i32, y: i32) -> usize {
    (y * MAP_WIDTH + x) as usize
}
