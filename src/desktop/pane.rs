//! A part of the window that shows frames, and remembers what it shows.

use sdl2::rect::Rect;
use sdl2::surface::SurfaceRef;

use crate::desktop::palette::Palette;
use crate::desktop::picture::GlyphError;
use crate::desktop::repaint;
use crate::glyph_cache::GlyphCache;
use crate::map::Pos;
use crate::screen::{BACKGROUND, Frame};

/// Glyphs of one size, and the pixels of the window that they are drawn on.
pub(super) struct Pane {
    glyphs: GlyphCache,
    palette: Palette,
    area: Rect,
    /// What the pane shows; none before the first frame.
    shown: Option<Frame>,
}

impl Pane {
    /// A pane on an area of the window. The first tile is in its upper left corner.
    pub fn new(mut glyphs: GlyphCache, palette: Palette, area: Rect) -> Pane {
        glyphs.origin = Pos::new(area.x(), area.y());
        glyphs.background = palette.apply(BACKGROUND);
        Pane { glyphs, palette, area, shown: None }
    }

    /// Number of columns and rows of tiles.
    pub fn tiles(&self) -> (i32, i32) {
        let tile = self.glyphs.tile();
        (self.area.width().cast_signed() / tile.x, self.area.height().cast_signed() / tile.y)
    }

    /// Forgets what the pane shows. The next frame is drawn as a whole.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Draws what a frame changes. Returns the rectangles of pixels that were drawn.
    pub fn show(&mut self, frame: &Frame, target: &mut SurfaceRef) -> Result<Vec<Rect>, GlyphError> {
        let frame = self.palette.repaint(frame);
        let Some(shown) = &mut self.shown else {
            self.glyphs.draw_within(self.area, &frame, target)?;
            self.shown = Some(frame.into_owned());
            return Ok(vec![self.area]);
        };
        let changed = repaint::draw_changes(&mut self.glyphs, shown, &frame, self.area, target)?;
        shown.clone_from(&frame);
        Ok(changed)
    }
}
