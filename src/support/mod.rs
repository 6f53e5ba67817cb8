//! Files, text and hashes: helpers for several modules that belong to no chapter.

pub mod encoding;
pub mod file;
#[cfg(feature = "command-line")]
pub mod folders;
pub mod hash;
#[cfg(feature = "command-line")]
pub mod owned;
pub mod save_slot;
pub mod save_words;
#[cfg(feature = "command-line")]
pub mod terminal;
pub mod text;
