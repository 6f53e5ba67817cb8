//! One texture per glyph, rendered once at start-up (class `GlyphCache`, Part 1).

use std::fmt;

use sdl2::rect::Rect;
use sdl2::render::{BlendMode, Canvas, RenderTarget, Texture, TextureCreator};
use sdl2::rwops::RWops;
use sdl2::ttf::Sdl2TtfContext;

use crate::color::Color;
use crate::map::Pos;
use crate::screen::{BG, Cell, Frame};

/// Width and height of a tile in pixels, and size of the font in points.
pub const TILE: i32 = 20;
/// The font of the series, Roboto Mono Light, as a part of the program.
pub const FONT: &[u8] = include_bytes!("../fonts/RobotoMono-Light.ttf");
/// The first and the last glyph: printable ASCII.
const FIRST: u8 = 32;
const LAST: u8 = 126;

/// A character as a white texture (struct `Glyph`).
struct Glyph<'r> {
    texture: Texture<'r>,
    /// Its natural size in pixels: 12 x 27 at 20 points, so it reaches into the rows above and below.
    width: i32,
    height: i32,
}

/// The glyphs of a font, ready to be drawn in any colour (class `GlyphCache`).
pub struct GlyphCache<'r> {
    glyphs: Vec<Glyph<'r>>,
    /// Width and height of a tile, in pixels.
    tile: Pos,
    /// The colour behind the glyphs.
    pub background: Color,
}

impl<'r> GlyphCache<'r> {
    /// Renders every printable character of ASCII once, at this size in points; a tile has the same size in
    /// pixels. The glyphs are white, and are tinted when they are drawn. The `Result` replaces `ok`.
    ///
    /// # Errors
    /// If SDL_ttf cannot read the font, or the font lacks a character.
    pub fn new<T>(
        ttf: &Sdl2TtfContext,
        creator: &'r TextureCreator<T>,
        font: &[u8],
        points: i32,
    ) -> Result<GlyphCache<'r>, String> {
        let stream = RWops::from_bytes(font).map_err(unusable_font)?;
        let size = u16::try_from(points).unwrap_or(u16::MAX);
        let font = ttf.load_font_from_rwops(stream, size).map_err(unusable_font)?;
        let mut glyphs = Vec::with_capacity(usize::from(LAST - FIRST) + 1);
        for character in (FIRST..=LAST).map(char::from) {
            if font.find_glyph(character).is_none() {
                return Err(format!("the font has no glyph for '{character}'; the game needs all of ASCII"));
            }
            let surface = font.render_char(character).blended(sdl2::pixels::Color::WHITE);
            let surface = surface.map_err(unusable_font)?;
            let mut texture = creator.create_texture_from_surface(&surface).map_err(cannot_draw)?;
            texture.set_blend_mode(BlendMode::Blend);
            let (width, height) = (surface.width() as i32, surface.height() as i32);
            glyphs.push(Glyph { texture, width, height });
        }
        Ok(GlyphCache { glyphs, tile: Pos::new(points, points), background: BG })
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
        points: i32,
        line: Option<i32>,
    ) -> Result<GlyphCache<'r>, String> {
        let mut cache = GlyphCache::new(ttf, creator, font, points)?;
        let size = |length: fn(&Glyph) -> i32| cache.glyphs.iter().map(length).max().unwrap_or(points).max(1);
        cache.tile = Pos::new(size(|glyph| glyph.width), line.unwrap_or_else(|| size(|glyph| glyph.height)));
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
        let Some(place) = self.place(pos, cell) else { return Ok(()) };
        let texture = &mut self.glyphs[usize::from(cell.glyph - FIRST)].texture;
        let Color(r, g, b) = cell.color;
        texture.set_color_mod(r, g, b);
        canvas.copy(texture, None, place).map_err(cannot_draw)
    }

    /// Returns the pixels that a glyph covers on a tile; none if there is no such glyph.
    pub fn place(&self, pos: Pos, cell: Cell) -> Option<Rect> {
        let glyph = self.glyphs.get(usize::from(cell.glyph.checked_sub(FIRST)?))?;
        // `floor((tile - size) / 2 + 0.5)` brings something into the middle of a tile.
        let centred = |size: i32, tile: i32| (tile - size + 1).div_euclid(2);
        let x = pos.x * self.tile.x + centred(glyph.width, self.tile.x);
        let y = pos.y * self.tile.y + centred(glyph.height, self.tile.y);
        Some(Rect::new(x, y, glyph.width.unsigned_abs(), glyph.height.unsigned_abs()))
    }
}

/// Says that SDL_ttf cannot read the font, and what to do.
pub(crate) fn unusable_font(reason: impl fmt::Display) -> String {
    format!("the font cannot be used: {reason}; give a TrueType or OpenType font file")
}

/// Says that SDL cannot draw.
fn cannot_draw(reason: impl fmt::Display) -> String {
    format!("cannot draw: {reason}")
}
