//! The real window: shows the picture at the largest whole scale that fits, centred, its pixels sharp.

use std::env;

use sdl2::rect::Rect;
use sdl2::render::{ScaleMode, Texture, TextureCreator, WindowCanvas};
use sdl2::surface::SurfaceContext;
use sdl2::ttf::Sdl2TtfContext;
use sdl2::video::{FullscreenType, WindowContext};
use sdl2::{Sdl, VideoSubsystem};

use crate::color::Color;
use crate::desktop::picture::{self, FORMAT, PIXEL, Picture, new_picture};
use crate::desktop::repaint;
use crate::glyph_cache::{GlyphCache, GlyphError};
use crate::part::Part;
use crate::screen::{self, BACKGROUND, Frame};

/// Most of the screen's height and width that a new window takes, in percent: the rest is for title bar and borders.
const SCREEN_SHARE: u32 = 94;
/// Side of the window's icon, in pixels.
const ICON: u32 = 64;

/// Why there is no window, or nothing in it.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// SDL has no way to show anything.
    #[error(
        "no display: {0}; start it on a desktop (with DISPLAY or WAYLAND_DISPLAY set), or use 'roguelike shot' or 'roguelike trace'"
    )]
    NoDisplay(String),
    /// There is a display, but no window on it.
    #[error("cannot open a window: {0}; setting SDL_RENDER_DRIVER=software or SDL_VIDEODRIVER may help")]
    NoWindow(String),
    /// The picture cannot be drawn.
    #[error(transparent)]
    Glyphs(#[from] GlyphError),
}

/// How a window begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opening {
    /// Times the original's size, if that fits the screen; as large as fits when not given.
    pub scale: Option<u32>,
    /// On the whole screen.
    pub fullscreen: bool,
}

/// A window, and the picture of what it shows.
pub struct Window<'r> {
    canvas: WindowCanvas,
    /// The picture's pixels as the window's renderer has them.
    texture: Texture<'r>,
    picture: Picture,
    glyphs: GlyphCache<'r>,
    ttf: &'r Sdl2TtfContext,
    font: &'r [u8],
    /// What the picture shows; nothing yet at first.
    shown: Option<Frame>,
}

/// Drivers that SDL falls back to on its own though nobody can see their windows.
const INVISIBLE: [&str; 3] = ["offscreen", "dummy", "evdev"];

/// Any of these says where to look for a desktop or a screen.
const WHEREABOUTS: [&str; 4] = ["SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"];

