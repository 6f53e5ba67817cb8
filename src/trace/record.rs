//! `--record`: writes the run that is played to a file, as a trace.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::event::Event;
use crate::game::{Game, Outcome, Setup};
use crate::key::Key;
use crate::support::save_slot::SaveSlot;
use crate::support::text::visible;
use crate::trace::{BlockWriter, Form, Header};

/// The first word of the lines of a save in a recording.
pub(super) const SAVE: &str = "save";
/// What follows this word if there is no save.
pub(super) const NO_SAVE: &str = "-";
/// Placeholder for a save that cannot be loaded. A replay cannot load the placeholder either.
const BAD_SAVE: &str = "?";
/// Maximum size of a save in a recording, in bytes. A step with it can be read again by `verify`.
const MAX_SAVE: usize = 8 << 20;

/// Why a recording cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum BeginError {
    /// A file of this name exists, perhaps an earlier recording.
    #[error("cannot record to {}: it exists already; give another file", shown(path))]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be created or written.
    #[error("cannot record to {}: {error}; give another file", shown(path))]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
}

impl BeginError {
    /// Returns true if the command line is wrong, and false if the system failed.
    pub const fn is_wrong_use(&self) -> bool {
        !matches!(self, BeginError::Write { .. })
    }
}

/// The error of a recording that ended before its run. The steps before it can be verified and replayed.
#[derive(Debug, thiserror::Error)]
#[error("the recording {} ends here: {reason}", shown(path))]
pub struct RecordError {
    path: PathBuf,
    reason: EndReason,
}

/// Why a recording ended.
#[derive(Debug, thiserror::Error)]
pub(super) enum EndReason {
    #[error("{0}; begin another")]
    Write(#[from] io::Error),
    #[error("a save that failed could not be replayed; begin another")]
    SaveFailed,
    #[error("the save that was loaded is larger than {MAX_SAVE} bytes; begin another")]
    LargeSave,
}

fn shown(path: &Path) -> String {
    visible(&path.display().to_string())
}

/// Writes a run to a file. Each step is written before the next key is handled, so a crash loses no step.
///
/// A replay needs nothing but the file. If the run loads a save that it did not write itself, the step
/// contains that save.
pub struct Recorder {
    file: File,
    path: PathBuf,
    /// Size of the file after its last whole step, in bytes.
    length: u64,
    writer: BlockWriter,
    saves: SaveFollower,
    ended: bool,
}

impl Recorder {
    /// Creates the file and writes the state of a game that has just been started.
    ///
    /// # Errors
    /// If there is a file of this name, or if it cannot be written.
    pub fn new(path: &Path, setup: &Setup, game: &Game) -> Result<Recorder, BeginError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => BeginError::Exists { path: path.to_owned() },
            _ => BeginError::Write { path: path.to_owned(), error },
        })?;
        let (writer, first) = BlockWriter::new(game);
        let saves = SaveFollower::default();
        let mut recorder = Recorder { file, path: path.to_owned(), length: 0, writer, saves, ended: false };
        let text = Header::new(setup, Form::Normal).to_string() + &first.to_text(Form::Normal);
        if let Err(error) = recorder.append(&text) {
            // Nothing was recorded. The first error is the one to report.
            fs::remove_file(path).ok();
            return Err(BeginError::Write { path: path.to_owned(), error });
        }
        Ok(recorder)
    }

    /// Removes the file of a recording that has no step yet.
    pub fn discard(self) {
        // The reason why nothing was played is the error to report.
        fs::remove_file(self.path).ok();
    }

    /// Writes a step. A run that was continued from a file is a step with F9, because a replay finds its save
    /// there.
    ///
    /// # Errors
    /// If it cannot be written, or could not be replayed. The recording ends then.
    pub fn write(&mut self, game: &Game, key: Key, outcome: Outcome) -> Result<(), RecordError> {
        if self.ended {
            return Ok(());
        }
        self.try_write(game, key, outcome).map_err(|reason| {
            self.ended = true;
            RecordError { path: self.path.clone(), reason }
        })
    }

    fn try_write(&mut self, game: &Game, key: Key, outcome: Outcome) -> Result<(), EndReason> {
        let save = self.saves.follow(game)?;
        let step = self.writer.block_of(game, key, outcome).to_text(Form::Normal);
        let (head, facts) = step.split_once('\n').unwrap_or((&step, ""));
        Ok(self.append(&format!("{head}\n{save}{facts}"))?)
    }

    /// Writes whole steps. If that fails, for example on a full disk, what was written of them is cut off
    /// again.
    fn append(&mut self, text: &str) -> io::Result<()> {
        let written = self.file.write_all(text.as_bytes());
        if written.is_ok() {
            self.length += text.len() as u64;
        } else {
            // A file that cannot be cut ends in the middle of a step. Reading it copes with that.
            self.file.set_len(self.length).ok();
        }
        written
    }
}

/// Follows what a replay would have in its save slot, while a recording is made. This shows which saves the
/// recording has to contain.
#[derive(Clone, Debug, Default)]
pub(super) struct SaveFollower {
    /// The slot. It is always in memory.
    slot: SaveSlot,
}

impl SaveFollower {
    /// Continues a recording at whose end a replay has this slot.
    pub(super) const fn new(slot: SaveSlot) -> SaveFollower {
        SaveFollower { slot }
    }

    /// Compares what the game found in its slot with what a replay would find. If they differ, returns the
    /// lines that give the replay the same save.
    pub(super) fn follow(&mut self, game: &Game) -> Result<String, EndReason> {
        let mut lines = String::new();
        for event in game.events() {
            let found = match event {
                Event::Saved => {
                    self.slot = SaveSlot::Memory(Some(game.save_text()));
                    continue;
                }
                Event::SaveFailed { .. } => return Err(EndReason::SaveFailed),
                // A loaded run saves what it was loaded from.
                Event::Loaded => Some(game.save_text()),
                Event::NoSave => None,
                Event::BadSave { .. } => Some(BAD_SAVE.to_owned()),
                _ => continue,
            };
            let found = SaveSlot::Memory(found);
            if found != self.slot {
                lines = save_lines(&found)?;
                self.slot = found;
            }
        }
        Ok(lines)
    }
}

/// Returns the lines of a recording that hold a save.
pub(super) fn save_lines(slot: &SaveSlot) -> Result<String, EndReason> {
    let SaveSlot::Memory(Some(text)) = slot else { return Ok(format!("{SAVE} {NO_SAVE}\n")) };
    if text.len() > MAX_SAVE {
        return Err(EndReason::LargeSave);
    }
    Ok(text.lines().map(|line| format!("{SAVE} {line}\n")).collect())
}
