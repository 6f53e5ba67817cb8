//! The copy beside a recording, up to a step that differs, and what edits make of this step and of the next.
//!
//! The first step that differs decides nearly everything. Of the edits that this step reaches, those are
//! kept that give the recorded lines from the right state before it; they are played over the whole recording
//! afterwards. All limits count work, so the answer is the same on every machine.

use std::cmp::Reverse;

use super::list;
use super::run::{EditedRun, Made};
use super::search::places;
use super::switches::{self, Notes, Reached};
use super::threads::in_threads;
use super::{MOST, PLENTY};
use crate::trace::{Kind, Step};
use crate::verify::search::{Search, SearchInput as Scene};

/// Minimum fuel that an edit has in a step: enough for a dungeon, or a cave, which the step should perhaps
/// not make. Where twice the fuel of the series is more, an edit has that.
const FOR_DUNGEON: u32 = 100_000;
const FOR_CAVE: u32 = 600_000;
/// Maximum number of runs that are kept on the way to the difference.
const SNAPSHOTS: usize = 256;
/// Maximum number of steps that all edits together are played on after the difference, to see which of them
/// explain more than that step.
const STEPS_AFTER: usize = 10_000;
/// Maximum number of steps that one edit is played on for that.
const STEPS_OF_ONE: usize = 50;
/// Maximum work with all edits that earlier steps reach: passes of loops and calls.
const WORK_BEFORE: u64 = 25_000_000;
/// Maximum work with all edits that are played to the end of the recording.
pub(super) const WORK_WHOLE: u64 = 50_000_000;
/// Number of edits that are played to the end before it is asked whether they are enough.
const AT_ONCE: usize = 4;
/// Minimum number of edits that explain everything and are enough, so that other functions are told as well.
const ENOUGH: usize = 10;
/// Rank of the least likely edits that are added to another, and to two others.
const LEAST_LIKELY: usize = 3;
const LEAST_LIKELY_THIRD: usize = 2;
/// Rank of the least likely edits that are tried first.
const LIKELY: usize = 1;
/// Minimum number of steps that an edit has to explain before it is played from the start.
pub(super) const LEAST_STEPS: usize = 5;
/// Maximum number of places that are told.
pub(super) const MOST_PLACES: usize = 3;

/// The edits that explain a recording, as far as they do.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub edits: [u32; MOST],
    /// The first step that reaches them.
    pub first: usize,
    /// The step before which the explanation ends.
    pub end: usize,
    /// The step before which the explanation of everything ends, the program's own lines included.
    pub whole: usize,
    /// The work that it took to play them.
    pub work: u64,
}

/// The copy beside a recording, up to a step that differs.
pub(super) struct Walk<'a> {
    pub scene: &'a Scene<'a>,
    /// The same where also those lines are compared that may be the program's own.
    pub everything: &'a Scene<'a>,
    pub limits: &'a Search,
    /// What is made all the time.
    pub base: [u32; MOST],
    /// The index of the step that differs with it.
    pub step: usize,
    /// The runs after every `stride`-th step.
    kept: Vec<EditedRun>,
    stride: usize,
    /// The run before the step that differs.
    before: Option<EditedRun>,
    reached: Vec<Reached>,
    /// The step that differs, as it is without another edit.
    wrong: Step,
    /// True if more than the frame differs, so that drawing alone is no explanation.
    lines_differ: bool,
    fuel: u32,
    /// Edits that change lines of the step and do not give it, each with the first step that reaches it and
    /// the lines but that of the frame.
    pub tried: Vec<(u32, usize, Step)>,
}

/// What an edit makes of the step that differs.
enum Tried {
    Nothing,
    OtherLines(Step),
    TheStep,
}

impl Found {
    /// Returns the last edit, which is the one that was looked for.
    pub fn last(&self) -> u32 {
        self.edits.iter().rev().copied().find(|&edit| edit > 0).unwrap_or_default()
    }
}

/// Returns these edits and one more.
pub(super) fn with(base: [u32; MOST], edit: u32) -> [u32; MOST] {
    let mut edits = base;
    if let Some(free) = edits.iter_mut().find(|edit| **edit == 0) {
        *free = edit;
    }
    edits
}

/// Returns how likely an edit is: the smaller first.
pub(super) fn rank(edit: u32) -> (usize, bool, u32) {
    (list::rank(edit), !list::leaves_out(edit), edit)
}

