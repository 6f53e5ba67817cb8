//! One texture per glyph, and the canvas they are drawn on (class `GlyphCache`, Part 1 on).
//!
//! Everything is drawn by SDL's software renderer onto a surface of the original's window size. The real window only ever
//! receives finished pixels, so the picture is the same, bit for bit, on every graphics card, in screenshots and in tests.

use sdl2::pixels::PixelFormatEnum;
use sdl2::rect::Rect;
use sdl2::render::{BlendMode, Canvas, Texture, TextureCreator};
use sdl2::rwops::RWops;
use sdl2::surface::{Surface, SurfaceContext, SurfaceRef};
use sdl2::ttf::Sdl2TtfContext;

use crate::color::Color;
use crate::entity::Entity;
use crate::map::Pos;
use crate::player::Player;
use crate::screen::{BACKGROUND, Drawn, Frame};

/// Side of a tile, in pixels.
pub const TILE: i32 = 20;
/// Size of the font, in points.
const FONT_POINTS: u16 = 20;
/// The font of the series, part of the program.
pub const FONT: &[u8] = include_bytes!("../fonts/RobotoMono-Light.ttf");
/// Printable ASCII.
const FIRST: u8 = 32;
const LAST: u8 = 126;
/// What a picture's pixels are made of: 32 bits each, as numbers 0x00RRGGBB.
pub const FORMAT: PixelFormatEnum = PixelFormatEnum::RGB888;
/// Bytes of a pixel.
pub const PIXEL: usize = 4;

/// The surface that frames are drawn on.
pub type Picture = Canvas<Surface<'static>>;

/// Why nothing can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GlyphError {
    /// The bytes are no font, or SDL_ttf cannot read it.
    #[error("the font cannot be used: {0}; give a TrueType or OpenType font file")]
    Font(String),
    /// The font cannot show what the game is made of.
    #[error("the font has no glyph for '{0}'; the game needs all of printable ASCII")]
    NoGlyph(char),
    /// The software renderer failed.
    #[error("cannot draw: {0}")]
    Sdl(String),
}

struct Glyph<'r> {
    texture: Texture<'r>,
    width: i32,
    height: i32,
}

/// The 95 printable characters of ASCII as white textures, tinted when drawn (class `GlyphCache`).
pub struct GlyphCache<'r> {
    glyphs: Vec<Glyph<'r>>,
    /// How far glyphs reach into neighbouring tiles at most, in tiles.
    reach: Pos,
}

/// A black picture for a window of so many tiles.
///
/// # Errors
/// When SDL cannot make one.
pub fn new_picture(columns: i32, rows: i32) -> Result<Picture, GlyphError> {
    let [width, height] = [columns, rows].map(|tiles| (tiles * TILE).unsigned_abs());
    Surface::new(width, height, FORMAT).and_then(Surface::into_canvas).map_err(GlyphError::Sdl)
}

