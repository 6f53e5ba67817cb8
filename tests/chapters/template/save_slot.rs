//! Where F5 saves and F9 loads: a file in the folder that the game was started in.

use std::fmt::Display;
use std::fs;
use std::io;

/// The first word of a save file.
pub const MAGIC: &str = "RLSAVE";
/// The name of the file.
const FILE: &str = "savegame.txt";

/// The file that the game saves to.
#[derive(Clone, Debug, Default)]
pub struct SaveSlot;

impl SaveSlot {
    /// Replaces what was saved before.
    pub fn write(&mut self, text: String, checked: Result<(), String>) -> Result<(), String> {
        fs::write(FILE, text).map_err(|error| error.to_string())
    }

    /// Returns what was saved last, if anything was.
    pub fn read(&self) -> io::Result<Option<String>> {
        fs::exists(FILE)?.then(|| fs::read_to_string(FILE)).transpose()
    }

    /// No chapter says why.
    pub fn cannot_load(&self, reason: impl Display) -> String {
        String::new()
    }
}
