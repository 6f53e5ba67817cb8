//! A frame on the pixels of a pane. Only what differs from the last frame is drawn: most keys change a few
//! tiles of 2,624.
//!
//! The original gives each letter of a text a tile of its own; a setting draws texts as a terminal would. The
//! map, borders and pointers stay on their tiles.

use sdl2::rect::Rect;
use sdl2::render::{Canvas, RenderTarget};

use crate::desktop::settings::palette::Palette;
use crate::glyph_cache::GlyphCache;
use crate::map::Pos;
use crate::picture::{GlyphError, draw_outline, rgb};
use crate::screen::{BG, Cell, Frame, TextRun};

/// A glyph, its tile, and the pixels that it covers, some of them in rows around its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are explained above")]
pub struct PlacedGlyph {
    pub tile: Pos,
    pub cell: Cell,
    pub place: Rect,
}

/// A frame as it is drawn, with a box around a tile.
pub struct Drawing {
    /// The glyphs in drawing order.
    pub glyphs: Vec<PlacedGlyph>,
    /// The texts with narrow letters, and the left end of the first letter of each, in pixels.
    texts: Vec<(TextRun, i32)>,
    /// Width of a narrow letter, in pixels.
    letter: i32,
    /// Number of rows of tiles.
    rows: i32,
    tile: Pos,
    boxed: Option<Pos>,
}

impl Drawing {
    /// Puts the glyphs of a frame on their pixels, in the colours of the window, and a box around a tile. A
    /// text with narrow letters begins where the original's text begins, or stays in the middle.
    pub fn new(
        (frame, boxed): (&Frame, Option<Pos>),
        is_narrow: bool,
        cache: &GlyphCache,
        palette: Palette,
    ) -> Drawing {
        let (tile, letter) = (cache.tile(), letter_width(cache));
        let glyph = |&(tile, cell): &(Pos, Cell)| {
            let place = cache.place(tile, cell)?;
            Some(PlacedGlyph { tile, cell: Cell { color: palette.apply(cell.color), ..cell }, place })
        };
        let mut glyphs: Vec<PlacedGlyph> = frame.cells().iter().filter_map(glyph).collect();
        let left = |text: &TextRun| match text.is_centred {
            false => text.pos.x * tile.x + (tile.x - letter + 1) / 2,
            true => {
                let length = text.text.len() as i32;
                ((2 * text.pos.x + length) * tile.x - length * letter) / 2
            }
        };
        // Letters of a font that are wider than tiles would not be narrower.
        let texts = frame.texts().iter().filter(|_| is_narrow && letter < tile.x);
        let texts: Vec<_> = texts.map(|text| (text.clone(), left(text))).collect();
        for (text, left) in &texts {
            for PlacedGlyph { tile, place, .. } in glyphs.get_mut(text.cells.clone()).into_iter().flatten() {
                let left = left + (tile.x - text.pos.x) * letter;
                place.set_x(left + (letter - place.width().cast_signed() + 1).div_euclid(2));
            }
        }
        Drawing { glyphs, texts, letter, rows: frame.rows(), tile, boxed }
    }

    /// Returns the tile where the original has the letter at a column of pixels; none if there is no narrow
    /// letter.
    pub fn letter_at(&self, row: i32, x: i32) -> Option<Pos> {
        self.texts.iter().rev().filter(|(text, _)| text.pos.y == row).find_map(|(text, left)| {
            let letter = (x - left).div_euclid(self.letter);
            (0..text.text.len() as i32).contains(&letter).then(|| text.pos + Pos::new(letter, 0))
        })
    }

    /// Returns the parts of an area of pixels that differ from what is shown there now: those of the glyphs
    /// that are lacking there, and of those that are there instead, a rectangle for each row. Without `shown`
    /// that is the whole area.
    pub fn parts(&self, shown: Option<&Drawing>, area: Rect) -> Vec<Rect> {
        let Some(before) = shown else { return vec![area] };
        let rows = self.by_row().into_iter().zip(before.by_row());
        let rows = rows.filter(|(new, old)| new != old).filter_map(|(new, old)| {
            let lacking = new.iter().filter(|glyph| !old.contains(glyph));
            let instead = old.iter().filter(|glyph| !new.contains(glyph));
            lacking.chain(instead).map(|glyph| glyph.place).reduce(|a, b| a.union(b))
        });
        let boxes = [self.boxed, before.boxed].into_iter().flatten().filter(|_| self.boxed != before.boxed);
        let Pos { x: w, y: h } = self.tile;
        let boxes = boxes.map(|pos| Rect::new(pos.x * w, pos.y * h, w.unsigned_abs(), h.unsigned_abs()));
        rows.chain(boxes).filter_map(|touched| touched.intersection(area)).collect()
    }

    /// Returns the glyphs of each row, in drawing order.
    fn by_row(&self) -> Vec<Vec<PlacedGlyph>> {
        let last = self.rows.max(1) - 1;
        let mut rows = vec![Vec::new(); last as usize + 1];
        self.glyphs.iter().for_each(|glyph| rows[glyph.tile.y.clamp(0, last) as usize].push(*glyph));
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
        for PlacedGlyph { place, cell, .. } in &self.glyphs {
            if place.top() < part.bottom() && place.bottom() > part.top() && place.has_intersection(part) {
                cache.draw_at(*place, *cell, canvas).map_err(GlyphError::draw)?;
            }
        }
        draw_outline(self.boxed.as_slice(), self.tile, canvas)?;
        canvas.set_clip_rect(None);
        Ok(())
    }
}

/// Returns the width of the largest letter, in pixels.
fn letter_width(glyphs: &GlyphCache) -> i32 {
    let places = (33..=126).filter_map(|glyph| glyphs.place(Pos::default(), Cell { glyph, color: BG }));
    places.map(|place| place.width().cast_signed()).max().unwrap_or(1)
}
