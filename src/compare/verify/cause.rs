//! A mistake that explains a recording, or the most of it.

use roguelike::game::Setup;
use roguelike::trace::{Kind, Step};

/// A mistake that explains a part of the recording is named, with "perhaps", if it explains nearly all of the
/// steps that were compared and at least the first number, or at least the second. Fewer come out by
/// chance.
const FEWEST_STEPS: usize = 20;
const MANY_STEPS: usize = 100;

/// A mistake that gives what was recorded.
#[derive(Clone, Debug)]
pub struct Cause {
    /// A short name, for scripts.
    pub name: &'static str,
    /// What the mistake is.
    pub text: String,
    /// Number of steps that it explains, the first differing one included.
    pub steps: usize,
    /// True if it explains everything up to the end of the recording, or to the end of what was compared.
    pub to_the_end: bool,
    /// True if the time was over before its end was reached.
    pub cut_short: bool,
    /// Kinds of lines that it does not explain: texts, sounds and pictures, which may be the program's own.
    pub unexplained: Vec<Kind>,
    /// What it gives in the first differing step.
    pub shown: Step,
    /// Other mistakes that explain as much.
    pub others: Vec<String>,
    /// The mistakes that explain the rest with it, if it does not explain everything.
    pub later: Vec<LaterCause>,
    pub(super) variation: Variation,
}

/// Edits of the series that are active at once, by their numbers; 0 is none.
pub(super) type Edits = [u32; 6];

/// How the run of a cause differs from that of the header.
#[derive(Clone, Debug)]
pub(super) enum Variation {
    /// The right rules with another setup than the header says.
    Setup(Box<Setup>),
    /// Edits of the series.
    Edits(Edits),
}

/// A mistake that explains a recording together with others that show earlier.
#[derive(Clone, Debug)]
pub struct LaterCause {
    /// A short name, for scripts.
    pub name: &'static str,
    /// What the mistake is.
    pub text: String,
    /// The number of the first step in which it shows.
    pub step: usize,
    /// Number of steps that it explains with those before.
    pub steps: usize,
    /// Other mistakes that explain as much.
    pub others: Vec<String>,
}

impl Cause {
    /// Returns true if it does not explain everything that the rules do, so that another mistake may be the
    /// cause.
    pub fn is_perhaps(&self) -> bool {
        !self.to_the_end
    }

    /// Returns how sure it is, in words.
    pub(super) fn likelihood(&self) -> &'static str {
        if self.is_perhaps() { "perhaps" } else { "likely cause" }
    }

    /// Returns true if it explains everything that the rules do in the steps that were played: to the end, or
    /// up to where the search stopped in a very long recording.
    pub fn explains_what_was_tried(&self) -> bool {
        self.to_the_end || self.cut_short
    }
}

/// Chooses among causes, of which the likelier come first: those that explain everything to the end, or else
/// those that explain the most. The first of them is the cause, and the others are its alternatives.
pub(super) fn best(mut found: Vec<Cause>, compared: usize) -> Option<Cause> {
    let is_whole = found.iter().any(|cause| cause.to_the_end);
    found.retain(|cause| cause.to_the_end || !is_whole && is_long_enough(cause, compared));
    let most = found.iter().map(|cause| cause.steps).max()?;
    let mut found = found.into_iter().filter(|cause| cause.steps == most);
    let mut cause = found.next()?;
    for other in found.map(|other| other.text) {
        if other != cause.text && !cause.others.contains(&other) {
            cause.others.push(other);
        }
    }
    Some(cause)
}

/// Returns true if a cause explains so much of the steps that were compared that it may be named.
pub(super) fn is_long_enough(cause: &Cause, compared: usize) -> bool {
    cause.to_the_end || cause.steps >= FEWEST_STEPS.max((compared - compared / 10).min(MANY_STEPS))
}
