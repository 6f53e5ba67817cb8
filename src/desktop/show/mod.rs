//! The window of `roguelike verify --show`: the expected run and the recorded one, step by step.
//!
//! Where both look the same there is one picture, otherwise there are two. `viewer.rs` knows which step is
//! looked at, and what keys do. `sides.rs` makes both pictures of a step and says which tiles differ,
//! `words.rs` has the texts below them, `layout.rs` says where everything is, and `window.rs` shows it.

mod layout;
mod sides;
mod viewer;
mod window;
mod words;

use std::time::Duration;

use crate::desktop::window::display::open_display;
use crate::desktop::window::{WindowError, new_renderer};
use crate::desktop::{Events, Input, Preferences};
use crate::glyph_cache::FONT;
use crate::support::terminal::complain;
use crate::trace::TraceError;
use crate::trace::input::InputError;
use crate::verify::side_by_side::SideBySide;

use viewer::Viewer;
use window::{Tools, Window};

/// Why there is no window on a recording, or not any more.
#[derive(Debug, thiserror::Error)]
pub enum ShowError {
    /// The window cannot be opened or drawn.
    #[error(transparent)]
    Window(#[from] WindowError),
    /// The recording cannot be read any more.
    #[error(transparent)]
    Recording(#[from] InputError),
    /// SDL does not start.
    #[error("{0}")]
    Sdl(String),
}

/// Opens a window on a recording, and returns when the user closes it.
///
/// # Errors
/// If there is no display, SDL fails, or the recording cannot be read any more.
pub fn show(both: SideBySide) -> Result<(), ShowError> {
    let path = both.name().to_owned();
    let lost = |error: TraceError| InputError::Trace { path: path.clone(), error };
    let (sdl, video) = open_display()?;
    let ttf = sdl2::ttf::init().map_err(|error| ShowError::Sdl(error.to_string()))?;
    let (preferences, problem) = Preferences::read();
    problem.iter().for_each(|problem| complain(&problem.to_string()));
    let mut viewer = Viewer::new(both).map_err(lost)?;
    let mut view = viewer.view().map_err(lost)?;
    let renderer = new_renderer()?;
    let creator = renderer.texture_creator();
    let palette = preferences.settings.palette;
    let tools = Tools { renderer, creator: &creator, ttf: &ttf, font: FONT, palette };
    let mut window = Window::open(&video, tools, &view.title)?;
    let mut events = Events::new(&sdl).map_err(ShowError::Sdl)?;
    window.show(&view, &events)?;
    while !viewer.is_over() {
        // As long as there are steps to compare, the loop does not wait for an event.
        let timeout = if viewer.is_busy() { Duration::ZERO } else { Duration::MAX };
        let (mut changed, mut uncovered) = (false, false);
        for input in events.wait(timeout) {
            match input {
                Input::Key { key, shift, .. } => changed |= viewer.press(key, shift),
                Input::Exposed => uncovered = true,
                Input::Fullscreen => {
                    // The window goes on as it is.
                    window.toggle_fullscreen().unwrap_or_else(|error| complain(&error.to_string()));
                }
                Input::Quit => viewer.end(),
                _ => {}
            }
        }
        changed |= viewer.work().map_err(lost)?;
        if uncovered {
            window.uncover();
        }
        if changed {
            view = viewer.view().map_err(lost)?;
        }
        if changed || uncovered {
            window.show(&view, &events)?;
        }
    }
    window.leave_open();
    Ok(())
}
