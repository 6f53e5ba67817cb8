//! The runs that are played and were played: their files, and their list.

pub(crate) mod facts;
pub mod folder;
pub(crate) mod keeper;
pub mod list;
pub(crate) mod run_file;

pub use facts::RunEnd;
pub use folder::RunsFolder;
pub use list::Run;
