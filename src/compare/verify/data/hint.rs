//! Hints for finding more: another option, a shorter script, a line of trace.hpp; and suspicions about
//! what lies around the rules.

use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::trace::Kind;

/// A way to find more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The program gave a reason why it does not record lines of a kind.
    NotRecorded(Kind, String),
    /// A line of trace.hpp records lines of a kind, in a program of this part.
    Record(Kind, Part),
    /// Fewer keys are enough: the seed and the keys.
    Shorter(u32, Vec<Key>),
    /// Record the colours.
    Colors,
}

/// A possible reason for a difference that is not in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspicion {
    /// A save file of an earlier run was there.
    LostSave,
    /// The save file is damaged, and the program believes it.
    DamagedSave,
    /// The program cannot write its save file.
    UnwritableSave,
    /// The program has taken fewer seeds than the series.
    FewerSeeds,
    /// The program has taken more seeds than the series.
    MoreSeeds,
    /// Slopes are rounded in another way.
    Rounding,
}

impl Suspicion {
    /// Returns true if it is about the save file. Then it comes before any bug that explains less than all.
    pub fn is_of_save_file(self) -> bool {
        matches!(self, Suspicion::LostSave | Suspicion::DamagedSave | Suspicion::UnwritableSave)
    }
}
