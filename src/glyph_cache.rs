//! One texture per glyph, rendered once at start-up (class `GlyphCache`, Part 1).

use std::fmt;

use sdl2::rect::Rect;
use sdl2::render::{BlendMode, Canvas, RenderTarget, Texture, TextureCreator};
use sdl2::rwops::RWops;
use sdl2::ttf::Sdl2TtfContext;

use crate::color::Color;
use crate::map::Pos;
use crate::screen::{BG, Cell, Frame};

/// Width and height of a tile in pixels, as in the original.
pub const TILE_SIZE: i32 = 20;
/// Size of the font in points: a tile has as many pixels.
pub const FONT_PT: i32 = 20;
/// The font of the series, Roboto Mono Light (`FONT_PATH`), as a part of the program.
pub const FONT: &[u8] = include_bytes!("../fonts/RobotoMono-Light.ttf");
/// The first glyph: printable ASCII begins with the space.
const FIRST_CHAR: u8 = 32;
/// The last glyph, `~`.
const LAST_CHAR: u8 = 126;
/// Number of glyphs.
const NUM_CHARS: usize = (LAST_CHAR - FIRST_CHAR) as usize + 1;

/// A character as a white texture (struct `Glyph`).
struct Glyph<'r> {
    tex: Texture<'r>,
    /// Its natural size in pixels: 12 x 27 at 20 points, so it reaches into the rows above and below.
    w: i32,
    h: i32,
}

/// The glyphs of a font (class `GlyphCache`). Rust drops the textures (`~GlyphCache`).
pub struct GlyphCache<'r> {
    glyphs: Vec<Glyph<'r>>,
    /// Width and height of a tile, in pixels. [`GlyphCache::new`] takes the size of the font in points.
    tile: Pos,
    /// The background colour of each tile.
    pub background: Color,
}

impl<'r> GlyphCache<'r> {
    /// Renders every printable character of ASCII once, in white (`GlyphCache::GlyphCache`). The `Result`
    /// replaces `ok` and `m_loaded`.
    ///
    /// # Errors
    /// If SDL_ttf cannot read the font, or the font lacks a character. The original draws nothing for it.
    pub fn new<T>(
        ttf: &Sdl2TtfContext,
        creator: &'r TextureCreator<T>,
        font: &[u8],
        pt_size: i32,
    ) -> Result<GlyphCache<'r>, String> {
        let stream = RWops::from_bytes(font).map_err(unusable_font)?;
        let size = u16::try_from(pt_size).unwrap_or(u16::MAX);
        let font = ttf.load_font_from_rwops(stream, size).map_err(unusable_font)?;
        let white = sdl2::pixels::Color::WHITE;
        let mut glyphs = Vec::with_capacity(NUM_CHARS);
        for character in (FIRST_CHAR..=LAST_CHAR).map(char::from) {
            if font.find_glyph(character).is_none() {
                return Err(format!("the font has no glyph for '{character}'; the game needs all of ASCII"));
            }
            let surf = font.render_char(character).blended(white).map_err(unusable_font)?;
            let mut tex =
                creator.create_texture_from_surface(&surf).map_err(|e| format!("cannot draw: {e}"))?;
            tex.set_blend_mode(BlendMode::Blend);
            glyphs.push(Glyph { tex, w: surf.width() as i32, h: surf.height() as i32 });
        }
        Ok(GlyphCache { glyphs, tile: Pos::new(pt_size, pt_size), background: BG })
    }

    /// Renders the glyphs at this size in points, for text: a tile is as wide as a letter, and as high as
    /// `line`, or as a glyph if that is none.
    ///
    /// # Errors
    /// If SDL_ttf cannot read the font, or the font lacks a character.
    pub fn for_text<T>(
        ttf: &Sdl2TtfContext,
        creator: &'r TextureCreator<T>,
        font: &[u8],
        pt_size: i32,
        line: Option<i32>,
    ) -> Result<GlyphCache<'r>, String> {
        let mut cache = GlyphCache::new(ttf, creator, font, pt_size)?;
        let size =
            |length: fn(&Glyph) -> i32| cache.glyphs.iter().map(length).max().unwrap_or(pt_size).max(1);
        cache.tile = Pos::new(size(|glyph| glyph.w), line.unwrap_or_else(|| size(|glyph| glyph.h)));
        Ok(cache)
    }

    /// Width and height of a tile, in pixels.
    pub fn tile(&self) -> Pos {
        self.tile
    }

    /// Clears a canvas, and draws a frame on it.
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn draw<T: RenderTarget>(&mut self, frame: &Frame, canvas: &mut Canvas<T>) -> Result<(), String> {
        let Color(r, g, b) = self.background;
        canvas.set_draw_color(sdl2::pixels::Color::RGB(r, g, b));
        canvas.clear();
        for &(pos, cell) in &frame.cells {
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
        self.place(pos, cell).map_or(Ok(()), |dst| self.draw_at(dst, cell, canvas))
    }

    /// Draws a glyph on these pixels, tinted. Nothing is drawn for what is not printable ASCII.
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn draw_at<T: RenderTarget>(
        &mut self,
        dst: Rect,
        cell: Cell,
        canvas: &mut Canvas<T>,
    ) -> Result<(), String> {
        let index = usize::from(cell.glyph.wrapping_sub(FIRST_CHAR));
        let Some(Glyph { tex, .. }) = self.glyphs.get_mut(index) else { return Ok(()) };
        let Color(r, g, b) = cell.color;
        tex.set_color_mod(r, g, b);
        canvas.copy(tex, None, dst)
    }

    /// Returns the pixels that a glyph covers on a tile, or `None` if there is no such glyph.
    pub fn place(&self, pos: Pos, cell: Cell) -> Option<Rect> {
        let glyph = self.glyphs.get(usize::from(cell.glyph.wrapping_sub(FIRST_CHAR)))?;
        // `floor((tile - size) / 2 + 0.5)` brings something into the middle of a tile.
        let centred = |size: i32, tile: i32| (tile - size + 1).div_euclid(2);
        let x = pos.x * self.tile.x + centred(glyph.w, self.tile.x);
        let y = pos.y * self.tile.y + centred(glyph.h, self.tile.y);
        Some(Rect::new(x, y, glyph.w.unsigned_abs(), glyph.h.unsigned_abs()))
    }
}

/// Explains that SDL_ttf cannot read the font, and what to do.
pub(crate) fn unusable_font(reason: impl fmt::Display) -> String {
    format!("the font cannot be used: {reason}; give a TrueType or OpenType font file")
}
