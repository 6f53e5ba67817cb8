//! One picture per glyph, rendered once at start-up (class `GlyphCache`, Part 1).
//!
//! The original has textures and draws them with a renderer. Here the pictures are surfaces, and a glyph is
//! copied straight to where it is shown. SDL's software renderer does the same with textures, pixel for
//! pixel.

use sdl2::rect::Rect;
use sdl2::render::BlendMode;
use sdl2::rwops::RWops;
use sdl2::surface::{Surface, SurfaceRef};
use sdl2::ttf::Sdl2TtfContext;

use crate::color::Color;
use crate::map::Pos;
use crate::screen::{BACKGROUND, Cell, Frame};

/// Width and height of a tile in pixels, and size of the font in points. Windows of other sizes have others.
pub const TILE: i32 = 20;
/// The font of the series, Roboto Mono Light, as a part of the program.
pub const FONT: &[u8] = include_bytes!("../fonts/RobotoMono-Light.ttf");
/// The first and the last glyph: printable ASCII.
const FIRST: u8 = 32;
const LAST: u8 = 126;

/// A character as a white picture (struct `Glyph`).
struct Glyph {
    picture: Surface<'static>,
    /// Its natural size, in pixels. At 20 points that is 12 x 27, so a glyph reaches into the rows above and
    /// below.
    width: i32,
    height: i32,
}

/// The glyphs of a font, ready to be drawn in any colour (class `GlyphCache`).
pub struct GlyphCache {
    glyphs: Vec<Glyph>,
    /// Width and height of a tile, in pixels.
    tile: Pos,
    /// Where the first tile begins, in pixels.
    pub origin: Pos,
    /// The colour behind the glyphs.
    pub background: Color,
}

impl GlyphCache {
    /// Renders every printable character of ASCII once, for square tiles of this side: [`TILE`] for the
    /// original's picture. The original's `ok` is the `Result`.
    ///
    /// # Errors
    /// If SDL_ttf cannot read the font, or the font lacks a character.
    pub fn new(ttf: &Sdl2TtfContext, font: &[u8], tile: i32) -> Result<GlyphCache, String> {
        let glyphs = render_glyphs(ttf, font, tile)?;
        let tile = Pos::new(tile, tile);
        Ok(GlyphCache { glyphs, tile, origin: Pos::new(0, 0), background: BACKGROUND })
    }

    /// Renders the glyphs at this size in points, for text: a tile is as large as a glyph.
    ///
    /// # Errors
    /// If SDL_ttf cannot read the font, or the font lacks a character.
    pub fn for_text(ttf: &Sdl2TtfContext, font: &[u8], points: i32) -> Result<GlyphCache, String> {
        let glyphs = render_glyphs(ttf, font, points)?;
        let size = |length: fn(&Glyph) -> i32| glyphs.iter().map(length).max().unwrap_or(points).max(1);
        let tile = Pos::new(size(|glyph| glyph.width), size(|glyph| glyph.height));
        Ok(GlyphCache { glyphs, tile, origin: Pos::new(0, 0), background: BACKGROUND })
    }

    /// Width and height of a tile, in pixels.
    pub const fn tile(&self) -> Pos {
        self.tile
    }

    /// Clears a surface, and draws a whole frame on it.
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn draw(&mut self, frame: &Frame, target: &mut SurfaceRef) -> Result<(), String> {
        self.draw_within(target.rect(), frame, target)
    }

    /// Clears an area of a surface, and draws what a frame has there.
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn draw_within(&mut self, area: Rect, frame: &Frame, target: &mut SurfaceRef) -> Result<(), String> {
        let Color(r, g, b) = self.background;
        target.fill_rect(area, sdl2::pixels::Color::RGB(r, g, b)).map_err(cannot_draw)?;
        for &(pos, cell) in frame.cells() {
            self.draw_glyph(pos, cell, area, target)?;
        }
        Ok(())
    }

    /// Draws a glyph at its natural size in the middle of its tile, tinted (`drawGlyph`). What lies outside
    /// of the area is left out.
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn draw_glyph(
        &mut self,
        pos: Pos,
        cell: Cell,
        area: Rect,
        target: &mut SurfaceRef,
    ) -> Result<(), String> {
        let Some(place) = self.place(pos, cell) else { return Ok(()) };
        let Some(inside) = place.intersection(area) else { return Ok(()) };
        let source =
            Rect::new(inside.x() - place.x(), inside.y() - place.y(), inside.width(), inside.height());
        let glyph = &mut self.glyphs[usize::from(cell.glyph - FIRST)];
        let Color(r, g, b) = cell.color;
        glyph.picture.set_color_mod(sdl2::pixels::Color::RGB(r, g, b));
        glyph.picture.blit(source, target, inside).map_err(cannot_draw)?;
        Ok(())
    }

    /// Returns the pixels that a glyph covers on a tile; none if there is no such glyph.
    pub fn place(&self, pos: Pos, cell: Cell) -> Option<Rect> {
        let glyph = self.glyphs.get(usize::from(cell.glyph.checked_sub(FIRST)?))?;
        let x = self.origin.x + pos.x * self.tile.x + centred(glyph.width, self.tile.x);
        let y = self.origin.y + pos.y * self.tile.y + centred(glyph.height, self.tile.y);
        Some(Rect::new(x, y, glyph.width.unsigned_abs(), glyph.height.unsigned_abs()))
    }
}

/// Renders the glyphs of a font in white, because their colour is multiplied with it when they are drawn.
fn render_glyphs(ttf: &Sdl2TtfContext, font: &[u8], points: i32) -> Result<Vec<Glyph>, String> {
    let stream = RWops::from_bytes(font).map_err(unusable_font)?;
    let points = u16::try_from(points).unwrap_or(u16::MAX);
    let font = ttf.load_font_from_rwops(stream, points).map_err(unusable_font)?;
    let mut glyphs = Vec::with_capacity(usize::from(LAST - FIRST) + 1);
    for character in (FIRST..=LAST).map(char::from) {
        if font.find_glyph(character).is_none() {
            return Err(format!(
                "the font has no glyph for '{character}'; the game needs all of printable ASCII"
            ));
        }
        let mut picture = font
            .render_char(character)
            .blended(sdl2::pixels::Color::WHITE)
            .map_err(|error| unusable_font(error.to_string()))?;
        picture.set_blend_mode(BlendMode::Blend).map_err(cannot_draw)?;
        let (width, height) = (picture.width() as i32, picture.height() as i32);
        glyphs.push(Glyph { picture, width, height });
    }
    Ok(glyphs)
}

/// Returns where something of this size begins in the middle of a tile, in pixels: `floor((tile - size)/2 +
/// 0.5)`.
const fn centred(size: i32, tile: i32) -> i32 {
    (tile - size + 1).div_euclid(2)
}

/// Says that SDL_ttf cannot read the font, and what to do.
pub(crate) fn unusable_font(reason: String) -> String {
    format!("the font cannot be used: {reason}; give a TrueType or OpenType font file")
}

/// Says that SDL cannot draw.
fn cannot_draw(reason: String) -> String {
    format!("cannot draw: {reason}")
}
