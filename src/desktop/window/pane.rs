//! A part of the window that shows frames, and remembers what it shows.

use sdl2::rect::{Point, Rect};
use sdl2::surface::SurfaceRef;

use crate::desktop::settings::palette::Palette;
use crate::desktop::window::drawing::Drawing;
use crate::glyph_cache::GlyphCache;
use crate::map::Pos;
use crate::picture::{GlyphError, Picture};
use crate::screen::{BG, Frame};

/// Glyphs of one size, and the pixels of the window where they are shown.
///
/// SDL's renderers draw on a window or a picture of their own, and not on the window's surface. So each part
/// of the pane that changes is drawn on a picture, and copied from there to the surface, which keeps what the
/// pane shows.
pub(crate) struct Pane<'r> {
    glyphs: GlyphCache<'r>,
    palette: Palette,
    area: Rect,
    /// What the pane shows; none before the first frame.
    shown: Option<Drawing>,
    /// True if the letters of texts are narrow.
    is_narrow: bool,
}

impl<'r> Pane<'r> {
    /// A pane on an area of the window. The first tile is in its upper left corner.
    pub fn new(mut glyphs: GlyphCache<'r>, palette: Palette, area: Rect, is_narrow: bool) -> Pane<'r> {
        glyphs.background = palette.apply(BG);
        Pane { glyphs, palette, area, shown: None, is_narrow }
    }

    /// Number of columns and rows of tiles.
    pub fn tiles(&self) -> (i32, i32) {
        let tile = self.glyphs.tile();
        (self.area.width().cast_signed() / tile.x, self.area.height().cast_signed() / tile.y)
    }

    /// Returns the tile at a point of the window; none outside of the pane.
    pub fn tile_at(&self, (x, y): (i32, i32)) -> Option<Pos> {
        let tile = self.glyphs.tile();
        let inside = self.area.contains_point(Point::new(x, y));
        inside.then(|| Pos::new((x - self.area.x()) / tile.x, (y - self.area.y()) / tile.y))
    }

    /// Returns the tile where the original has the letter at a point of the window, if there is a narrow one.
    pub fn letter_at(&self, (x, y): (i32, i32)) -> Option<Pos> {
        self.shown.as_ref()?.letter_at(self.tile_at((x, y))?.y, x - self.area.x())
    }

    /// Forgets what the pane shows. The next frame is drawn as a whole.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Draws what a frame changes, with a box around a tile, and copies it to the window's surface. Returns
    /// the rectangles of the surface that were written. The picture of the renderer may have any size.
    pub fn show(
        &mut self,
        (frame, boxed): (&Frame, Option<Pos>),
        renderer: &mut Picture,
        surface: &mut SurfaceRef,
    ) -> Result<Vec<Rect>, GlyphError> {
        let drawing = Drawing::new((frame, boxed), self.is_narrow, &self.glyphs, self.palette);
        let (width, height) = self.area.size();
        let room = renderer.surface().size();
        let parts = drawing.parts(self.shown.as_ref(), Rect::new(0, 0, width, height));
        let mut written = Vec::new();
        for part in parts.into_iter().flat_map(|part| pieces(part, room)) {
            // Tiles keep their places in the pane. The picture is where this part of it is.
            renderer.set_viewport(Rect::new(-part.x(), -part.y(), width, height));
            drawing.draw(part, &mut self.glyphs, renderer)?;
            // A renderer may keep drawing commands until then.
            renderer.present();
            let drawn = Rect::new(0, 0, part.width(), part.height());
            let mut place = part;
            place.offset(self.area.x(), self.area.y());
            renderer.surface().blit(drawn, surface, place).map_err(GlyphError::draw)?;
            written.extend(place.intersection(surface.rect()));
        }
        self.shown = Some(drawing);
        Ok(written)
    }
}

/// Cuts a part into pieces of at most this width and height.
fn pieces(part: Rect, (width, height): (u32, u32)) -> impl Iterator<Item = Rect> {
    let steps = |length: u32, step: u32| (0..length).step_by(step.max(1) as usize);
    steps(part.height(), height).flat_map(move |y| {
        steps(part.width(), width).map(move |x| {
            let (w, h) = ((part.width() - x).min(width), (part.height() - y).min(height));
            Rect::new(part.x() + x.cast_signed(), part.y() + y.cast_signed(), w, h)
        })
    })
}
