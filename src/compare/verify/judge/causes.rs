//! The search for bugs in the rules, which is a crate of its own: the questions, and the answers.

use roguelike_causes::{self as causes, Edits};

use super::differences::of_save;
use super::question::{Answer, Question};
use crate::verify::data::{Cause, Difference, Explained, Reason, Variation};
use crate::verify::input::edits_of;
use roguelike::trace::{Kind, RecordedStep, Step};

/// Finds edits of the series that give what was recorded, or else all of it but lines of the kinds that may
/// be the program's own.
pub(super) fn find(input: &Question<'_>, own: &[Kind], watch: &dyn Fn()) -> Answer {
    if input.setup.other_view.is_some() {
        return Answer { cause: None, without_own: false, is_cut: false };
    }
    let causes::Answer { cause, without_own, is_cut } = causes::find(&input.case(), own, watch);
    Answer { cause: cause.and_then(cause_of), without_own, is_cut }
}

/// Returns the cause as it explains another difference of the same recording, if it does.
pub(super) fn try_again(input: &Question<'_>, cause: &Cause, edits: Edits) -> Option<Cause> {
    let again = cause_of(causes::try_again(&input.case(), edits)?)?;
    Some(Cause { first: Explained { step: again.first.step, ..cause.first.clone() }, ..again })
}

impl Question<'_> {
    /// Returns the question as the search takes it.
    pub fn case(&self) -> causes::Case<'_> {
        causes::Case {
            setup: self.setup,
            steps: self.steps,
            base: edits_of(self.own),
            recording: self,
            step: self.found.number(),
            end: self.end,
            is_whole: self.is_whole,
            effort: self.effort,
            suspects: self.suspects,
        }
    }
}

impl causes::Recording for Question<'_> {
    fn has_frames(&self) -> bool {
        self.compared.has(Kind::Frame)
    }

    fn matches(&self, made: &Step) -> bool {
        self.compared.matches(made, &self.steps[made.number])
    }

    fn matches_but_frame(&self, made: &Step) -> bool {
        let recorded: &RecordedStep = &self.steps[made.number];
        let facts = recorded.step.facts().iter().filter(|fact| fact.kind != Kind::Frame);
        facts.eq(made.facts()) || self.compared.without(&[Kind::Frame]).matches(made, recorded)
    }

    fn compares_saves(&self) -> bool {
        self.compares_saves
    }

    fn matches_save(&self, made: &str, number: usize) -> bool {
        self.steps[number].saved.as_ref().is_none_or(|saved| of_save(made, saved).is_none())
    }

    fn wrong_lines(&self, made: &Step) -> Vec<Kind> {
        let differences = self.compared.differences(made, &self.steps[made.number]);
        differences.iter().filter_map(Difference::kind).collect()
    }

    fn without(&self, kinds: &[Kind]) -> Box<dyn causes::Recording + '_> {
        Box::new(self.without(kinds))
    }
}

fn cause_of(cause: causes::Cause) -> Option<Cause> {
    let mut reasons = cause.bugs.into_iter().map(|bug| bug.map(Reason::Bug));
    Some(Cause {
        first: reasons.next()?,
        later: reasons.collect(),
        steps: cause.steps,
        reach: cause.reach,
        unexplained: Vec::new(),
        made: cause.made,
        variation: Variation::Edits(cause.edits),
    })
}
