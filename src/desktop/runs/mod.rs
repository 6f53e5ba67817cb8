//! The runs that are played and were played: their files, their list, their messages, and replays.

mod archive;
pub mod autosave;
mod facts;
mod files;
mod folders;
pub(crate) mod history;
pub(crate) mod keeper;
pub mod kept_files;
pub mod list;
pub(crate) mod playback;
mod regular;
pub(crate) mod save_location;
mod timestamp;
pub(crate) mod totals;

pub use archive::Archive;
pub(crate) use timestamp::Timestamp;
