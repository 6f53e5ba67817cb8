//! Gaps: parts of a recording that could not be compared.

use roguelike::trace::{Kind, TraceError};

/// Something of a recording that was not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Lines that the recording lacks, or a field of them.
    Missing {
        /// The kind of line.
        kind: Kind,
        /// The name of the field, or nothing for the whole line.
        field: &'static str,
        /// How many are missing.
        count: usize,
        /// How many there should be.
        all: usize,
    },
    /// What F5 wrote into the save file, which the recording never has.
    Save,
    /// What F5 wrote into the save file, because the reference has other constants (`--set`).
    SaveWithSet,
    /// Lines of this kind are to be ignored.
    Ignored(Kind),
    /// The older recording lacks lines of this kind.
    NotInOlder(Kind),
    /// The steps after the one with this number, which cannot be read.
    Unreadable(usize, TraceError),
    /// The steps after the one with this number, where the older recording ends.
    OlderEnds(usize),
    /// The steps of the older recording after the one with this number.
    NewerEnds(usize),
}
