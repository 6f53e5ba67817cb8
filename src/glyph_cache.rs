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
    /// SDL_ttf does not start.
    #[error("cannot start SDL_ttf: {0}; installing it again may help")]
    Ttf(String),
    /// The encoder failed, which it does for no picture of a real size.
    #[error("cannot make a PNG file: {0}")]
    Png(String),
}

struct Glyph<'r> {
    texture: Texture<'r>,
    /// The part of the texture that is not empty.
    ink: Rect,
    /// Where that part lies on the glyph's tile, in pixels. It may reach into other tiles.
    place: Rect,
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

/// A frame as a PNG file, in this font, without a window.
///
/// # Errors
/// When the font cannot be used or SDL fails.
pub fn render(frame: &Frame, font: &[u8]) -> Result<Vec<u8>, GlyphError> {
    let ttf = start_ttf()?;
    let mut picture = new_picture(frame.columns(), frame.rows())?;
    let creator = picture.texture_creator();
    GlyphCache::new(&ttf, &creator, font)?.draw(frame, &mut picture)?;
    to_png(picture.surface()).map_err(|error| GlyphError::Png(error.to_string()))
}

/// The program's [icon] as a PNG file.
///
/// # Errors
/// When SDL fails.
pub fn render_icon(side: u32) -> Result<Vec<u8>, GlyphError> {
    let icon = icon(&start_ttf()?, FONT, side)?;
    to_png(&icon).map_err(|error| GlyphError::Png(error.to_string()))
}

fn start_ttf() -> Result<Sdl2TtfContext, GlyphError> {
    sdl2::ttf::init().map_err(|error| GlyphError::Ttf(error.to_string()))
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
            let ink = ink(&surface);
            let mut place = ink;
            place.offset(centre(surface.width() as i32), centre(surface.height() as i32));
            glyphs.push(Glyph { texture, ink, place });
        }
        let tiles = |pixels: i32| pixels.max(0).unsigned_abs().div_ceil(TILE.unsigned_abs()).cast_signed();
        let beyond = |from: i32, to: i32| tiles(-from).max(tiles(to - TILE));
        let reach = glyphs.iter().fold(Pos::default(), |reach, Glyph { place, .. }| {
            let (x, y) = (beyond(place.left(), place.right()), beyond(place.top(), place.bottom()));
            Pos::new(reach.x.max(x), reach.y.max(y))
        });
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
        let window = picture.viewport();
        let (before, after) = (shown.by_tile(), frame.by_tile());
        let tiles = after.changes(&before);
        // A tile drawn alone costs more than one of many; from some number on drawing all is cheaper.
        if tiles.len() as i32 * 2 > frame.columns() * frame.rows() {
            self.draw(frame, picture)?;
            return Ok(vec![window]);
        }
        let mut areas = Vec::with_capacity(tiles.len());
        for tile in tiles {
            let touched = before.on(tile).chain(after.on(tile)).filter_map(|drawn| self.place(drawn));
            let area = touched.reduce(|a, b| a.union(b)).and_then(|area| area.intersection(window));
            let Some(area) = area else { continue };
            picture.set_clip_rect(area);
            picture.set_draw_color(rgb(BACKGROUND));
            picture.fill_rect(area).map_err(GlyphError::Sdl)?;
            // What was or is on this tile reaches so far, and what is drawn there may come from as far away again.
            for drawn in after.near(tile, Pos::new(2 * self.reach.x, 2 * self.reach.y)) {
                if self.place(drawn).is_some_and(|place| place.has_intersection(area)) {
                    self.draw_cell(drawn, picture)?;
                }
            }
            areas.push(area);
        }
        picture.set_clip_rect(None);
        Ok(areas)
    }

    /// The pixels that a cell may touch. A frame only has printable characters, so there are some unless the glyph is empty.
    fn place(&self, drawn: &Drawn) -> Option<Rect> {
        let Glyph { mut place, .. } = *self.glyphs.get(usize::from(drawn.cell.glyph.wrapping_sub(FIRST)))?;
        place.offset(drawn.pos.x * TILE, drawn.pos.y * TILE);
        Some(place)
    }

    /// Draws a glyph at its natural size in the middle of its tile, tinted.
    fn draw_cell(&mut self, drawn: &Drawn, picture: &mut Picture) -> Result<(), GlyphError> {
        let place = self.place(drawn);
        let glyph = self.glyphs.get_mut(usize::from(drawn.cell.glyph.wrapping_sub(FIRST)));
        let (Some(place), Some(glyph)) = (place, glyph) else { return Ok(()) };
        let Color(r, g, b) = drawn.cell.color;
        glyph.texture.set_color_mod(r, g, b);
        picture.copy(&glyph.texture, glyph.ink, place).map_err(GlyphError::Sdl)
    }
}

/// The smallest rectangle outside of which a glyph is transparent. (SDL_ttf's pictures are ARGB, 32 bits a pixel.)
fn ink(glyph: &SurfaceRef) -> Rect {
    let whole = glyph.rect();
    let Some(pixels) = glyph.without_lock() else { return whole };
    let (mut left, mut right, mut top, mut bottom) = (whole.width(), 0, whole.height(), 0);
    for (y, row) in (0..).zip(pixels.chunks(glyph.pitch() as usize)) {
        let row = row.as_chunks::<PIXEL>().0.iter().take(whole.width() as usize);
        for (x, _) in (0..).zip(row).filter(|&(_, &pixel)| u32::from_ne_bytes(pixel) >> 24 != 0) {
            (left, right, top, bottom) = (left.min(x), right.max(x + 1), top.min(y), bottom.max(y + 1));
        }
    }
    // SDL's rectangles are not empty; an empty glyph is one transparent pixel.
    Rect::new(left as i32, top as i32, right.saturating_sub(left), bottom.saturating_sub(top))
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
