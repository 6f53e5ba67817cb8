//! A part of the window that shows frames, and remembers what it shows.

use sdl2::rect::Rect;
use sdl2::render::Texture;
use sdl2::surface::{Surface, SurfaceRef};

use crate::desktop::marks;
use crate::desktop::palette::Palette;
use crate::desktop::picture::{FORMAT, GlyphError, PIXEL, Picture, Textures};
use crate::desktop::repaint;
use crate::glyph_cache::GlyphCache;
use crate::map::Pos;
use crate::screen::{BACKGROUND, Frame};

/// Number of rows of pixels that are copied to the window at once.
const ROWS_AT_ONCE: usize = 128;

/// Glyphs of one size, and the pixels of the window where they are shown.
///
/// SDL's renderers draw on a window of their own or on a texture, and not on the window's surface. So the
/// glyphs are drawn on a texture that keeps what the pane shows, and the pixels that change are copied from
/// there to the surface.
pub(super) struct Pane<'r> {
    glyphs: GlyphCache<'r>,
    target: Texture<'r>,
    palette: Palette,
    area: Rect,
    /// What the pane shows; none before the first frame.
    shown: Option<Frame>,
    /// The tiles that are marked in it.
    marked: Vec<Pos>,
}

impl<'r> Pane<'r> {
    /// A pane on an area of the window. The first tile is in its upper left corner.
    ///
    /// # Errors
    /// If SDL has no memory for it.
    pub fn new(
        mut glyphs: GlyphCache<'r>,
        creator: &'r Textures,
        palette: Palette,
        area: Rect,
    ) -> Result<Pane<'r>, GlyphError> {
        glyphs.background = palette.apply(BACKGROUND);
        let target = creator.create_texture_target(FORMAT, area.width(), area.height());
        let target = target.map_err(GlyphError::draw)?;
        Ok(Pane { glyphs, target, palette, area, shown: None, marked: Vec::new() })
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

    /// Draws what a frame changes, and copies it to the window's surface. Returns the rectangles of the
    /// surface that were written.
    pub fn show(
        &mut self,
        frame: &Frame,
        renderer: &mut Picture,
        surface: &mut SurfaceRef,
    ) -> Result<Vec<Rect>, GlyphError> {
        self.show_marked((frame, &[]), renderer, surface)
    }

    /// Shows a frame in the same way, with some of its tiles marked.
    pub fn show_marked(
        &mut self,
        (frame, marks): (&Frame, &[Pos]),
        renderer: &mut Picture,
        surface: &mut SurfaceRef,
    ) -> Result<Vec<Rect>, GlyphError> {
        let frame = self.palette.repaint(frame);
        // Marks reach into what lies around the tiles that change, so everything is drawn again.
        let is_same = self.marked == marks && (marks.is_empty() || self.shown.as_ref() == Some(&*frame));
        if !is_same {
            self.forget();
            self.marked = marks.to_vec();
        }
        let Pane { glyphs, target, area, shown, .. } = self;
        let mut written = Ok(Vec::new());
        let drawn = renderer.with_texture_canvas(target, |canvas| {
            written = draw(glyphs, shown.as_ref(), (&frame, marks), *area, canvas)
                .and_then(|parts| parts.into_iter().map(|part| send(part, canvas, *area, surface)).collect());
        });
        drawn.map_err(GlyphError::draw)?;
        let written = written?;
        match shown {
            Some(shown) => shown.clone_from(&frame),
            None => *shown = Some(frame.into_owned()),
        }
        Ok(written)
    }
}

/// Draws what differs from the frame that is shown, or everything if none is. Returns the rectangles of
/// pixels that were drawn.
fn draw(
    glyphs: &mut GlyphCache,
    shown: Option<&Frame>,
    (frame, marks): (&Frame, &[Pos]),
    area: Rect,
    canvas: &mut Picture,
) -> Result<Vec<Rect>, GlyphError> {
    let whole = Rect::new(0, 0, area.width(), area.height());
    let Some(shown) = shown else {
        marks::draw(glyphs, frame, marks, canvas)?;
        return Ok(vec![whole]);
    };
    repaint::draw_changes(glyphs, shown, frame, whole, canvas)
}

/// Copies a part of the canvas to its place in the pane's area of the window, some rows at a time, because a
/// large window's pixels take much memory. Returns that place.
fn send(part: Rect, canvas: &Picture, area: Rect, surface: &mut SurfaceRef) -> Result<Rect, GlyphError> {
    let (width, pitch) = (part.width(), part.width() * PIXEL as u32);
    let place = Rect::new(area.x() + part.x(), area.y() + part.y(), width, part.height());
    for row in (0..part.height()).step_by(ROWS_AT_ONCE) {
        let rows = (part.height() - row).min(ROWS_AT_ONCE as u32);
        let down = |rect: Rect| Rect::new(rect.x(), rect.y() + row.cast_signed(), width, rows);
        let mut pixels = canvas.read_pixels(down(part), FORMAT).map_err(GlyphError::draw)?;
        let strip = Surface::from_data(&mut pixels, width, rows, pitch, FORMAT).map_err(GlyphError::draw)?;
        strip.blit(None, surface, down(place)).map_err(GlyphError::draw)?;
    }
    Ok(place)
}
