//! The games that are played and were played: their files, and their list.

pub(crate) mod facts;
pub mod folder;
pub(crate) mod game_file;
pub(crate) mod keeper;
pub mod list;

pub use facts::Fate;
pub use folder::GamesFolder;
pub use list::KeptGame;
