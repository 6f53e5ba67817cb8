//! One texture per glyph, rendered once at start-up (class `GlyphCache`, Part 1).

use sdl2::rect::Rect;
use sdl2::render::{BlendMode, Canvas, RenderTarget, Texture, TextureCreator};
use sdl2::rwops::RWops;
use sdl2::ttf::Sdl2TtfContext;

use crate::color::Color;
use crate::map::Pos;
use crate::screen::{BACKGROUND, Cell, Frame};

/// Width and height of a tile, in pixels.
pub const TILE: i32 = 20;
/// Size of the font, in points.
const FONT_POINTS: u16 = 20;
/// The font of the series, Roboto Mono Light, as a part of the program.
pub const FONT: &[u8] = include_bytes!("../fonts/RobotoMono-Light.ttf");
/// The first and the last glyph: printable ASCII.
const FIRST: u8 = 32;
const LAST: u8 = 126;

/// A character as a white texture (struct `Glyph`).
struct Glyph<'r> {
    texture: Texture<'r>,
    /// Its natural size, in pixels. At 20 points that is 12 x 27, so a glyph reaches into the rows above and
    /// below.
    width: i32,
    height: i32,
}

/// The glyphs of a font, ready to be drawn in any colour (class `GlyphCache`).
pub struct GlyphCache<'r> {
    glyphs: Vec<Glyph<'r>>,
}

impl<'r> GlyphCache<'r> {
    /// Renders every printable character of ASCII once. The original's `ok` is the `Result`.
    ///
    /// # Errors
    /// If SDL_ttf cannot read the font, or the font lacks a character.
    pub fn new<T>(
        ttf: &Sdl2TtfContext,
        creator: &'r TextureCreator<T>,
        font: &[u8],
    ) -> Result<GlyphCache<'r>, String> {
        let stream = RWops::from_bytes(font).map_err(unusable_font)?;
        let font = ttf.load_font_from_rwops(stream, FONT_POINTS).map_err(unusable_font)?;
        let mut glyphs = Vec::with_capacity(usize::from(LAST - FIRST) + 1);
        for character in (FIRST..=LAST).map(char::from) {
            if font.find_glyph(character).is_none() {
                return Err(format!(
                    "the font has no glyph for '{character}'; the game needs all of printable ASCII"
                ));
            }
            // White, because the colour is multiplied with it when the glyph is drawn.
            let surface = font
                .render_char(character)
                .blended(sdl2::pixels::Color::WHITE)
                .map_err(|error| unusable_font(error.to_string()))?;
            let mut texture = creator
                .create_texture_from_surface(&surface)
                .map_err(|error| format!("cannot draw: {error}"))?;
            texture.set_blend_mode(BlendMode::Blend);
            let (width, height) = (surface.width() as i32, surface.height() as i32);
            glyphs.push(Glyph { texture, width, height });
        }
        Ok(GlyphCache { glyphs })
    }

    /// Draws a whole frame on a cleared canvas.
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn draw<T: RenderTarget>(&mut self, frame: &Frame, canvas: &mut Canvas<T>) -> Result<(), String> {
        let Color(r, g, b) = BACKGROUND;
        canvas.set_draw_color(sdl2::pixels::Color::RGB(r, g, b));
        canvas.clear();
        for &(pos, cell) in frame.cells() {
            self.draw_glyph(pos, cell, canvas)?;
        }
        Ok(())
    }

    /// Draws a glyph at its natural size in the middle of its tile, tinted (`drawGlyph`).
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn draw_glyph<T: RenderTarget>(
        &mut self,
        pos: Pos,
        cell: Cell,
        canvas: &mut Canvas<T>,
    ) -> Result<(), String> {
        let Some(place) = self.place(pos, cell) else { return Ok(()) };
        let glyph = &mut self.glyphs[usize::from(cell.glyph - FIRST)];
        let Color(r, g, b) = cell.color;
        glyph.texture.set_color_mod(r, g, b);
        canvas.copy(&glyph.texture, None, place).map_err(|error| format!("cannot draw: {error}"))
    }

    /// Returns the pixels that a glyph covers on a tile; none if there is no such glyph.
    pub fn place(&self, pos: Pos, cell: Cell) -> Option<Rect> {
        let glyph = self.glyphs.get(usize::from(cell.glyph.checked_sub(FIRST)?))?;
        // The original rounds: floor((20 - size) / 2 + 0.5).
        let [x, y] = [glyph.width, glyph.height].map(|size| (TILE - size + 1).div_euclid(2));
        Some(Rect::new(
            pos.x * TILE + x,
            pos.y * TILE + y,
            glyph.width.unsigned_abs(),
            glyph.height.unsigned_abs(),
        ))
    }
}

/// Says that SDL_ttf cannot read the font, and what to do.
pub(crate) fn unusable_font(reason: String) -> String {
    format!("the font cannot be used: {reason}; give a TrueType or OpenType font file")
}
