//! Texts with narrow letters. The original gives each letter a tile of its own; a setting draws texts in the
//! window as a terminal would. The map, borders and pointers stay on their tiles.

use sdl2::rect::Rect;

use crate::glyph_cache::GlyphCache;
use crate::map::Pos;
use crate::screen::{BG, Cell, Frame};

/// A text with narrow letters.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NarrowText {
    /// The tile where the original has the first letter, and the number of letters.
    pos: Pos,
    length: i32,
    /// The left end of the first letter, in pixels.
    left: i32,
}

/// The places of the narrow letters of a frame; none where letters stand on tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NarrowLetters {
    lines: Vec<NarrowText>,
    /// For each cell the index of its text.
    line_of: Vec<Option<usize>>,
    /// Width of a letter, in pixels.
    width: i32,
}

impl NarrowLetters {
    /// Arranges the texts of a frame. A text on the left begins where the original's text begins, and one in
    /// the middle stays in the middle.
    pub fn new(frame: &Frame, glyphs: &GlyphCache) -> NarrowLetters {
        let (tile, width) = (glyphs.tile(), glyph_size(glyphs).x);
        // Letters of a font that are wider than tiles would not be narrower.
        if width >= tile.x {
            return NarrowLetters::default();
        }
        let mut letters =
            NarrowLetters { line_of: vec![None; frame.cells().len()], width, ..Self::default() };
        for text in frame.texts() {
            letters.line_of[text.cells.clone()].fill(Some(letters.lines.len()));
            let (pos, length) = (text.pos, text.text.len() as i32);
            let left = match text.is_centred {
                false => pos.x * tile.x + (tile.x - width + 1) / 2,
                true => ((2 * pos.x + length) * tile.x - length * width) / 2,
            };
            letters.lines.push(NarrowText { pos, length, left });
        }
        letters
    }

    /// Returns the pixels that a cell of the frame covers; none if there is no such glyph. `number` is its
    /// index.
    pub fn place(&self, glyphs: &GlyphCache, number: usize, (pos, cell): (Pos, Cell)) -> Option<Rect> {
        let mut place = glyphs.place(pos, cell)?;
        if let Some(&Some(line)) = self.line_of.get(number) {
            let NarrowText { pos: first, left, .. } = self.lines[line];
            let width = place.width().cast_signed();
            let left = left + (pos.x - first.x) * self.width;
            place.set_x(left + (self.width - width + 1).div_euclid(2));
        }
        Some(place)
    }

    /// Returns the tile where the original has the letter at a column of pixels; none if there is no letter.
    pub fn tile_at(&self, row: i32, x: i32) -> Option<Pos> {
        self.lines.iter().rev().filter(|line| line.pos.y == row).find_map(|line| {
            let letter = (x - line.left).div_euclid(self.width);
            (0..line.length).contains(&letter).then(|| line.pos + Pos::new(letter, 0))
        })
    }
}

/// Returns width and height of the largest glyph, in pixels.
pub(super) fn glyph_size(cache: &GlyphCache) -> Pos {
    let places = (33..=126).filter_map(|glyph| cache.place(Pos::default(), Cell { glyph, color: BG }));
    places.fold(Pos::new(1, 1), |size, place| {
        let (width, height) = place.size();
        Pos::new(size.x.max(width.cast_signed()), size.y.max(height.cast_signed()))
    })
}
