//! The window on both runs.

use sdl2::VideoSubsystem;
use sdl2::ttf::Sdl2TtfContext;
use sdl2::video::FullscreenType;

use crate::color::Color;
use crate::desktop::input::Events;
use crate::desktop::settings::palette::Palette;
use crate::desktop::show::layout::Layout;
use crate::desktop::show::marks;
use crate::desktop::show::viewer::View;
use crate::desktop::show::words::{self, KEYS};
use crate::desktop::window::pane::Pane;
use crate::desktop::window::picture::{self, GlyphError, Picture, Textures, rgb};
use crate::desktop::window::surface::WindowSurface;
use crate::desktop::window::{ICON, WindowError, no_window};
use crate::glyph_cache::{FONT, GlyphCache};
use crate::map::{MAP_WIDTH, Pos};
use crate::screen::BG;
use crate::support::terminal::complain;

/// Share of the screen that a new window takes, in percent of height and width.
const SCREEN_SHARE: u32 = 94;
/// Minimum size of the window. In a smaller one the text could not be read.
const SMALLEST: (u32, u32) = (640, 400);
/// The colour of the lines between two halves.
const DIVIDER: Color = Color(90, 84, 104);

/// What draws, and what it draws with.
pub struct Tools<'r> {
    pub renderer: Picture,
    pub creator: &'r Textures,
    pub ttf: &'r Sdl2TtfContext,
    pub palette: Palette,
}

/// A window with one picture or two, and two texts below.
pub struct Window<'r> {
    surface: WindowSurface,
    tools: Tools<'r>,
    /// What is shown where; none before the first view, and after the window has lost it.
    panes: Option<Panes<'r>>,
}

/// The parts of a window.
struct Panes<'r> {
    layout: Layout,
    pictures: Vec<Pane<'r>>,
    texts: Vec<Pane<'r>>,
}

impl<'r> Panes<'r> {
    fn new(layout: Layout, tools: &Tools<'r>) -> Result<Panes<'r>, GlyphError> {
        let Tools { creator, ttf, palette, .. } = tools;
        let picture =
            |&area| Pane::new(GlyphCache::new(ttf, creator, FONT, layout.tile)?, creator, *palette, area);
        let text = |&area| {
            Pane::new(GlyphCache::for_text(ttf, creator, FONT, layout.points, None)?, creator, *palette, area)
        };
        let pictures = layout.pictures.iter().map(picture).collect::<Result<_, _>>()?;
        let texts = layout.texts.iter().map(text).collect::<Result<_, _>>()?;
        Ok(Panes { layout, pictures, texts })
    }
}

impl<'r> Window<'r> {
    /// Opens a window.
    pub fn open(video: &VideoSubsystem, tools: Tools<'r>) -> Result<Window<'r>, WindowError> {
        let (width, height) = video.display_usable_bounds(0).map_or((1280, 720), |screen| {
            (screen.width() * SCREEN_SHARE / 100, screen.height() * SCREEN_SHARE / 100)
        });
        video.text_input().stop();
        video.enable_screen_saver();
        let mut window = video.window("Roguelike", width, height);
        let mut window = window.position_centered().resizable().allow_highdpi().build().map_err(no_window)?;
        window.set_minimum_size(SMALLEST.0, SMALLEST.1).map_err(no_window)?;
        window.set_icon(picture::icon(tools.ttf, FONT, ICON)?);
        Ok(Window { surface: WindowSurface::new(window)?, tools, panes: None })
    }

    /// Shows a view. Of a picture only what it changes is drawn.
    pub fn show(&mut self, view: &View, events: &Events) -> Result<(), WindowError> {
        // SDL refuses only titles with a NUL byte, and no title has one.
        self.surface.window_mut().set_title(&view.title).ok();
        let Window { surface, tools, panes } = self;
        let View { sides, texts, .. } = view;
        // One picture is enough where both runs look the same.
        let (count, columns) = match sides.are_equal() {
            true => (1, MAP_WIDTH),
            false => (2, sides.columns.end - sides.columns.start),
        };
        surface.draw(events, |surface| {
            let layout = Layout::new(surface.size(), count, Pos::new(columns, sides.rows));
            let panes = match panes {
                Some(panes) if panes.layout == layout => panes,
                panes => {
                    surface.fill_rect(None, rgb(tools.palette.apply(BG))).map_err(GlyphError::draw)?;
                    panes.insert(Panes::new(layout, tools)?)
                }
            };
            let first = sides.first_of(panes.layout.columns);
            let pictures = panes.pictures.iter_mut().zip(&panes.layout.pictures);
            for ((pane, area), side) in pictures.zip(&sides.both) {
                let (frame, marks) = side.from_column(first, sides.rows);
                // The marks of the last step go.
                pane.forget();
                pane.show(&frame, &mut tools.renderer, surface)?;
                marks::draw(&marks, panes.layout.tile, *area, surface)?;
            }
            for ((pane, lines), last) in panes.texts.iter_mut().zip(texts).zip([&[][..], &KEYS]) {
                let frame = words::frame(lines, last, pane.tiles());
                pane.show(&frame, &mut tools.renderer, surface)?;
            }
            for &divider in &panes.layout.dividers {
                surface.fill_rect(divider, rgb(DIVIDER)).map_err(GlyphError::draw)?;
            }
            Ok(vec![surface.rect()])
        })?;
        Ok(())
    }

    /// The desktop or SDL may have lost what the window shows.
    pub fn forget(&mut self) {
        self.panes = None;
    }

    /// Switches to fullscreen or back. Where SDL refuses, the window goes on as it is.
    pub fn toggle_fullscreen(&mut self) {
        let window = self.surface.window_mut();
        let is_window = window.fullscreen_state() == FullscreenType::Off;
        let next = if is_window { FullscreenType::Desktop } else { FullscreenType::Off };
        if let Err(error) = window.set_fullscreen(next) {
            complain(&WindowError::NoFullscreen(error).to_string());
        }
    }

    /// Leaves the window to the system, as [`leave_open`](crate::desktop::window::Window::leave_open) does.
    pub fn leave_open(self) {
        std::mem::forget(self);
    }
}
