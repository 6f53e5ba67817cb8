//! Sets of edits: mistakes that came together, and constants with values of the program's own.

use std::cmp::Reverse;

use crate::list::Edit;
use crate::search::{Explanation, Found, LEAST_STEPS, SHARE_OF_A_SET, Search, rank};
use crate::{Cause, Reach};

/// Maximum number of mistakes of a set.
const LARGEST: usize = 3;
/// Maximum number of edits that begin a set, and of those that are added to one.
const MOST_FIRSTS: usize = 3;
/// Maximum number of sets that are enlarged again.
const MOST_SETS: usize = 2;

/// Edits that explain a recording one after the other: for each place those that explain as much, of which
/// the first has all edits up to there. Some may explain only a part of the step that differs.
#[derive(Clone)]
pub(crate) struct Set(pub Vec<Vec<Explanation>>);

/// Finds edits that explain the recording together, one after the other: each explains some more steps with
/// those before it, and the last one the rest.
pub(crate) fn find_set(search: &Search<'_>, found: &mut [Explanation]) -> (Option<Cause>, bool) {
    found.sort_by_key(|found| (Reverse(found.end), rank(found.last())));
    let firsts = firsts(found, search.case.step, search.case.end).into_iter();
    grow(search, firsts.map(|first| Set(vec![first])).collect(), LARGEST)
}

/// Adds edits to sets until one of them explains the recording, or all have as many as the largest may have.
/// Also returns whether too much work cut a search short.
pub(crate) fn grow(start: &Search<'_>, mut sets: Vec<Set>, largest: usize) -> (Option<Cause>, bool) {
    let (case, mut cut) = (start.case, false);
    while !sets.is_empty() {
        if case.effort.is_over() {
            return (None, true);
        }
        let mut larger = Vec::new();
        for set in sets.iter().filter(|set| set.0.len() < largest) {
            let Explanation { edits, end, .. } = set.last();
            let Some(mut search) = Search::new(case, edits, end) else { continue };
            let Found { all: mut found, is_complete } = search.find(SHARE_OF_A_SET);
            cut |= !is_complete;
            found.sort_by_key(|found| (Reverse(found.end), rank(found.last())));
            let whole = found.iter().any(|found| found.end == case.end);
            let mut next = if whole { vec![alike(&found, &found[0])] } else { firsts(&found, end, case.end) };
            // Several constants can show in one step.
            if next.is_empty() && Edit::of(set.last().last()).is_constant() {
                next.extend(search.constants_in_part().into_iter().flat_map(|set| set.0).take(1));
            }
            larger.extend(next.into_iter().map(|more| Set([set.0.as_slice(), &[more]].concat())));
            if whole && let Some(set) = larger.pop() {
                return (set.cause(start), false);
            }
        }
        larger.sort_by_key(|set| Reverse(set.last().end));
        larger.truncate(MOST_SETS);
        sets = larger;
    }
    (None, cut)
}

/// Returns the likeliest edits that explain some steps, each with those that explain as much.
fn firsts(found: &[Explanation], step: usize, end: usize) -> Vec<Vec<Explanation>> {
    let mut ends = Vec::new();
    let mut firsts = Vec::new();
    for one in found.iter().filter(|found| found.end > step && found.end + LEAST_STEPS <= end) {
        if firsts.len() < MOST_FIRSTS && !ends.contains(&one.end) {
            ends.push(one.end);
            firsts.push(alike(found, one));
        }
    }
    firsts
}

/// Returns the edits that explain as much as one, with this one first.
fn alike(found: &[Explanation], one: &Explanation) -> Vec<Explanation> {
    let others = found.iter().filter(|other| other.end == one.end && other.edits != one.edits);
    std::iter::once(one).chain(others).copied().collect()
}

impl Set {
    /// Returns the likeliest edits of the last place.
    pub fn last(&self) -> Explanation {
        self.0[self.0.len() - 1][0]
    }

    /// Returns a cause that explains the recording.
    pub fn cause(&self, search: &Search<'_>) -> Option<Cause> {
        let case = &search.case;
        let mut cause = search.cause(&self.0[0], false)?;
        (cause.reach, cause.edits) = (Reach::of(true, case.is_whole), self.last().edits);
        let mut step = self.0[0][0].end;
        for alternatives in &self.0[1..] {
            cause.bugs.push(search.explained(alternatives, step, false)?);
            step = alternatives[0].end;
        }
        // Bugs that show in the same step explain it together.
        if self.0[0][0].end == case.step {
            let explains = self.0.iter().find(|found| found[0].end > case.step)?;
            cause.made = search.made_by(&Explanation { first: 0, ..explains[0] })?;
        }
        let end = cause.bugs.get(1).map_or(case.end, |later| later.step.max(case.step + 1));
        cause.steps = end - case.step;
        Some(cause)
    }
}
