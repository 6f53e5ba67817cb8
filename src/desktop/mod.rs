//! What a game needs to be played in a window on a desktop.
//!
//! `main` has the loop. [`Events`] waits for events and makes an [`Input`] of each. [`Session`] has
//! everything around the game: it turns inputs into keys of the original, presses them, and says what is to
//! be shown. [`window`] shows it. The other modules have one concept each, and session and window only call
//! them. [`show`] has a window of its own, on two runs that are compared.

mod announcer;
mod archive;
pub mod autosave;
pub mod caution;
mod chronicle;
mod commands;
pub mod display;
#[cfg(test)]
mod drawn;
mod events;
mod examine;
mod folders;
mod hangup;
mod help;
pub mod history;
mod input;
mod keys;
pub mod look;
pub mod marks;
mod note;
mod notice;
mod pads;
mod page;
pub mod palette;
mod pane;
pub mod panel;
pub mod picture;
mod place;
mod placement;
mod playback;
mod pointer;
mod printed;
mod readable;
pub mod repaint;
mod run_keeper;
mod run_list;
pub mod runs;
mod save_place;
pub mod screenshot;
mod session;
pub mod settings;
mod settings_file;
pub mod show;
mod start;
pub mod summary;
mod timestamp;
pub mod travel;
mod view;
mod walk;
pub mod window;

pub use announcer::Announcer;
pub use commands::{keys_table, keys_text};
pub use events::Events;
pub use input::Input;
pub use page::Page;
pub use session::Session;
pub use settings_file::{Preferences, SettingsError};
pub use start::Start;
