//! Where a game saves: in memory, or in a file.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::file;

/// Maximum size of a save file in bytes. Everything that can be loaded fits in.
pub(crate) const MAX_SAVE: u64 = 256 << 20;

/// The place that F5 saves to and F9 loads from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveSlot {
    /// The text that was saved last. It lives as long as the game.
    Memory(Option<String>),
    /// A file.
    File(PathBuf),
}

impl Default for SaveSlot {
    fn default() -> SaveSlot {
        SaveSlot::Memory(None)
    }
}

impl SaveSlot {
    /// Replaces what was saved before.
    ///
    /// # Errors
    /// If the file cannot be written. The old one is whole then.
    pub fn write(&mut self, text: String) -> io::Result<()> {
        match self {
            SaveSlot::Memory(kept) => *kept = Some(text),
            SaveSlot::File(path) => file::write_whole(path, text.as_bytes())?,
        }
        Ok(())
    }

    /// Returns what was saved last, if anything was.
    ///
    /// # Errors
    /// If there is a file that cannot be read.
    pub fn read(&self) -> io::Result<Option<String>> {
        match self {
            SaveSlot::Memory(kept) => Ok(kept.clone()),
            SaveSlot::File(path) => match file::read_text(path, MAX_SAVE) {
                Ok(text) => Ok(Some(text)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            },
        }
    }
}

/// The place as a part of a sentence about saving or loading: ` in FILE`, or nothing.
impl fmt::Display for SaveSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveSlot::Memory(_) => Ok(()),
            SaveSlot::File(path) => write!(f, " in {}", path.display()),
        }
    }
}
