//! Everything that lets a game be played in a window on a desktop.
//!
//! `main` has the loop. [`Events`] waits for events and makes an [`Input`] of each. [`Session`] has
//! everything around the game: it turns inputs into actions, does them, and makes the scene that
//! [`window`] shows. The folders are layers. Each uses only those above it in this list:
//!
//! - `stacks`: like things of the inventory together.
//! - [`history`]: a game as it is played: its start, its steps, its messages and numbers.
//! - [`kept`]: the files of kept games, and their list.
//! - [`actions`]: what a player can do, and where.
//! - [`key_table`]: the keys that do it.
//! - [`bindings`]: the keys of one player.
//! - [`assist`]: journeys, and what is known about a tile.
//! - [`settings`]: what a player can set: colours, text, sounds, keys, and the file that keeps it.
//! - [`scene`]: what the window shows: shapes, glyphs and text in pixels, and what draws them.
//! - `screens`: the map of free play, the screens of the series, and what lies over and beside them.
//! - `input`: keys, game pads and the mouse.
//! - [`session`]: a game as it is played or watched, and its loop from input to frame.
//! - [`window`]: the window, its parts and its pictures.

pub mod actions;
pub mod assist;
pub mod bindings;
mod clock;
pub mod history;
mod input;
pub mod kept;
pub mod key_table;
pub mod scene;
mod screens;
pub mod session;
pub mod settings;
mod stacks;
pub mod window;

pub use input::{Events, Input, Pads};
pub use key_table::keys_text;
pub use session::{Announcer, Order, Session, Start};
pub use settings::{Preferences, SettingsError};
