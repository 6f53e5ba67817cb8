//! What a game needs to be played in a window on a desktop.
//!
//! `main` has the loop. [`Events`] waits for events and makes an [`Input`] of each. [`Session`] has
//! everything around the game: it turns inputs into keys of the original, presses them, and says what is to
//! be shown. [`window`] shows it. The other modules have one concept each, and session and window only call
//! them.

mod announcer;
mod archive;
pub mod autosave;
pub mod display;
mod events;
mod folders;
mod hangup;
mod help;
mod input;
mod keys;
mod pads;
mod page;
pub mod picture;
mod place;
mod placement;
mod playback;
mod pointer;
mod readable;
pub mod repaint;
mod run_keeper;
mod save_place;
pub mod screenshot;
mod session;
mod start;
mod timestamp;
mod view;
pub mod window;

pub use announcer::Announcer;
pub use events::Events;
pub use input::Input;
pub use page::Page;
pub use session::Session;
pub use start::Start;
