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
use super::switches::{self, Notes, Reached};
use super::{Answer, MOST, PLENTY, STACK};
use crate::trace::{Block, Kind};
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
const STEPS_BEFORE: usize = 30_000;
/// Maximum number of steps that all edits which are added to another one are played on.
const STEPS_OF_A_SET: usize = 8_000;
/// Maximum number of steps that all edits together are played from their start to the end of the recording.
const STEPS_WHOLE: usize = 30_000;
/// Number of steps that take as long as the start of a run.
const START: usize = 10;
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

/// What is compared of each step.
#[derive(Clone, Copy)]
enum Frames {
    /// The lines alone.
    Skipped,
    /// The lines and the frame.
    Compared,
}

/// The edits that explain a recording, as far as they do.
#[derive(Clone, Copy)]
struct Found {
    edits: [u32; MOST],
    /// The first step that reaches them.
    first: usize,
    /// The step before which the explanation ends.
    end: usize,
}

/// The copy beside a recording, up to a step that differs.
struct Walk<'a> {
    scene: &'a Scene<'a>,
    limits: &'a Search,
    /// What is made all the time.
    base: [u32; MOST],
    /// The index of the step that differs with it.
    step: usize,
    /// The runs after every `stride`-th step.
    kept: Vec<EditedRun>,
    stride: usize,
    /// The run before the step that differs.
    before: Option<EditedRun>,
    reached: Vec<Reached>,
    /// The step that differs, as it is without another edit.
    wrong: Block,
    /// True if more than the frame differs, so that drawing alone is no explanation.
    lines_differ: bool,
    fuel: u32,
}

/// Finds edits of the series that give what was recorded, or else all of it but some kinds of lines.
pub(super) fn find(scene: &Scene<'_>, own: &[Kind], limits: &Search) -> Answer {
    if scene.first > 0 || scene.setup.other_view.is_some() {
        return Answer { cut: scene.first > 0, ..Answer::default() };
    }
    let answer = in_threads(1, |_| search(scene, own, limits)).pop().unwrap_or_default();
    Answer { cut: answer.cut || limits.was_cut(), ..answer }
}

/// Returns the cause again, for another difference of the same recording.
pub(super) fn try_again(scene: &Scene<'_>, cause: &Cause, edits: [u32; MOST]) -> Option<Cause> {
    let play = |_| {
        let limits = Search::within(None);
        let walk = Walk::new(scene, &limits, [0; MOST], scene.step)?;
        let end = walk.play_from_start(edits, 1, scene.end);
        (end == scene.end).then(|| walk.cause(&[Found { edits, first: 1, end }]))?
    };
    let found = in_threads(1, play).pop()??;
    Some(Cause { text: cause.text.clone(), name: cause.name, others: cause.others.clone(), ..found })
}

