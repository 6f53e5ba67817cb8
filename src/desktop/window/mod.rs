//! The window. It shows the picture in the middle, with the largest tiles that fit. Glyphs are rendered at
//! that size, so they are sharp in every window.

pub mod display;
pub mod geometry;
pub mod placement;
mod screenshot;
pub(crate) mod surface;

use std::mem;

use sdl2::VideoSubsystem;
use sdl2::rect::Rect;
use sdl2::ttf::Sdl2TtfContext;
use sdl2::video::FullscreenType;

use crate::desktop::input::{Events, Input};
use crate::desktop::scene::area::Area;
use crate::desktop::scene::renderer::Renderer;
use crate::desktop::session::{Announcer, Order, Session};
use crate::desktop::settings::window_place::WindowPlace;
use crate::desktop::window::display::HAS_X11_OR_WAYLAND;
use crate::desktop::window::geometry::{Geometry, Opening, full_screen_of, usable_screens};
use crate::desktop::window::placement::{opening_size, original_size, scaled};
use crate::desktop::window::surface::WindowSurface;
use crate::glyph_cache::FONT;
use crate::picture::{self, GlyphError, Picture, Textures, stages};
use crate::screen;
use crate::support::terminal::complain;

/// Side of the window's icon, in pixels.
const ICON: u32 = 64;

/// Advice for a user whose window doesn't open.
const WAY_OUT: &str = if HAS_X11_OR_WAYLAND {
    "setting SDL_VIDEODRIVER=x11 or SDL_VIDEODRIVER=wayland"
} else {
    "installing the driver of the graphics card again"
};

/// Reasons why a window can't be opened or drawn.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum WindowError {
    #[error("SDL does not start: {0}; install SDL 2 again")]
    NoSdl(String),
    #[error(
        "no display: {0}; start the game on a desktop, or use 'roguelike play --text', 'shot' or 'trace'"
    )]
    NoDisplay(String),
    #[error("cannot open a window: {0}; {WAY_OUT} may help")]
    NoWindow(String),
    #[error(transparent)]
    Glyphs(#[from] GlyphError),
}

/// A window and its content.
pub struct Window<'r> {
    surface: WindowSurface,
    geometry: Geometry,
    renderer: Renderer<'r>,
    /// The font that replaces those of the program.
    font: Option<&'r [u8]>,
    /// Width and height of the surface that was drawn last.
    shown: (u32, u32),
    /// True if the desktop or SDL may have lost the content of the window.
    uncovered: bool,
    /// True if `--scale` chose the size. Only other windows remember theirs.
    has_scale: bool,
    /// True after the first input of the player: keys of the command line come without one.
    is_used: bool,
}

impl<'r> Window<'r> {
    /// Opens a window, and prepares to show scenes in the program's fonts or in one that replaces them.
    /// Changed parts of it are drawn on the picture and then copied. The caller owns picture and textures,
    /// because textures must not outlive it. The scale is that of an option, times the original's size.
    ///
    /// # Errors
    /// If SDL cannot open it.
    pub fn open(
        video: &VideoSubsystem,
        (picture, textures): (Picture, &'r Textures),
        (ttf, font): (&'r Sdl2TtfContext, Option<&'r [u8]>),
        session: &mut Session,
        scale: Option<u32>,
    ) -> Result<Window<'r>, WindowError> {
        let (part, settings) = (session.game().part(), session.settings());
        let original = original_size(screen::rows(part));
        let kept = if scale.is_some() { WindowPlace::default() } else { settings.window };
        let opening = Opening::new(kept, &usable_screens(video), |screen| new_size(screen, scale, session));
        let area = opening.map(|opening| opening.area);
        let (width, height) = area.map_or(original, |area| area.size());
        // An input method would keep letters to itself. The game needs keys and no text.
        video.text_input().stop();
        // The game waits for the player, so the screen may go dark.
        video.enable_screen_saver();
        // Without a window manager a window stays as it is opened, also if it is to be fullscreen.
        let full_screen = area.filter(|_| settings.fullscreen).and_then(|area| full_screen_of(video, area));
        let first = full_screen.or(area).unwrap_or(Rect::new(0, 0, width, height));
        let mut builder = video.window(&session.title(), first.width(), first.height());
        match area {
            Some(_) => builder.position(first.x(), first.y()),
            None => builder.position_centered(),
        };
        builder.resizable().allow_highdpi();
        if settings.fullscreen {
            builder.fullscreen_desktop();
        }
        let mut window = builder.build().map_err(no_window)?;
        // In a smaller window the text could not be read.
        let least = ((original.0 / 2).min(width), (original.1 / 2).min(height));
        window.set_minimum_size(least.0, least.1).map_err(no_window)?;
        video.sdl().event_pump().map_err(no_window)?.pump_events();
        let windowed = full_screen.and(area);
        let geometry = Geometry::begin(&mut window, opening, (kept, windowed));
        let renderer = Renderer::new((picture, textures), ttf, font)?;
        let surface = WindowSurface::new(window)?;
        session.set_drawn_by(surface.describe());
        Ok(Window {
            surface,
            geometry,
            renderer,
            font,
            shown: (0, 0),
            uncovered: true,
            has_scale: scale.is_some(),
            is_used: false,
        })
    }

