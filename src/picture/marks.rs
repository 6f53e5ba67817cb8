//! Tiles of a picture that are marked: they have a line around them, and another background. The line is much
//! brighter than what it encloses, so that eyes that do not see its colour see it too.

use sdl2::rect::Rect;
use sdl2::render::{Canvas, RenderTarget};

use crate::color::Color;
use crate::map::Pos;
use crate::picture::{GlyphError, rgb};

/// The colour behind the glyphs of marked tiles. It is dark, because what is remembered is dark, too.
const BACKGROUND: Color = Color(36, 22, 0);
/// The colour of the line around them.
pub(crate) const LINE: Color = Color(255, 206, 0);

/// Draws the background of marked tiles of this size, in pixels.
/// Fails if SDL cannot draw.
pub(crate) fn draw_behind<T: RenderTarget>(
    marks: &[Pos],
    tile: Pos,
    canvas: &mut Canvas<T>,
) -> Result<(), GlyphError> {
    canvas.set_draw_color(rgb(BACKGROUND));
    marks.iter().try_for_each(|mark| fill(canvas, mark.x * tile.x, mark.y * tile.y, tile))
}

/// Draws the lines around marked tiles of this size, in pixels. Tiles that touch each other have one line
/// around all of them.
/// Fails if SDL cannot draw.
pub(crate) fn draw_lines<T: RenderTarget>(
    marks: &[Pos],
    tile: Pos,
    canvas: &mut Canvas<T>,
) -> Result<(), GlyphError> {
    canvas.set_draw_color(rgb(LINE));
    let line = (tile.y / 9).max(1);
    let [flat, upright] = [Pos::new(tile.x, line), Pos::new(line, tile.y)];
    for &mark in marks {
        let (x, y) = (mark.x * tile.x, mark.y * tile.y);
        let sides = [
            (Pos::new(0, -1), (x, y), flat),
            (Pos::new(0, 1), (x, y + tile.y - line), flat),
            (Pos::new(-1, 0), (x, y), upright),
            (Pos::new(1, 0), (x + tile.x - line, y), upright),
        ];
        for (beyond, (x, y), size) in sides {
            if !marks.contains(&(mark + beyond)) {
                fill(canvas, x, y, size)?;
            }
        }
    }
    Ok(())
}

fn fill<T: RenderTarget>(canvas: &mut Canvas<T>, x: i32, y: i32, size: Pos) -> Result<(), GlyphError> {
    let area = Rect::new(x, y, size.x.unsigned_abs(), size.y.unsigned_abs());
    canvas.fill_rect(area).map_err(GlyphError::draw)
}