fn search(scene: &Scene<'_>, own: &[Kind], limits: &Search) -> Answer {
    let rules = scene.without(own);
    let Some(mut walk) = Walk::new(&rules, limits, [0; MOST], scene.step) else { return Answer::default() };
    let (mut by_rules, by_rules_cut) = walk.find(STEPS_AFTER);
    // Comparing everything takes longer, so that is done for those edits only that explain the rules.
    walk.scene = scene;
    let mut found = if own.is_empty() { by_rules.clone() } else { walk.compare_again(&by_rules) };
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
    found.retain(|found| found.end == best && best > scene.step + 1);
    Answer { cause: walk.cause(&found).or_else(|| walk.find_part()), cut, ..Answer::default() }
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
fn find_set(scene: &Scene<'_>, limits: &Search, found: &mut [Found]) -> (Option<Cause>, bool) {
    found.sort_by_key(|found| (Reverse(found.end), rank(found.last())));
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
            let (mut found, was_cut) = walk.find(STEPS_OF_A_SET);
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

/// Returns the number of steps from the first one that an edit changes up to another one, as work.
fn steps_of(first: usize, end: usize) -> usize {
    end.saturating_sub(first) + if first == 0 { START } else { 1 }
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
    fn new(scene: &'a Scene<'a>, limits: &'a Search, base: [u32; MOST], step: usize) -> Option<Walk<'a>> {
        let made = Made { edits: base, fuel: PLENTY };
        let stride = (step / SNAPSHOTS).max(8);
        let notes = |index| if index == step { Notes::Points } else { Notes::Calls };
        switches::begin_notes();
        switches::note_step(0, notes(0));
        let mut run = EditedRun::start(scene.setup, made);
        let mut before = None;
        let mut kept = Vec::new();
        let mut wrong = Block::default();
        for (index, recorded) in scene.steps.iter().enumerate().take(step + 1) {
            let Some(playing) = &mut run else { break };
            switches::note_step(index, notes(index));
            if index == step {
                before = Some(playing.clone()).filter(|_| step > 0);
            }
            let goes_on = index == 0 || playing.press(recorded, made);
            // The lines and the frame have edits too.
            if goes_on && index == step {
                wrong = playing.lines_and_frame(recorded.key, made).unwrap_or_default();
            }
            if !goes_on || !playing.draw(made) {
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
        let recorded = &scene.steps[step];
        let lines_differ = recorded.hash.is_none() && !scene.compared.matches_but_frame(&wrong, recorded);
        Some(Walk { scene, limits, base, step, kept, stride, before, reached, wrong, lines_differ, fuel })
    }

    /// Returns the points whose edits can explain the step.
    fn in_question(&self) -> impl Iterator<Item = &Reached> {
        self.reached.iter().filter(|reached| !(self.lines_differ && reached.draws))
    }

    /// Returns the edits that explain the step and what follows, and whether the search was cut short.
    fn find(&self, steps_after: usize) -> (Vec<Found>, bool) {
        let here = self.in_question().filter(|reached| reached.last == self.step);
        let mut all: Vec<(u32, usize)> = here.flat_map(numbers).collect();
        if self.base != [0; MOST] {
            let least = if self.base[1] == 0 { LEAST_LIKELY } else { LEAST_LIKELY_THIRD };
            all.retain(|(edit, _)| list::rank(*edit) <= least);
        }
        let made_here = in_threads(all.len(), |index| {
            let (edit, first) = all[index];
            (!self.limits.is_over() && self.makes_step(edit)).then_some((edit, first))
        });
        let candidates: Vec<(u32, usize)> = made_here.into_iter().flatten().collect();
        // From the right state on, each plays as far as it explains, with an equal share of the work.
        let share = (steps_after / candidates.len().max(1)).max(LEAST_STEPS);
        let stop = self.scene.end.min(self.step.saturating_add(share));
        let followed = in_threads(candidates.len(), |index| {
            let (edit, first) = candidates[index];
            let edits = with(self.base, edit);
            Found { edits, first, end: self.play_on(edits, stop) }
        });
        let is_far = |found: &Found| found.end >= self.scene.end.min(self.step + LEAST_STEPS);
        let (mut far, mut found): (Vec<Found>, Vec<Found>) = followed.into_iter().partition(is_far);
        far.sort_by_key(|found| (Reverse(found.end), rank(found.last())));
        let far: Vec<(u32, usize)> = far.iter().map(|found| (found.last(), found.first)).collect();
        // As many as are told are played in any case, however long the recording is.
        let most = steps_after.min(STEPS_WHOLE).max(MOST_PLACES * steps_of(0, self.scene.end));
        let (whole, was_cut) = self.play_from_starts(&far, self.scene.end, most);
        found.extend(whole);
        found.retain(|found| found.end > self.step);
        let mut cut = was_cut && found.iter().all(|found| found.end < self.scene.end);
        if stop < self.scene.end && found.iter().all(|found| found.end < self.scene.end) {
            cut = true;
        }
        if self.step > 0 && self.base == [0; MOST] && found.iter().all(|found| found.end < self.scene.end) {
            let (older, was_cut) = self.find_older(&candidates);
            cut |= was_cut;
            found.extend(older);
        }
        (found, cut)
    }

    /// Edits that earlier steps reach may have changed something that no line shows until now.
    fn find_older(&self, known: &[(u32, usize)]) -> (Vec<Found>, bool) {
        let mut early: Vec<&Reached> =
            self.in_question().filter(|reached| reached.first < self.step).collect();
        early.sort_by_key(|reached| (self.step - reached.first, reached.id));
        let all = early.into_iter().flat_map(numbers).filter(|edit| !known.contains(edit));
        let all: Vec<(u32, usize)> = all.collect();
        let (found, cut) = self.play_from_starts(&all, self.step, STEPS_BEFORE);
        (found.into_iter().filter(|found| found.end > self.step).collect(), cut)
    }

    /// Plays each edit from the first step that reaches it, as long as the work up to the step `stop` is no
    /// more than `most`. Also returns whether that cut it short.
    fn play_from_starts(&self, edits: &[(u32, usize)], stop: usize, most: usize) -> (Vec<Found>, bool) {
        let (mut played, mut rest, mut work) = (Vec::new(), edits, 0);
        // Most edits show early and are not played any further, which leaves work for others.
        while !rest.is_empty() {
            let mut longest = work;
            let fits = rest.iter().take_while(|(_, first)| {
                longest += steps_of(*first, stop);
                longest <= most
            });
            let (now, later) = rest.split_at(fits.count());
            if now.is_empty() {
                break;
            }
            let found = in_threads(now.len(), |index| {
                let (edit, first) = now[index];
                let edits = with(self.base, edit);
                Found { edits, first, end: self.play_from_start(edits, first, self.scene.end) }
            });
            work += found.iter().map(|found| steps_of(found.first, found.end.min(stop))).sum::<usize>();
            played.extend(found);
            rest = later;
        }
        (played, !rest.is_empty())
    }

    /// Returns the run after the step that differs, which an edit makes from the right state before it.
    fn after_step(&self, made: Made) -> Option<EditedRun> {
        let Some(before) = &self.before else { return EditedRun::start(self.scene.setup, made) };
        let mut run = before.clone();
        run.press(&self.scene.steps[self.step], made).then_some(run)
    }

    /// Returns true if an edit gives the step that differs.
    fn makes_step(&self, edit: u32) -> bool {
        let made = Made { edits: with(self.base, edit), fuel: self.fuel };
        let step = &self.scene.steps[self.step];
        let Some(mut run) = self.after_step(made) else { return false };
        // Finding out which lines a brief recording leaves out takes long, and most edits change nothing.
        let changes = |block: &Block| block.lines != self.wrong.lines;
        (step.hash.is_none() || run.lines_and_frame(step.key, made).as_ref().is_some_and(changes))
            && run.gives(&mut self.scene.compared.clone(), step, made)
    }

    /// Plays on with edits from the right state before the step that differs. Returns the first step that is
    /// not as recorded.
    fn play_on(&self, edits: [u32; MOST], stop: usize) -> usize {
        match &self.before {
            None => self.play_from_start(edits, 0, stop),
            Some(before) => self.play(before.clone(), self.step, edits, stop, Frames::Compared),
        }
    }

    /// Plays with edits from the first step that reaches them. Returns the first step that is not as
    /// recorded.
    fn play_from_start(&self, edits: [u32; MOST], first: usize, stop: usize) -> usize {
        // Drawing takes more time than all the rest, and most edits show in a line before that step.
        if self.scene.steps[self.step].hash.is_none() && self.scene.compared.has(Kind::Frame) {
            let end = self.play_kept(edits, first, stop.min(self.step + 1), Frames::Skipped);
            if end <= self.step {
                return end;
            }
        }
        self.play_kept(edits, first, stop, Frames::Compared)
    }

    /// Plays with edits from the run that was kept before the first step that reaches them.
    fn play_kept(&self, edits: [u32; MOST], first: usize, stop: usize, frames: Frames) -> usize {
        let made = Made { edits, fuel: PLENTY };
        let index = first.saturating_sub(1) / self.stride;
        match self.kept.get(index).filter(|_| first > 0) {
            Some(run) => self.play(run.clone(), index * self.stride + 1, edits, stop, frames),
            None => {
                let Some(mut run) = EditedRun::start(self.scene.setup, made) else { return 0 };
                let goes_on = self.gives(&mut run, 0, &mut self.scene.compared.clone(), made, frames);
                if goes_on { self.play(run, 1, edits, stop, frames) } else { 0 }
            }
        }
    }

    /// Returns true if the step that was just made is as recorded.
    fn gives(
        &self,
        run: &mut EditedRun,
        index: usize,
        compared: &mut ComparedKinds,
        made: Made,
        frames: Frames,
    ) -> bool {
        let step = &self.scene.steps[index];
        match frames {
            Frames::Skipped => run.lines_as_recorded(compared, step, made).is_some(),
            Frames::Compared if index == self.step => run.gives(compared, step, made),
            Frames::Compared => run.is_as_recorded(compared, step, made),
        }
    }

    fn play(
        &self,
        mut run: EditedRun,
        from: usize,
        edits: [u32; MOST],
        stop: usize,
        frames: Frames,
    ) -> usize {
        let made = Made { edits, fuel: PLENTY };
        let mut compared = self.scene.compared.clone();
        let stop = stop.min(self.scene.steps.len());
        let is_right = |index: &usize| {
            !self.limits.is_over()
                && run.press(&self.scene.steps[*index], made)
                && self.gives(&mut run, *index, &mut compared, made, frames)
        };
        from + (from..stop).take_while(is_right).count()
    }

    /// Plays edits again that explain some of what is compared, to see how much of everything they explain.
    fn compare_again(&self, found: &[Found]) -> Vec<Found> {
        let again = in_threads(found.len(), |index| {
            let Found { edits, first, .. } = found[index];
            Found { edits, first, end: self.play_from_start(edits, first, self.scene.end) }
        });
        again.into_iter().filter(|found| found.end > self.step).collect()
    }

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
    fn cause(&self, found: &[Found]) -> Option<Cause> {
        let best = found.iter().min_by_key(|found| rank(found.last()))?;
        let mut told = places(found, self.scene);
        let (name, text) = told.next()?;
        let to_the_end = best.end == self.scene.end && self.scene.is_whole;
        Some(Cause {
            name,
            text,
            steps: best.end - self.scene.step,
            to_the_end,
            cut_short: best.end == self.scene.end && !self.scene.is_whole,
            from_start: true,
            unexplained: Vec::new(),
            block: self.block(best.edits)?,
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
        let wrong = scene.wrong_lines(scene.expected);
        let here = self.reached.iter().filter(|reached| reached.last == self.step && !reached.draws);
        let all: Vec<(u32, usize)> = here.flat_map(numbers).collect();
        let parts = in_threads(all.len(), |index| {
            let (edit, first) = all[index];
            if self.limits.is_over() {
                return None;
            }
            let left = scene.wrong_lines(&self.lines_of_step(edit)?);
            let by_chance = left.contains(&Kind::Rng) && Edit::of(edit)?.is_about_chance();
            (explains_much(&wrong, &left) && !by_chance).then_some((left.len(), rank(edit), edit, first))
        });
        let mut parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.sort();
        parts.truncate(MOST_PARTS);
        // The other mistake may be found beside the first.
        for &(_, _, edit, first) in &parts {
            let edits = with(self.base, edit);
            let Some(walk) = Walk::new(scene, self.limits, edits, self.step) else { continue };
            let (mut found, _) = walk.find(STEPS_OF_A_SET);
            found.retain(|found| found.end == scene.end);
            if !found.is_empty() {
                let told = vec![vec![Found { edits, first, end: self.step + 1 }], found];
                return Set { edits: told[1][0].edits, told }.cause(scene, self.limits);
            }
        }
        let alone = parts.into_iter().filter_map(|(left, _, edit, first)| {
            let kinds = scene.compared.differing_kinds(&self.block_of_step(edit)?, step);
            // By chance nearly any other seed gives a part.
            if kinds.contains(&Kind::Rng) {
                return None;
            }
            let without = scene.without(&kinds);
            let walk = Walk {
                scene: &without,
                kept: Vec::new(),
                before: None,
                reached: Vec::new(),
                wrong: Block::default(),
                ..*self
            };
            let edits = with(self.base, edit);
            let end = walk.play_from_start(edits, 0, scene.end);
            (end == scene.end).then_some((left, Found { edits, first, end }, kinds))
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

    /// Returns the lines that an edit gives in the step that differs, but that of the frame.
    fn lines_of_step(&self, edit: u32) -> Option<Block> {
        let made = Made { edits: with(self.base, edit), fuel: self.fuel };
        self.after_step(made)?.lines(self.scene.steps[self.step].key, made)
    }

    /// Returns all lines that an edit gives in the step that differs.
    fn block_of_step(&self, edit: u32) -> Option<Block> {
        let made = Made { edits: with(self.base, edit), fuel: self.fuel };
        self.after_step(made)?.lines_and_frame(self.scene.steps[self.step].key, made)
    }

    /// Returns what edits give in the step that differs first.
    fn block(&self, edits: [u32; MOST]) -> Option<Block> {
        let made = Made { edits, fuel: PLENTY };
        let mut run = EditedRun::start(self.scene.setup, made)?;
        for step in self.scene.steps.iter().take(self.scene.step + 1).skip(1) {
            if !run.draw(made) || !run.press(step, made) {
                return None;
            }
        }
        run.block(self.scene.steps[self.scene.step].key, made)
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
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        let all: Vec<_> = (0..threads).map(spawn).collect();
        for one in all.into_iter().flatten() {
            match one.join() {
                Ok(done) => done.into_iter().for_each(|(index, result)| results[index] = Some(result)),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    results.into_iter().flatten().collect()
}
