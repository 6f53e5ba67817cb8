//! The picture of `verify --picture`: a step of two runs side by side, and lines of text below them. Each
//! half is what `shot` draws, with a frame around the tiles that differ.

use sdl2::rect::{Point, Rect};

use crate::color::Color;
use crate::glyph_cache::{FONT_PT, GlyphCache, TILE_SIZE};
use crate::map::{MAP_WIDTH, Pos};
use crate::picture::{GlyphError, draw_text, marks, picture_of_size, rgb, start_ttf, to_png};
use crate::screen::{BG, Frame};

/// Width of the gap between the halves, and of the margin around the text, in pixels.
const GAP: i32 = 20;
/// The colour of the line between the halves.
const DIVIDER: Color = Color(90, 84, 104);
/// Maximum number of lines of text. One that says how many are left out is counted.
const MOST_LINES: usize = 14;

/// Returns the picture as a PNG file: two frames with their marked tiles, and the lines below them with their
/// colours. Lines that are too long end in `...`.
/// Fails if the font cannot be used or SDL fails.
pub(crate) fn render(
    sides: [(&Frame, &[Pos]); 2],
    lines: &[(Color, String)],
    font: &[u8],
) -> Result<Vec<u8>, GlyphError> {
    let ttf = start_ttf()?;
    let [half, height] = [MAP_WIDTH, sides[0].0.rows()].map(|tiles| tiles * TILE_SIZE);
    let width = 2 * half + GAP;
    let measure = picture_of_size(1, 1)?.texture_creator();
    let letter = GlyphCache::for_text(&ttf, &measure, font, FONT_PT, None)?.tile();
    let lines = fitted(lines, ((width - 2 * GAP) / letter.x).unsigned_abs() as usize);
    let text_height = letter.y * lines.len() as i32;
    let mut picture = picture_of_size(width.unsigned_abs(), (height + text_height + 2 * GAP).unsigned_abs())?;
    let creator = picture.texture_creator();
    let mut glyphs = GlyphCache::new(&ttf, &creator, font, FONT_PT)?;
    let mut letters = GlyphCache::for_text(&ttf, &creator, font, FONT_PT, None)?;
    picture.set_draw_color(rgb(BG));
    picture.clear();
    picture.set_draw_color(rgb(DIVIDER));
    let divider = Rect::new(half + GAP / 2 - 1, 0, 2, height.unsigned_abs());
    picture.fill_rect(divider).map_err(GlyphError::draw)?;
    for (left, (frame, marked)) in [0, half + GAP].into_iter().zip(sides) {
        picture.set_viewport(Rect::new(left, 0, half.unsigned_abs(), height.unsigned_abs()));
        marks::draw_behind(marked, glyphs.tile(), &mut picture)?;
        for &(pos, cell) in frame.cells() {
            glyphs.draw_glyph(pos, cell, &mut picture).map_err(GlyphError::draw)?;
        }
        marks::draw_lines(marked, glyphs.tile(), &mut picture)?;
    }
    picture.set_viewport(None);
    for (row, (color, text)) in (0..).zip(&lines) {
        let start = Point::new(GAP, height + GAP + row * letter.y);
        draw_text(text, start, *color, &mut letters, &mut picture).map_err(GlyphError::draw)?;
    }
    picture.present();
    to_png(picture.surface())
}

/// Returns the lines as far as they fit, in ASCII. What does not fit is counted.
pub fn fitted(lines: &[(Color, String)], columns: usize) -> Vec<(Color, String)> {
    let short = |text: &str| {
        let text = text.replace(['—', '–'], "-").replace('…', "...");
        let text = text.replace(|letter: char| !letter.is_ascii(), "?");
        match text.len() > columns {
            true => format!("{}...", &text[..columns.saturating_sub(3)]),
            false => text,
        }
    };
    let count = if lines.len() > MOST_LINES { MOST_LINES - 1 } else { lines.len() };
    let mut fitted: Vec<(Color, String)> =
        lines[..count].iter().map(|(color, text)| (*color, short(text))).collect();
    if let Some((color, _)) = lines.get(count) {
        fitted.push((*color, format!("... and {} more lines", lines.len() - count)));
    }
    fitted
}
