//! The question to the search for causes, and its answer.

use roguelike_causes::Effort;

use super::compared_kinds::ComparedKinds;
use super::comparison::DifferingStep;
use crate::verify::data::Cause;
use crate::verify::input::OwnConstant;
use roguelike::game::Setup;
use roguelike::trace::{Kind, RecordedStep};

/// A step that differs, the recorded steps around it, and the kinds of lines to be explained.
pub(super) struct Question<'a> {
    /// How the run began.
    pub setup: &'a Setup,
    /// Constants that the program changes on purpose.
    pub own: &'a [OwnConstant],
    /// The recorded steps from the start on.
    pub steps: &'a [RecordedStep],
    /// The step that differs.
    pub found: &'a DifferingStep,
    /// The kinds of lines that have to be explained.
    pub compared: ComparedKinds,
    /// The index of the step before which the explanation may end.
    pub end: usize,
    /// True if nothing was recorded between the last of the steps and `end`.
    pub is_whole: bool,
    /// True if the files that F5 writes are compared.
    pub compares_saves: bool,
    /// How much work the search may do.
    pub effort: &'a Effort,
    /// The bugs that the program's sources seem to have.
    pub suspects: &'a [u32],
}

/// The answer of the search.
pub(super) type Answer = roguelike_causes::Answer<Cause>;

impl<'a> Question<'a> {
    /// Returns the same, where lines of some kinds are not compared.
    pub(super) fn without(&self, kinds: &[Kind]) -> Question<'a> {
        Question { compared: self.compared.without(kinds), ..*self }
    }

    /// Returns the number of steps that a cause has to explain, the one that differs included.
    pub fn step_count(&self) -> usize {
        self.end.min(self.steps.len()) - self.found.number()
    }
}
