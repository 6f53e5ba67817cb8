//! Frames and the program's icon as pictures, drawn by SDL's software renderer, and as PNG files.
//!
//! The window copies parts of such pictures, and `roguelike shot` saves one. So at the same size and with the
//! same letters they are equal, pixel for pixel, on every graphics card.

#[cfg(feature = "desktop")]
pub mod stages;

use std::fmt::Display;

use sdl2::pixels::PixelFormatEnum;
pub use sdl2::rect::{Point, Rect};
use sdl2::render::{Canvas, TextureCreator};
use sdl2::surface::{Surface, SurfaceContext, SurfaceRef};
use sdl2::ttf::Sdl2TtfContext;

use crate::color::Color;
use crate::entity::Entity;
use crate::glyph_cache::{FONT, FONT_PT, GlyphCache, TILE_SIZE};
use crate::map::{MAP_WIDTH, Pos};
use crate::player;
use crate::screen::{Cell, Frame};

/// The format of a picture's pixels: 32 bits each, as numbers 0x00RRGGBB.
pub const FORMAT: PixelFormatEnum = PixelFormatEnum::RGB888;
/// Bytes of a pixel.
pub const PIXEL: usize = 4;

/// SDL's software renderer, and the surface that it draws frames on.
pub type Picture = Canvas<Surface<'static>>;
/// The creator of the textures of a [`Picture`].
pub type Textures = TextureCreator<SurfaceContext<'static>>;

/// Why nothing can be drawn, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GlyphError(String);

impl GlyphError {
    /// SDL cannot draw, for this reason.
    pub fn draw(reason: impl Display) -> GlyphError {
        GlyphError(format!("cannot draw: {reason}"))
    }
}

/// [`GlyphCache::new`] fails with such a sentence.
impl From<String> for GlyphError {
    fn from(problem: String) -> GlyphError {
        GlyphError(problem)
    }
}

impl From<png::EncodingError> for GlyphError {
    fn from(error: png::EncodingError) -> GlyphError {
        GlyphError(format!("cannot make a PNG file: {error}"))
    }
}

/// Returns a black picture of the original's size, for a window with this many rows of tiles.
///
/// # Errors
/// If SDL runs out of memory.
pub fn new_picture(rows: i32) -> Result<Picture, GlyphError> {
    let [width, height] = [MAP_WIDTH, rows].map(|tiles| (tiles * TILE_SIZE).unsigned_abs());
    picture_of_size(width, height)
}

/// Returns a black picture of this size in pixels.
/// Fails if SDL runs out of memory.
pub fn picture_of_size(width: u32, height: u32) -> Result<Picture, GlyphError> {
    Surface::new(width, height, FORMAT).and_then(Surface::into_canvas).map_err(GlyphError::draw)
}

/// Draws a frame at the original's size, in this font. No window is needed.
///
/// # Errors
/// If SDL_ttf cannot read the font, the font lacks a character, or SDL fails.
pub fn draw(frame: &Frame, font: &[u8]) -> Result<Picture, GlyphError> {
    draw_on(new_picture(frame.rows())?, FONT_PT, frame, font)
}

/// Draws the program's icon: the player on the dungeon's background, a square with this side in pixels.
/// Fails if SDL fails.
pub fn icon(side: u32) -> Result<Picture, GlyphError> {
    let mut frame = Frame::new(1);
    let Entity { glyph, color, .. } = player::new();
    frame.put(Pos::default(), glyph, color);
    draw_on(picture_of_size(side, side)?, side.cast_signed(), &frame, FONT)
}

/// Draws a frame with tiles of this size in pixels.
fn draw_on(mut picture: Picture, tile: i32, frame: &Frame, font: &[u8]) -> Result<Picture, GlyphError> {
    let (ttf, creator) = (start_ttf()?, picture.texture_creator());
    let mut glyphs = GlyphCache::new(&ttf, &creator, font, tile)?;
    glyphs.draw(frame, &mut picture).map_err(GlyphError::draw)?;
    // A renderer may keep drawing commands until then.
    picture.present();
    Ok(picture)
}

/// Returns the pixels of a tile of this size.
pub fn tile_area(Pos { x, y }: Pos, size: Pos) -> Rect {
    Rect::new(x * size.x, y * size.y, size.x.unsigned_abs(), size.y.unsigned_abs())
}

/// Draws a text whose first letter begins at a point.
pub fn draw_text(
    text: &str,
    start: Point,
    color: Color,
    letters: &mut GlyphCache,
    canvas: &mut Picture,
) -> Result<(), GlyphError> {
    for (column, glyph) in (0..).zip(text.bytes()) {
        let cell = Cell { glyph, color };
        if let Some(mut place) = letters.place(Pos::new(column, 0), cell) {
            place.offset(start.x(), start.y());
            letters.draw_at(place, cell, canvas).map_err(GlyphError::draw)?;
        }
    }
    Ok(())
}

/// Starts SDL_ttf.
///
/// # Errors
/// If it cannot be started.
pub fn start_ttf() -> Result<Sdl2TtfContext, GlyphError> {
    let failed = |error| format!("cannot start SDL_ttf: {error}; installing it again may help");
    Ok(sdl2::ttf::init().map_err(failed)?)
}

/// Returns a surface as a PNG file.
/// Fails if the encoder fails.
pub fn to_png(surface: &SurfaceRef) -> Result<Vec<u8>, GlyphError> {
    to_marked_png(surface, None)
}

/// Encodes a surface in the same way, with a word about the program that made it at the beginning.
///
/// # Errors
/// If it cannot be encoded.
pub fn to_marked_png(surface: &SurfaceRef, mark: Option<&str>) -> Result<Vec<u8>, GlyphError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, surface.width(), surface.height());
    encoder.set_color(png::ColorType::Rgb);
    if let Some(mark) = mark {
        encoder.add_text_chunk("Software".to_owned(), mark.to_owned())?;
    }
    // Its samples have 8 bits if nothing else is set.
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels(surface))?;
    writer.finish()?;
    Ok(bytes)
}

/// Returns red, green and blue of each pixel of a surface, row by row.
pub fn pixels(surface: &SurfaceRef) -> Vec<u8> {
    let (width, pitch) = (surface.width() as usize, surface.pitch() as usize);
    let mut pixels = Vec::with_capacity(width * surface.height() as usize * 3);
    let rows = surface.without_lock().unwrap_or_default().chunks(pitch);
    for pixel in rows.flat_map(|row| row[..width * PIXEL].as_chunks::<PIXEL>().0) {
        let [_, r, g, b] = u32::from_ne_bytes(*pixel).to_be_bytes();
        pixels.extend([r, g, b]);
    }
    pixels
}

/// Returns the colour as SDL's type.
pub const fn rgb(Color(r, g, b): Color) -> sdl2::pixels::Color {
    sdl2::pixels::Color::RGB(r, g, b)
}
