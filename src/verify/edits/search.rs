//! The search: which edits give what was recorded, and how much of it.

use super::list::Edit;
use super::sets::{Set, WORK_OF_A_SET, find_set};
use super::threads::in_thread;
use super::walk::{Found, MOST_PLACES, WORK_WHOLE, Walk, rank, with};
use super::{Answer, MOST};
use crate::trace::Kind;
use crate::verify::cause::{Cause, explains_much};
use crate::verify::hypothesis::Test;
use crate::verify::search::{Search, SearchInput as Scene};

/// Maximum number of edits that explain a part of the step that differs and are played on.
const MOST_PARTS: usize = 3;
/// Maximum number of wrong lines of a step of which parts are explained: comparing more would take too long.
const MOST_WRONG: usize = 1_000;

/// Finds edits of the series that give what was recorded, or else all of it but some kinds of lines.
pub(super) fn find(scene: &Scene<'_>, own: &[Kind], limits: &Search) -> Answer {
    if scene.first > 0 || scene.setup.other_view.is_some() {
        return Answer { cut: scene.first > 0, ..Answer::default() };
    }
    let answer = in_thread(|| search(scene, own, limits));
    let answer = answer.unwrap_or(Answer { cut: true, ..Answer::default() });
    Answer { cut: answer.cut || limits.was_cut(), ..answer }
}

/// Returns the cause again, for another difference of the same recording.
pub(super) fn try_again(scene: &Scene<'_>, cause: &Cause, edits: [u32; MOST]) -> Option<Cause> {
    let play = || {
        let limits = Search::within(None);
        let walk = Walk::new(scene, &limits, [0; MOST], scene.found.number())?;
        let found = walk.play_from_start(edits, 1, scene.end);
        (found.end == scene.end).then(|| walk.cause(&[found]))?
    };
    let found = in_thread(play)??;
    Some(Cause { text: cause.text.clone(), name: cause.name, others: cause.others.clone(), ..found })
}

fn search(scene: &Scene<'_>, own: &[Kind], limits: &Search) -> Answer {
    let rules = scene.without(own);
    let Some(mut walk) = Walk::new(&rules, limits, [0; MOST], scene.found.number()) else {
        return Answer::default();
    };
    walk.everything = scene;
    let (mut by_rules, by_rules_cut) = walk.find(WORK_WHOLE);
    walk.scene = scene;
    let everything = by_rules.iter().map(|found| Found { end: found.whole, ..*found });
    let mut found: Vec<Found> = everything.filter(|found| found.end > scene.found.number()).collect();
    let (cause, mut cut) = walk.whole_or_set(&mut found);
    if cause.is_some() {
        return Answer { cause, ..Answer::default() };
    }
    cut |= by_rules_cut;
    if !own.is_empty() {
        walk.scene = &rules;
        let (cause, _) = walk.whole_or_set(&mut by_rules);
        if cause.is_some() {
            return Answer { cause, without_own: true, cut: false };
        }
        walk.scene = scene;
    }
    let best = found.first().map(|best| best.end).unwrap_or_default();
    found.retain(|found| found.end == best && best > scene.found.number() + 1);
    Answer { cause: walk.cause(&found).or_else(|| walk.find_part()), cut, ..Answer::default() }
}

/// Returns the name and the words of edits: one for each place, the likeliest first. Places in functions of
/// which nothing was told yet come before others.
pub(super) fn places(
    found: &[Found],
    scene: &Scene<'_>,
) -> impl Iterator<Item = (&'static str, String)> + use<> {
    let part = scene.setup.part;
    let mut order: Vec<&Found> = found.iter().collect();
    order.sort_by_key(|found| rank(found.last()));
    let mut places: Vec<(&Edit, String)> = Vec::new();
    for found in order {
        // The sentence of a row speaks of its parts.
        let edit = Edit::of(found.last()).filter(|edit| !edit.is_row() || edit.exists(part));
        let Some(edit) = edit else { continue };
        let text = edit.text(part);
        // Two sentences of the table are two mistakes, also at one place.
        let is_new = edit.is_row() || places.iter().all(|(other, _)| other.place() != edit.place());
        if is_new && places.iter().all(|(_, other)| *other != text) {
            places.push((edit, text));
        }
    }
    let mut functions = Vec::new();
    let (mut first, others): (Vec<_>, Vec<_>) = places.into_iter().partition(|(edit, _)| {
        let is_new = !functions.contains(&edit.function());
        functions.push(edit.function());
        is_new
    });
    first.extend(others);
    first.truncate(MOST_PLACES);
    first.into_iter().map(|(edit, text)| (edit.name(), text))
}

