//! Where F5 saves and F9 loads: a file beside the game.

use std::fmt;
use std::fs;
use std::io;

/// The first word of a save file.
pub const MAGIC: &str = "RLSAVE";
/// The file, in the folder that the game was started in.
const FILE: &str = "savegame.txt";

/// The file that the game saves to.
#[derive(Clone, Debug, Default)]
pub struct SaveSlot;

impl SaveSlot {
    /// Replaces what was saved before.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&mut self, text: String) -> io::Result<()> {
        fs::write(FILE, text)
    }

    /// Returns what was saved last, if anything was.
    ///
    /// # Errors
    /// If there is a file that cannot be read.
    pub fn read(&self) -> io::Result<Option<String>> {
        match fs::read_to_string(FILE) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The file as a part of a sentence about saving or loading.
impl fmt::Display for SaveSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " in {FILE}")
    }
}
