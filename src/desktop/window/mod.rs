//! The window. It shows the picture in the middle, with the largest tiles that fit. Glyphs are rendered at
//! that size, so they are sharp in every window.

pub mod display;
pub mod drawing;
pub mod geometry;
pub(crate) mod pane;
pub mod placement;
mod screenshot;
pub(crate) mod surface;

use std::fs::File;
use std::mem;
use std::time::Instant;

use sdl2::VideoSubsystem;
use sdl2::mouse::MouseButton;
use sdl2::rect::Rect;
use sdl2::ttf::Sdl2TtfContext;
use sdl2::video::FullscreenType;

use crate::desktop::input::{Events, Input};
use crate::desktop::kept::GamesFolder;
use crate::desktop::screens::draw::AROUND;
use crate::desktop::session::{Announcer, Order, Session, View};
use crate::desktop::settings::Settings;
use crate::desktop::settings::letters::TextSize;
use crate::desktop::settings::palette::Palette;
use crate::desktop::settings::window_place::WindowPlace;
use crate::desktop::window::display::HAS_X11_OR_WAYLAND;
use crate::desktop::window::geometry::{Geometry, Opening, full_screen_of, usable_screens};
use crate::desktop::window::pane::Pane;
use crate::desktop::window::placement::{Layout, opening_size, original_size, scaled};
use crate::desktop::window::surface::WindowSurface;
use crate::glyph_cache::GlyphCache;
use crate::map::Pos;
use crate::part::Part;
use crate::picture::{self, GlyphError, Picture, Textures, rgb, stages};
use crate::screen::{self, BG};
use crate::support::terminal::complain;

/// Side of the window's icon, in pixels.
pub(crate) const ICON: u32 = 64;

/// What the user can try when no window can be opened.
const WAY_OUT: &str = if HAS_X11_OR_WAYLAND {
    "setting SDL_VIDEODRIVER=x11 or SDL_VIDEODRIVER=wayland"
} else {
    "installing the driver of the graphics card again"
};

/// Why there is no window, or nothing in it.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum WindowError {
    #[error("SDL does not start: {0}; install SDL 2 again")]
    NoSdl(String),
    #[error("no display: {0}; start it on a desktop, or use 'roguelike shot' or 'roguelike trace'")]
    NoDisplay(String),
    #[error("cannot open a window: {0}; {WAY_OUT} may help")]
    NoWindow(String),
    #[error(transparent)]
    Glyphs(#[from] GlyphError),
}

/// A window, and what it shows.
pub struct Window<'r> {
    surface: WindowSurface,
    geometry: Geometry,
    renderer: Picture,
    creator: &'r Textures,
    ttf: &'r Sdl2TtfContext,
    font: &'r [u8],
    /// What is shown where; none before the first frame.
    panes: Option<Panes<'r>>,
    /// True if the desktop or SDL may have lost what the window shows.
    uncovered: bool,
    /// True if an option asked for a size. The size of other windows is remembered.
    has_scale: bool,
    /// True after the first input of the player: keys of the command line come without one.
    is_used: bool,
    /// The folder of runs, of which a second window sees that there is a first one. The folder above may have
    /// the settings too, and be locked while they are written.
    _shared: Option<(File, bool)>,
}

/// What the places and colours in a window depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Look {
    /// Width and height of the surface in pixels.
    size: (u32, u32),
    /// The size of the panel's letters, if there may be a panel.
    text: Option<TextSize>,
    palette: Palette,
    is_narrow: bool,
    view: View,
    /// True if a picture is shown on the page. It is wider than the page.
    has_stage: bool,
}

/// Returns the size of the letters of the panel; none if it is not to be shown.
fn panel_text(settings: &Settings, part: Part) -> Option<TextSize> {
    (settings.panel && part.has_monsters()).then_some(settings.text)
}

/// The picture or a page in its place, and the panel beside it.
struct Panes<'r> {
    look: Look,
    layout: Layout,
    main: Pane<'r>,
    panel: Option<Pane<'r>>,
}

impl<'r> Panes<'r> {
    fn new(
        look: Look,
        rows: i32,
        creator: &'r Textures,
        (ttf, font): (&Sdl2TtfContext, &[u8]),
    ) -> Result<Panes<'r>, GlyphError> {
        let layout = Layout::new(look.size, rows, look.text);
        let letters = |points, line| GlyphCache::for_text(ttf, creator, font, points, line);
        let pane = |glyphs, area| Pane::new(glyphs, look.palette, area, look.is_narrow);
        let main = match look.view {
            View::Page => pane(letters(layout.tile, Some(layout.tile))?, layout.page()),
            _ => pane(GlyphCache::new(ttf, creator, font, layout.tile)?, layout.picture),
        };
        let panel = layout.panel.map(|(area, points)| letters(points, None).map(|glyphs| pane(glyphs, area)));
        Ok(Panes { look, layout, main, panel: panel.transpose()? })
    }
}

