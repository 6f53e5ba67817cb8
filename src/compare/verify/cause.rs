//! Why a recording differs: one reason or several that explain it, or the most of it.

use std::fmt;

use roguelike::fov_lab::Algorithm;
use roguelike::game::Setup;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::{Kind, Step};
use roguelike_causes::{Bug, Edits};

/// A reason that explains a part of the recording is named, with "perhaps", if it explains nearly all of the
/// steps that were compared and at least the first number, or at least the second. Fewer come out by
/// chance.
const FEWEST_STEPS: usize = 20;
const MANY_STEPS: usize = 100;

/// Why a recording may differ. Its text is the sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The header names another standard library than the one whose numbers were recorded.
    Library {
        /// The library whose numbers were recorded.
        recorded: StdLib,
        /// The library of the header.
        header: StdLib,
    },
    /// The header names another algorithm for the field of view.
    Algorithm {
        /// The algorithm whose view was recorded.
        recorded: Algorithm,
        /// The algorithm of the header.
        header: Algorithm,
    },
    /// The header names another part.
    Part {
        /// The part whose rules were recorded.
        recorded: Part,
        /// The part of the header.
        header: Part,
    },
    /// A constant was set to another value than the one that was recorded.
    Setting {
        /// The name of the constant.
        name: String,
        /// The recorded value.
        recorded: i32,
        /// The value that was set.
        set: i32,
    },
    /// A bug in the rules.
    Bug(Bug),
}

impl Reason {
    /// Returns a short name, for scripts.
    pub fn name(&self) -> &'static str {
        match self {
            Reason::Library { .. } => "library",
            Reason::Algorithm { .. } => "algorithm",
            Reason::Part { .. } => "part",
            Reason::Setting { .. } => "setting",
            Reason::Bug(bug) => bug.name(),
        }
    }

    /// Returns the functions that it is in, by their names in C++.
    pub fn functions(&self) -> Vec<&'static str> {
        if let Reason::Bug(bug) = self { bug.functions() } else { Vec::new() }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Library { recorded, header } => write!(
                f,
                "these are the random numbers of {recorded} ({}), but the header says {header}",
                recorded.compilers()
            ),
            Reason::Algorithm { recorded, header } => {
                write!(f, "the view is that of {recorded}, not of {header}")
            }
            Reason::Part { recorded, header } => {
                write!(f, "this is what Part {recorded} does, but the header says part {header}")
            }
            Reason::Setting { name, recorded, set } => {
                write!(f, "the recording has {name} {recorded}, not {set} as --set says")
            }
            Reason::Bug(bug) => bug.fmt(f),
        }
    }
}

/// A reason, and how far it goes.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The reason: of those that explain as much, the simplest.
    pub reason: Reason,
    /// The number of the first step in which it shows.
    pub step: usize,
    /// Number of steps that it explains with those before.
    pub steps: usize,
    /// Other reasons that explain as much, the simpler first.
    pub others: Vec<Reason>,
    /// True if all known bugs were tried, so that there are no more.
    pub is_complete: bool,
    /// True if it is surely this one: it explains everything, and nothing else does.
    pub is_certain: bool,
}

impl Explained {
    /// Returns the reason and those that explain as much.
    pub fn fitting(&self) -> impl Iterator<Item = &Reason> {
        std::iter::once(&self.reason).chain(&self.others)
    }
}

/// One reason or several that give what was recorded.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The reason that shows in the step that differs.
    pub first: Explained,
    /// Those that explain the rest with it, in the order in which they show.
    pub later: Vec<Explained>,
    /// Number of steps that the first explains, the differing one included.
    pub steps: usize,
    /// True if everything is explained up to the end of the recording, or of what was compared.
    pub to_the_end: bool,
    /// True if the time was over before its end was reached.
    pub cut_short: bool,
    /// Kinds of lines that are not explained: texts, sounds and pictures, which may be the program's own.
    pub unexplained: Vec<Kind>,
    /// The step that differs, as the reasons make it.
    pub made: Step,
    pub(super) variation: Variation,
}

/// How the run of a cause differs from that of the header.
#[derive(Clone, Debug)]
pub(super) enum Variation {
    /// The right rules with another setup than the header says.
    Setup(Box<Setup>),
    /// Edits of the series.
    Edits(Edits),
}

impl Cause {
    /// Returns a short name of the first reason, for scripts.
    pub fn name(&self) -> &'static str {
        self.first.reason.name()
    }

    /// Returns the sentence of the first reason.
    pub fn text(&self) -> String {
        self.first.reason.to_string()
    }

    /// Returns true if it is surely this one.
    pub fn is_certain(&self) -> bool {
        self.first.is_certain && self.unexplained.is_empty()
    }

    /// Returns true if it does not explain everything that the rules do, so that another one may be the
    /// cause.
    pub fn is_partial(&self) -> bool {
        !self.to_the_end
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
    let others: Vec<Reason> = found.map(|other| other.first.reason).collect();
    cause.first.is_certain &= others.is_empty();
    cause.first.others.extend(others);
    Some(cause)
}

/// Returns true if a cause explains so much of the steps that were compared that it may be named.
pub(super) fn is_long_enough(cause: &Cause, compared: usize) -> bool {
    cause.to_the_end || cause.steps >= FEWEST_STEPS.max((compared - compared / 10).min(MANY_STEPS))
}
