//! Files, text and hashes: helpers for several modules that belong to no chapter.

pub mod encoding;
pub mod file;
pub mod folders;
pub mod hash;
pub mod owned;
pub mod save_slot;
pub mod save_words;
pub mod terminal;
pub mod text;
