//! The search for mistakes in the rules, which is a crate of its own: what it is asked, and what it answers.

use roguelike_causes as causes;

use super::cause::{Cause, Edits, LaterCause, Variation};
use super::search::{Answer, SearchInput};
use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::{Kind, RecordedStep, Step};

/// Finds edits of the series that give what was recorded, or else all of it but lines of the kinds that may
/// be the program's own.
pub(super) fn find(input: &SearchInput<'_>, own: &[Kind]) -> Answer {
    if input.setup.other_view.is_some() {
        return Answer::default();
    }
    let own: Vec<causes::Kind> = own.iter().map(|kind| kind.word()).collect();
    let answer = ask(input, |case| causes::find(case, &own));
    let cause = answer.cause.map(|cause| cause_of(cause, input));
    Answer { cause, without_own: answer.without_own, cut: answer.is_cut }
}

/// Returns the cause as it explains another difference of the same recording, if it does.
pub(super) fn try_again(input: &SearchInput<'_>, cause: &Cause, edits: Edits) -> Option<Cause> {
    let again = ask(input, |case| causes::try_again(case, edits))?;
    let Cause { name, ref text, ref others, .. } = *cause;
    Some(Cause { name, text: text.clone(), others: others.clone(), ..cause_of(again, input) })
}

/// Returns the edit of the series that gives a constant a value.
///
/// # Errors
/// If there is no such constant.
pub(super) fn edit_of(name: &str, value: u16) -> Result<u32, String> {
    causes::with_value(name, value)
        .ok_or_else(|| format!("no constant {name} can be set; there are {}", causes::constants().join(", ")))
}

/// Plays the recorded keys by rules with edits, as long as the steps are wanted, and up to one that the edits
/// do not let end.
pub(super) fn replay(
    setup: &Setup,
    steps: &[RecordedStep],
    edits: Edits,
    goes_on: &mut (dyn FnMut(usize, Step) -> bool + Send),
) {
    causes::replay(&setup_of(setup), &inputs(steps), edits, &mut |index, made| {
        goes_on(index, step_of(made, steps[index].step.key))
    });
}

/// Asks the search something about a step that differs.
fn ask<T>(input: &SearchInput<'_>, question: impl FnOnce(&causes::Case<'_>) -> T) -> T {
    question(&causes::Case {
        setup: setup_of(input.setup),
        steps: &inputs(input.steps),
        base: input.base,
        recording: input,
        step: input.found.number(),
        end: input.end,
        is_whole: input.is_whole,
    })
}

fn setup_of(setup: &Setup) -> causes::Setup<'_> {
    causes::Setup {
        part: setup.part.number(),
        seed: setup.seed,
        library: setup.library.name(),
        save: saved(&setup.slot),
    }
}

fn inputs<'s>(steps: &'s [RecordedStep]) -> Vec<causes::StepInput<'s>> {
    let step_input = |recorded: &'s RecordedStep| causes::StepInput {
        key: recorded.step.key.map(|key| key.0),
        save: recorded.slot.as_ref().map(saved),
        is_hashed: recorded.hash.is_some(),
        has_picture: recorded.step.screen.is_some(),
    };
    steps.iter().map(step_input).collect()
}

/// Returns what a slot in memory holds.
fn saved(slot: &SaveSlot) -> Option<&str> {
    match slot {
        SaveSlot::Memory(text) => text.as_deref(),
        SaveSlot::File(_) => None,
    }
}

impl causes::Recording for SearchInput<'_> {
    fn has_frames(&self) -> bool {
        self.compared.has(Kind::Frame)
    }

    fn matches(&self, step: usize, text: &str) -> bool {
        self.compared.matches(&made(step, text), &self.steps[step])
    }

    fn matches_but_frame(&self, step: usize, text: &str) -> bool {
        let recorded = &self.steps[step];
        let lines = recorded.step.lines().filter(|line| !line.starts_with(Kind::Frame.word()));
        lines.eq(text.lines()) || self.compared.without(&[Kind::Frame]).matches(&made(step, text), recorded)
    }

    fn wrong_lines(&self, step: usize, text: &str) -> Vec<causes::Kind> {
        let differences = self.compared.differences(&made(step, text), &self.steps[step]);
        differences.iter().filter_map(|difference| Some(difference.kind?.word())).collect()
    }

    fn without(&self, kinds: &[causes::Kind]) -> Box<dyn causes::Recording + '_> {
        let kinds: Vec<Kind> = kinds.iter().filter_map(|word| Kind::from_word(word)).collect();
        Box::new(self.without(&kinds))
    }
}

/// Returns a step that edits have made.
fn made(number: usize, text: &str) -> Step {
    Step::new(number, None, text.to_owned())
}

fn cause_of(cause: causes::Cause, input: &SearchInput<'_>) -> Cause {
    let later = cause.later.into_iter().map(|later| LaterCause {
        name: later.name,
        text: later.text,
        step: later.step,
        steps: later.steps,
        others: later.others,
    });
    Cause {
        name: cause.name,
        text: cause.text,
        steps: cause.steps,
        to_the_end: cause.to_the_end,
        cut_short: cause.cut_short,
        unexplained: Vec::new(),
        shown: step_of(cause.shown, input.found.expected.key),
        others: cause.others,
        later: later.collect(),
        variation: Variation::Edits(cause.edits),
    }
}

fn step_of(made: causes::Step, key: Option<Key>) -> Step {
    let mut step = Step::new(made.number, key, made.text().to_owned());
    (step.tiles, step.screen, step.colors) = (made.tiles, made.screen, made.colors);
    step
}
