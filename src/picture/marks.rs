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
pub const LINE: Color = Color(255, 206, 0);

/// Draws the background of marked tiles of this size, in pixels.
/// Fails if SDL cannot draw.
pub(crate) fn draw_behind<T: RenderTarget>(
    marks: &[Pos],
    tile: Pos,
    canvas: &mut Canvas<T>,
) -> Result<(), GlyphError> {
    let Pos { x: width, y: height } = tile;
    marks
        .iter()
        .try_for_each(|mark| fill(canvas, BACKGROUND, [mark.x * width, mark.y * height, width, height]))
}

/// Draws the lines around marked tiles of this size, in pixels. Tiles that touch each other have one line
/// around all of them.
/// Fails if SDL cannot draw.
pub(crate) fn draw_lines<T: RenderTarget>(
    marks: &[Pos],
    tile: Pos,
    canvas: &mut Canvas<T>,
) -> Result<(), GlyphError> {
    let Pos { x: width, y: height } = tile;
    let line = (height / 9).max(1);
    for &mark in marks {
        let (x, y) = (mark.x * width, mark.y * height);
        let sides = [
            (Pos::new(0, -1), [x, y, width, line]),
            (Pos::new(0, 1), [x, y + height - line, width, line]),
            (Pos::new(-1, 0), [x, y, line, height]),
            (Pos::new(1, 0), [x + width - line, y, line, height]),
        ];
        for (beyond, side) in sides {
            if !marks.contains(&(mark + beyond)) {
                fill(canvas, LINE, side)?;
            }
        }
    }
    Ok(())
}

fn fill<T: RenderTarget>(
    canvas: &mut Canvas<T>,
    color: Color,
    [x, y, w, h]: [i32; 4],
) -> Result<(), GlyphError> {
    canvas.set_draw_color(rgb(color));
    canvas.fill_rect(Rect::new(x, y, w.unsigned_abs(), h.unsigned_abs())).map_err(GlyphError::draw)
}
