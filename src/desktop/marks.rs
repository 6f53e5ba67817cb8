//! Tiles of a picture that are marked: they have a line around them, and another background. The line is much
//! brighter than what it encloses, so that eyes that do not see its colour see it too.

use std::collections::BTreeSet;

use sdl2::rect::Rect;

use crate::color::Color;
use crate::desktop::picture::{GlyphError, Picture, rgb};
use crate::glyph_cache::GlyphCache;
use crate::map::Pos;
use crate::screen::Frame;

/// The colour behind the glyphs of marked tiles. It is dark, because what is remembered is dark, too.
const BACKGROUND: Color = Color(36, 22, 0);
/// The colour of the line around them.
pub const LINE: Color = Color(255, 206, 0);

/// Returns how thick the line is around marked tiles of this size, in pixels.
fn line_width(tile: i32) -> i32 {
    (tile / 9).max(1)
}

/// Clears a canvas, and draws a frame with marked tiles on it. Tiles that touch each other have one line
/// around all of them.
///
/// # Errors
/// If SDL cannot draw.
pub(super) fn draw(
    glyphs: &mut GlyphCache,
    frame: &Frame,
    marks: &[Pos],
    canvas: &mut Picture,
) -> Result<(), GlyphError> {
    if marks.is_empty() {
        return Ok(glyphs.draw(frame, canvas)?);
    }
    let Pos { x: width, y: height } = glyphs.tile();
    let fill = |canvas: &mut Picture, color, [x, y, w, h]: [i32; 4]| {
        canvas.set_draw_color(rgb(color));
        canvas.fill_rect(Rect::new(x, y, w.unsigned_abs(), h.unsigned_abs())).map_err(GlyphError::draw)
    };
    canvas.set_draw_color(rgb(glyphs.background));
    canvas.clear();
    for mark in marks {
        fill(canvas, BACKGROUND, [mark.x * width, mark.y * height, width, height])?;
    }
    for &(pos, cell) in frame.cells() {
        glyphs.draw_glyph(pos, cell, canvas)?;
    }
    let line = line_width(height);
    let marked: BTreeSet<(i32, i32)> = marks.iter().map(|mark| (mark.x, mark.y)).collect();
    for &mark in marks {
        let (x, y) = (mark.x * width, mark.y * height);
        let sides = [
            (Pos::new(0, -1), [x, y, width, line]),
            (Pos::new(0, 1), [x, y + height - line, width, line]),
            (Pos::new(-1, 0), [x, y, line, height]),
            (Pos::new(1, 0), [x + width - line, y, line, height]),
        ];
        for (beyond, side) in sides {
            let neighbour = mark + beyond;
            if !marked.contains(&(neighbour.x, neighbour.y)) {
                fill(canvas, LINE, side)?;
            }
        }
    }
    Ok(())
}
