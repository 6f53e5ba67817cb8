//! Why a recording differs: one reason or several that explain it, or the most of it.

use roguelike::fov_lab::Algorithm;
use roguelike::game::Setup;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::{Kind, Step};
use roguelike_causes::{Bug, Edits, Reach, Replaced};

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

    /// Returns the wrong and the right expression, if it is one expression instead of another.
    pub fn replaced(&self) -> Option<Replaced> {
        if let Reason::Bug(bug) = self { bug.replaced() } else { None }
    }
}

/// A reason, and how far it goes.
pub type Explained = roguelike_causes::Explained<Reason>;

/// One reason or several that give what was recorded.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The reason that shows in the step that differs.
    pub first: Explained,
    /// Those that explain the rest with it, in the order in which they show.
    pub later: Vec<Explained>,
    /// Number of steps that the first explains, the differing one included.
    pub steps: usize,
    /// How far it goes.
    pub reach: Reach,
    /// Kinds of lines that are not explained: texts, sounds and pictures, which may be the program's own.
    pub unexplained: Vec<Kind>,
    /// The step that differs, as the reasons make it.
    pub made: Step,
    pub(in crate::verify) variation: Variation,
}

/// How the run of a cause differs from that of the header.
#[derive(Clone, Debug)]
pub(in crate::verify) enum Variation {
    /// The right rules with another setup than that of the header.
    Setup(Box<Setup>),
    /// Edits of the series.
    Edits(Edits),
}

impl Cause {
    /// Returns true if it is surely this one.
    pub fn is_certain(&self) -> bool {
        self.first.is_certain && self.unexplained.is_empty()
    }

    /// Returns true if it explains everything up to the end, so it leaves no room for another cause.
    pub fn is_whole(&self) -> bool {
        self.reach == Reach::ToTheEnd
    }

    /// Returns true if it explains everything that the rules do in the steps that were played: to the end, or
    /// up to where the search stopped in a very long recording.
    pub fn explains_what_was_tried(&self) -> bool {
        self.reach != Reach::Part
    }
}
