//! The window on both runs.

use sdl2::VideoSubsystem;
use sdl2::rect::Rect;
use sdl2::surface::SurfaceRef;
use sdl2::ttf::Sdl2TtfContext;
use sdl2::video::FullscreenType;

use crate::color::Color;
use crate::desktop::input::Events;
use crate::desktop::show::layout::{Layout, opening_size};
use crate::desktop::show::sides::{Side, Sides};
use crate::desktop::show::viewer::View;
use crate::desktop::show::words::{self, Line};
use crate::desktop::window::palette::Palette;
use crate::desktop::window::pane::Pane;
use crate::desktop::window::picture::{self, GlyphError, Picture, Textures, rgb};
use crate::desktop::window::surface::WindowSurface;
use crate::desktop::window::{ICON, WindowError, no_window};
use crate::glyph_cache::GlyphCache;
use crate::map::{MAP_WIDTH, Pos};
use crate::screen::{BG, Frame};

/// Minimum size of the window. In a smaller one the text could not be read.
const SMALLEST: (u32, u32) = (640, 400);
/// The colour of the lines between two halves.
const DIVIDER: Color = Color(90, 84, 104);

/// What draws, and what it draws with.
pub(super) struct Tools<'r> {
    pub renderer: Picture,
    pub creator: &'r Textures,
    pub ttf: &'r Sdl2TtfContext,
    pub font: &'r [u8],
    pub palette: Palette,
}

/// A window with one picture or two, and two texts below.
pub(super) struct Window<'r> {
    surface: WindowSurface,
    tools: Tools<'r>,
    /// What is shown where; none before the first view.
    panes: Option<Panes<'r>>,
    /// True if the desktop or SDL may have lost what the window shows.
    uncovered: bool,
}

/// The parts of a window.
struct Panes<'r> {
    layout: Layout,
    pictures: Vec<Pane<'r>>,
    texts: [Pane<'r>; 2],
}

impl<'r> Panes<'r> {
    fn new(layout: Layout, tools: &Tools<'r>) -> Result<Panes<'r>, GlyphError> {
        let Tools { creator, ttf, font, palette, .. } = tools;
        let picture = |&area: &Rect| {
            Pane::new(GlyphCache::new(ttf, creator, font, layout.tile)?, creator, *palette, area)
        };
        let text = |area: Rect| {
            Pane::new(GlyphCache::for_text(ttf, creator, font, layout.points, None)?, creator, *palette, area)
        };
        let [left, right] = layout.texts;
        Ok(Panes {
            pictures: layout.pictures.iter().map(picture).collect::<Result<_, _>>()?,
            texts: [text(left)?, text(right)?],
            layout,
        })
    }

    fn forget(&mut self) {
        self.pictures.iter_mut().chain(&mut self.texts).for_each(Pane::forget);
    }

    /// Shows a view. Returns the rectangles of the surface that were written.
    fn show(
        &mut self,
        view: &View,
        renderer: &mut Picture,
        surface: &mut SurfaceRef,
    ) -> Result<Vec<Rect>, GlyphError> {
        let mut areas = self.layout.dividers.clone();
        let Sides { expected, recorded, .. } = &view.sides;
        let first = view.sides.first_of(self.layout.columns);
        for (pane, side) in self.pictures.iter_mut().zip([expected, recorded]) {
            let Side { frame, marks } = side.part(first);
            areas.extend(pane.show_marked((&frame, &marks), renderer, surface)?);
        }
        let keys = words::keys();
        let last: [&[Line]; 2] = [&[], &keys];
        for ((pane, lines), last) in self.texts.iter_mut().zip(&view.texts).zip(last) {
            let (columns, rows) = pane.tiles();
            let mut frame = Frame::new(rows);
            words::draw(lines, last, columns, &mut frame);
            areas.extend(pane.show(&frame, renderer, surface)?);
        }
        Ok(areas)
    }
}

impl<'r> Window<'r> {
    /// Opens a window.
    pub fn open(video: &VideoSubsystem, tools: Tools<'r>, title: &str) -> Result<Window<'r>, WindowError> {
        let (width, height) = video
            .display_usable_bounds(0)
            .map_or((1280, 720), |screen| opening_size((screen.width(), screen.height())));
        video.text_input().stop();
        video.enable_screen_saver();
        let mut window = video.window(title, width, height);
        let mut window = window.position_centered().resizable().allow_highdpi().build().map_err(no_window)?;
        window.set_minimum_size(SMALLEST.0, SMALLEST.1).map_err(no_window)?;
        window.set_icon(picture::icon(tools.ttf, tools.font, ICON)?);
        Ok(Window { surface: WindowSurface::new(window)?, tools, panes: None, uncovered: true })
    }

    /// Shows a view. Only what it changes is drawn.
    pub fn show(&mut self, view: &View, events: &Events) -> Result<(), WindowError> {
        if self.surface.window().title() != view.title {
            // SDL refuses only titles with a NUL byte, and no title has one.
            self.surface.window_mut().set_title(&view.title).ok();
        }
        let Window { surface, tools, panes, uncovered } = self;
        surface.draw(events, |surface| {
            let Sides { expected, columns, .. } = &view.sides;
            // One picture is enough where both runs look the same.
            let count = if view.sides.are_equal() { 1 } else { 2 };
            let least = if count == 1 { MAP_WIDTH } else { columns.end - columns.start };
            let layout = Layout::new(surface.size(), count, Pos::new(least, expected.frame.rows()));
            let panes = match panes {
                Some(panes) if panes.layout == layout => panes,
                panes => {
                    *uncovered = true;
                    panes.insert(Panes::new(layout, tools)?)
                }
            };
            let uncovered = std::mem::take(uncovered);
            if uncovered {
                let background = rgb(tools.palette.apply(BG));
                surface.fill_rect(None, background).map_err(GlyphError::draw)?;
                panes.forget();
            }
            let written = panes.show(view, &mut tools.renderer, surface)?;
            for &divider in &panes.layout.dividers {
                surface.fill_rect(divider, rgb(DIVIDER)).map_err(GlyphError::draw)?;
            }
            Ok(if uncovered { vec![surface.rect()] } else { written })
        })?;
        Ok(())
    }

    /// The window was uncovered, or its size changed.
    pub fn uncover(&mut self) {
        self.uncovered = true;
    }

    /// Switches to fullscreen or back.
    pub fn toggle_fullscreen(&mut self) -> Result<(), WindowError> {
        let is_window = self.surface.window().fullscreen_state() == FullscreenType::Off;
        let next = if is_window { FullscreenType::Desktop } else { FullscreenType::Off };
        self.surface.window_mut().set_fullscreen(next).map_err(WindowError::NoFullscreen)
    }

    /// Leaves the window to the system, as [`leave_open`](crate::desktop::window::Window::leave_open) does.
    pub fn leave_open(self) {
        std::mem::forget(self);
    }
}
