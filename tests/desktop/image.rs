//! Images of the screen and of PNG files, and how they are compared.

use std::fs::{self, File};
use std::io::BufReader;
use std::ops::Range;
use std::path::Path;

use roguelike::desktop::Session;
use roguelike::desktop::scene::renderer::Renderer;
use roguelike::glyph_cache::{FONT, GlyphCache};
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH};
use roguelike::picture::{self, Textures};
use roguelike::screen::Frame;
use sdl2::pixels::PixelFormatEnum;
use sdl2::surface::{Surface, SurfaceRef};
use sdl2::ttf::Sdl2TtfContext;

use crate::decode::decode;
use crate::display::Geometry;
use crate::surface;

/// The game's background.
pub const BACKGROUND: [u8; 3] = [12, 12, 16];
/// How far letters reach below the last row of a picture of the original's size, in pixels.
pub const DESCENT: u32 = 3;

/// Pixels, row by row, as red, green and blue.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    pub width: u32,
    pub height: u32,
    pixels: Vec<[u8; 3]>,
}

impl Image {
    /// An area of one colour.
    pub fn plain(width: u32, height: u32, color: [u8; 3]) -> Image {
        Image { width, height, pixels: vec![color; (width * height) as usize] }
    }

    /// A part of an X window dump of 32 bits a pixel, as Xvfb keeps its screen. What lies outside of the
    /// screen is left out.
    pub fn from_xwd(dump: &[u8], area: Geometry) -> Image {
        let word =
            |index: usize| u32::from_be_bytes(dump[4 * index..4 * index + 4].try_into().unwrap()) as usize;
        let (header, width, height) = (word(0), word(4), word(5));
        let (big_endian, bits, line, colors) = (word(7) == 1, word(11), word(12), word(19));
        assert_eq!(bits, 32, "bits a pixel");
        let whole = Geometry { x: 0, y: 0, width: width as u32, height: height as u32 };
        let (columns, rows) = inside(area, whole);
        let data = &dump[header + 12 * colors..];
        let mut pixels = Vec::with_capacity(columns.len() * rows.len());
        for row in data.chunks_exact(line).skip(rows.start).take(rows.len()) {
            let (row, _) = row[4 * columns.start..4 * columns.end].as_chunks();
            pixels.extend(row.iter().map(|&[a, b, c, d]| if big_endian { [b, c, d] } else { [c, b, a] }));
        }
        Image { width: columns.len() as u32, height: rows.len() as u32, pixels }
    }

    /// Returns the offset of a pixel in such a dump.
    pub fn offset_in_xwd(dump: &[u8], x: u32, y: u32) -> u64 {
        let word = |index: usize| u32::from_be_bytes(dump[4 * index..4 * index + 4].try_into().unwrap());
        u64::from(word(0) + 12 * word(19) + y * word(12) + 4 * x)
    }

    /// What was drawn on a surface of 32 bits a pixel.
    pub fn from_surface(surface: &SurfaceRef) -> Image {
        let (width, pitch) = (surface.width() as usize, surface.pitch() as usize);
        let mut pixels = Vec::with_capacity(width * surface.height() as usize);
        for row in surface.without_lock().unwrap().chunks_exact(pitch) {
            let (row, _) = row[..4 * width].as_chunks();
            pixels.extend(row.iter().map(|&pixel| {
                let [_, r, g, b] = u32::from_ne_bytes(pixel).to_be_bytes();
                [r, g, b]
            }));
        }
        Image { width: surface.width(), height: surface.height(), pixels }
    }

    /// A PNG file of any colour type.
    pub fn open(path: &Path) -> Image {
        let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (width, height, pixels) = decode(BufReader::new(file));
        Image { width, height, pixels }
    }

    /// A frame, drawn as the program draws it.
    pub fn of(frame: &Frame) -> Image {
        let _engine = surface::engine();
        let picture = picture::draw(frame, FONT).unwrap();
        Image::from_surface(picture.surface())
    }

    /// What a session shows in a window of this size.
    pub fn of_session(session: &mut Session, width: u32, height: u32) -> Image {
        let engine = surface::engine();
        let picture = picture::new_picture(16).unwrap();
        let creator = picture.texture_creator();
        let mut renderer = Renderer::new((picture, &creator), &engine.ttf, None).unwrap();
        session.set_window((width as i32, height as i32));
        let mut surface = Surface::new(width, height, PixelFormatEnum::RGB888).unwrap();
        renderer.show(&session.scene(), &mut surface).unwrap();
        Image::from_surface(&surface)
    }

