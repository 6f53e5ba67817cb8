//! A part of the window that shows frames, and remembers what it shows.

use sdl2::rect::{Point, Rect};
use sdl2::render::Texture;
use sdl2::surface::{Surface, SurfaceRef};

use crate::desktop::settings::palette::Palette;
use crate::desktop::window::narrow_letters::NarrowLetters;
use crate::desktop::window::placement::letter_feet;
use crate::desktop::window::repaint::{Drawing, PART_ROWS};
use crate::glyph_cache::GlyphCache;
use crate::map::Pos;
use crate::picture::{FORMAT, GlyphError, PIXEL, Picture, Textures};
use crate::screen::{BG, Frame};

/// Glyphs of one size, and the pixels of the window where they are shown.
///
/// SDL's renderers draw on a window of their own or on a texture, and not on the window's surface. So each
/// part of the pane that changes is drawn on a texture, and copied from there to the surface, which keeps
/// what the pane shows.
pub(crate) struct Pane<'r> {
    glyphs: GlyphCache<'r>,
    /// As wide as the pane, and as high as a part can be.
    target: Texture<'r>,
    palette: Palette,
    area: Rect,
    /// What the pane shows; none before the first frame.
    shown: Option<Drawing>,
    /// True if the letters of texts are narrow.
    pub is_narrow: bool,
}

impl<'r> Pane<'r> {
    /// A pane on an area of the window. The first tile is in its upper left corner.
    /// Fails if SDL has no memory for it.
    pub fn new(
        mut glyphs: GlyphCache<'r>,
        creator: &'r Textures,
        palette: Palette,
        area: Rect,
    ) -> Result<Pane<'r>, GlyphError> {
        glyphs.background = palette.apply(BG);
        let target = creator.create_texture_target(FORMAT, area.width(), PART_ROWS);
        let target = target.map_err(GlyphError::draw)?;
        Ok(Pane { glyphs, target, palette, area, shown: None, is_narrow: false })
    }

    /// Number of columns and rows of tiles.
    pub fn tiles(&self) -> (i32, i32) {
        let tile = self.glyphs.tile();
        (self.area.width().cast_signed() / tile.x, self.area.height().cast_signed() / tile.y)
    }

    /// The pixels of the pane without some rows at its top, whose letters stay whole, and at its bottom.
    pub fn between(&self, rows: [i32; 2]) -> Rect {
        let tile = self.glyphs.tile().y;
        let [top, bottom] = [rows[0] * tile + letter_feet(tile), rows[1] * tile];
        let height = self.area.height().saturating_sub((top + bottom).unsigned_abs());
        Rect::new(self.area.x(), self.area.y() + top, self.area.width(), height.max(1))
    }

    /// Returns the tile at a point of the window; none outside of the pane.
    pub fn tile_at(&self, (x, y): (i32, i32)) -> Option<Pos> {
        let tile = self.glyphs.tile();
        let inside = self.area.contains_point(Point::new(x, y));
        inside.then(|| Pos::new((x - self.area.x()) / tile.x, (y - self.area.y()) / tile.y))
    }

    /// Returns the tile where the original has the letter at a point of the window, if there is a narrow one.
    pub fn letter_at(&self, (x, y): (i32, i32)) -> Option<Pos> {
        self.shown.as_ref()?.letters.tile_at(self.tile_at((x, y))?.y, x - self.area.x())
    }

    /// Forgets what the pane shows. The next frame is drawn as a whole.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Draws what a frame changes, with a box around a tile, and copies it to the window's surface. Returns
    /// the rectangles of the surface that were written.
    pub fn show(
        &mut self,
        (frame, boxed): (&Frame, Option<Pos>),
        renderer: &mut Picture,
        surface: &mut SurfaceRef,
    ) -> Result<Vec<Rect>, GlyphError> {
        let letters = match self.is_narrow {
            true => NarrowLetters::new(frame, &self.glyphs),
            false => NarrowLetters::default(),
        };
        let drawing = Drawing::new((frame, boxed), letters, &self.glyphs, self.palette);
        let Pane { glyphs, target, area, shown, .. } = self;
        let whole = Rect::new(0, 0, area.width(), area.height());
        let changed = drawing.parts(shown.as_ref(), whole);
        let mut written = Ok(Vec::new());
        let drawn = renderer.with_texture_canvas(target, |canvas| {
            let sent = changed.into_iter().map(|part| {
                // Tiles keep their places in the pane. The texture is where this part of it is.
                canvas.set_viewport(Rect::new(0, -part.y(), whole.width(), whole.height()));
                drawing.draw(part, glyphs, canvas)?;
                canvas.set_viewport(None);
                send(part, canvas, *area, surface)
            });
            written = sent.filter_map(Result::transpose).collect();
        });
        drawn.map_err(GlyphError::draw)?;
        self.shown = Some(drawing);
        written
    }
}

/// Copies a part of the pane, which stands at the top of the canvas, to its place in the pane's area of the
/// window. Returns that place, as far as it lies in the window.
fn send(
    part: Rect,
    canvas: &Picture,
    area: Rect,
    surface: &mut SurfaceRef,
) -> Result<Option<Rect>, GlyphError> {
    let (width, height) = part.size();
    let drawn = Rect::new(part.x(), 0, width, height);
    let mut pixels = canvas.read_pixels(drawn, FORMAT).map_err(GlyphError::draw)?;
    let pitch = width * PIXEL as u32;
    let copy = Surface::from_data(&mut pixels, width, height, pitch, FORMAT).map_err(GlyphError::draw)?;
    let place = Rect::new(area.x() + part.x(), area.y() + part.y(), width, height);
    copy.blit(None, surface, place).map_err(GlyphError::draw)?;
    Ok(place.intersection(surface.rect()))
}
