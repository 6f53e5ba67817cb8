//! The picture of `verify --picture`: a step of two runs side by side, and lines of text below them. Each
//! half is what `shot` draws, with a frame around the tiles that differ.

use sdl2::rect::Rect;
use sdl2::surface::Surface;
use sdl2::ttf::Sdl2TtfContext;

use crate::color::Color;
use crate::glyph_cache::{FONT_PT, GlyphCache};
use crate::map::Pos;
use crate::picture::{FORMAT, GlyphError, Picture, draw, picture_of_size, rgb, start_ttf, to_png};
use crate::screen::{BG, Cell, Frame};

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
    let [left, right] = sides.map(|(frame, marked)| draw(frame, marked, &ttf, font));
    let (left, right) = (left?, right?);
    let (half, height) = left.surface().size();
    let width = 2 * half + GAP.unsigned_abs();
    let text = draw_text(lines, width - 2 * GAP.unsigned_abs(), &ttf, font)?;
    let text_height = text.surface().height();
    let mut whole = Surface::new(width, height + text_height + 2 * GAP.unsigned_abs(), FORMAT)
        .map_err(GlyphError::draw)?;
    whole.fill_rect(None, rgb(BG)).map_err(GlyphError::draw)?;
    let parts = [
        (&left, (0, 0)),
        (&right, (half.cast_signed() + GAP, 0)),
        (&text, (GAP, height.cast_signed() + GAP)),
    ];
    for (part, (x, y)) in parts {
        let (width, height) = part.surface().size();
        part.surface().blit(None, &mut whole, Rect::new(x, y, width, height)).map_err(GlyphError::draw)?;
    }
    let divider = Rect::new(half.cast_signed() + GAP / 2 - 1, 0, 2, height);
    whole.fill_rect(divider, rgb(DIVIDER)).map_err(GlyphError::draw)?;
    to_png(&whole)
}

/// Draws the lines, which are at most as wide in pixels.
fn draw_text(
    lines: &[(Color, String)],
    width: u32,
    ttf: &Sdl2TtfContext,
    font: &[u8],
) -> Result<Picture, GlyphError> {
    let creator = picture_of_size(1, 1)?.texture_creator();
    let tile = GlyphCache::for_text(ttf, &creator, font, FONT_PT, None)?.tile();
    let columns = (width / tile.x.unsigned_abs()) as usize;
    let lines = fitted(lines, columns);
    let mut picture = picture_of_size(width, tile.y.unsigned_abs() * lines.len() as u32)?;
    let creator = picture.texture_creator();
    let mut letters = GlyphCache::for_text(ttf, &creator, font, FONT_PT, None)?;
    picture.set_draw_color(rgb(BG));
    picture.clear();
    for (row, (color, text)) in (0..).zip(&lines) {
        for (column, glyph) in (0..).zip(text.bytes()) {
            let cell = Cell { glyph, color: *color };
            letters.draw_glyph(Pos::new(column, row), cell, &mut picture).map_err(GlyphError::draw)?;
        }
    }
    picture.present();
    Ok(picture)
}

/// Returns the lines as far as they fit, in ASCII. What does not fit is counted.
fn fitted(lines: &[(Color, String)], columns: usize) -> Vec<(Color, String)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_do_not_fit_are_cut_and_counted() {
        let line = |text: &str| (BG, text.to_owned());
        let texts = |lines: &[(Color, String)]| {
            fitted(lines, 12).into_iter().map(|(_, text)| text).collect::<Vec<String>>()
        };
        assert_eq!(
            texts(&[line("too long for it"), line("just as long"), line("é — …")]),
            ["too long ...", "just as long", "? - ...",]
        );
        let many: Vec<(Color, String)> = (0..20).map(|number| line(&format!("line {number}"))).collect();
        let many = texts(&many);
        assert_eq!(
            (many.len(), many[12].as_str(), many[13].as_str()),
            (14, "line 12", "... and 7 more lines")
        );
    }
}
