//! Hints that follow from a comparison, and suspicions about what lies around the rules.

use std::cmp::Ordering;

use super::comparison::{Comparison, DifferingStep};
use crate::verify::data::picture;
use crate::verify::data::{Hint, Suspicion};
use roguelike::game::{Game, SaveResult, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::{Kind, Marks, RecordedStep, Step};

/// The message of a load.
const LOADED: &str = "Game loaded.";
/// Maximum number of tiles of which rounding changes the view.
const MOST_ROUNDED: usize = 8;

/// Returns what would help to find more. `rules` is the step in which the rules differ.
pub(super) fn find(comparison: &Comparison<'_>, rules: Option<&DifferingStep>) -> Vec<Hint> {
    let Comparison { recent, setup, trace, cosmetic, not_compared, .. } = comparison;
    let first = rules.or(cosmetic.first());
    let keys = first
        .filter(|_| recent.first == 0)
        .and_then(|first| shorter(setup, &recent.steps[..=first.number()], trace.count - 1));
    let colors = first.and_then(|first| colors(&first.kinds, &first.recorded.step));
    let missing = not_compared.missing().filter(|&kind| !comparison.is_forgotten(kind));
    let lines = missing.filter_map(|kind| for_missing(kind, &trace.marks, setup.part));
    keys.into_iter().chain(colors).chain(lines).collect()
}

/// Returns what would compare a kind of lines as well, of which the recording has none. Only a program with
/// trace.hpp marks what it can record.
fn for_missing(kind: Kind, marks: &Marks, part: Part) -> Option<Hint> {
    let hint = || match marks.left_out.get(&kind) {
        Some(reason) => Hint::NotRecorded(kind, reason.clone()),
        None => Hint::Record(kind, part),
    };
    marks.promised.then(hint)
}

/// Returns which keys are enough to show the step that differs first: `steps` are those up to it, and `all`
/// is the number of keys of the recording. A script of keys cannot contain a save.
fn shorter(setup: &Setup, steps: &[RecordedStep], all: usize) -> Option<Hint> {
    let keys: Vec<Key> = steps.iter().filter_map(|recorded| recorded.step.key).collect();
    let has_save = setup.slot != SaveSlot::default() || steps.iter().any(|recorded| recorded.save.is_some());
    let is_shorter = !has_save && (1..all).contains(&keys.len());
    is_shorter.then_some(Hint::Shorter(setup.seed, keys))
}

/// Returns what shows more of a step in which nothing but the frame differs.
fn colors(kinds: &[Kind], step: &Step) -> Option<Hint> {
    (kinds == [Kind::Frame] && step.colors.is_none()).then_some(Hint::Colors)
}

/// Returns the likely fault of a save file, if the program reports another result of F5 or F9 than the right
/// game. A program that loads although nothing was saved has found the file of an earlier game.
pub(super) fn for_save_file(right: &Game, recorded: &RecordedStep) -> Option<Suspicion> {
    let texts = || recorded.step.facts().iter().filter_map(|fact| fact.get("")?.text());
    let has = |words| texts().any(|text| text.ends_with(words));
    match right.save_result()? {
        SaveResult::NoSave if has(LOADED) => Some(Suspicion::LostSave),
        SaveResult::BadSave(_) if has(LOADED) => Some(Suspicion::DamagedSave),
        SaveResult::Saved if recorded.saved.is_none() && has("Could not save.") => {
            Some(Suspicion::UnwritableSave)
        }
        _ => None,
    }
}

/// Returns the hint for a program that has taken more or fewer seeds than the right game, which began with
/// `seed`.
pub(super) fn for_seeds(right: &Game, seed: u32, recorded: &RecordedStep) -> Option<Suspicion> {
    match recorded.seeds?.cmp(&right.seed_stream().0.wrapping_sub(seed)) {
        Ordering::Less => Some(Suspicion::FewerSeeds),
        Ordering::Greater => Some(Suspicion::MoreSeeds),
        Ordering::Equal => None,
    }
}

/// Returns the hint for a map that differs in nothing but the view or the memory of few tiles.
pub(super) fn for_floats(expected: &Step, step: &Step) -> Option<Suspicion> {
    let changed = picture::tile_changes(expected, step).filter(|&change| change != 0).count();
    let is_rounded = (1..=MOST_ROUNDED).contains(&changed) && !picture::has_other_floor(expected, step);
    is_rounded.then_some(Suspicion::Rounding)
}
