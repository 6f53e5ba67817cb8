//! The causes of a difference, found by experiment: the run is played again with one mistake after the
//! other. A mistake that gives what was recorded is the likely cause.

use roguelike_causes::{Edits, Reach, with_value};

use super::causes;
use super::question::{Answer, Question};
use crate::verify::data::{Cause, Explained, Reason, Variation};
use crate::verify::input::OwnConstant;
use roguelike::fov_lab::Algorithm;
use roguelike::game::Setup;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::{Kind, Step, Tracer};

/// Maximum number of values of a setting that are tried, from 0 on.
const MOST_VALUES: i32 = 100;

/// A reason that explains a part of the recording is named, with "perhaps", if it explains nearly all of the
/// steps that were compared and at least the first number, or at least the second. Fewer come out by
/// chance.
const FEWEST_STEPS: usize = 20;
const MANY_STEPS: usize = 100;

/// Something other than a bug that may be wrong: the header of the recording, or a setting.
type Hypothesis = (Reason, Variation);

/// Finds the mistake that explains the recording to its end, or else to its end without the lines of some
/// kinds, which may be the program's own. Without one, it finds a mistake that explains much. Calls `watch`
/// now and then.
pub(super) fn find_cause(input: &Question<'_>, own: &[Kind], watch: &dyn Fn()) -> Answer {
    let alone = |cause| Answer { cause, without_own: false, is_cut: false };
    // A wrong header or setting shows before a save file does.
    let cause = if input.compares_saves { None } else { find_hypothesis(input) };
    if cause.as_ref().is_some_and(Cause::is_whole) {
        return alone(cause);
    }
    let by_rules = Some(own).filter(|own| !own.is_empty());
    let by_rules = by_rules.and_then(|own| find_hypothesis(&input.without(own)));
    let by_rules = by_rules.filter(Cause::explains_what_was_tried);
    let Answer { cause: edit, without_own, is_cut } = causes::find(input, own, watch);
    let is_whole = edit.as_ref().is_some_and(Cause::is_whole);
    if is_whole && !without_own {
        return alone(edit);
    }
    let explains = edit.as_ref().is_some_and(Cause::explains_what_was_tried);
    if without_own || by_rules.is_some() && !explains {
        return Answer { cause: by_rules.or(edit), without_own: true, is_cut: false };
    }
    let edit = edit.filter(|edit| is_long_enough(edit, input.step_count()));
    let cause = match (cause, edit) {
        (Some(cause), Some(edit)) if edit.steps > cause.steps => Some(edit),
        (cause, edit) => cause.or(edit),
    };
    Answer { cause, without_own: false, is_cut }
}

/// Returns every hypothesis about the header of a recording, the likeliest first.
fn of_header(setup: &Setup) -> impl Iterator<Item = Hypothesis> + '_ {
    let Setup { library, part, other_view, .. } = *setup;
    let header = Algorithm::of(other_view);
    let libraries = StdLib::ALL.into_iter().filter(move |&recorded| recorded != library);
    let libraries = libraries.map(move |recorded| {
        (Reason::Library { recorded, header: library }, Setup { library: recorded, ..setup.clone() })
    });
    let algorithms = Algorithm::ALL.into_iter().filter(move |&recorded| recorded != header);
    let algorithms = algorithms.map(move |recorded| {
        let other_view = recorded.other_view();
        (Reason::Algorithm { recorded, header }, Setup { other_view, ..setup.clone() })
    });
    let parts = Part::all().filter(move |&recorded| recorded != part);
    let parts = parts.map(move |recorded| {
        (Reason::Part { recorded, header: part }, Setup { part: recorded, ..setup.clone() })
    });
    let all = libraries.chain(algorithms).chain(parts);
    all.map(|(reason, setup)| (reason, Variation::Setup(Box::new(setup))))
}