    fn drawn(
        width: u32,
        height: u32,
        make: impl for<'r> FnOnce(&Sdl2TtfContext, &'r Textures) -> (GlyphCache<'r>, Frame),
    ) -> Image {
        let engine = surface::engine();
        let surface = Surface::new(width, height, PixelFormatEnum::RGB888).unwrap();
        let mut picture = surface.into_canvas().unwrap();
        let creator = picture.texture_creator();
        let (mut glyphs, frame) = make(&engine.ttf, &creator);
        glyphs.draw(&frame, &mut picture).unwrap();
        Image::from_surface(picture.surface())
    }

    /// A frame as a window of this size shows it: in the middle, with the largest tiles that fit. It begins
    /// above a window without room for the pixels below its last row.
    pub fn fitted(frame: &Frame, width: u32, height: u32) -> Image {
        let tile = (width as i32 / MAP_WIDTH).min(height as i32 / frame.rows());
        let [w, h] = [MAP_WIDTH, frame.rows()].map(|tiles| (tiles * tile) as u32);
        let feet = if frame.rows() > MAP_HEIGHT { (tile as u32 * 3).div_ceil(20) } else { 0 };
        let picture = Image::drawn(w, h + feet, |ttf, creator| {
            (GlyphCache::new(ttf, creator, FONT, tile).unwrap(), frame.clone())
        });
        let above = (h + feet).saturating_sub(height);
        let picture = picture.crop(Geometry { x: 0, y: above as i32, width: w, height });
        picture.framed_at(((height - h) / 2).min(height - picture.height), width, height)
    }

    /// Writes a PNG with the best compression.
    pub fn save(&self, path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut encoder = png::Encoder::new(File::create(path).unwrap(), self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(self.pixels.as_flattened()).unwrap();
    }

    fn row(&self, y: u32) -> &[[u8; 3]] {
        &self.pixels[(y * self.width) as usize..][..self.width as usize]
    }

    /// Returns a part of the image. What lies outside of the image is left out.
    pub fn crop(&self, area: Geometry) -> Image {
        let whole = Geometry { x: 0, y: 0, width: self.width, height: self.height };
        let (columns, rows) = inside(area, whole);
        let mut pixels = Vec::with_capacity(columns.len() * rows.len());
        for y in rows.clone() {
            pixels.extend_from_slice(&self.row(y as u32)[columns.clone()]);
        }
        Image { width: columns.len() as u32, height: rows.len() as u32, pixels }
    }

    /// Returns the number of pixels that are not in the background's colour.
    pub fn lit(&self) -> usize {
        self.pixels.iter().filter(|&&pixel| pixel != BACKGROUND).count()
    }

    /// Returns the upper rows.
    pub fn top(&self, height: u32) -> Image {
        self.crop(Geometry { x: 0, y: 0, width: self.width, height })
    }

    /// Returns the image below this many rows of a larger area.
    fn framed_at(&self, top: u32, width: u32, height: u32) -> Image {
        let mut image = Image::plain(width, height, BACKGROUND);
        let left = (width - self.width) / 2;
        for y in 0..self.height {
            let start = ((top + y) * width + left) as usize;
            image.pixels[start..start + self.width as usize].copy_from_slice(self.row(y));
        }
        image
    }

    /// Returns how the image differs from another; none if they are equal.
    pub fn difference(&self, other: &Image) -> Option<String> {
        if (self.width, self.height) != (other.width, other.height) {
            return Some(format!(
                "{}x{} pixels instead of {}x{}",
                self.width, self.height, other.width, other.height
            ));
        }
        // Bytes are compared far faster than pixels, and most looks at a screen find what is expected.
        if self.pixels.as_flattened() == other.pixels.as_flattened() {
            return None;
        }
        let pairs = || self.pixels.iter().zip(&other.pixels);
        let first = pairs().position(|(mine, theirs)| mine != theirs)?;
        let count = pairs().filter(|(mine, theirs)| mine != theirs).count();
        let (x, y) = (first as u32 % self.width, first as u32 / self.width);
        Some(format!(
            "{count} pixels differ, first ({x},{y}): {:?}, not {:?}",
            self.pixels[first], other.pixels[first]
        ))
    }
}

/// Returns the columns and the rows of an area that lie inside of a whole.
fn inside(area: Geometry, whole: Geometry) -> (Range<usize>, Range<usize>) {
    let span = |start: i32, length: u32, end: u32| {
        let from = start.clamp(0, end as i32);
        from as usize..start.saturating_add_unsigned(length).clamp(from, end as i32) as usize
    };
    (span(area.x, area.width, whole.width), span(area.y, area.height, whole.height))
}
