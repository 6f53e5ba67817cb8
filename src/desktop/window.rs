//! The window. It shows the picture in the middle, with the largest tiles that fit. Glyphs are rendered at
//! that size, so they are sharp in every window.

use sdl2::ttf::Sdl2TtfContext;
use sdl2::video::FullscreenType;
use sdl2::{VideoSubsystem, video};

use crate::desktop::events::Events;
use crate::desktop::input::Input;
use crate::desktop::pane::Pane;
use crate::desktop::picture::{self, Picture, rgb};
use crate::desktop::placement::{Layout, opening_size, original_size, scaled};
use crate::glyph_cache::{GlyphCache, GlyphError};
use crate::map::Pos;
use crate::part::Part;
use crate::screen::{self, BACKGROUND, Frame};

/// Side of the window's icon, in pixels.
const ICON: u32 = 64;

/// Why there is no window, or nothing in it.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// SDL has no display that the player can see.
    #[error(
        "no display: {0}; start it on a desktop (with DISPLAY or WAYLAND_DISPLAY set), \
         or use 'roguelike shot' or 'roguelike trace'"
    )]
    NoDisplay(String),
    /// There is a display, but no window can be opened on it.
    #[error("cannot open a window: {0}; setting SDL_FRAMEBUFFER_ACCELERATION=0 or SDL_VIDEODRIVER may help")]
    NoWindow(String),
    /// The picture cannot be drawn.
    #[error(transparent)]
    Glyphs(#[from] GlyphError),
}

/// How a window begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opening {
    /// The scale, times the original's size. None for the largest whole scale that fits the screen.
    pub scale: Option<u32>,
    /// True for fullscreen.
    pub fullscreen: bool,
}

/// A window, and what it shows.
pub struct Window<'r> {
    window: video::Window,
    ttf: &'r Sdl2TtfContext,
    font: &'r [u8],
    /// Number of rows of tiles.
    rows: i32,
    /// The size in pixels of the window's surface when it was last drawn on.
    size: (u32, u32),
    /// The picture in the middle; none before the first frame and after the size changed.
    picture: Option<Pane>,
    /// True if the desktop may have lost what the window shows.
    uncovered: bool,
}

impl<'r> Window<'r> {
    /// Opens a window for the screens of a part, and prepares to show frames in a font.
    ///
    /// # Errors
    /// If SDL cannot open it.
    pub fn open(
        video: &VideoSubsystem,
        (ttf, font): (&'r Sdl2TtfContext, &'r [u8]),
        part: Part,
        title: &str,
        opening: Opening,
    ) -> Result<Window<'r>, WindowError> {
        let rows = screen::rows(part);
        let original = original_size(rows);
        let (width, height) = video.display_usable_bounds(0).map_or(original, |screen| {
            let screen = (screen.width(), screen.height());
            opening.scale.map_or_else(|| opening_size(screen, rows), |scale| scaled(screen, rows, scale))
        });
        // An input method would keep letters to itself. The game needs keys and no text.
        video.text_input().stop();
        // The game waits for the player, so the screen may go dark.
        video.enable_screen_saver();
        let mut builder = video.window(title, width, height);
        builder.position_centered().resizable().allow_highdpi();
        if opening.fullscreen {
            builder.fullscreen_desktop();
        }
        let mut window = builder.build().map_err(no_window)?;
        // In a smaller window the text could not be read.
        window.set_minimum_size(original.0 / 2, original.1 / 2).map_err(no_window)?;
        Ok(Window { window, ttf, font, rows, size: (0, 0), picture: None, uncovered: true })
    }

    /// Gives the window its icon.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn set_icon(&mut self) -> Result<(), WindowError> {
        let icon = picture::icon(self.ttf, self.font, ICON)?;
        self.window.set_icon(icon);
        Ok(())
    }

    /// Shows a frame. Only what it changes is drawn, and only these pixels are sent to the desktop.
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn show(&mut self, frame: &Frame, events: &Events) -> Result<(), WindowError> {
        let mut surface = self.window.surface(events.queue()).map_err(GlyphError::Draw)?;
        if surface.size() != self.size {
            self.size = surface.size();
            self.picture = None;
        }
        let picture = match &mut self.picture {
            Some(picture) => picture,
            none => {
                surface.fill_rect(None, rgb(BACKGROUND)).map_err(GlyphError::Draw)?;
                self.uncovered = true;
                let layout = Layout::new(self.size, self.rows);
                let glyphs = GlyphCache::new(self.ttf, self.font, layout.tile)?;
                none.insert(Pane::new(glyphs, layout.picture(self.rows)))
            }
        };
        let areas = picture.show(frame, &mut surface)?;
        if std::mem::take(&mut self.uncovered) {
            surface.update_window().map_err(GlyphError::Draw)?;
        } else if !areas.is_empty() {
            surface.update_window_rects(&areas).map_err(GlyphError::Draw)?;
        }
        Ok(())
    }

    /// Takes note of an input that is about the window. Returns the input, with the tile that the mouse is over
    /// in place of pixels.
    pub fn notice(&mut self, input: Input) -> Input {
        match input {
            Input::Exposed => self.uncovered = true,
            // The mouse pointer would cover what the keys do. It comes back when the mouse moves.
            Input::Key { .. } => self.window.subsystem().sdl().mouse().show_cursor(false),
            Input::MouseAt(x, y) => {
                self.window.subsystem().sdl().mouse().show_cursor(true);
                return Input::Hover(self.tile_at(x, y));
            }
            Input::MousePressed(x, y) => return self.tile_at(x, y).map_or(Input::Hover(None), Input::Click),
            _ => {}
        }
        input
    }

    /// Returns the tile at a point of the window, which SDL counts in the window's own units.
    fn tile_at(&self, x: i32, y: i32) -> Option<Pos> {
        let (width, height) = self.window.size();
        let scaled = |point: i32, pixels: u32, size: u32| {
            (i64::from(point) * i64::from(pixels) / i64::from(size.max(1))) as i32
        };
        let point = (scaled(x, self.size.0, width), scaled(y, self.size.1, height));
        Layout::new(self.size, self.rows).tile_at(point, self.rows)
    }

    /// Sets the title, unless the window has it already.
    pub fn set_title(&mut self, title: &str) {
        if self.window.title() != title {
            // SDL refuses only titles with a NUL byte, and no title has one.
            self.window.set_title(title).ok();
        }
    }

    /// Returns true in fullscreen.
    pub fn is_fullscreen(&self) -> bool {
        self.window.fullscreen_state() != FullscreenType::Off
    }

    /// Switches to fullscreen or back.
    ///
    /// # Errors
    /// If SDL fails.
    pub fn toggle_fullscreen(&mut self) -> Result<(), WindowError> {
        let next = if self.is_fullscreen() { FullscreenType::Off } else { FullscreenType::Desktop };
        self.window.set_fullscreen(next).map_err(WindowError::NoWindow)
    }

    /// Draws a frame at the original's size, for a screenshot.
    ///
    /// # Errors
    /// If SDL cannot draw.
    pub fn picture(&self, frame: &Frame) -> Result<Picture, GlyphError> {
        picture::draw(frame, self.ttf, self.font)
    }
}

/// SDL's sentence ends with a full stop, and ours goes on after it.
fn no_window(error: impl ToString) -> WindowError {
    WindowError::NoWindow(error.to_string().trim_end_matches('.').to_owned())
}
