//! The save that a step of a recording brings along.

use std::fmt;

use crate::support::save_slot::SaveSlot;

/// The first word of the lines of a save.
pub(super) const SAVE: &str = "save";
/// The word after it if nothing was saved, and if F5 failed.
pub(super) const NO_SAVE: &str = "-";
pub(super) const FAILED_SAVE: &str = "!";

/// The content of the game's slot when the key of a step is pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordedSave {
    /// Nothing.
    Nothing,
    /// The slot cannot be written.
    Unwritable,
    /// A save, which may be damaged.
    Text(String),
}

impl RecordedSave {
    /// Returns the slot that the game has from now on.
    pub fn slot(&self) -> SaveSlot {
        match self {
            RecordedSave::Nothing => SaveSlot::Memory(None),
            RecordedSave::Unwritable => SaveSlot::FailsOnce(None),
            RecordedSave::Text(text) => SaveSlot::Memory(Some(text.clone())),
        }
    }
}

/// The lines of the step.
impl fmt::Display for RecordedSave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordedSave::Nothing => writeln!(f, "{SAVE} {NO_SAVE}"),
            RecordedSave::Unwritable => writeln!(f, "{SAVE} {FAILED_SAVE}"),
            RecordedSave::Text(text) => text.lines().try_for_each(|line| writeln!(f, "{SAVE} {line}")),
        }
    }
}
