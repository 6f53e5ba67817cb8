//! What a game needs to be played in a window on a desktop.
//!
//! `main` has the loop. [`Events`] waits for events and makes an [`Input`] of each. [`Session`] has
//! everything around the game: it turns inputs into keys of the original, presses them, and says what is to
//! be shown. [`window`] shows it. The folders are named after what a person sees:
//!
//! - [`window`]: the window, its parts, its pictures and colours.
//! - `input`: keys, game pads and the mouse.
//! - [`session`]: a game as it is played or watched, and its loop from input to frame.
//! - `pages`: what lies over or beside the map.
//! - [`assist`]: journeys, and what a tile is.
//! - [`runs`]: the files of runs, and their list.
//! - [`settings`]: what a player can set.

pub mod assist;
mod input;
mod pages;
pub mod runs;
pub mod session;
pub mod settings;
pub mod window;

pub use input::{Events, Input, keys_table, keys_text};
pub use pages::Page;
pub use session::{Announcer, Session, Start, Told};
pub use settings::{Preferences, SettingsError};
