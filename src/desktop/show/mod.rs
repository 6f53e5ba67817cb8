//! The window of `roguelike verify --show`: the expected run and the recorded one, step by step.
//!
//! Where both look the same there is one picture, otherwise there are two. `viewer.rs` knows which step is
//! looked at, and what keys do. `sides.rs` makes both pictures of a step and says which tiles differ,
//! `words.rs` has the texts below them, `layout.rs` says where everything is, and `window.rs` shows it.

mod layout;
pub mod marks;
mod sides;
mod viewer;
mod window;
mod words;

use std::time::Duration;

use crate::desktop::window::display::open_display;
use crate::desktop::window::{WindowError, new_renderer};
use crate::desktop::{Events, Input, Preferences};
use crate::key::Key;
use crate::support::terminal::complain;
use crate::trace::TraceError;
use crate::trace::input::InputError;
use crate::verify::side_by_side::SideBySide;

pub use sides::{Side, Sides};
pub use viewer::{View, Viewer};
use window::{Tools, Window};

/// Why there is no window on a recording, or not any more.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum ShowError {
    /// The window cannot be opened or drawn.
    Window(#[from] WindowError),
    /// The recording cannot be read any more.
    Recording(#[from] InputError),
}

/// Opens a window on a recording, and returns when the user closes it.
///
/// # Errors
/// If there is no display, SDL fails, or the recording cannot be read any more.
pub fn show(both: SideBySide) -> Result<(), ShowError> {
    let path = both.name().to_owned();
    let lost = |error: TraceError| InputError::Trace { path: path.clone(), error };
    let (sdl, video) = open_display()?;
    let ttf = sdl2::ttf::init().map_err(|error| WindowError::NoSdl(error.to_string()))?;
    let (preferences, problem) = Preferences::read();
    problem.iter().for_each(|problem| complain(&problem.to_string()));
    let mut viewer = Viewer::new(both).map_err(lost)?;
    let renderer = new_renderer()?;
    let creator = renderer.texture_creator();
    let tools = Tools { renderer, creator: &creator, ttf: &ttf, palette: preferences.settings.palette };
    let mut window = Window::open(&video, tools)?;
    let mut events = Events::new(&sdl).map_err(WindowError::NoSdl)?;
    loop {
        window.show(&viewer.view().map_err(lost)?, &events)?;
        let mut changed = false;
        while !changed {
            // As long as there are steps to compare, the loop does not wait for an event.
            let timeout = if viewer.is_busy() { Duration::ZERO } else { Duration::MAX };
            for input in events.wait(timeout) {
                match input {
                    Input::Quit | Input::Key { key: Key::ESCAPE, .. } => {
                        window.leave_open();
                        return Ok(());
                    }
                    Input::Key { key, shift, .. } => changed |= viewer.press(key, shift),
                    Input::Exposed => {
                        window.forget();
                        changed = true;
                    }
                    Input::Fullscreen => window.toggle_fullscreen(),
                    _ => {}
                }
            }
            changed |= viewer.work().map_err(lost)?;
        }
    }
}
