//! Two edits that show in the same step: constants with values of the program's own, and bugs.

use crate::list::Edit;
use crate::search::{Explanation, Search, Tried, rank};
use crate::sets::{Set, grow};
use crate::threads::in_threads;
use crate::{Cause, MOST};

/// Number of pairs that are tried before the search checks whether its effort is over.
const AT_ONCE: usize = 256;
/// Maximum number of radii of the view that are tried with another edit.
const MOST_RADII: usize = 12;
/// Rank of the least likely edits that are tried with another radius: both change tiles, which are hashed.
const LEAST_LIKELY: usize = 2;
/// Maximum number of likely edits that are tried with each other.
const MOST_LIKELY: usize = 150;

/// Finds constants, at least one, that explain the recording together with bugs that show later or in the
/// same step. The search has tried every edit in its step, and none explains it.
pub(crate) fn of_constants(search: &Search<'_>) -> Option<Cause> {
    let pair = first_that_fits(search, &with_constants(search));
    if let Some(pair) = pair.as_ref().filter(|pair| pair.last().end == search.case.end) {
        return pair.cause(search);
    }
    let sets = pair.into_iter().chain(search.constants_in_part());
    grow(search, sets.collect(), MOST - search.base.count()).0
}

/// Finds two likely bugs that show in the same step, and explain the recording to its end.
pub(crate) fn of_bugs(search: &Search<'_>) -> Option<Cause> {
    let mut likely = likely(search);
    likely.truncate(MOST_LIKELY);
    let mut pairs: Vec<(usize, [u32; 2])> = Vec::new();
    for (second, &other) in likely.iter().enumerate() {
        pairs.extend(likely[..second].iter().enumerate().map(|(first, &one)| (first + second, [one, other])));
    }
    pairs.sort_unstable();
    let pairs: Vec<[u32; 2]> = pairs.into_iter().map(|(_, pair)| pair).collect();
    first_that_fits(search, &pairs).filter(|pair| pair.last().end == search.case.end)?.cause(search)
}

/// Returns pairs of constants, and of the radius of the view and a bug. Constants of one function come first:
/// they are neighbours in the table.
fn with_constants(search: &Search<'_>) -> Vec<[u32; 2]> {
    let tried = || search.tried.iter().map(|(edit, _)| *edit);
    let mut constants: Vec<u32> = tried().filter(|edit| Edit::of(*edit).is_constant()).collect();
    constants.sort_unstable();
    let row = |edit: u32| Edit::of(edit).row(edit);
    let others =
        |&one: &u32| constants.iter().filter(move |other| **other > one).map(move |other| [one, *other]);
    let mut pairs: Vec<[u32; 2]> = constants.iter().flat_map(others).collect();
    pairs.sort_by_key(|[one, other]| row(*other) - row(*one));
    let radii = constants.iter().copied().filter(|edit| Edit::of(*edit).is_radius());
    let radii: Vec<u32> = radii.take(MOST_RADII).collect();
    pairs.extend(likely(search).iter().flat_map(|&edit| radii.iter().map(move |&radius| [radius, edit])));
    pairs
}

/// Returns the likely bugs among the edits that change the step, the likeliest first.
fn likely(search: &Search<'_>) -> Vec<u32> {
    let is_likely = |edit: &u32| Edit::of(*edit).rank() <= LEAST_LIKELY && !Edit::of(*edit).is_constant();
    let mut likely: Vec<u32> = search.tried.iter().map(|(edit, _)| *edit).filter(is_likely).collect();
    likely.sort_by_key(|edit| rank(*edit));
    likely
}

/// Returns the first pair that gives the step, with what it explains.
fn first_that_fits(search: &Search<'_>, pairs: &[[u32; 2]]) -> Option<Set> {
    let both = |[one, other]: [u32; 2]| search.base.with(one)?.with(other);
    let gives = |pair: &_| both(*pair).is_some_and(|edits| matches!(search.try_edits(edits), Tried::TheStep));
    let case = &search.case;
    let mut some = pairs.chunks(AT_ONCE).take_while(|_| !case.effort.is_over());
    let [one, other] = some.find_map(|some| {
        let tried = some.iter().zip(in_threads(some, gives));
        tried.into_iter().find_map(|(pair, gives)| gives.then_some(*pair))
    })?;
    let edits = search.base.with(one)?;
    let both = search.play(edits.with(other)?, 0, case.end);
    let set = Set(vec![vec![Explanation { edits, end: case.step, ..both }], vec![both]]);
    (both.end > case.step).then_some(set)
}