    /// Gives the window its icon.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn set_icon(&mut self) -> Result<(), WindowError> {
        let icon = picture::icon(ICON)?;
        self.surface.window.set_icon(icon.surface());
        Ok(())
    }

    /// Shows what a session shows now. Only what it changes is drawn, and only these pixels are sent to the
    /// desktop. A window that became too large for SDL stays as it is until it has another size.
    ///
    /// # Errors
    /// If SDL cannot draw the first frame.
    pub fn show(&mut self, session: &Session, events: &Events) -> Result<(), WindowError> {
        let is_first = self.shown == (0, 0);
        match self.draw(session, events) {
            Err(error) if !is_first => {
                let (width, height) = self.surface.window.size();
                complain(&format!("{error}: a window of {width}x{height} pixels is too large"));
                self.uncovered = true;
                Ok(())
            }
            drawn => Ok(drawn?),
        }
    }

    /// Returns width and height in pixels. A window that is too large for SDL keeps the size that was drawn
    /// last.
    pub fn size(&self) -> (i32, i32) {
        let (w, h) = self.surface.size().unwrap_or(self.shown);
        (w.cast_signed(), h.cast_signed())
    }

    /// Carries out the orders of the session.
    pub fn carry_out(&mut self, session: &mut Session, announcer: &mut Announcer, events: &Events) {
        for order in session.take_orders() {
            match announcer.carry_out(order, session.settings().tone_volume()) {
                Ok(device) => device.into_iter().for_each(|found| session.handle(Input::Device(found))),
                Err(Order::Copy(line)) => {
                    let copied = self.surface.window.subsystem().clipboard().set_clipboard_text(&line);
                    copied.unwrap_or_else(|error| session.warn(format!("cannot copy the line: {error}")));
                }
                Err(Order::Fullscreen(fullscreen)) => self.set_fullscreen(session, fullscreen),
                Err(_) => self.take_screenshot(session, events),
            }
        }
    }

    /// Switches to fullscreen or back. Where SDL refuses, the game goes on as it is, and the player sees why.
    fn set_fullscreen(&mut self, session: &mut Session, fullscreen: bool) {
        if fullscreen == self.is_fullscreen() {
            return;
        }
        if let Err(error) = self.geometry.set_fullscreen(&mut self.surface.window, fullscreen) {
            session.warn(error.to_string());
        }
        let is_fullscreen = self.is_fullscreen();
        session.change_settings(|settings| settings.fullscreen = is_fullscreen);
    }

    fn draw(&mut self, session: &Session, events: &Events) -> Result<(), GlyphError> {
        let Window { surface, renderer, uncovered, font, shown, .. } = self;
        surface.draw(events, |surface| {
            let size = surface.size();
            // The surface is new and empty after the size has changed, also if it changed back at once.
            if mem::take(uncovered) || *shown != size {
                renderer.forget();
            }
            *shown = size;
            let scene = session.scene();
            let mut written = renderer.show(&scene, surface)?;
            if let Some((area, stage)) = &scene.stage {
                let Area { x, y, w, h } = *area;
                let area = Rect::new(x, y, w.unsigned_abs(), h.unsigned_abs());
                written.push(stages::show(stage, font.unwrap_or(FONT), area, surface)?);
                renderer.forget();
            }
            Ok(written)
        })
    }

    /// Takes note of an input that is about the window. Returns the input, with pixels in place of the
    /// window's own units.
    pub fn notice(&mut self, input: Input) -> Input {
        self.is_used |= input != Input::Exposed;
        match input {
            Input::Exposed => self.uncovered = true,
            // The mouse pointer would cover what the keys do. It comes back when the mouse moves.
            Input::Key { .. } => self.surface.window.subsystem().sdl().mouse().show_cursor(false),
            Input::Hover(Some(_)) | Input::Click(_) | Input::Examine(_) => {
                self.surface.window.subsystem().sdl().mouse().show_cursor(true);
            }
            _ => {}
        }
        match input {
            Input::Hover(Some(point)) => Input::Hover(Some(self.pixel(point))),
            Input::Click(point) => Input::Click(self.pixel(point)),
            Input::Examine(point) => Input::Examine(self.pixel(point)),
            input => input,
        }
    }

    /// Returns the pixel at a point in the window's own units.
    fn pixel(&self, (x, y): (i32, i32)) -> (i32, i32) {
        let size = self.surface.window.size();
        let scaled = |point: i32, pixels: u32, size: u32| {
            (i64::from(point) * i64::from(pixels) / i64::from(size.max(1))) as i32
        };
        (scaled(x, self.shown.0, size.0), scaled(y, self.shown.1, size.1))
    }

    /// Sets the title, unless the window has it already.
    pub fn set_title(&mut self, title: &str) {
        if self.surface.window.title() != title {
            // SDL refuses only titles with a NUL byte, and no title has one.
            self.surface.window.set_title(title).ok();
        }
    }

    fn is_fullscreen(&self) -> bool {
        self.surface.window.fullscreen_state() != FullscreenType::Off
    }

    /// Follows the window to where the player or the desktop has put it. To be called after events.
    pub fn follow(&mut self) {
        self.geometry.note(&self.surface.window);
    }

    /// Remembers size and place for the next window.
    pub fn keep_place(&self, session: &mut Session) {
        if self.is_used && !self.has_scale {
            let chosen = self.geometry.chosen(&self.surface.window);
            session.change_settings(|settings| settings.window = chosen);
        }
    }

    /// Leaves the window to the system, which closes it when the program ends. Messages that SDL sends to a
    /// closed window over a second connection to an X11 server could end the program with BadWindow.
    pub fn leave_open(self) {
        mem::forget(self);
    }

    /// Saves the content of the window as a picture. The next frame shows its path, or the error.
    fn take_screenshot(&self, session: &mut Session, events: &Events) {
        session.show_text(screenshot::take(self.surface.png(events), &session.picture_name()));
    }
}

/// Returns the size of a window on a screen: at this scale, or as suits the screen if that does not fit.
fn new_size(screen: (u32, u32), scale: Option<u32>, session: &Session) -> (u32, u32) {
    let part = session.game().part();
    let rows = screen::rows(part);
    let size = scale.and_then(|scale| scaled(screen, rows, scale));
    if let (Some(scale), None) = (scale, size) {
        let (width, height) = screen;
        complain(&format!(
            "{scale} times the original's size does not fit the {width}x{height} pixels of the screen; \
             the window has a size that fits"
        ));
    }
    let panel = session.settings().panel && part.has_monsters();
    size.unwrap_or_else(|| opening_size(screen, rows, panel, session.is_free_play()))
}

/// SDL's sentence ends with a full stop, and ours goes on after it.
pub(crate) fn no_window(error: impl ToString) -> WindowError {
    WindowError::NoWindow(error.to_string().trim_end_matches('.').to_owned())
}