impl<'a> Walk<'a> {
    /// Plays up to the step that differs, and notes which edits are reached. None if that is not possible.
    /// Everything is compared that the scene has.
    pub fn new(scene: &'a Scene<'a>, limits: &'a Search, base: [u32; MOST], step: usize) -> Option<Walk<'a>> {
        let made = Made { edits: base, fuel: PLENTY };
        let stride = (step / SNAPSHOTS).max(8);
        let notes = |index| if index == step { Notes::Points } else { Notes::Calls };
        switches::begin_notes();
        switches::note_step(0, notes(0));
        let mut run = EditedRun::start(scene.setup, made);
        let mut before = None;
        let mut kept = Vec::new();
        let mut wrong = Step::default();
        for (index, recorded) in scene.steps.iter().enumerate().take(step + 1) {
            let Some(playing) = &mut run else { break };
            switches::note_step(index, notes(index));
            if index == step {
                before = Some(playing.clone()).filter(|_| step > 0);
            }
            let goes_on = index == 0 || playing.press(recorded, made);
            // The lines and the frame have edits too.
            if goes_on && index == step {
                wrong = playing.lines_and_frame(recorded.step.key, made).unwrap_or_default();
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
        let least = if scene.setup.part.has_caves() { FOR_CAVE } else { FOR_DUNGEON };
        let fuel = (2 * run?.most_work).max(least);
        let recorded = &scene.steps[step];
        let lines_differ = recorded.hash.is_none() && !scene.compared.matches_but_frame(&wrong, recorded);
        let tried = Vec::new();
        Some(Walk {
            scene,
            everything: scene,
            limits,
            base,
            step,
            kept,
            stride,
            before,
            reached,
            wrong,
            lines_differ,
            fuel,
            tried,
        })
    }

    /// Returns the walk for a scene in which less is compared. Everything is played from the start there.
    pub fn afresh<'s>(&'s self, scene: &'s Scene<'s>) -> Walk<'s> {
        let (kept, reached, wrong, tried) = (Vec::new(), Vec::new(), Step::default(), Vec::new());
        Walk { scene, everything: scene, kept, before: None, reached, wrong, tried, ..*self }
    }

    /// Returns true if edits of a point can explain the step.
    fn is_in_question(&self, reached: &Reached) -> bool {
        !(self.lines_differ && reached.draws)
    }

    /// Returns the edits of points that no later step reached, each with the step that reached it first.
    pub fn edits_here(&self, is_meant: impl Fn(&Reached) -> bool) -> Vec<(u32, usize)> {
        let here = self.reached.iter().filter(|reached| reached.last == self.step && is_meant(reached));
        here.flat_map(numbers).collect()
    }

    /// Returns the edits that explain the step and what follows, and whether the search was cut short.
    pub fn find(&mut self, most_work: u64) -> (Vec<Found>, bool) {
        let mut all = self.edits_here(|reached| self.is_in_question(reached));
        if self.base != [0; MOST] {
            let least = if self.base[1] == 0 { LEAST_LIKELY } else { LEAST_LIKELY_THIRD };
            all.retain(|(edit, _)| list::rank(*edit) <= least);
        }
        let tried = in_threads(all.len(), |index| match self.limits.is_over() {
            true => Tried::Nothing,
            false => self.try_step(all[index].0),
        });
        let mut candidates: Vec<(u32, usize)> = Vec::new();
        for ((edit, first), tried) in all.into_iter().zip(tried) {
            match tried {
                Tried::Nothing => {}
                Tried::OtherLines(block) => self.tried.push((edit, first, block)),
                Tried::TheStep => candidates.push((edit, first)),
            }
        }
        // From the right state on, each plays some steps, with an equal share of the work.
        let share = (STEPS_AFTER / candidates.len().max(1)).clamp(LEAST_STEPS, STEPS_OF_ONE);
        let stop = self.scene.end.min(self.step.saturating_add(share));
        let followed = in_threads(candidates.len(), |index| {
            let (edit, first) = candidates[index];
            self.play_on(with(self.base, edit), first, stop)
        });
        let is_far = |found: &Found| found.end >= self.scene.end.min(self.step + LEAST_STEPS);
        let (mut far, mut found): (Vec<Found>, Vec<Found>) = followed.into_iter().partition(is_far);
        far.sort_by_key(|found| (Reverse(found.end), rank(found.last())));
        let far: Vec<(u32, usize)> = far.iter().map(|found| (found.last(), found.first)).collect();
        let (whole, mut cut) = self.play_to_end(&far, most_work);
        found.extend(whole);
        found.retain(|found| found.end > self.step);
        cut &= found.iter().all(|found| found.end < self.scene.end);
        if self.step > 0 && self.base == [0; MOST] && found.iter().all(|found| found.end < self.scene.end) {
            let (older, was_cut) = self.find_older(&candidates);
            cut |= was_cut;
            found.extend(older);
        }
        (found, cut)
    }

    /// Edits that earlier steps reach may have changed something that no line shows until now.
    fn find_older(&self, known: &[(u32, usize)]) -> (Vec<Found>, bool) {
        let mut early: Vec<&Reached> = self
            .reached
            .iter()
            .filter(|reached| reached.first < self.step && self.is_in_question(reached))
            .collect();
        // Those that say little else come first: they are few.
        early.sort_by_key(|reached| (list::rank(reached.id) > LIKELY, self.step - reached.first, reached.id));
        let all = early.into_iter().flat_map(numbers).filter(|edit| !known.contains(edit));
        let all: Vec<(u32, usize)> = all.collect();
        let (found, cut) = self.play_from_starts(&all);
        (found.into_iter().filter(|found| found.end > self.step).collect(), cut)
    }

    /// Plays edits over the whole recording, the likeliest first, until as many as are told explain
    /// everything. Also returns whether too much work cut it short.
    fn play_to_end(&self, edits: &[(u32, usize)], most_work: u64) -> (Vec<Found>, bool) {
        // As many as are told are played in any case, however long the recording is.
        let most = most_work.max(MOST_PLACES as u64 * self.work_of(0, self.scene.end));
        let (mut played, mut work) = (Vec::new(), 0);
        for some in edits.chunks(AT_ONCE) {
            let is_whole = |found: &&Found| found.whole == self.scene.end;
            let whole: Vec<Found> = played.iter().filter(is_whole).copied().collect();
            let enough = whole.len() >= ENOUGH && places(&whole, self.scene).count() == MOST_PLACES;
            if work > most || enough {
                return (played, work > most);
            }
            let found = in_threads(some.len(), |index| {
                let (edit, first) = some[index];
                let edits = with(self.base, edit);
                match first == self.step {
                    true => self.play_on(edits, first, self.scene.end),
                    false => self.play_from_start(edits, first, self.scene.end),
                }
            });
            work += found.iter().map(|found| found.work).sum::<u64>();
            played.extend(found);
        }
        (played, false)
    }

    /// Returns the work of the series from the first step that an edit changes up to another one.
    fn work_of(&self, first: usize, end: usize) -> u64 {
        let Some(before) = &self.before else { return u64::from(self.fuel) };
        let kept = first.checked_sub(1).and_then(|before| self.kept.get(before / self.stride));
        let known = before.work - kept.map_or(0, |run| run.work);
        known + before.work / self.step as u64 * end.saturating_sub(self.step) as u64
    }

    /// Plays each edit from the first step that reaches it. Also returns whether too much work cut it short.
    fn play_from_starts(&self, edits: &[(u32, usize)]) -> (Vec<Found>, bool) {
        let (mut played, mut rest, mut work) = (Vec::new(), edits, 0);
        // Most edits show early and are not played any further, which leaves work for others.
        while !rest.is_empty() {
            let mut longest = work;
            let fits = rest.iter().take_while(|(_, first)| {
                longest += self.work_of(*first, self.step);
                longest <= WORK_BEFORE
            });
            let (now, later) = rest.split_at(fits.count());
            if now.is_empty() {
                break;
            }
            let found = in_threads(now.len(), |index| {
                let (edit, first) = now[index];
                self.play_from_start(with(self.base, edit), first, self.scene.end)
            });
            work += found.iter().map(|found| found.work).sum::<u64>();
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

    /// Returns what an edit makes of the step that differs.
    fn try_step(&self, edit: u32) -> Tried {
        let made = Made { edits: with(self.base, edit), fuel: self.fuel };
        let step = &self.scene.steps[self.step];
        let Some(mut run) = self.after_step(made) else { return Tried::Nothing };
        let compared = self.scene.compared;
        if step.hash.is_some() {
            let gives = run.is_as_recorded(&compared, step, made);
            return if gives { Tried::TheStep } else { Tried::Nothing };
        }
        let Some(lines) = run.lines(step.step.key, made) else { return Tried::Nothing };
        if compared.matches_but_frame(&lines, step) {
            let gives = run.is_as_recorded(&compared, step, made);
            return if gives { Tried::TheStep } else { Tried::Nothing };
        }
        let is_changed = lines.text() != without_frame(self.wrong.text());
        if is_changed { Tried::OtherLines(lines) } else { Tried::Nothing }
    }

    /// Plays on with edits from the right state before the step that differs, as far as they explain.
    fn play_on(&self, edits: [u32; MOST], first: usize, stop: usize) -> Found {
        match &self.before {
            None => self.play_from_start(edits, first, stop),
            Some(run) => {
                let found = Found { edits, first, end: self.step, whole: self.step, work: 0 };
                self.play(run.clone(), found, stop)
            }
        }
    }

    /// Returns the run that was kept before the first step that reaches edits, and its index.
    fn kept_before(&self, first: usize) -> Option<(EditedRun, usize)> {
        let index = first.checked_sub(1)? / self.stride;
        Some((self.kept.get(index)?.clone(), index * self.stride))
    }

    /// Plays with edits from the run that was kept before the first step that reaches them, as far as they
    /// explain.
    pub fn play_from_start(&self, edits: [u32; MOST], first: usize, stop: usize) -> Found {
        let found = |end| Found { edits, first, end, whole: end, work: 0 };
        match self.kept_before(first) {
            Some((run, index)) => self.play(run, found(index + 1), stop),
            None => match EditedRun::start(self.scene.setup, Made { edits, fuel: self.fuel }) {
                Some(run) => {
                    let work = run.work;
                    self.play(run, Found { work, ..found(0) }, stop)
                }
                None => Found { work: u64::from(self.fuel), ..found(0) },
            },
        }
    }

    /// Plays on from a run before the step at which an explanation ends so far.
    fn play(&self, mut run: EditedRun, mut found: Found, stop: usize) -> Found {
        let made = Made { edits: found.edits, fuel: self.fuel };
        let before = run.work;
        let [rules, all] = [self.scene, self.everything].map(|scene| scene.compared);
        let is_all = std::ptr::eq(self.scene, self.everything);
        for index in found.end..stop.min(self.scene.steps.len()) {
            if self.limits.is_over() || index > 0 && !run.press(&self.scene.steps[index], made) {
                break;
            }
            // What gives everything gives the rules.
            if found.whole == index && run.is_as_recorded(&all, &self.scene.steps[index], made) {
                found.whole += 1;
            } else if is_all || !run.is_as_recorded(&rules, &self.scene.steps[index], made) {
                break;
            }
            found.end += 1;
        }
        found.work += run.work - before;
        found
    }

    /// Returns all lines that an edit gives in the step that differs.
    pub fn block_of_step(&self, edit: u32) -> Option<Step> {
        let made = Made { edits: with(self.base, edit), fuel: self.fuel };
        self.after_step(made)?.lines_and_frame(self.scene.steps[self.step].step.key, made)
    }

    /// Returns what edits give in the step that differs first.
    pub fn block(&self, found: &Found) -> Option<Step> {
        let made = Made { edits: found.edits, fuel: self.fuel };
        let start = || Some((EditedRun::start(self.scene.setup, made)?, 0));
        let (mut run, index) = self.kept_before(found.first).or_else(start)?;
        for step in &self.scene.steps[index + 1..=self.scene.found.number()] {
            if !run.draw(made) || !run.press(step, made) {
                return None;
            }
        }
        run.block(self.scene.steps[self.scene.found.number()].step.key, made)
    }
}

/// Returns the lines of a step but the last one, if that is the frame's.
fn without_frame(text: &str) -> &str {
    let last = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
    if Kind::of_line(text[last..].trim_end()) == Some(Kind::Frame) { &text[..last] } else { text }
}

/// Returns the edits of a point, each with the first step that reaches it.
fn numbers(reached: &Reached) -> impl Iterator<Item = (u32, usize)> + use<> {
    let Reached { id, count, first, .. } = *reached;
    (id..id + count).map(move |edit| (edit, first))
}