/// Starts SDL's video, on a display that somebody can see unless `SDL_VIDEODRIVER` asks for another.
///
/// # Errors
/// When there is none.
pub fn find_display(sdl: &Sdl) -> Result<VideoSubsystem, WindowError> {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    // Asked without any of them, the libraries below would complain in words of their own.
    if cfg!(all(unix, not(target_os = "macos"))) && !WHEREABOUTS.into_iter().any(is_set) {
        return Err(WindowError::NoDisplay("neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned()));
    }
    let video = sdl.video().map_err(WindowError::NoDisplay)?;
    if INVISIBLE.contains(&video.current_video_driver()) && !is_set("SDL_VIDEODRIVER") {
        return Err(WindowError::NoDisplay("neither X11 nor Wayland answers".to_owned()));
    }
    // Copying finished pixels to X needs no OpenGL; starting that takes longer than everything else together. Where X is not,
    // SDL may know no other way.
    if video.current_video_driver() == "x11" {
        sdl2::hint::set("SDL_FRAMEBUFFER_ACCELERATION", "0");
    }
    Ok(video)
}

/// Opens a window of this part's shape, and a picture to go into it.
///
/// # Errors
/// When SDL cannot.
pub fn open(
    video: &VideoSubsystem,
    part: Part,
    title: &str,
    opening: Opening,
) -> Result<(WindowCanvas, Picture), WindowError> {
    let picture = new_picture(screen::rows(part))?;
    let size = picture.surface().size();
    let (width, height) = video.display_usable_bounds(0).map_or(size, |screen| {
        let screen = (screen.width(), screen.height());
        opening.scale.map_or_else(|| opening_size(screen, size), |scale| scaled(screen, size, scale))
    });
    // Nobody types text here, so no input method may keep letters to itself; and a dungeon that waits needs no lit screen.
    video.text_input().stop();
    video.enable_screen_saver();
    let mut builder = video.window(title, width, height);
    builder.position_centered().resizable().allow_highdpi();
    if opening.fullscreen {
        builder.fullscreen_desktop();
    }
    let mut window = builder.build().map_err(no_window)?;
    // Smaller nobody could read it.
    window.set_minimum_size(size.0 / 2, size.1 / 2).map_err(no_window)?;
    video.sdl().mouse().show_cursor(!opening.fullscreen);
    // The window only copies and scales finished pixels, for which the renderer that starts quickest is best. SDL_RENDER_DRIVER
    // asks for another.
    let canvas = window.into_canvas().software().build();
    Ok((canvas.map_err(no_window)?, picture))
}

/// SDL's own sentence ends with a dot; ours goes on.
fn no_window(error: impl ToString) -> WindowError {
    WindowError::NoWindow(error.to_string().trim_end_matches('.').to_owned())
}

impl<'r> Window<'r> {
    /// Makes what [`open`] opened ready to show frames, in this font.
    ///
    /// # Errors
    /// When the font cannot be used or SDL fails.
    pub fn new(
        (canvas, picture): (WindowCanvas, Picture),
        window_textures: &'r TextureCreator<WindowContext>,
        glyph_textures: &'r TextureCreator<SurfaceContext<'static>>,
        ttf: &'r Sdl2TtfContext,
        font: &'r [u8],
    ) -> Result<Window<'r>, WindowError> {
        let glyphs = GlyphCache::new(ttf, glyph_textures, font)?;
        let (width, height) = picture.surface().size();
        let texture = window_textures.create_texture_streaming(FORMAT, width, height).map_err(no_window)?;
        Ok(Window { canvas, texture, picture, glyphs, ttf, font, shown: None })
    }

    /// Gives the window its icon.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn set_icon(&mut self) -> Result<(), WindowError> {
        let icon = picture::icon(self.ttf, self.font, ICON)?;
        self.canvas.window_mut().set_icon(icon);
        Ok(())
    }

    /// Shows a frame; only what it changes is drawn.
    ///
    /// # Errors
    /// When SDL cannot draw.
    pub fn show(&mut self, frame: &Frame) -> Result<(), WindowError> {
        match &mut self.shown {
            Some(shown) => {
                for area in repaint::draw_changes(&mut self.glyphs, shown, frame, &mut self.picture)? {
                    upload(&self.picture, area, &mut self.texture)?;
                }
                shown.clone_from(frame);
            }
            None => {
                self.glyphs.draw(frame, &mut self.picture)?;
                upload_all(&self.picture, &mut self.texture)?;
                self.shown = Some(frame.clone());
            }
        }
        self.present()
    }

    /// Brings the picture to the screen, at the size that the window has now.
    fn present(&mut self) -> Result<(), WindowError> {
        let sdl = |error| WindowError::Glyphs(GlyphError::Draw(error));
        let (target, mode) =
            placement(self.canvas.output_size().map_err(sdl)?, self.picture.surface().size());
        let Color(r, g, b) = BACKGROUND;
        self.canvas.set_draw_color(sdl2::pixels::Color::RGB(r, g, b));
        self.canvas.clear();
        self.texture.set_scale_mode(mode);
        self.canvas.copy(&self.texture, None, target).map_err(sdl)?;
        self.canvas.present();
        Ok(())
    }

    /// Hands everything to the window's renderer again, after it lost its textures.
    ///
    /// # Errors
    /// When SDL cannot.
    pub fn restore(&mut self) -> Result<(), WindowError> {
        upload_all(&self.picture, &mut self.texture)?;
        self.present()
    }

    /// Changes the title, if it is another.
    pub fn set_title(&mut self, title: &str) {
        let window = self.canvas.window_mut();
        if window.title() != title {
            // Only a title with a NUL byte is refused, and none has one.
            window.set_title(title).ok();
        }
    }

    /// Does the window fill the screen?
    pub fn is_fullscreen(&self) -> bool {
        self.canvas.window().fullscreen_state() != FullscreenType::Off
    }

    /// To the whole screen, or back. A mouse has no business there.
    ///
    /// # Errors
    /// When SDL cannot.
    pub fn toggle_fullscreen(&mut self) -> Result<(), WindowError> {
        let fill = !self.is_fullscreen();
        let window = self.canvas.window_mut();
        window.subsystem().sdl().mouse().show_cursor(!fill);
        let next = if fill { FullscreenType::Desktop } else { FullscreenType::Off };
        window.set_fullscreen(next).map_err(WindowError::NoWindow)
    }

    /// What the window shows, at the original's size.
    pub const fn picture(&self) -> &Picture {
        &self.picture
    }
}

/// Hands the whole picture to the window's renderer.
fn upload_all(picture: &Picture, texture: &mut Texture) -> Result<(), WindowError> {
    let (width, height) = picture.surface().size();
    upload(picture, Rect::new(0, 0, width, height), texture)
}

