//! One texture per glyph, rendered once at start-up (class `GlyphCache`).

use std::fmt;

use sdl2::rect::Rect;
use sdl2::render::{BlendMode, Texture, TextureCreator, WindowCanvas};
use sdl2::rwops::RWops;
use sdl2::ttf::Sdl2TtfContext;

use crate::color::Color;
use crate::map::Pos;
use crate::screen::{BG, Frame};

pub const TILE_SIZE: i32 = 20; // Width and height of a tile in pixels, as in the original
pub const FONT_PT: u16 = 20; // Size of the font in points: a tile has as many pixels
/// The font of the series, Roboto Mono Light (`FONT_PATH`), as a part of the program.
pub const FONT: &[u8] = include_bytes!("../fonts/RobotoMono-Light.ttf");
const FIRST_CHAR: u8 = 32; // The first glyph: printable ASCII begins with the space
const LAST_CHAR: u8 = 126; // The last glyph, `~`
const NUM_CHARS: usize = (LAST_CHAR - FIRST_CHAR) as usize + 1; // Number of glyphs

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
}

impl<'r> GlyphCache<'r> {
    /// Renders every printable character of ASCII once, in white (`GlyphCache::GlyphCache`). The `Result`
    /// replaces `ok` and `m_loaded`.
    pub fn new<T>(
        ttf: &Sdl2TtfContext,
        creator: &'r TextureCreator<T>,
        font: &[u8],
        pt_size: u16,
    ) -> Result<GlyphCache<'r>, String> {
        let stream = RWops::from_bytes(font).map_err(unusable_font)?;
        let font = ttf.load_font_from_rwops(stream, pt_size).map_err(unusable_font)?;
        let white = sdl2::pixels::Color::WHITE;
        let mut glyphs = Vec::with_capacity(NUM_CHARS);
        for character in (FIRST_CHAR..=LAST_CHAR).map(char::from) {
            let surf = font.render_char(character).blended(white).map_err(unusable_font)?;
            let mut tex =
                creator.create_texture_from_surface(&surf).map_err(|e| format!("cannot draw: {e}"))?;
            tex.set_blend_mode(BlendMode::Blend);
            glyphs.push(Glyph { tex, w: surf.width() as i32, h: surf.height() as i32 });
        }
        Ok(GlyphCache { glyphs })
    }

    /// Clears a canvas, and draws a frame on it.
    pub fn draw(&mut self, frame: &Frame, canvas: &mut WindowCanvas) -> Result<(), String> {
        let Color(r, g, b) = BG;
        canvas.set_draw_color(sdl2::pixels::Color::RGB(r, g, b));
        canvas.clear();
        for &(pos, glyph, color) in &frame.cells {
            self.draw_glyph(pos, glyph, color, canvas)?;
        }
        Ok(())
    }

    /// Draws a glyph at its natural size in the middle of its tile, tinted (`drawGlyph`).
    fn draw_glyph(
        &mut self,
        pos: Pos,
        glyph: u8,
        color: Color,
        canvas: &mut WindowCanvas,
    ) -> Result<(), String> {
        let Color(r, g, b) = color;
        let Glyph { tex, w, h } = &mut self.glyphs[usize::from(glyph - FIRST_CHAR)];
        tex.set_color_mod(r, g, b);
        // `floor((tile - size) / 2 + 0.5)` brings something into the middle of a tile.
        let centred = |size: i32| (TILE_SIZE - size + 1).div_euclid(2);
        let (x, y) = (pos.x * TILE_SIZE + centred(*w), pos.y * TILE_SIZE + centred(*h));
        canvas.copy(tex, None, Rect::new(x, y, w.unsigned_abs(), h.unsigned_abs()))
    }
}

/// Explains that SDL_ttf cannot read the font.
fn unusable_font(reason: impl fmt::Display) -> String {
    format!("the font cannot be used: {reason}")
}
