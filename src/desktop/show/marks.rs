//! Tiles of a picture that are marked: they have a line around them, much brighter than what it encloses, so
//! that eyes that do not see its colour see it too.

use sdl2::rect::Rect;
use sdl2::surface::SurfaceRef;

use crate::color::Color;
use crate::desktop::window::picture::{GlyphError, rgb};
use crate::map::Pos;

/// The colour of the line around marked tiles.
pub const LINE: Color = Color(255, 206, 0);

/// Draws the lines around marked tiles of this size, in pixels, of a picture in an area. Tiles that touch
/// have one line around all of them.
///
/// # Errors
/// If SDL cannot draw.
pub(super) fn draw(marks: &[Pos], tile: i32, area: Rect, surface: &mut SurfaceRef) -> Result<(), GlyphError> {
    let line = (tile / 9).max(1);
    for &mark in marks {
        let (x, y) = (area.x() + mark.x * tile, area.y() + mark.y * tile);
        let sides = [
            (Pos::new(0, -1), [x, y, tile, line]),
            (Pos::new(0, 1), [x, y + tile - line, tile, line]),
            (Pos::new(-1, 0), [x, y, line, tile]),
            (Pos::new(1, 0), [x + tile - line, y, line, tile]),
        ];
        for (beyond, [x, y, width, height]) in sides {
            if !marks.contains(&(mark + beyond)) {
                let side = Rect::new(x, y, width.unsigned_abs(), height.unsigned_abs());
                surface.fill_rect(side.intersection(area), rgb(LINE)).map_err(GlyphError::draw)?;
            }
        }
    }
    Ok(())
}
