//! Texts with narrow letters. The original gives each letter a tile of its own; a setting draws texts in the
//! window as a terminal would. The map, borders and pointers stay on their tiles.

use sdl2::rect::Rect;

use crate::glyph_cache::GlyphCache;
use crate::map::Pos;
use crate::screen::{BG, Cell, Frame, TextRun};

/// The places of the narrow letters of a frame; none where letters stand on tiles.
#[derive(Debug, Default)]
pub struct NarrowLetters {
    /// The texts, and the left end of the first letter of each, in pixels.
    texts: Vec<(TextRun, i32)>,
    /// Width of a letter, in pixels.
    width: i32,
}

impl NarrowLetters {
    /// Arranges the texts of a frame. A text on the left begins where the original's text begins, and one in
    /// the middle stays in the middle.
    pub fn new(frame: &Frame, glyphs: &GlyphCache) -> NarrowLetters {
        let (tile, width) = (glyphs.tile().x, letter_width(glyphs));
        // Letters of a font that are wider than tiles would not be narrower.
        if width >= tile {
            return NarrowLetters::default();
        }
        let left = |text: &TextRun| match text.is_centred {
            false => text.pos.x * tile + (tile - width + 1) / 2,
            true => {
                let length = text.text.len() as i32;
                ((2 * text.pos.x + length) * tile - length * width) / 2
            }
        };
        let texts = frame.texts().iter().map(|text| (text.clone(), left(text)));
        NarrowLetters { texts: texts.collect(), width }
    }

    /// Returns the pixels that a cell of the frame covers; none if there is no such glyph. `number` is its
    /// index.
    pub fn place(&self, glyphs: &GlyphCache, number: usize, (pos, cell): (Pos, Cell)) -> Option<Rect> {
        let mut place = glyphs.place(pos, cell)?;
        if let Some((text, left)) = self.texts.iter().find(|(text, _)| text.cells.contains(&number)) {
            let left = left + (pos.x - text.pos.x) * self.width;
            place.set_x(left + (self.width - place.width().cast_signed() + 1).div_euclid(2));
        }
        Some(place)
    }

    /// Returns the tile where the original has the letter at a column of pixels; none if there is no letter.
    pub fn tile_at(&self, row: i32, x: i32) -> Option<Pos> {
        self.texts.iter().rev().filter(|(text, _)| text.pos.y == row).find_map(|(text, left)| {
            let letter = (x - left).div_euclid(self.width);
            (0..text.text.len() as i32).contains(&letter).then(|| text.pos + Pos::new(letter, 0))
        })
    }
}

/// Returns the width of the largest letter, in pixels.
fn letter_width(glyphs: &GlyphCache) -> i32 {
    let places = (33..=126).filter_map(|glyph| glyphs.place(Pos::default(), Cell { glyph, color: BG }));
    places.map(|place| place.width().cast_signed()).max().unwrap_or(1)
}