/// Hands an area of the picture to the window's renderer.
fn upload(picture: &Picture, area: Rect, texture: &mut Texture) -> Result<(), WindowError> {
    let surface = picture.surface();
    let (width, height) = surface.size();
    let Some(area) = area.intersection(Rect::new(0, 0, width, height)) else { return Ok(()) };
    let pitch = surface.pitch() as usize;
    let offset = area.y().unsigned_abs() as usize * pitch + area.x().unsigned_abs() as usize * PIXEL;
    let pixels = surface.without_lock().and_then(|pixels| pixels.get(offset..)).unwrap_or_default();
    texture
        .update(area, pixels, pitch)
        .map_err(|error| WindowError::Glyphs(GlyphError::Draw(error.to_string())))
}

/// Size of a new window on a screen with so much room: the picture's at the largest whole scale that leaves some of the screen free.
/// Where not even once the picture fits, as much of it as does.
fn opening_size(screen: (u32, u32), (w, h): (u32, u32)) -> (u32, u32) {
    let free = (screen.0 * SCREEN_SHARE / 100, screen.1 * SCREEN_SHARE / 100);
    let scale = (free.0 / w).min(free.1 / h);
    match scale {
        0 if screen.0 >= w && screen.1 >= h => (w, h),
        0 => shrunk(free, (w, h)),
        _ => (w * scale, h * scale),
    }
}

/// Size of a new window at the scale that was asked for, or at the largest that fits the screen; at least the picture's own.
fn scaled(screen: (u32, u32), (w, h): (u32, u32), scale: u32) -> (u32, u32) {
    let largest = (screen.0 / w).min(screen.1 / h).max(1);
    let scale = scale.min(largest);
    (w * scale, h * scale)
}

/// The largest size of the same shape that fits.
fn shrunk((width, height): (u32, u32), (w, h): (u32, u32)) -> (u32, u32) {
    let factor = (f64::from(width) / f64::from(w)).min(f64::from(height) / f64::from(h));
    let shrink = |size: u32| ((f64::from(size) * factor) as u32).max(1);
    (shrink(w), shrink(h))
}

/// Where in an output of some size a picture goes, and how it is scaled: the largest whole scale that fits, in the middle. An output
/// smaller than the picture shows all of it, smaller and smoothed, because cutting off the HUD would be worse.
fn placement((width, height): (u32, u32), (w, h): (u32, u32)) -> (Rect, ScaleMode) {
    let scale = (width / w).min(height / h);
    let (mode, (w, h)) = match scale {
        0 => (ScaleMode::Linear, shrunk((width, height), (w, h))),
        _ => (ScaleMode::Nearest, (w * scale, h * scale)),
    };
    let x = (width as i32 - w as i32) / 2;
    let y = (height as i32 - h as i32) / 2;
    (Rect::new(x, y, w, h), mode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_lies_in_the_middle_at_a_whole_scale() {
        let part_17 = (1280, 820);
        assert_eq!(placement((1280, 820), part_17), (Rect::new(0, 0, 1280, 820), ScaleMode::Nearest));
        assert_eq!(placement((2559, 1700), part_17), (Rect::new(639, 440, 1280, 820), ScaleMode::Nearest));
        assert_eq!(placement((3840, 2160), part_17), (Rect::new(640, 260, 2560, 1640), ScaleMode::Nearest));
        assert_eq!(placement((640, 820), part_17), (Rect::new(0, 205, 640, 410), ScaleMode::Linear));
        assert_eq!(placement((0, 0), part_17).0.size(), (1, 1));
    }

    #[test]
    fn a_new_window_fits_the_screen() {
        let (part_1, part_17) = ((1280, 720), (1280, 820));
        assert_eq!(opening_size((1920, 1053), part_17), part_17);
        assert_eq!(opening_size((2560, 1413), part_17), part_17, "twice would fill the width");
        assert_eq!(opening_size((3840, 2133), part_17), (2560, 1640));
        assert_eq!(opening_size((1366, 741), part_1), part_1, "it fits, if barely, and stays sharp");
        assert_eq!(opening_size((1366, 741), part_17), (1086, 696));
        assert_eq!(opening_size((800, 600), part_1), (752, 423));
        assert_eq!(scaled((3840, 2133), part_17, 2), (2560, 1640));
        assert_eq!(scaled((1920, 1053), part_17, 4), part_17, "a title bar out of reach helps nobody");
        assert_eq!(scaled((800, 600), part_17, 2), part_17);
    }
}
