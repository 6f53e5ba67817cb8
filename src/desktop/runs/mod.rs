//! The runs that are played and were played: their files, their list, and replays.

mod facts;
pub mod folder;
mod folders;
pub(crate) mod history;
pub(crate) mod keeper;
pub mod kept_files;
pub mod list;
pub(crate) mod playback;
pub(crate) mod run_file;
pub(crate) mod save_location;
mod take_over;
pub(crate) mod totals;

pub use folder::RunsFolder;
pub use list::{Run, RunEnd};
