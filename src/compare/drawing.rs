//! The picture of `verify --picture`: a step of two runs side by side, and lines of text below them. Each
//! half is what `shot` draws, with a frame around the tiles that differ.

use roguelike::color::Color;
use roguelike::glyph_cache::{FONT, FONT_PT, GlyphCache, TILE_SIZE};
use roguelike::map::{DIRECTIONS, MAP_WIDTH, Pos};
use roguelike::picture::{
    GlyphError, Picture, Point, Rect, draw_text, picture_of_size, rgb, start_ttf, tile_area, to_png,
};
use roguelike::screen::{BG, Frame};
use roguelike::support::text::wrap;

/// Width of the gap between the halves, and of the margin around the text, in pixels.
const GAP: i32 = 20;
/// The colour of the line between the halves.
const DIVIDER: Color = Color(90, 84, 104);
/// The colour of lines around marked tiles.
const OUTLINE: Color = Color(255, 206, 0);
/// The background of marked tiles. It is dark, because remembered tiles are dark too.
const MARKED: Color = Color(36, 22, 0);
/// Maximum number of lines of text, with the one that counts those left out.
const MOST_LINES: usize = 14;

/// Returns the picture as a PNG file: two frames with their marked tiles, and the lines below them with their
/// colours.
/// Fails if SDL fails.
pub(crate) fn render(sides: [(&Frame, &[Pos]); 2], lines: &[(Color, String)]) -> Result<Vec<u8>, GlyphError> {
    let ttf = start_ttf()?;
    let [half, height] = [MAP_WIDTH, sides[0].0.rows()].map(|tiles| tiles * TILE_SIZE);
    let width = 2 * half + GAP;
    let measure = picture_of_size(1, 1)?.texture_creator();
    let letter = GlyphCache::for_text(&ttf, &measure, FONT, FONT_PT, None)?.tile();
    let lines = fitted(lines, ((width - 2 * GAP) / letter.x).unsigned_abs() as usize);
    let text_height = letter.y * lines.len() as i32;
    let mut picture = picture_of_size(width.unsigned_abs(), (height + text_height + 2 * GAP).unsigned_abs())?;
    let creator = picture.texture_creator();
    let mut glyphs = GlyphCache::new(&ttf, &creator, FONT, FONT_PT)?;
    let mut letters = GlyphCache::for_text(&ttf, &creator, FONT, FONT_PT, None)?;
    picture.set_draw_color(rgb(BG));
    picture.clear();
    picture.set_draw_color(rgb(DIVIDER));
    let divider = Rect::new(half + GAP / 2 - 1, 0, 2, height.unsigned_abs());
    picture.fill_rect(divider).map_err(GlyphError::draw)?;
    for (left, (frame, marked)) in [0, half + GAP].into_iter().zip(sides) {
        picture.set_viewport(Rect::new(left, 0, half.unsigned_abs(), height.unsigned_abs()));
        picture.set_draw_color(rgb(MARKED));
        for &tile in marked {
            picture.fill_rect(tile_area(tile, glyphs.tile())).map_err(GlyphError::draw)?;
        }
        for &(pos, cell) in frame.cells() {
            glyphs.draw_glyph(pos, cell, &mut picture).map_err(GlyphError::draw)?;
        }
        draw_outline(marked, glyphs.tile(), &mut picture)?;
    }
    picture.set_viewport(None);
    for (row, (color, text)) in (0..).zip(&lines) {
        let start = Point::new(GAP, height + GAP + row * letter.y);
        draw_text(text, start, *color, &mut letters, &mut picture)?;
    }
    picture.present();
    to_png(picture.surface())
}

/// Draws lines around tiles of this size, in pixels. Tiles that touch each other have one line around all of
/// them. The line is much brighter than what it encloses, so that eyes that do not see its colour see it too.
/// Fails if SDL cannot draw.
fn draw_outline(tiles: &[Pos], size: Pos, canvas: &mut Picture) -> Result<(), GlyphError> {
    canvas.set_draw_color(rgb(OUTLINE));
    let line = (size.y / 9).max(1);
    for &tile in tiles {
        for side in DIRECTIONS.into_iter().filter(|&side| !tiles.contains(&(tile + side))) {
            let mut strip = tile_area(tile, size);
            strip.offset(side.x.max(0) * (size.x - line), side.y.max(0) * (size.y - line));
            match side.y {
                0 => strip.set_width(line.unsigned_abs()),
                _ => strip.set_height(line.unsigned_abs()),
            }
            canvas.fill_rect(strip).map_err(GlyphError::draw)?;
        }
    }
    Ok(())
}

/// Breaks lines to this many columns, in ASCII. The lines that do not fit are counted.
pub fn fitted(lines: &[(Color, String)], columns: usize) -> Vec<(Color, String)> {
    let mut fitted = Vec::new();
    for (color, text) in lines {
        let text = text.replace('—', "-").replace('…', "...").replace(|letter: char| !letter.is_ascii(), "?");
        fitted.extend(wrap(&text, columns).into_iter().map(|line| (*color, line)));
    }
    if fitted.len() > MOST_LINES {
        let others = fitted.split_off(MOST_LINES - 1);
        fitted.push((others[0].0, format!("... and {} more lines", others.len())));
    }
    fitted
}