impl<'r> Window<'r> {
    /// Opens a window, and prepares to show frames in a font. Changed parts of it are drawn on the renderer's
    /// picture and then copied; larger parts than the picture are copied in pieces. The caller owns renderer
    /// and creator, because textures must not outlive them. The scale is that of an option, times the
    /// original's size.
    ///
    /// # Errors
    /// If SDL cannot open it.
    pub fn open(
        video: &VideoSubsystem,
        (renderer, creator): (Picture, &'r Textures),
        (ttf, font): (&'r Sdl2TtfContext, &'r [u8]),
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
        let shared = GamesFolder::of_player().and_then(|runs| runs.share());
        let is_second = shared.as_ref().is_some_and(|(_, is_second)| *is_second);
        let windowed = full_screen.and(area);
        let geometry = Geometry::begin(&mut window, opening, (kept, windowed), is_second);
        let surface = WindowSurface::new(window)?;
        session.set_drawn_by(surface.describe());
        Ok(Window {
            surface,
            geometry,
            renderer,
            creator,
            ttf,
            font,
            panes: None,
            uncovered: true,
            has_scale: scale.is_some(),
            is_used: false,
            _shared: shared,
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
        let is_first = self.panes.is_none();
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

    /// Does what the session wants of the program.
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
            let problem = "cannot switch to fullscreen or back";
            session.warn(format!("{problem}: {error}; the window stays as it is"));
        }
        let is_fullscreen = self.is_fullscreen();
        session.change_settings(|settings| settings.fullscreen = is_fullscreen);
    }

    /// Returns the number of columns and rows of the panel, if there is one.
    pub fn panel(&self) -> Option<(i32, i32)> {
        Some(self.panes.as_ref()?.panel.as_ref()?.tiles())
    }

    fn draw(&mut self, session: &Session, events: &Events) -> Result<(), GlyphError> {
        let (part, settings, stage) = (session.game().part(), session.settings(), session.stage());
        let mut look = Look {
            size: (0, 0),
            text: panel_text(settings, part),
            palette: settings.palette.of_window(session.is_free_play()),
            is_narrow: settings.texts.is_narrow(session.is_free_play()),
            view: session.view(),
            has_stage: stage.is_some(),
        };
        let Window { surface, renderer, panes, uncovered, creator, ttf, font, .. } = self;
        surface.draw(events, |surface| {
            look.size = surface.size();
            let was_uncovered = mem::take(uncovered);
            let mut written = Vec::new();
            let Panes { layout, main, panel, .. } = match panes {
                // The surface is new and empty after the size has changed, also if it changed back at once.
                Some(panes) if panes.look == look && !was_uncovered => panes,
                panes => {
                    surface.fill_rect(None, rgb(look.palette.apply(BG))).map_err(GlyphError::draw)?;
                    written.push(surface.rect());
                    panes.insert(Panes::new(look, screen::rows(part), creator, (ttf, font))?)
                }
            };
            if let Some(panel) = panel {
                let (columns, rows) = panel.tiles();
                let frame = session.render_panel(columns, rows);
                written.extend(panel.show((&frame, None), renderer, surface)?);
            }
            let boxed = session.boxed();
            written.extend(main.show((&session.render(), boxed), renderer, surface)?);
            if let Some(stage) = stage {
                written.push(stages::show(&stage, font, layout.between(AROUND), surface)?);
                main.forget();
            }
            Ok(written)
        })
    }

    /// Takes note of an input that is about the window. Returns the input, with the tile that the mouse is
    /// over in place of pixels.
    pub fn notice(&mut self, input: Input) -> Input {
        self.is_used |= input != Input::Exposed;
        match input {
            Input::Exposed => (self.uncovered, self.geometry.uncovered) = (true, Instant::now()),
            // The mouse pointer would cover what the keys do. It comes back when the mouse moves.
            Input::Key { .. } => self.surface.window.subsystem().sdl().mouse().show_cursor(false),
            Input::Mouse(x, y, button) => {
                self.surface.window.subsystem().sdl().mouse().show_cursor(true);
                return match (self.tile_at((x, y)), button) {
                    (Some((tile, false)), None) => Input::Hover(Some(tile)),
                    (Some((tile, true)), None) => Input::HoverPanel(tile),
                    (Some((tile, false)), Some(MouseButton::Left)) => Input::Click(tile),
                    (Some((tile, false)), Some(_)) => Input::Examine(tile),
                    (Some((tile, true)), Some(MouseButton::Left)) => Input::ClickPanel(tile),
                    _ => Input::Hover(None),
                };
            }
            _ => {}
        }
        input
    }

    /// Returns the tile at a point, and whether it is one of the panel.
    fn tile_at(&self, (x, y): (i32, i32)) -> Option<(Pos, bool)> {
        let Panes { look, main, panel, .. } = self.panes.as_ref()?;
        // SDL counts in the window's own units, and tiles are counted in pixels.
        let size = self.surface.window.size();
        let scaled = |point: i32, pixels: u32, size: u32| {
            (i64::from(point) * i64::from(pixels) / i64::from(size.max(1))) as i32
        };
        let at = (scaled(x, look.size.0, size.0), scaled(y, look.size.1, size.1));
        // A text over the map can be clicked like the tiles below it.
        let letter = main.letter_at(at).filter(|_| look.view != View::Map);
        let tile = letter.or_else(|| main.tile_at(at));
        let on_panel = || Some((panel.as_ref()?.tile_at(at)?, true));
        tile.map(|tile| (tile, false)).or_else(on_panel)
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
        self.geometry.note(&mut self.surface.window);
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

    /// Saves what the window shows as a picture. The next frame says where it is, or why it could not be
    /// saved.
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
    let panel = panel_text(session.settings(), part);
    size.unwrap_or_else(|| opening_size(screen, rows, panel, session.is_free_play()))
}

/// SDL's sentence ends with a full stop, and ours goes on after it.
pub(crate) fn no_window(error: impl ToString) -> WindowError {
    WindowError::NoWindow(error.to_string().trim_end_matches('.').to_owned())
}
