//! The causes of a difference, found by experiment: the run is played again with one mistake after the
//! other. A mistake that gives what was recorded is the likely cause.

use super::cause::{Cause, Edits, Variation, best, is_long_enough};
use super::causes;
use super::compared_kinds::ComparedKinds;
use super::comparison::DifferingStep;
use roguelike::fov_lab::Algorithm;
use roguelike::game::Setup;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::{Kind, RecordedStep, Step, Tracer};

/// What the search knows about a step that differs: the recorded steps around it, and what is to be
/// explained.
pub(super) struct SearchInput<'a> {
    /// How the run began.
    pub setup: &'a Setup,
    /// Constants of the program's own, which are no mistakes.
    pub base: Edits,
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
}

/// What a search found.
#[derive(Default)]
pub(super) struct Answer {
    /// The edits that explain the most.
    pub cause: Option<Cause>,
    /// True if they explain everything but the lines that may be the program's own.
    pub without_own: bool,
    /// True if not everything was tried.
    pub cut: bool,
}

/// The header of a recording may be wrong: a short name for scripts, what is wrong in words, and how the run
/// may have begun.
type Hypothesis = (&'static str, String, Setup);

/// Finds the mistake that explains the recording to its end, or else to its end without the lines of some
/// kinds, which may be the program's own. Without one, it finds a mistake that explains much.
pub(super) fn find_cause(input: &SearchInput<'_>, own: &[Kind]) -> Answer {
    let alone = |cause| Answer { cause, ..Answer::default() };
    let cause = find_hypothesis(input);
    if cause.as_ref().is_some_and(|cause| cause.to_the_end) {
        return alone(cause);
    }
    let by_rules = Some(own).filter(|own| !own.is_empty());
    let by_rules = by_rules.and_then(|own| find_hypothesis(&input.without(own)));
    let by_rules = by_rules.filter(Cause::explains_what_was_tried);
    let Answer { cause: edit, without_own, cut } = causes::find(input, own);
    let is_whole = edit.as_ref().is_some_and(|cause| cause.to_the_end);
    if is_whole && !without_own {
        return alone(edit);
    }
    let explains = edit.as_ref().is_some_and(Cause::explains_what_was_tried);
    if without_own || by_rules.is_some() && !explains {
        return Answer { cause: by_rules.or(edit), without_own: true, cut: false };
    }
    let edit = edit.filter(|edit| is_long_enough(edit, input.step_count()));
    let cause = match (cause, edit) {
        (Some(cause), Some(edit)) if edit.steps > cause.steps => Some(edit),
        (cause, edit) => cause.or(edit),
    };
    Answer { cause, without_own: false, cut }
}

/// Returns every hypothesis about a recording, the likeliest first.
fn hypotheses(setup: &Setup) -> Vec<Hypothesis> {
    let mut all = Vec::new();
    for library in StdLib::ALL.into_iter().filter(|&library| library != setup.library) {
        let text = format!(
            "these are the random numbers of {library} ({}), but the header says {}",
            library.compilers(),
            setup.library
        );
        all.push(("library", text, Setup { library, ..setup.clone() }));
    }
    let right = Algorithm::of(setup.other_view);
    for algorithm in Algorithm::ALL.into_iter().filter(|&algorithm| algorithm != right) {
        let text = format!("the view is that of {algorithm}, not of {right}");
        all.push(("algorithm", text, Setup { other_view: algorithm.other_view(), ..setup.clone() }));
    }
    for part in Part::all().filter(|&part| part != setup.part) {
        let text = format!("this is what Part {part} does, but the header says part {}", setup.part);
        all.push(("part", text, Setup { part, ..setup.clone() }));
    }
    all
}

/// Finds the hypothesis that explains the most. A hypothesis is about the rules as they are.
fn find_hypothesis(input: &SearchInput<'_>) -> Option<Cause> {
    if input.base != Edits::default() {
        return None;
    }
    let found = hypotheses(input.setup).into_iter().filter_map(|hypothesis| play(input, hypothesis));
    best(found.collect(), input.step_count())
}

/// Returns the cause as it explains another difference of the same recording, if it explains it to the end.
pub(super) fn try_again(cause: &Cause, input: &SearchInput<'_>) -> Option<Cause> {
    match &cause.variation {
        Variation::Edits(made) => causes::try_again(input, cause, *made),
        Variation::Setup(setup) => play(input, (cause.name, cause.text.clone(), Setup::clone(setup)))
            .filter(|cause| !cause.is_perhaps()),
    }
}

/// Plays the run with a variation, as long as the steps are wanted. Those from the one that differs on have
/// pictures.
pub(super) fn replay(
    variation: &Variation,
    input: &SearchInput<'_>,
    goes_on: &mut (dyn FnMut(usize, Step) -> bool + Send),
) {
    let setup = match variation {
        Variation::Edits(made) => return causes::replay(input.setup, input.steps, *made, goes_on),
        Variation::Setup(setup) => Setup::clone(setup),
    };
    let (mut tracer, _) = Tracer::new(setup);
    for (index, recorded) in input.steps.iter().enumerate() {
        let mut step = tracer.replay(recorded);
        if index >= input.found.number() {
            tracer.add_pictures(&mut step);
        }
        if !goes_on(index, step) {
            return;
        }
    }
}

/// Plays the run with a hypothesis. The step that differs has to come out, and the steps before it. What
/// follows shows how much the hypothesis explains.
fn play(input: &SearchInput<'_>, (name, text, setup): Hypothesis) -> Option<Cause> {
    let variation = Variation::Setup(Box::new(setup));
    let (mut shown, mut count) = (None, 0);
    replay(&variation, input, &mut |index, step| {
        // What was right before the difference is right with the hypothesis, too.
        let is_before = index < input.found.number();
        let compared = if is_before { &input.found.compared } else { &input.compared };
        let comes_out = index < input.end && compared.matches(&step, &input.steps[index]);
        count += usize::from(comes_out);
        if comes_out && index == input.found.number() {
            shown = Some(step);
        }
        comes_out
    });
    let shown = shown?;
    let comes_to_end = count == input.end.min(input.steps.len());
    Some(Cause {
        name,
        text,
        steps: count - input.found.number(),
        to_the_end: comes_to_end && input.is_whole,
        cut_short: comes_to_end && !input.is_whole,
        unexplained: Vec::new(),
        shown,
        others: Vec::new(),
        later: Vec::new(),
        variation,
    })
}

impl<'a> SearchInput<'a> {
    /// Returns the same, where lines of some kinds are not compared.
    pub(super) fn without(&self, kinds: &[Kind]) -> SearchInput<'a> {
        SearchInput { compared: self.compared.without(kinds), ..*self }
    }

    /// Returns the number of steps that a cause has to explain, the one that differs included.
    fn step_count(&self) -> usize {
        self.end.min(self.steps.len()) - self.found.number()
    }
}
