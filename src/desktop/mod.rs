//! What a game needs to be played in a window on a desktop.
//!
//! `main` has the loop. [`Events`] waits for events and makes an [`Input`] of each. [`Session`] has
//! everything around the game: it turns inputs into keys of the original, presses them, and says what is to
//! be shown. [`window`] shows it. The folders are layers. Each uses only those above it in this list:
//!
//! - [`run`]: what a run is: a game, its history, and the game before a key.
//! - [`runs`]: the files of runs, and their list.
//! - [`assist`]: journeys, and what is known about a tile.
//! - `commands`: the table of keys.
//! - [`settings`]: what a player can set: colours, letters, sounds, keys, and the file that keeps it.
//! - `pages`: what lies over or beside the map.
//! - `input`: keys, game pads and the mouse.
//! - [`session`]: a game as it is played or watched, and its loop from input to frame.
//! - [`window`]: the window, its parts and its pictures.

pub mod assist;
pub mod commands;
mod input;
mod pages;
pub mod run;
pub mod runs;
pub mod session;
pub mod settings;
pub mod window;

pub use commands::keys_text;
pub use input::{Events, Input, Pads};
pub use session::{Announcer, Session, Start};
pub use settings::{Preferences, SettingsError};
