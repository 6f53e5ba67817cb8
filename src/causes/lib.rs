//! Searches for the bug in the rules that explains a wrong recording.
//!
//! The build script writes a copy of the series in which every small change of its text, an *edit*, has a
//! number. While the copy plays, the edits that are active are chosen by their numbers. The search plays the
//! recorded keys with one edit after the other, and keeps those that give the recorded lines.
//!
//! [`find`] takes a [`Case`] and returns an [`Answer`]. Whether the lines that an edit gives are as recorded
//! is decided by the caller's [`Recording`], so all rules of the comparison stay with the caller.
//!
//! - `rows.txt`: the bugs that have names, as edits of the series.
//! - `checked.txt`: which functions of the series have edits, and which edits do not compile.
//! - `generator`: makes the copy and the list of its edits. Only `names.rs` and `kinds.txt` know the series.
//! - `switches.rs`: called by the copy to choose between its text and an edit.
//! - `run.rs`, `search.rs`, `parts.rs`, `sets.rs`, `pairs.rs`, `causes.rs`: one run, one edit, edits that
//!   explain a part of a step, several edits, two in one step, and the answer. `effort.rs` limits their work.
//! - `list.rs`, `cpp.rs`, `functions.rs`: the bugs as people read them. Their tables are beside them.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
// Outside of tests nothing panics on purpose.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable, clippy::todo)]

mod causes;
mod cpp;
mod effort;
pub mod functions;
mod hidden;
mod list;
mod pairs;
mod parts;
mod run;
mod search;
mod sets;
#[allow(missing_docs, dead_code, clippy::unnecessary_cast, reason = "the copy of the series calls them")]
mod switches;
mod threads;

// The copy, and the modules that it shares with the series.
include!(concat!(env!("OUT_DIR"), "/series.rs"));
use roguelike::trace::COLOR_DIGITS;
use roguelike::trace::{Kind, RecordedStep, Step, Value};
use roguelike::{color, key, part, rng, sound, support};

pub use causes::{find, try_again};
pub use effort::Effort;
pub use hidden::{Hidden, hidden};
pub use list::{Bug, Replaced, constants, known_bugs, value_of, with_value};
pub use run::replay;

/// Maximum number of edits that are active at once.
pub const MOST: usize = 6;

/// Edits of the series that are active at once, by their numbers, which begin with 1. A number from
/// [`with_value`] has a value as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edits([u32; MOST]);

impl Edits {
    /// Returns these edits with one more, or `None` if they are full.
    pub fn with(self, edit: u32) -> Option<Edits> {
        let mut edits = self.0;
        *edits.iter_mut().find(|edit| **edit == 0)? = edit;
        Some(Edits(edits))
    }

    /// Returns some edits, where 0 is none, or `None` if they are too many.
    pub fn of(edits: impl IntoIterator<Item = u32>) -> Option<Edits> {
        edits.into_iter().filter(|edit| *edit > 0).try_fold(Edits::default(), Edits::with)
    }

    /// Returns the edits.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        self.0.into_iter().filter(|edit| *edit > 0)
    }

    fn count(self) -> usize {
        self.iter().count()
    }
}

/// The lines of a recording, as far as they are compared.
pub trait Recording: Sync {
    /// Returns true if frames are compared.
    fn has_frames(&self) -> bool;

    /// Returns true if a step is as recorded.
    fn matches(&self, made: &Step) -> bool;

    /// Returns true if a step is as recorded, without its frame. The recording has more than its hash.
    fn matches_but_frame(&self, made: &Step) -> bool;

    /// Returns true if the files that F5 writes are compared.
    fn compares_saves(&self) -> bool;

    /// Returns true if the file that F5 writes in a step is as recorded.
    fn matches_save(&self, made: &str, number: usize) -> bool;

    /// Returns the kind of each line that is not as recorded. The recording has more than its hash.
    fn wrong_lines(&self, made: &Step) -> Vec<Kind>;

    /// Returns the recording where lines of some kinds are not compared.
    fn without(&self, kinds: &[Kind]) -> Box<dyn Recording + '_>;
}

/// A step that differs, and the run around it.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// How the run began. Its save file is in memory.
    pub setup: &'a roguelike::game::Setup,
    /// The steps from the start on.
    pub steps: &'a [RecordedStep],
    /// Their lines.
    pub recording: &'a dyn Recording,
    /// Edits that do not count as bugs: constants with own values. They come first in every cause.
    pub base: Edits,
    /// The index of the step that differs.
    pub step: usize,
    /// The index of the step before which the explanation may end.
    pub end: usize,
    /// True if nothing was recorded between the last of the steps and `end`.
    pub is_whole: bool,
    /// How much work the search may do.
    pub effort: &'a Effort,
    /// The bugs that the program's sources seem to have, by their numbers, which rise. They are tried first.
    pub suspects: &'a [u32],
}

/// The result of a search.
#[derive(Debug)]
pub struct Answer<C = Cause> {
    /// The edits that explain the most.
    pub cause: Option<C>,
    /// True if they explain everything but the lines that may be the program's own.
    pub without_own: bool,
    /// True if not everything was tried.
    pub is_cut: bool,
}

/// One bug, or several, that explain a recording, or the most of it.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The bugs, in the order in which they show.
    pub bugs: Vec<Explained>,
    /// Number of steps that the first explains, the one that differs included.
    pub steps: usize,
    /// How far it goes.
    pub reach: Reach,
    /// The step that differs, as the bugs make it.
    pub made: Step,
    /// The edits of all of them.
    pub edits: Edits,
}

/// How far a cause explains a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It explains everything up to the end of the recording, or of what was compared.
    ToTheEnd,
    /// It explains the last of the steps that were tried. More was recorded.
    CutShort,
    /// It explains a part of the steps that were tried.
    Part,
}

impl Reach {
    /// Returns the reach of a cause that explains the last of the steps or not. `is_whole` means that these
    /// are all steps up to the end.
    pub fn of(is_at_last: bool, is_whole: bool) -> Reach {
        match (is_at_last, is_whole) {
            (true, true) => Reach::ToTheEnd,
            (true, false) => Reach::CutShort,
            (false, _) => Reach::Part,
        }
    }
}

/// A bug, or another reason, that explains a recording together with those that show earlier.
#[derive(Clone, Debug)]
pub struct Explained<R = Bug> {
    /// The reason: of those that explain as much, the simplest.
    pub reason: R,
    /// The index of the first step in which it shows.
    pub step: usize,
    /// Number of steps that it explains with those before.
    pub steps: usize,
    /// Other reasons that explain as much, the simpler first.
    pub others: Vec<R>,
    /// True if every known bug was tried, so that the others are complete.
    pub is_complete: bool,
    /// True if it is surely this one: it is known by name, it explains everything, and no other does.
    pub is_certain: bool,
}

impl<R> Explained<R> {
    /// Returns the reason and those that explain as much.
    pub fn fitting(&self) -> impl Iterator<Item = &R> {
        std::iter::once(&self.reason).chain(&self.others)
    }

    /// Returns the same with reasons of another type.
    pub fn map<S>(self, to: fn(R) -> S) -> Explained<S> {
        let Explained { reason, step, steps, others, is_complete, is_certain } = self;
        let others = others.into_iter().map(to).collect();
        Explained { reason: to(reason), step, steps, others, is_complete, is_certain }
    }
}
