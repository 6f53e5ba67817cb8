//! The search: which edits give what was recorded.
//!
//! The first step that differs decides nearly everything. Of the edits that this step reaches, those are
//! kept that give the recorded lines from the right state before it; they are played over the whole recording
//! afterwards. All limits count work, so the answer is the same on every machine.

use std::cmp::Reverse;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::list::{self, Edit};
use super::run::{EditedRun, Made};
use super::switches::{self, Reached};
use super::{Answer, MOST, PLENTY, STACK};
use crate::trace::{Block, Kind, Step};
use crate::verify::cause::{Cause, LaterCause, explains_much};
use crate::verify::compare::ComparedKinds;
use crate::verify::hypothesis::Test;
use crate::verify::search::{Scene, Search};

/// Fuel that an edit has in the step that differs, besides twice what the series needs.
const MORE: u32 = 30_000;
/// Maximum number of runs that are kept on the way to the difference.
const SNAPSHOTS: usize = 256;
/// Maximum number of steps that all edits together are played on after the difference, and before it.
const STEPS_AFTER: usize = 100_000;
const STEPS_BEFORE: usize = 20_000;
/// The same for each edit that is added to others.
const STEPS_OF_A_SET: usize = 8_000;
/// Rank of the least likely edits that are added to another, and to two others.
const LEAST_LIKELY: usize = 3;
const LEAST_LIKELY_THIRD: usize = 2;
/// Maximum number of sets of edits that are enlarged by one more.
const MOST_SETS: usize = 3;
/// Maximum number of edits that explain a part of the step that differs and are played on.
const MOST_PARTS: usize = 3;
/// Minimum number of steps that an edit has to explain before it is played from the start.
const LEAST_STEPS: usize = 5;
/// Maximum number of places that are told.
const MOST_PLACES: usize = 3;

/// The edits that explain a recording, as far as they do.
#[derive(Clone, Copy)]
struct Found {
    edits: [u32; MOST],
    /// The step before which the explanation ends.
    end: usize,
}

/// The copy beside a recording, up to a step that differs.
struct Walk<'a> {
    limits: &'a Search,
    steps: &'a [Step],
    compared: &'a ComparedKinds,
    /// What is made all the time.
    base: [u32; MOST],
    /// The index of the step that differs, and of the one that is not searched any more.
    step: usize,
    end: usize,
    /// The runs after every `stride`-th step.
    kept: Vec<EditedRun>,
    stride: usize,
    /// The run before the step that differs.
    before: Option<EditedRun>,
    reached: Vec<Reached>,
    fuel: u32,
}

/// Finds edits of the series that give what was recorded.
pub(super) fn find(scene: &Scene<'_>, limits: &Search) -> Answer {
    if scene.first > 0 || scene.setup.other_view.is_some() {
        return Answer { cause: None, cut: scene.first > 0 };
    }
    let answer = in_threads(1, |_| search(scene, limits)).pop().unwrap_or_default();
    Answer { cut: answer.cut || limits.was_cut(), ..answer }
}

/// Returns the cause again, for another difference of the same recording.
pub(super) fn try_again(scene: &Scene<'_>, cause: &Cause, edits: [u32; MOST]) -> Option<Cause> {
    let play = |_| {
        let limits = Search::within(None);
        let walk = Walk::new(scene, &limits, [0; MOST], scene.step)?;
        let end = walk.play_from_start(scene, edits, 1, scene.end);
        (end == scene.end).then(|| walk.cause(scene, &[Found { edits, end }]))?
    };
    let found = in_threads(1, play).pop()??;
    Some(Cause { text: cause.text.clone(), name: cause.name, others: cause.others.clone(), ..found })
}

fn search(scene: &Scene<'_>, limits: &Search) -> Answer {
    let Some(walk) = Walk::new(scene, limits, [0; MOST], scene.step) else { return Answer::default() };
    let (mut found, mut cut) = walk.find(scene, STEPS_AFTER);
    if let Some(cause) = walk.whole(scene, &found) {
        return Answer { cause: Some(cause), cut: false };
    }
    found.sort_by_key(|found| (Reverse(found.end), rank(found.last())));
    let (set, set_cut) = find_set(scene, limits, &found);
    cut |= set_cut;
    if set.is_some() {
        return Answer { cause: set, cut };
    }
    let best = found.first().map(|best| best.end).unwrap_or_default();
    found.retain(|found| found.end == best && best > scene.step + 1);
    Answer { cause: walk.cause(scene, &found).or_else(|| walk.find_part(scene)), cut }
}

