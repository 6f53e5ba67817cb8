//! Sets of edits: two or three mistakes that came together.

use std::cmp::Reverse;

use super::MOST;
use super::search::places;
use super::walk::{Found, LEAST_STEPS, Walk, rank};
use crate::verify::cause::{Cause, LaterCause};
use crate::verify::hypothesis::Test;
use crate::verify::search::{Search, SearchInput as Scene};

/// Maximum work with all edits that are added to another one.
pub(super) const WORK_OF_A_SET: u64 = 12_000_000;
/// Maximum number of edits that begin a set, and of those that are added to one.
const MOST_FIRSTS: usize = 3;
/// Maximum number of sets of two edits that are enlarged by a third.
const MOST_PAIRS: usize = 2;

/// Edits that explain a recording one after the other, and the step at which each comes to its end.
#[derive(Clone)]
pub(super) struct Set {
    pub edits: [u32; MOST],
    /// The edits that explain as much, for each place in the set.
    pub told: Vec<Vec<Found>>,
}

/// Finds edits that explain the recording together: the first one explains every step up to one, the next one
/// with it every step from there up to another one, and the last one with them the rest.
pub(super) fn find_set(scene: &Scene<'_>, limits: &Search, found: &mut [Found]) -> (Option<Cause>, bool) {
    found.sort_by_key(|found| (Reverse(found.end), rank(found.last())));
    let mut sets: Vec<Set> = firsts(found, scene.found.number(), scene.end)
        .into_iter()
        .map(|first| Set { edits: first[0].edits, told: vec![first] })
        .collect();
    let mut cut = false;
    for _ in 1..MOST {
        let mut larger = Vec::new();
        for set in &sets {
            let end = set.told.last().map(|told| told[0].end).unwrap_or_default();
            let Some(mut walk) = Walk::new(scene, limits, set.edits, end) else { continue };
            let (mut found, was_cut) = walk.find(WORK_OF_A_SET);
            cut |= was_cut;
            found.sort_by_key(|found| (Reverse(found.end), rank(found.last())));
            let whole = found.iter().any(|found| found.end == scene.end);
            let next = if whole { vec![alike(&found, &found[0])] } else { firsts(&found, end, scene.end) };
            for more in next {
                let edits = more[0].edits;
                let told = set.told.iter().cloned().chain([more]).collect();
                larger.push(Set { edits, told });
            }
            if whole && let Some(set) = larger.pop() {
                return (set.cause(scene, limits), false);
            }
        }
        larger.sort_by_key(|set| Reverse(set.told.last().map(|told| told[0].end)));
        larger.truncate(MOST_PAIRS);
        sets = larger;
    }
    (None, cut)
}

/// Returns the likeliest edits that explain some steps, each with those that explain as much.
fn firsts(found: &[Found], step: usize, end: usize) -> Vec<Vec<Found>> {
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
fn alike(found: &[Found], one: &Found) -> Vec<Found> {
    let others = found.iter().filter(|other| other.end == one.end && other.edits != one.edits);
    std::iter::once(one).chain(others).copied().collect()
}

impl Set {
    pub fn cause(&self, scene: &Scene<'_>, limits: &Search) -> Option<Cause> {
        let walk = Walk::new(scene, limits, [0; MOST], scene.found.number())?;
        let mut cause = walk.cause(&self.told[0])?;
        (cause.to_the_end, cause.test) = (scene.is_whole, Test::Edits(self.edits));
        let mut step = self.told[0][0].end;
        for told in &self.told[1..] {
            let mut places = places(told, scene);
            let end = told[0].end;
            let Some((name, text)) = places.next() else { continue };
            let others = places.map(|(_, text)| text).collect();
            cause.later.push(LaterCause { name, text, step, steps: end - step, others });
            step = end;
        }
        Some(cause)
    }
}