/// Returns every hypothesis about the settings: that one of them has another value, first that of the series.
fn of_settings(own: &[OwnConstant]) -> impl Iterator<Item = Hypothesis> + '_ {
    own.iter().flat_map(move |setting| {
        let others: Vec<u32> =
            own.iter().filter(|other| other.name != setting.name).map(|other| other.edit).collect();
        let values = std::iter::once(setting.right());
        let values = values.chain((0..MOST_VALUES).filter(move |value| *value != setting.right()));
        values.filter(|value| *value != setting.value).filter_map(move |value| {
            let edits = others.iter().copied().chain(with_value(&setting.name, value));
            let reason = Reason::Setting { name: setting.name.clone(), recorded: value, set: setting.value };
            Some((reason, Variation::Edits(Edits::of(edits)?)))
        })
    })
}

/// Finds the hypothesis that explains the most. One about the header is about the rules as they are.
fn find_hypothesis(input: &Question<'_>) -> Option<Cause> {
    let try_all = |all: &mut dyn Iterator<Item = Hypothesis>| {
        best(all.filter_map(|hypothesis| play(input, hypothesis)).collect(), input.step_count())
    };
    match input.own {
        [] => try_all(&mut of_header(input.setup)),
        own => try_all(&mut of_settings(own)),
    }
}

/// Returns the cause as it explains another difference of the same recording, if it explains it to the end.
pub(super) fn try_again(cause: &Cause, input: &Question<'_>) -> Option<Cause> {
    match &cause.variation {
        Variation::Edits(made) => causes::try_again(input, cause, *made),
        Variation::Setup(_) => {
            play(input, (cause.first.reason.clone(), cause.variation.clone())).filter(Cause::is_whole)
        }
    }
}

/// Plays the run with a variation, as long as the steps are wanted. Those from the one that differs on have
/// pictures.
pub(super) fn replay(
    variation: &Variation,
    input: &Question<'_>,
    goes_on: &mut (dyn FnMut(usize, Step) -> bool + Send),
) {
    let setup = match variation {
        Variation::Edits(made) => {
            return roguelike_causes::replay(input.setup, input.steps, *made, goes_on);
        }
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
fn play(input: &Question<'_>, (reason, variation): Hypothesis) -> Option<Cause> {
    let (mut shown, mut count) = (None, 0);
    replay(&variation, input, &mut |index, step| {
        // Lines that were right before the difference must stay right.
        let is_before = index < input.found.number();
        let compared = if is_before { &input.found.compared } else { &input.compared };
        let comes_out = index < input.end && compared.matches(&step, &input.steps[index]);
        count += usize::from(comes_out);
        if comes_out && index == input.found.number() {
            shown = Some(step);
        }
        comes_out
    });
    let comes_to_end = count == input.end.min(input.steps.len());
    let (step, reach) = (input.found.number(), Reach::of(comes_to_end, input.is_whole));
    let steps = count.checked_sub(step)?;
    let (is_complete, is_certain, others) = (true, reach == Reach::ToTheEnd, Vec::new());
    Some(Cause {
        first: Explained { reason, step, steps, others, is_complete, is_certain },
        later: Vec::new(),
        steps,
        reach,
        unexplained: Vec::new(),
        made: shown?,
        variation,
    })
}

/// Chooses among causes, of which the likelier come first: those that explain everything to the end, or else
/// those that explain the most. The first of them is the cause, and the others are its alternatives.
fn best(mut found: Vec<Cause>, compared: usize) -> Option<Cause> {
    let is_whole = found.iter().any(Cause::is_whole);
    found.retain(|cause| cause.is_whole() || !is_whole && is_long_enough(cause, compared));
    let most = found.iter().map(|cause| cause.steps).max()?;
    let mut found = found.into_iter().filter(|cause| cause.steps == most);
    let mut cause = found.next()?;
    let others: Vec<Reason> = found.map(|other| other.first.reason).collect();
    cause.first.is_certain &= others.is_empty();
    cause.first.others.extend(others);
    Some(cause)
}

/// Returns true if a cause explains so much of the steps that were compared that it may be named.
fn is_long_enough(cause: &Cause, compared: usize) -> bool {
    cause.is_whole() || cause.steps >= FEWEST_STEPS.max((compared - compared / 10).min(MANY_STEPS))
}
