//! Constants with other values, which may be the program's own: several of them can show in one step, and a
//! mistake beside them.

use crate::list::Edit;
use crate::search::{Explanation, Search, Tried, count, rank, with};
use crate::sets::{Set, grow};
use crate::threads::in_threads;
use crate::{Cause, MOST, Step};

/// Maximum fuel of all pairs that are tried in a step.
const MOST_FUEL: u32 = 2_000_000_000;
/// Maximum number of radii of the view that are tried with another edit.
const MOST_RADII: usize = 12;
/// Rank of the least likely edits that are tried with another radius of the view: both change tiles, of which
/// a line has only a hash.
const LEAST_LIKELY: usize = 2;
/// Maximum number of constants with which a search begins.
const MOST_FIRSTS: usize = 3;

/// Finds constants, at least one, that explain the recording together with mistakes that show later or in the
/// same step. The search has tried every edit in its step, and none explains it.
pub(crate) fn find(search: &Search<'_>) -> Option<Cause> {
    let case = search.case;
    let pair = pair(search).map(|[one, other]| {
        let edits = with(search.base, one);
        let both = search.play_from_start(with(edits, other), 0, case.end);
        Set(vec![vec![Explanation { edits, end: case.step, ..both }], vec![both]])
    });
    let pair = pair.filter(|pair| pair.last().end > case.step);
    if let Some(pair) = pair.as_ref().filter(|pair| pair.last().end == case.end) {
        return pair.cause(&case);
    }
    let firsts = parts(search).into_iter().map(|first| Set(vec![first]));
    grow(&case, pair.into_iter().chain(firsts).collect(), MOST - count(search.base)).0
}

/// Returns two constants that give the step together, or the radius of the view and a mistake. Constants of
/// one function come first: they are neighbours in the table.
fn pair(search: &Search<'_>) -> Option<[u32; 2]> {
    let constants: Vec<u32> = tried_constants(search).map(|(edit, _)| edit).collect();
    let row = |edit: u32| Edit::of(edit).map_or(0, |it| it.row(edit));
    let others =
        |&one: &u32| constants.iter().filter(move |other| **other > one).map(move |other| [one, *other]);
    let mut pairs: Vec<[u32; 2]> = constants.iter().flat_map(others).collect();
    pairs.sort_by_key(|[one, other]| row(*other) - row(*one));
    let radii: Vec<u32> =
        constants.iter().copied().filter(|edit| is_radius(*edit)).take(MOST_RADII).collect();
    let mut likely: Vec<u32> = search.tried.iter().map(|(edit, ..)| *edit).collect();
    likely.retain(|edit| rank(*edit).0 <= LEAST_LIKELY && !is_constant(*edit));
    likely.sort_by_key(|edit| rank(*edit));
    pairs.extend(likely.iter().flat_map(|&edit| radii.iter().map(move |&radius| [radius, edit])));
    pairs.truncate((MOST_FUEL / search.fuel) as usize);
    let base = search.base;
    let gives = in_threads(pairs.len(), |index| {
        let [one, other] = pairs[index];
        matches!(search.try_edits(with(with(base, one), other)), Tried::TheStep)
    });
    pairs.into_iter().zip(gives).find_map(|(pair, gives)| gives.then_some(pair))
}

pub(crate) fn is_constant(edit: u32) -> bool {
    Edit::of(edit).is_some_and(Edit::is_constant)
}

fn is_radius(edit: u32) -> bool {
    Edit::of(edit).is_some_and(Edit::is_radius)
}

/// Returns the constants among the edits that were tried, with what they make of the step.
fn tried_constants<'s>(search: &'s Search<'_>) -> impl Iterator<Item = (u32, &'s Step)> {
    let tried = search.tried.iter().map(|(edit, _, made)| (*edit, made));
    tried.filter(|(edit, _)| is_constant(*edit))
}

/// Returns the constants with which fewer lines of the step differ, and none that did not before. Those that
/// explain the most come first.
pub(crate) fn parts(search: &Search<'_>) -> Vec<Vec<Explanation>> {
    let Some(wrong) = search.wrong_lines(&search.wrong) else { return Vec::new() };
    let parts = tried_constants(search).filter_map(|(edit, made)| {
        let left = search.wrong_lines(made)?;
        let is_part = left.len() < wrong.len() && left.iter().all(|kind| wrong.contains(kind));
        is_part.then_some((left.len(), rank(edit), edit))
    });
    let mut parts: Vec<_> = parts.collect();
    parts.sort();
    let firsts = parts.into_iter().take(MOST_FIRSTS);
    firsts.filter_map(|(.., edit)| Some(vec![search.part(with(search.base, edit))?])).collect()
}
