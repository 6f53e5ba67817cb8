//! Constants with other values, which may be the program's own: several of them can show in one step, and a
//! mistake beside them.

use crate::list::Edit;
use crate::search::{Explanation, Search, Tried, rank};
use crate::sets::{Set, grow};
use crate::threads::in_threads;
use crate::{Cause, MOST};

/// Maximum fuel of all pairs that are tried in a step.
const MOST_FUEL: u32 = 2_000_000_000;
/// Maximum number of radii of the view that are tried with another edit.
const MOST_RADII: usize = 12;
/// Rank of the least likely edits that are tried with another radius of the view: both change tiles, of which
/// a line has only a hash.
const LEAST_LIKELY: usize = 2;

/// Finds constants, at least one, that explain the recording together with mistakes that show later or in the
/// same step. The search has tried every edit in its step, and none explains it.
pub(crate) fn find(search: &Search<'_>) -> Option<Cause> {
    let case = search.case;
    let pair = pair(search).and_then(|[one, other]| {
        let edits = search.base.with(one)?;
        let both = search.play(edits.with(other)?, 0, case.end);
        Some(Set(vec![vec![Explanation { edits, end: case.step, ..both }], vec![both]]))
    });
    let pair = pair.filter(|pair| pair.last().end > case.step);
    if let Some(pair) = pair.as_ref().filter(|pair| pair.last().end == case.end) {
        return pair.cause(search);
    }
    let sets = pair.into_iter().chain(search.constants_in_part());
    grow(search, sets.collect(), MOST - search.base.count()).0
}

/// Returns two constants that give the step together, or the radius of the view and a mistake. Constants of
/// one function come first: they are neighbours in the table.
fn pair(search: &Search<'_>) -> Option<[u32; 2]> {
    let tried = || search.tried.iter().map(|(edit, _)| *edit);
    let constants: Vec<u32> = tried().filter(|edit| Edit::of(*edit).is_constant()).collect();
    let row = |edit: u32| Edit::of(edit).row(edit);
    let others =
        |&one: &u32| constants.iter().filter(move |other| **other > one).map(move |other| [one, *other]);
    let mut pairs: Vec<[u32; 2]> = constants.iter().flat_map(others).collect();
    pairs.sort_by_key(|[one, other]| row(*other) - row(*one));
    let radii = constants.iter().copied().filter(|edit| Edit::of(*edit).is_radius());
    let radii: Vec<u32> = radii.take(MOST_RADII).collect();
    let is_likely = |edit: &u32| Edit::of(*edit).rank() <= LEAST_LIKELY && !Edit::of(*edit).is_constant();
    let mut likely: Vec<u32> = tried().filter(is_likely).collect();
    likely.sort_by_key(|edit| rank(*edit));
    pairs.extend(likely.iter().flat_map(|&edit| radii.iter().map(move |&radius| [radius, edit])));
    pairs.truncate((MOST_FUEL / search.fuel) as usize);
    let both = |[one, other]: [u32; 2]| search.base.with(one)?.with(other);
    let gives = in_threads(&pairs, |&pair| {
        both(pair).is_some_and(|edits| matches!(search.try_edits(edits), Tried::TheStep))
    });
    pairs.into_iter().zip(gives).find_map(|(pair, gives)| gives.then_some(pair))
}
