//! Constants with other values, which may be the program's own: several of them can show in one step, and a
//! mistake beside them.

use crate::list::Edit;
use crate::search::{Explanation, Search, Tried, WORK_OF_A_SET, count, rank, with};
use crate::sets::Set;
use crate::threads::in_threads;
use crate::{Case, Cause, Edits, MOST, Step};

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
    let pair = pair(search).map(|pair| pair.into_iter().fold(search.base, with));
    let firsts = parts(search).into_iter().map(|first| with(search.base, first)).collect::<Vec<_>>();
    pair.into_iter().chain(firsts).find_map(|edits| follow(search, edits))
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

fn is_constant(edit: u32) -> bool {
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
fn parts(search: &Search<'_>) -> Vec<u32> {
    let Some(wrong) = search.wrong_lines(&search.wrong) else { return Vec::new() };
    let parts = tried_constants(search).filter_map(|(edit, made)| {
        let left = search.wrong_lines(made)?;
        let is_part = left.len() < wrong.len() && left.iter().all(|kind| wrong.contains(kind));
        is_part.then_some((left.len(), rank(edit), edit))
    });
    let mut parts: Vec<_> = parts.collect();
    parts.sort();
    parts.into_iter().take(MOST_FIRSTS).map(|(.., edit)| edit).collect()
}

/// Adds edits to constants until they explain the recording: constants as long as the step differs, and then
/// the edit that explains the most.
fn follow(search: &Search<'_>, mut edits: Edits) -> Option<Cause> {
    let case = search.case;
    let mut set = Vec::new();
    for &edit in &edits[count(search.base)..count(edits)] {
        let before = set.last().map_or(search.base, |last: &Vec<Explanation>| last[0].edits);
        set.push(vec![part(with(before, edit), case.step)]);
    }
    loop {
        let mut reached = search.play_from_start(edits, 0, case.end);
        if reached.end == case.end {
            *set.last_mut()? = vec![reached];
            return joined(set, &case);
        }
        if reached.end < case.step || edits[MOST - 1] > 0 {
            return None;
        }
        reached.whole = reached.end;
        *set.last_mut()? = vec![reached];
        let mut next = Search::new(case, edits, reached.end)?;
        let (found, _) = next.find(WORK_OF_A_SET);
        let best = found.iter().max_by_key(|found| (found.end, std::cmp::Reverse(rank(found.last()))));
        edits = match best {
            Some(best) => best.edits,
            None => with(edits, *parts(&next).first()?),
        };
        set.push(vec![part(edits, reached.end)]);
    }
}

/// Edits that explain a part of a step.
fn part(edits: Edits, step: usize) -> Explanation {
    Explanation { edits, first: 0, end: step, whole: step, work: 0 }
}

/// Makes a cause of edits, of which the constants that show in the first step are one sentence.
fn joined(set: Vec<Vec<Explanation>>, case: &Case<'_>) -> Option<Cause> {
    let constants: Vec<bool> = set.iter().map(|found| is_constant(found[0].last())).collect();
    let mut cause = Set(set).cause(case)?;
    let mut is_own = constants.into_iter().skip(1);
    let own = cause.later.extract_if(.., |later| is_own.next() == Some(true) && later.step == case.step);
    cause.text = own.fold(cause.text, |text, own| format!("{text}, and {}", own.text));
    // A mistake that shows in the same step explains it with them.
    let end = cause.later.first().map_or(case.end, |later| later.step.max(case.step + 1));
    cause.steps = end - case.step;
    Some(cause)
}