impl<'r> GlyphCache<'r> {
    /// Renders every glyph of a font once.
    ///
    /// # Errors
    /// When the font is none, or lacks a character.
    pub fn new(
        ttf: &Sdl2TtfContext,
        creator: &'r TextureCreator<SurfaceContext<'static>>,
        font: &[u8],
    ) -> Result<GlyphCache<'r>, GlyphError> {
        let stream = RWops::from_bytes(font).map_err(GlyphError::Font)?;
        let font = ttf.load_font_from_rwops(stream, FONT_POINTS).map_err(GlyphError::Font)?;
        let mut glyphs = Vec::with_capacity(usize::from(LAST - FIRST) + 1);
        for character in (FIRST..=LAST).map(char::from) {
            if font.find_glyph(character).is_none() {
                return Err(GlyphError::NoGlyph(character));
            }
            let white = sdl2::pixels::Color::WHITE;
            let surface = font
                .render_char(character)
                .blended(white)
                .map_err(|error| GlyphError::Font(error.to_string()))?;
            let mut texture = creator
                .create_texture_from_surface(&surface)
                .map_err(|error| GlyphError::Sdl(error.to_string()))?;
            texture.set_blend_mode(BlendMode::Blend);
            let (width, height) = (surface.width() as i32, surface.height() as i32);
            glyphs.push(Glyph { texture, width, height });
        }
        let overhang = |size: fn(&Glyph) -> i32| glyphs.iter().map(size).max().unwrap_or(0) - TILE;
        // Half of what is too large hangs over on either side; a pixel more for rounding.
        let tiles = |overhang: i32| if overhang <= 0 { 0 } else { (overhang / 2 + 1) / TILE + 1 };
        let reach = Pos::new(tiles(overhang(|glyph| glyph.width)), tiles(overhang(|glyph| glyph.height)));
        Ok(GlyphCache { glyphs, reach })
    }

    /// Draws a whole frame on a cleared picture.
    ///
    /// # Errors
    /// When SDL cannot draw.
    pub fn draw(&mut self, frame: &Frame, picture: &mut Picture) -> Result<(), GlyphError> {
        picture.set_clip_rect(None);
        picture.set_draw_color(rgb(BACKGROUND));
        picture.clear();
        frame.drawn().iter().try_for_each(|drawn| self.draw_cell(drawn, picture))
    }

    /// Draws what `frame` shows differently from `shown`, which is what the picture shows now. Gives the rectangles of pixels that
    /// were drawn anew; none when nothing differs.
    ///
    /// # Errors
    /// When SDL cannot draw.
    pub fn draw_changes(
        &mut self,
        shown: &Frame,
        frame: &Frame,
        picture: &mut Picture,
    ) -> Result<Vec<Rect>, GlyphError> {
        let tiles = frame.changes(shown);
        // Every changed tile costs its neighbours too; from some number on drawing all is cheaper.
        if tiles.len() as i32 * 6 > frame.columns() * frame.rows() {
            self.draw(frame, picture)?;
            let (width, height) = (frame.columns() * TILE, frame.rows() * TILE);
            return Ok(vec![Rect::new(0, 0, width.unsigned_abs(), height.unsigned_abs())]);
        }
        let by_tile = frame.by_tile();
        let mut areas = Vec::with_capacity(tiles.len());
        for tile in tiles {
            let area = self.area(tile);
            picture.set_clip_rect(area);
            picture.set_draw_color(rgb(BACKGROUND));
            picture.fill_rect(area).map_err(GlyphError::Sdl)?;
            for index in by_tile.near(tile, Pos::new(2 * self.reach.x, 2 * self.reach.y)) {
                self.draw_cell(&frame.drawn()[index], picture)?;
            }
            areas.push(area);
        }
        picture.set_clip_rect(None);
        Ok(areas)
    }

    /// The pixels that a glyph on this tile may touch.
    fn area(&self, tile: Pos) -> Rect {
        let Pos { x, y } = self.reach;
        let [width, height] = [2 * x + 1, 2 * y + 1].map(|tiles| (tiles * TILE).unsigned_abs());
        Rect::new((tile.x - x) * TILE, (tile.y - y) * TILE, width, height)
    }

    /// Draws a glyph at its natural size in the middle of its tile, tinted.
    fn draw_cell(&mut self, drawn: &Drawn, picture: &mut Picture) -> Result<(), GlyphError> {
        // A frame only has printable characters.
        let Some(glyph) = self.glyphs.get_mut(usize::from(drawn.cell.glyph.wrapping_sub(FIRST))) else {
            return Ok(());
        };
        let Color(r, g, b) = drawn.cell.color;
        glyph.texture.set_color_mod(r, g, b);
        let x = drawn.pos.x * TILE + centre(glyph.width);
        let y = drawn.pos.y * TILE + centre(glyph.height);
        let target = Rect::new(x, y, glyph.width.unsigned_abs(), glyph.height.unsigned_abs());
        picture.copy(&glyph.texture, None, target).map_err(GlyphError::Sdl)
    }
}

/// Where something of this size begins to be in the middle of a tile, in pixels, halves rounded up: `floor((20 - size)/2 + 0.5)`.
const fn centre(size: i32) -> i32 {
    (TILE - size + 1).div_euclid(2)
}

fn rgb(Color(r, g, b): Color) -> sdl2::pixels::Color {
    sdl2::pixels::Color::RGB(r, g, b)
}

/// A picture's surface, or an icon, as a PNG file.
///
/// # Errors
/// When the encoder fails, which it does for no picture of a real size.
pub fn to_png(surface: &SurfaceRef) -> Result<Vec<u8>, png::EncodingError> {
    let (width, pitch) = (surface.width() as usize, surface.pitch() as usize);
    let mut pixels = Vec::with_capacity(width * surface.height() as usize * 3);
    let rows = surface.without_lock().unwrap_or_default().chunks(pitch);
    for pixel in rows.flat_map(|row| row[..width * PIXEL].as_chunks::<PIXEL>().0) {
        let [_, r, g, b] = u32::from_ne_bytes(*pixel).to_be_bytes();
        pixels.extend([r, g, b]);
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, surface.width(), surface.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// The program's icon: the player on the dungeon's dark, a square of so many pixels.
///
/// # Errors
/// When the font is none, or SDL fails.
pub fn icon(ttf: &Sdl2TtfContext, font: &[u8], side: u32) -> Result<Surface<'static>, GlyphError> {
    let stream = RWops::from_bytes(font).map_err(GlyphError::Font)?;
    // The letter is about half as wide as its size in points: this fills the square.
    let points = u16::try_from(side).unwrap_or(u16::MAX);
    let font = ttf.load_font_from_rwops(stream, points).map_err(GlyphError::Font)?;
    let Entity { glyph, color, .. } = Player::new().entity;
    let letter = font
        .render_char(char::from(glyph))
        .blended(rgb(color))
        .map_err(|error| GlyphError::Font(error.to_string()))?;
    let mut icon = Surface::new(side, side, FORMAT).map_err(GlyphError::Sdl)?;
    icon.fill_rect(None, rgb(BACKGROUND)).map_err(GlyphError::Sdl)?;
    let x = (side as i32 - letter.width() as i32) / 2;
    let y = (side as i32 - letter.height() as i32) / 2;
    letter
        .blit(None, &mut icon, Rect::new(x, y, letter.width(), letter.height()))
        .map_err(GlyphError::Sdl)?;
    Ok(icon)
}