impl Walk<'_> {
    /// Returns the cause if one of the edits explains everything, or a set of them. Also returns whether the
    /// search was cut short.
    fn whole_or_set(&self, found: &mut [Found]) -> (Option<Cause>, bool) {
        match self.whole(found) {
            None => find_set(self.scene, self.limits, found),
            whole => (whole, false),
        }
    }

    /// Returns the cause if any of the edits explains everything.
    fn whole(&self, found: &[Found]) -> Option<Cause> {
        let whole: Vec<Found> = found.iter().filter(|found| found.end == self.scene.end).copied().collect();
        self.cause(&whole)
    }

    /// Makes a cause of edits that explain equally much: one for each place, the likeliest first.
    pub fn cause(&self, found: &[Found]) -> Option<Cause> {
        let best = found.iter().min_by_key(|found| rank(found.last()))?;
        let mut told = places(found, self.scene);
        let (name, text) = told.next()?;
        let to_the_end = best.end == self.scene.end && self.scene.is_whole;
        Some(Cause {
            name,
            text,
            steps: best.end - self.scene.found.number(),
            to_the_end,
            cut_short: best.end == self.scene.end && !self.scene.is_whole,
            from_start: true,
            unexplained: Vec::new(),
            shown: self.block(best)?,
            others: told.map(|(_, text)| text).collect(),
            later: Vec::new(),
            test: Test::Edits(best.edits),
        })
    }

    /// Two mistakes may have come together. Then one of them makes fewer lines differ, and none that did not
    /// before.
    fn find_part(&self) -> Option<Cause> {
        let (scene, step) = (self.scene, &self.scene.steps[self.step]);
        if step.hash.is_some() {
            return None;
        }
        let wrong = scene.wrong_lines(&scene.found.expected);
        if wrong.len() > MOST_WRONG {
            self.limits.note_cut();
            return None;
        }
        let parts = self.tried.iter().filter_map(|&(edit, first, ref block)| {
            let left = scene.wrong_lines(block);
            let by_chance = left.contains(&Kind::Rng) && Edit::of(edit)?.is_about_chance();
            (explains_much(&wrong, &left) && !by_chance).then_some((left.len(), rank(edit), edit, first))
        });
        let mut parts: Vec<_> = parts.collect();
        parts.sort();
        parts.truncate(MOST_PARTS);
        // The other mistake may be found beside the first.
        for &(_, _, edit, first) in &parts {
            let edits = with(self.base, edit);
            let Some(mut walk) = Walk::new(scene, self.limits, edits, self.step) else { continue };
            let (mut found, _) = walk.find(WORK_OF_A_SET);
            found.retain(|found| found.end == scene.end);
            if !found.is_empty() {
                let end = self.step + 1;
                let told = vec![vec![Found { edits, first, end, whole: end, work: 0 }], found];
                return Set { edits: told[1][0].edits, told }.cause(scene, self.limits);
            }
        }
        let alone = parts.into_iter().filter_map(|(left, _, edit, _)| {
            let kinds = scene.compared.differing_kinds(&self.block_of_step(edit)?, step);
            // By chance nearly any other seed gives a part.
            if kinds.contains(&Kind::Rng) {
                return None;
            }
            let without = scene.without(&kinds);
            let walk = self.afresh(&without);
            let edits = with(self.base, edit);
            let found = walk.play_from_start(edits, 0, scene.end);
            (found.end == scene.end).then_some((left, found, kinds))
        });
        let alone: Vec<_> = alone.collect();
        let fewest = alone.iter().map(|(left, ..)| *left).min()?;
        let found: Vec<Found> =
            alone.iter().filter(|(left, ..)| *left == fewest).map(|(_, found, _)| *found).collect();
        let cause = self.cause(&found)?;
        let unexplained = alone
            .into_iter()
            .find(|(_, found, _)| matches!(cause.test, Test::Edits(edits) if edits == found.edits));
        Some(Cause { unexplained: unexplained.map(|(.., kinds)| kinds).unwrap_or_default(), ..cause })
    }
}
