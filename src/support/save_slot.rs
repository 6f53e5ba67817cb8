//! The place that a game saves to: memory, or a file.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::file;
use super::text::visible;

/// Maximum size of a save file in bytes. It is larger than any save that can be loaded.
pub const MAX_SAVE_FILE: u64 = 256 << 20;
/// The first word of a save file.
pub const MAGIC: &str = "RLSAVE";
/// The version of the saves of the last part, which is the highest of all.
pub const NEWEST: u32 = 3;
/// Number of bytes at the beginning of a file that show whether it is a save.
const START: u64 = 1024;

/// The place that F5 saves to and F9 loads from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveSlot {
    /// Memory, with the text that was saved last. It lives as long as the game.
    Memory(Option<String>),
    /// The next save fails, as it did when the run was recorded. Then it is the memory again, with this text.
    FailsOnce(Option<String>),
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
    /// If the file cannot be written or is not a save, with the reason. The old file is unchanged then.
    pub fn write(&mut self, text: String) -> Result<(), String> {
        match self {
            SaveSlot::Memory(kept) => *kept = Some(text),
            SaveSlot::FailsOnce(kept) => {
                *self = SaveSlot::Memory(kept.take());
                return Err("this save failed when the run was recorded".to_owned());
            }
            SaveSlot::File(path) => check_is_save(path, version(&text))
                .and_then(|()| file::write_whole(path, text.as_bytes()))
                .map_err(|error| error.to_string())?,
        }
        Ok(())
    }

    /// Returns the sentence for a run that could not be saved here.
    pub fn not_saved(&self, reason: &str) -> String {
        format!("cannot save the game{self}: {reason}; --save-file chooses another place")
    }

    /// Returns the sentence for a save that cannot be loaded here.
    pub fn cannot_load(&self, reason: impl fmt::Display) -> String {
        format!("cannot load the game{self}: {reason}")
    }

    /// Puts another slot in place of this one. A save that fails keeps the text that was saved before.
    pub fn replace(&mut self, slot: SaveSlot) {
        *self = match (slot, &mut *self) {
            (SaveSlot::FailsOnce(_), SaveSlot::Memory(kept)) => SaveSlot::FailsOnce(kept.take()),
            (slot, _) => slot,
        };
    }

    /// Returns true if something was saved.
    pub fn exists(&self) -> bool {
        match self {
            SaveSlot::Memory(kept) | SaveSlot::FailsOnce(kept) => kept.is_some(),
            SaveSlot::File(path) => path.exists(),
        }
    }

    /// Returns what was saved last, if anything was.
    ///
    /// # Errors
    /// If there is a file that cannot be read.
    pub fn read(&self) -> io::Result<Option<String>> {
        match self {
            SaveSlot::Memory(kept) | SaveSlot::FailsOnce(kept) => Ok(kept.clone()),
            SaveSlot::File(path) => match file::read_text(path, MAX_SAVE_FILE) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                text => text.map(Some),
            },
        }
    }
}

/// Returns the version of a save, or `None` for another text.
fn version(text: &str) -> Option<u32> {
    let mut words = text.split_ascii_whitespace();
    if words.next() == Some(MAGIC) { words.next()?.parse().ok() } else { None }
}

/// Checks that a save of this version may replace a file: the file is such a save itself, is empty, or does
/// not exist. Otherwise a wrong `--save-file` would destroy a file of the user.
fn check_is_save(path: &Path, new: Option<u32>) -> io::Result<()> {
    // `write_whole` refuses folders, pipes and devices.
    let Some(start) = file::start_of(path, START)? else { return Ok(()) };
    let what = match version(&String::from_utf8_lossy(&start)) {
        old @ Some(_) if old == new => return Ok(()),
        Some(old) if old > NEWEST => "it was made by a newer roguelike",
        Some(_) => "it is the save of a part with another format",
        None => "it is not a save file",
    };
    Err(io::Error::other(format!("{what}, so it is left as it is")))
}

/// The place as a part of a sentence about saving or loading: ` in FILE`, or nothing.
impl fmt::Display for SaveSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveSlot::Memory(_) | SaveSlot::FailsOnce(_) => Ok(()),
            SaveSlot::File(path) => write!(f, " in {}", visible(&path.display().to_string())),
        }
    }
}