/// Edits that explain a recording one after the other, and the step at which each comes to its end.
#[derive(Clone)]
struct Set {
    edits: [u32; MOST],
    /// The edits that explain as much, for each place in the set.
    told: Vec<Vec<Found>>,
}

/// Finds edits that explain the recording together: the first one explains every step up to one, the next one
/// with it every step from there up to another one, and the last one with them the rest.
fn find_set(scene: &Scene<'_>, limits: &Search, found: &[Found]) -> (Option<Cause>, bool) {
    let mut sets: Vec<Set> = firsts(found, scene.step, scene.end)
        .into_iter()
        .map(|first| Set { edits: first[0].edits, told: vec![first] })
        .collect();
    let mut cut = false;
    for _ in 1..MOST {
        let mut larger = Vec::new();
        for set in &sets {
            let end = set.told.last().map(|told| told[0].end).unwrap_or_default();
            let Some(walk) = Walk::new(scene, limits, set.edits, end) else { continue };
            let (mut found, was_cut) = walk.find(scene, STEPS_OF_A_SET);
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
        larger.truncate(MOST_SETS - 1);
        sets = larger;
    }
    (None, cut)
}

/// Returns the likeliest edits that explain some steps, each with those that explain as much.
fn firsts(found: &[Found], step: usize, end: usize) -> Vec<Vec<Found>> {
    let mut ends = Vec::new();
    let mut firsts = Vec::new();
    for one in found.iter().filter(|found| found.end > step && found.end + LEAST_STEPS <= end) {
        if firsts.len() < MOST_SETS && !ends.contains(&one.end) {
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
    fn cause(&self, scene: &Scene<'_>, limits: &Search) -> Option<Cause> {
        let walk = Walk::new(scene, limits, [0; MOST], scene.step)?;
        let mut cause = walk.cause(scene, &self.told[0])?;
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

/// Returns the name and the words of edits: one for each place, the likeliest first.
fn places(found: &[Found], scene: &Scene<'_>) -> impl Iterator<Item = (&'static str, String)> + use<> {
    let mut order: Vec<&Found> = found.iter().collect();
    order.sort_by_key(|found| rank(found.last()));
    let mut places = Vec::new();
    let mut told: Vec<(&'static str, String)> = Vec::new();
    for found in order {
        let part = scene.setup.part;
        // The sentence of a row speaks of its parts.
        let edit = Edit::of(found.last()).filter(|edit| !edit.is_row() || edit.exists(part));
        let Some(edit) = edit else { continue };
        let text = edit.text(part);
        // Two sentences of the table are two mistakes, also at one place.
        let is_new = edit.is_row() || !places.contains(&edit.place());
        if is_new && told.len() < MOST_PLACES && told.iter().all(|(_, other)| *other != text) {
            places.push(edit.place());
            told.push((edit.name(), text));
        }
    }
    told.into_iter()
}

fn rank(edit: u32) -> (usize, u32) {
    (list::rank(edit), edit)
}

impl Found {
    /// Returns the last edit, which is the one that was looked for.
    fn last(&self) -> u32 {
        self.edits.iter().rev().copied().find(|&edit| edit > 0).unwrap_or_default()
    }
}

/// Returns these edits and one more.
fn with(base: [u32; MOST], edit: u32) -> [u32; MOST] {
    let mut edits = base;
    if let Some(free) = edits.iter_mut().find(|edit| **edit == 0) {
        *free = edit;
    }
    edits
}

impl<'a> Walk<'a> {
    /// Plays up to the step that differs, and notes which edits are reached. None if that is not possible.
    fn new(scene: &'a Scene<'_>, limits: &'a Search, base: [u32; MOST], step: usize) -> Option<Walk<'a>> {
        let made = Made { edits: base, fuel: PLENTY };
        let stride = (step / SNAPSHOTS).max(8);
        switches::begin_notes();
        switches::note_step(0);
        let mut run = EditedRun::start(scene.setup, made);
        let mut before = None;
        let mut kept = Vec::new();
        for (index, recorded) in scene.steps.iter().enumerate().take(step + 1) {
            let Some(playing) = &mut run else { break };
            switches::note_step(index);
            if index == step {
                before = Some(playing.clone()).filter(|_| step > 0);
            }
            let goes_on = index == 0 || playing.press(recorded, made);
            // The lines and the frame have edits too.
            let goes_on = goes_on && playing.block_is_made(recorded, made, index == step);
            if !goes_on {
                run = None;
                break;
            }
            if index % stride == 0 {
                kept.push(playing.clone());
            }
        }
        let reached = switches::end_notes();
        let used = run?.work;
        let fuel = (2 * used + MORE).max(if used > 20_000 { 900_000 } else { 0 });
        let steps = scene.steps;
        Some(Walk {
            limits,
            steps,
            compared: &scene.compared,
            base,
            step,
            end: scene.end,
            kept,
            stride,
            before,
            reached,
            fuel,
        })
    }

    /// Returns the edits that explain the step and what follows, and whether the search was cut short.
    fn find(&self, scene: &Scene<'_>, steps_after: usize) -> (Vec<Found>, bool) {
        let here = self.reached.iter().filter(|reached| reached.last == self.step);
        let mut all: Vec<(u32, usize)> = here.flat_map(numbers).collect();
        if self.base != [0; MOST] {
            let least = if self.base[1] == 0 { LEAST_LIKELY } else { LEAST_LIKELY_THIRD };
            all.retain(|(edit, _)| list::rank(*edit) <= least);
        }
        let made_here = in_threads(all.len(), |index| {
            let (edit, first) = all[index];
            (!self.limits.is_over() && self.makes_step(scene, edit)).then_some((edit, first))
        });
        let candidates: Vec<(u32, usize)> = made_here.into_iter().flatten().collect();
        // From the right state on, each plays as far as it explains, with an equal share of the work.
        let share = (steps_after / candidates.len().max(1)).max(LEAST_STEPS);
        let stop = self.end.min(self.step.saturating_add(share));
        let mut cut = false;
        let followed = in_threads(candidates.len(), |index| {
            let (edit, first) = candidates[index];
            let edits = with(self.base, edit);
            let end = self.play_on(scene, edits, stop);
            if end < self.step + LEAST_STEPS && end < self.end {
                return Found { edits, end };
            }
            Found { edits, end: self.play_from_start(scene, edits, first, self.end) }
        });
        let mut found: Vec<Found> = followed.into_iter().filter(|found| found.end > self.step).collect();
        if stop < self.end && found.iter().all(|found| found.end < self.end) {
            cut = true;
        }
        if self.step > 0 && self.base == [0; MOST] && found.iter().all(|found| found.end < self.end) {
            let (older, was_cut) = self.find_older(scene, &candidates);
            cut |= was_cut;
            found.extend(older);
        }
        (found, cut)
    }

    /// Edits that earlier steps reach may have changed something that no line shows until now.
    fn find_older(&self, scene: &Scene<'_>, known: &[(u32, usize)]) -> (Vec<Found>, bool) {
        let mut early: Vec<&Reached> =
            self.reached.iter().filter(|reached| reached.first < self.step).collect();
        early.sort_by_key(|reached| (self.step - reached.first, reached.id));
        let all: Vec<(u32, usize)> = early.into_iter().flat_map(numbers).collect();
        let mut work = 0;
        let few: Vec<&(u32, usize)> = all
            .iter()
            .filter(|edit| !known.contains(edit))
            .take_while(|(_, first)| {
                work += self.step - first;
                work <= STEPS_BEFORE
            })
            .collect();
        let cut = few.len() + known.len() < all.len();
        let found = in_threads(few.len(), |index| {
            let &(edit, first) = few[index];
            let edits = with(self.base, edit);
            Found { edits, end: self.play_from_start(scene, edits, first, self.end) }
        });
        (found.into_iter().filter(|found| found.end > self.step).collect(), cut)
    }

    /// Returns the run after the step that differs, which an edit makes from the right state before it.
    fn after_step(&self, scene: &Scene<'_>, made: Made) -> Option<EditedRun> {
        let Some(before) = &self.before else { return EditedRun::start(scene.setup, made) };
        let mut run = before.clone();
        run.press(&self.steps[self.step], made).then_some(run)
    }

    /// Returns true if an edit gives the step that differs.
    fn makes_step(&self, scene: &Scene<'_>, edit: u32) -> bool {
        let made = Made { edits: with(self.base, edit), fuel: self.fuel };
        let run = self.after_step(scene, made);
        run.is_some_and(|mut run| run.gives(&mut self.compared.clone(), &self.steps[self.step], made))
    }

    /// Plays on with edits from the right state before the step that differs. Returns the first step that is
    /// not as recorded.
    fn play_on(&self, scene: &Scene<'_>, edits: [u32; MOST], stop: usize) -> usize {
        match &self.before {
            None => self.play_from_start(scene, edits, 0, stop),
            Some(before) => self.play(before.clone(), self.step, edits, stop),
        }
    }

    /// Plays with edits from the first step that reaches them.
    fn play_from_start(&self, scene: &Scene<'_>, edits: [u32; MOST], first: usize, stop: usize) -> usize {
        let made = Made { edits, fuel: PLENTY };
        let index = first.saturating_sub(1) / self.stride;
        match self.kept.get(index).filter(|_| first > 0) {
            Some(run) => self.play(run.clone(), index * self.stride + 1, edits, stop),
            None => {
                let Some(mut run) = EditedRun::start(scene.setup, made) else { return 0 };
                let mut compared = self.compared.clone();
                let goes_on = match self.step {
                    0 => run.gives(&mut compared, &self.steps[0], made),
                    _ => run.is_as_recorded(&compared, &self.steps[0], made),
                };
                if goes_on { self.play(run, 1, edits, stop) } else { 0 }
            }
        }
    }

    fn play(&self, mut run: EditedRun, from: usize, edits: [u32; MOST], stop: usize) -> usize {
        let made = Made { edits, fuel: PLENTY };
        let mut compared = self.compared.clone();
        for (index, step) in self.steps.iter().enumerate().take(stop).skip(from) {
            let goes_on = !self.limits.is_over()
                && run.press(step, made)
                && if index == self.step {
                    run.gives(&mut compared, step, made)
                } else {
                    run.is_as_recorded(&compared, step, made)
                };
            if !goes_on {
                return index;
            }
        }
        stop.min(self.steps.len())
    }

    /// Returns the cause if any of the edits explains everything.
    fn whole(&self, scene: &Scene<'_>, found: &[Found]) -> Option<Cause> {
        let whole: Vec<Found> = found.iter().filter(|found| found.end == self.end).copied().collect();
        self.cause(scene, &whole)
    }

    /// Makes a cause of edits that explain equally much: one for each place, the likeliest first.
    fn cause(&self, scene: &Scene<'_>, found: &[Found]) -> Option<Cause> {
        let best = found.iter().min_by_key(|found| rank(found.last()))?;
        let mut told = places(found, scene);
        let (name, text) = told.next()?;
        let to_the_end = best.end == self.end && scene.is_whole;
        Some(Cause {
            name,
            text,
            steps: best.end - scene.step,
            to_the_end,
            cut_short: best.end == self.end && !scene.is_whole,
            from_start: true,
            unexplained: Vec::new(),
            block: self.block(scene, best.edits)?,
            others: told.map(|(_, text)| text).collect(),
            later: Vec::new(),
            test: Test::Edits(best.edits),
        })
    }

    /// Two mistakes may have come together. Then one of them makes fewer lines differ, and none that did not
    /// before.
    fn find_part(&self, scene: &Scene<'_>) -> Option<Cause> {
        let step = &self.steps[self.step];
        if step.hash.is_some() {
            return None;
        }
        let wrong = scene.wrong_lines(scene.expected);
        let here = self.reached.iter().filter(|reached| reached.last == self.step);
        let all: Vec<(u32, usize)> = here.flat_map(numbers).collect();
        let parts = in_threads(all.len(), |index| {
            let (edit, first) = all[index];
            if self.limits.is_over() {
                return None;
            }
            let block = self.block_of_step(scene, edit)?;
            let left = scene.wrong_lines(&block);
            let kinds = scene.compared.differing_kinds(&block, step);
            let by_chance = left.contains(&Kind::Rng) && Edit::of(edit)?.is_about_chance();
            (explains_much(&wrong, &left) && !by_chance).then_some((
                left.len(),
                rank(edit),
                edit,
                first,
                kinds,
            ))
        });
        let mut parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.sort_by_key(|(left, rank, ..)| (*left, *rank));
        parts.truncate(MOST_PARTS);
        // The other mistake may be found beside the first.
        for &(_, _, edit, ..) in &parts {
            let Some(walk) = Walk::new(scene, self.limits, with(self.base, edit), self.step) else {
                continue;
            };
            let (mut found, _) = walk.find(scene, STEPS_OF_A_SET);
            found.retain(|found| found.end == self.end);
            if !found.is_empty() {
                let edits = found[0].edits;
                let first = Found { edits: with(self.base, edit), end: self.step + 1 };
                let set = Set { edits, told: vec![vec![first], found] };
                return set.cause(scene, self.limits);
            }
        }
        // By chance nearly any other seed gives a part.
        parts.retain(|(.., kinds)| !kinds.contains(&Kind::Rng));
        let alone = parts.into_iter().filter_map(|(left, _, edit, _, kinds)| {
            let compared = scene.compared.without(&kinds);
            let walk =
                Walk { compared: &compared, kept: Vec::new(), before: None, reached: Vec::new(), ..*self };
            let edits = with(self.base, edit);
            let end = walk.play_from_start(scene, edits, 0, self.end);
            (end == self.end).then_some((left, Found { edits, end }, kinds))
        });
        let alone: Vec<_> = alone.collect();
        let fewest = alone.iter().map(|(left, ..)| *left).min()?;
        let found: Vec<Found> =
            alone.iter().filter(|(left, ..)| *left == fewest).map(|(_, found, _)| *found).collect();
        let cause = self.cause(scene, &found)?;
        let unexplained = alone
            .into_iter()
            .find(|(_, found, _)| matches!(cause.test, Test::Edits(edits) if edits == found.edits));
        Some(Cause { unexplained: unexplained.map(|(.., kinds)| kinds).unwrap_or_default(), ..cause })
    }

    /// Returns what an edit gives in the step that differs.
    fn block_of_step(&self, scene: &Scene<'_>, edit: u32) -> Option<Block> {
        let made = Made { edits: with(self.base, edit), fuel: self.fuel };
        self.after_step(scene, made)?.lines_and_frame(self.steps[self.step].key, made)
    }

    /// Returns what edits give in the step that differs first.
    fn block(&self, scene: &Scene<'_>, edits: [u32; MOST]) -> Option<Block> {
        let made = Made { edits, fuel: PLENTY };
        let mut run = EditedRun::start(scene.setup, made)?;
        for step in scene.steps.iter().take(scene.step + 1).skip(1) {
            if !run.draw(made) || !run.press(step, made) {
                return None;
            }
        }
        run.block(scene.steps[scene.step].key, made)
    }
}

/// Returns the edits of a point, each with the first step that reaches it.
fn numbers(reached: &Reached) -> impl Iterator<Item = (u32, usize)> + use<> {
    let Reached { id, count, first, .. } = *reached;
    (id..id + count).map(move |edit| (edit, first))
}

/// Does some works, on as many threads as the machine has processors. Returns the results in their order.
fn in_threads<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return done;
            }
            done.push((index, work(index)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(count);
    let mut done: Vec<(usize, T)> = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        let all: Vec<_> = (0..threads).map(spawn).collect();
        let joined = all.into_iter().flatten().map(|one| match one.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.flatten().collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
