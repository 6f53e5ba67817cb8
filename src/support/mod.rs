//! What several modules need and no chapter is about: files, text, hashes.

pub mod file;
pub mod file_limit;
pub mod hash;
pub mod save_slot;
pub mod terminal;
pub mod text;
