//! Searches for the mistake in the rules that explains a wrong recording.
//!
//! The build script writes a copy of the series in which every small change of its text, an *edit*, has a
//! number. While the copy plays, the edits that are active are chosen by their numbers. The search plays the
//! recorded keys with one edit after the other, and keeps those that give the recorded lines.
//!
//! [`find`] takes a [`Case`] and returns an [`Answer`]. The search has no recorded lines of its own: it asks
//! a [`Recording`] whether the lines that an edit gives are as recorded, so all rules of the comparison stay
//! with the caller.
//!
//! - `rows.txt`: the mistakes that have names, as edits of the series.
//! - `checked.txt`: which functions of the series have edits, and which edits do not compile.
//! - `generator`: makes the copy and the list of its edits. `names.rs` is all that it knows of the series.
//! - `switches.rs`: what the copy calls to choose between its text and an edit.
//! - `run.rs`, `search.rs`, `parts.rs`, `sets.rs`, `constants.rs`, `causes.rs`: one run, one edit, edits that
//!   explain a part of a step, several edits, other values of constants, and the answer.
//!
//! The crate does not depend on the game that people play, so a change of a page or of the window compiles
//! nothing here.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod causes;
mod constants;
mod cpp;
mod list;
mod parts;
mod run;
mod search;
mod sets;
#[allow(missing_docs, dead_code, clippy::unnecessary_cast, reason = "the copy of the series calls them")]
mod switches;
mod threads;

#[path = "../compare/verify/functions.rs"]
#[allow(dead_code, reason = "the search uses a part of it")]
mod functions;
// The files that the copy shares with the program: they have no edits.
#[path = ".."]
#[allow(dead_code, reason = "the copy uses a part of them")]
mod shared {
    pub mod color;
    pub mod key;
    mod keys {
        mod names;
    }
    pub mod part;
    pub mod rng;
    pub mod sound;
    pub mod support {
        pub mod file;
        pub mod hash;
        pub mod save_slot;
        pub mod save_words;
        pub mod text;
    }
    pub mod trace {
        mod block;
        pub mod last_key;

        pub use block::Step;
    }
}
use shared::{color, key, part, rng, sound, support, trace};

// The copy.
include!(concat!(env!("OUT_DIR"), "/series.rs"));

pub use causes::{find, try_again};
pub use list::{KnownMistake, constants, known_mistakes, with_value};
pub use run::replay;
pub use trace::Step;

/// Maximum number of edits that are active at once.
pub const MOST: usize = 6;

/// Edits of the series by their numbers, from 1; 0 is none. A number from [`with_value`] has a value as well.
pub type Edits = [u32; MOST];

/// The kind of a line of a trace: its first word.
pub type Kind = &'static str;

/// How a run began.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The part of the series, 1 to 17.
    pub part: u8,
    /// The first value of the seed stream.
    pub seed: u32,
    /// The name of the standard library, as in traces.
    pub library: &'a str,
    /// The save file, if there is one.
    pub save: Option<&'a str>,
}

/// The input of a recorded step.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepInput<'a> {
    /// SDL's scancode of the key; none in step 0.
    pub key: Option<u16>,
    /// The save file when the key is pressed, if the recording has it; none inside if there is no file then.
    pub save: Option<Option<&'a str>>,
    /// True if the recording has only a hash of the lines.
    pub is_hashed: bool,
    /// True if the recording has the picture of the frame.
    pub has_picture: bool,
}

/// The lines of a recording, as far as they are compared. The text of a step is its lines, each with its end.
pub trait Recording: Sync {
    /// Returns true if frames are compared.
    fn has_frames(&self) -> bool;

    /// Returns true if the lines of a step are as recorded.
    fn matches(&self, step: usize, text: &str) -> bool;

    /// Returns true if the lines of a step without that of the frame are as recorded. The step is not hashed.
    fn matches_but_frame(&self, step: usize, text: &str) -> bool;

    /// Returns the kind of each line that is not as recorded. The step is not hashed.
    fn wrong_lines(&self, step: usize, text: &str) -> Vec<Kind>;

    /// Returns the recording where lines of some kinds are not compared.
    fn without(&self, kinds: &[Kind]) -> Box<dyn Recording + '_>;
}

/// A step that differs, and the run around it.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// How the run began.
    pub setup: Setup<'a>,
    /// The steps from the start on.
    pub steps: &'a [StepInput<'a>],
    /// Their lines.
    pub recording: &'a dyn Recording,
    /// Edits that are no mistakes: constants with values of the program's own. They stand first in every
    /// cause.
    pub base: Edits,
    /// The index of the step that differs.
    pub step: usize,
    /// The index of the step before which the explanation may end.
    pub end: usize,
    /// True if nothing was recorded between the last of the steps and `end`.
    pub is_whole: bool,
}

/// What a search found.
#[derive(Debug, Default)]
pub struct Answer {
    /// The edits that explain the most.
    pub cause: Option<Cause>,
    /// True if they explain everything but the lines that may be the program's own.
    pub without_own: bool,
    /// True if not everything was tried.
    pub is_cut: bool,
}

/// A mistake that explains a recording, or the most of it.
#[derive(Clone, Debug)]
pub struct Cause {
    /// A short name, for scripts.
    pub name: &'static str,
    /// What the mistake is, with its function.
    pub text: String,
    /// Number of steps that it explains, the one that differs included.
    pub steps: usize,
    /// True if it explains everything up to `end`.
    pub to_the_end: bool,
    /// True if the last of the steps is explained, but more was recorded before `end`.
    pub cut_short: bool,
    /// What it gives in the step that differs.
    pub shown: Step,
    /// Other mistakes that explain as much.
    pub others: Vec<String>,
    /// The mistakes that explain the rest with it.
    pub later: Vec<LaterCause>,
    /// The edits of all of them.
    pub edits: Edits,
}

/// A mistake that explains a recording together with others that show earlier.
#[derive(Clone, Debug)]
pub struct LaterCause {
    /// A short name, for scripts.
    pub name: &'static str,
    /// What the mistake is, with its function.
    pub text: String,
    /// The index of the first step in which it shows.
    pub step: usize,
    /// Number of steps that it explains with those before.
    pub steps: usize,
    /// Other mistakes that explain as much.
    pub others: Vec<String>,
}
