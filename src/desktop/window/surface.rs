//! The surface of a window: its pixels in memory, and the way from there to the screen.

use sdl2::pixels::PixelFormatEnum;
use sdl2::rect::Rect;
use sdl2::render::{Texture, TextureCreator, WindowCanvas};
use sdl2::surface::{Surface, SurfaceRef};
use sdl2::video::{self, WindowContext};

use crate::desktop::input::Events;
use crate::desktop::window::{WindowError, no_window};
use crate::picture::{FORMAT, GlyphError, PIXEL, to_png};

/// SDL's drivers that copy pixels to a window without a graphics card. Wayland and macOS can't: SDL's own
/// surface of a window needs a renderer there, and before SDL 2.28 it has a pixel for each unit of the
/// desktop, which looks coarse where a unit is more than one pixel of the screen.
const COPYING_DRIVERS: [&str; 4] = ["x11", "windows", "offscreen", "dummy"];

/// Maximum size of a surface in bytes. SDL counts them in 32 bits, and its later versions crash beyond.
const MAX_BYTES: u64 = i32::MAX as u64;

/// A window, and the surface that it shows.
pub(crate) struct WindowSurface {
    pub window: video::Window,
    /// Shows a surface of our own, or `None` if the window shows SDL's surface.
    renderer: Option<Renderer>,
}

/// Shows a surface that has the size of the window in pixels of the screen.
struct Renderer {
    canvas: WindowCanvas,
    creator: &'static TextureCreator<WindowContext>,
    /// The surface, and the texture that shows it; none before the first frame.
    pixels: Option<(Surface<'static>, Texture<'static>)>,
}

impl WindowSurface {
    /// Prepares to show pixels in a window.
    /// Fails if the window needs a renderer and SDL can't make one.
    pub fn new(window: video::Window) -> Result<WindowSurface, WindowError> {
        // A screen of 30 bits has pixels that SDL cannot copy to, but OpenGL draws on it. One of 8 bits has
        // neither.
        let is_known = window.window_pixel_format() != PixelFormatEnum::Unknown;
        if is_known && COPYING_DRIVERS.contains(&window.subsystem().current_video_driver()) {
            return Ok(WindowSurface { window, renderer: None });
        }
        let no_pixels = "SDL cannot draw on this screen, which has 8 bits a pixel, or 30 and no OpenGL";
        let canvas = window.clone().into_canvas().build().map_err(|error| match is_known {
            true => no_window(error),
            false => WindowError::NoDisplay(no_pixels.to_owned()),
        })?;
        // Textures borrow from what creates them. The window lives until the program ends, and so does this.
        let creator = Box::leak(Box::new(canvas.texture_creator()));
        Ok(WindowSurface { window, renderer: Some(Renderer { canvas, creator, pixels: None }) })
    }

    /// Returns how pixels reach the screen.
    pub fn describe(&self) -> String {
        let driver = self.window.subsystem().current_video_driver();
        match &self.renderer {
            None => {
                let bits = self.window.window_pixel_format().byte_size_per_pixel() * 8;
                format!("drawn by {driver}, {bits} bits a pixel")
            }
            Some(Renderer { canvas, .. }) => format!("drawn by {driver} and {}", canvas.info().name),
        }
    }

    /// Returns the surface as a PNG file.
    /// Fails if there is none yet or it is too large, or the encoder fails.
    pub fn png(&self, events: &Events) -> Result<Vec<u8>, GlyphError> {
        self.size()?;
        let pixels = match &self.renderer {
            None => self.window.surface(&events.queue).and_then(|it| it.convert_format(FORMAT)),
            Some(Renderer { pixels: Some((surface, _)), .. }) => surface.convert_format(FORMAT),
            Some(_) => Err("nothing is shown yet".to_owned()),
        };
        let pixels = pixels.map_err(GlyphError::draw)?;
        to_png(&pixels)
    }

    /// Lets `draw` change the surface. It returns the rectangles that it wrote, which are then sent to the
    /// screen. After the size of the window has changed the surface is a new one, and empty.
    /// Fails if SDL cannot draw.
    pub fn draw(
        &mut self,
        events: &Events,
        draw: impl FnOnce(&mut SurfaceRef) -> Result<Vec<Rect>, GlyphError>,
    ) -> Result<(), GlyphError> {
        let size = self.size()?;
        let Some(Renderer { canvas, creator, pixels }) = &mut self.renderer else {
            let mut surface = self.window.surface(&events.queue).map_err(GlyphError::draw)?;
            return match draw(&mut surface)?[..] {
                [] => Ok(()),
                ref written => surface.update_window_rects(written).map_err(GlyphError::draw),
            };
        };
        let (surface, texture) = match pixels {
            Some(pixels) if pixels.0.size() == size => pixels,
            pixels => {
                let surface = Surface::new(size.0, size.1, FORMAT).map_err(GlyphError::draw)?;
                let texture = creator.create_texture_streaming(FORMAT, size.0, size.1);
                pixels.insert((surface, texture.map_err(GlyphError::draw)?))
            }
        };
        let written = draw(surface)?;
        if written.is_empty() {
            return Ok(());
        }
        let pitch = surface.pitch() as usize;
        let bytes = surface.without_lock().unwrap_or_default();
        for area in written.into_iter().filter_map(|area| area.intersection(surface.rect())) {
            let begin = area.y() as usize * pitch + area.x() as usize * PIXEL;
            texture.update(area, &bytes[begin..], pitch).map_err(GlyphError::draw)?;
        }
        canvas.copy(texture, None, None).map_err(GlyphError::draw)?;
        canvas.present();
        Ok(())
    }

    /// Returns the size of the surface in pixels.
    /// Fails if it is too large for SDL.
    pub fn size(&self) -> Result<(u32, u32), GlyphError> {
        let (width, height) = match &self.renderer {
            None => self.window.size(),
            Some(Renderer { canvas, .. }) => canvas.output_size().map_err(GlyphError::draw)?,
        };
        let bytes = u64::from(width) * u64::from(height) * PIXEL as u64;
        if bytes > MAX_BYTES {
            return Err(GlyphError::draw("SDL has no surfaces of 2 GiB or more"));
        }
        Ok((width, height))
    }
}
