//! The copy beside a recording, up to a step that differs, and what edits make of this step and of the next.
//!
//! The first step that differs decides nearly everything. Of the edits that this step reaches, those are
//! kept that give the recorded lines from the right state before it; they are played over the whole recording
//! afterwards. All limits count work, so an answer is the same on every machine.

use std::cmp::Reverse;

use crate::list::Edit;
use crate::run::{PLENTY, Run};
use crate::switches::{self, Reached};
use crate::threads::in_threads;
use crate::{Case, Edits, Recording, Step};

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
/// Shares of the whole effort, as one in so many: edits in the step that differs, edits that earlier steps
/// reach, edits that are played to the end of the recording, and edits that are added to others.
const SHARE_OF_A_STEP: u64 = 2;
const SHARE_BEFORE: u64 = 3;
pub(crate) const SHARE_WHOLE: u64 = 10;
pub(crate) const SHARE_OF_A_SET: u64 = 25;
/// How much more work to the end is allowed while no edit explains everything: of many that explain most of
/// it, the right one may be among the last.
const LONGER: u64 = 4;
/// Number of edits that are tried in the step before the search checks whether its effort is over.
const TRIED_AT_ONCE: usize = 512;
/// Number of edits that are played to the end before the search checks whether they are enough.
const AT_ONCE: usize = 4;
/// Minimum number of edits that explain everything and are enough, so that other functions are named as well.
const ENOUGH: usize = 10;
/// Rank of the least likely edits that are added to others.
const LEAST_LIKELY: usize = 3;
/// The functions of the save file.
const SAVE: &str = "Game::save";
const LOAD: &str = "Game::load";
/// Rank of the least likely edits that are tried first.
const LIKELY: usize = 1;
/// Minimum number of steps that an edit has to explain before it is played from the start.
pub(crate) const LEAST_STEPS: usize = 5;
/// Maximum number of places that are named.
pub(crate) const MOST_PLACES: usize = 3;

/// How far edits explain a recording.
#[derive(Clone, Copy)]
pub(crate) struct Explanation {
    pub edits: Edits,
    /// The first step that reaches them.
    pub first: usize,
    /// The step before which the explanation ends.
    pub end: usize,
    /// The step before which the explanation ends if the program's own lines are compared as well.
    pub whole: usize,
    /// The work that it took to play them.
    pub work: u64,
}

/// The copy beside a recording, up to a step that differs.
pub(crate) struct Search<'a> {
    pub case: Case<'a>,
    /// The recording where cosmetic lines are compared too, if the case compares fewer.
    pub everything: Option<&'a dyn Recording>,
    /// Edits that are active all the time.
    pub base: Edits,
    /// The index of the step that differs with them.
    pub step: usize,
    /// Runs before some of the steps up to the one that differs, which is the last of them.
    kept: Vec<Run>,
    reached: Vec<Reached>,
    /// The step that differs, as it is without another edit.
    pub wrong: Step,
    /// True if more than the frame differs, so that an edit of the drawing explains too little.
    lines_differ: bool,
    pub fuel: u32,
    /// Edits that change lines of the step and do not give it, each with the lines but that of the frame.
    pub tried: Vec<(u32, Step)>,
}

/// The result of an edit in the step that differs.
pub(crate) enum Tried {
    Nothing,
    OtherLines(Step),
    TheStep,
}

impl Explanation {
    /// Returns the last edit, which is the one that was searched.
    pub fn last(&self) -> u32 {
        self.edits.iter().last().unwrap_or_default()
    }
}

/// The edits that explain a step and what follows.
pub(crate) struct Found {
    pub all: Vec<Explanation>,
    /// True if every edit was tried to its end, so that no other explains as much.
    pub is_complete: bool,
}

/// Returns the key by which edits are sorted, the likeliest first.
pub(crate) fn rank(edit: u32) -> (usize, bool, u32) {
    let of = Edit::of(edit);
    (of.rank(), !of.leaves_out(), edit)
}

impl<'a> Search<'a> {
    /// Plays up to the step that differs, and records which edits are reached. `None` if the copy cannot.
    pub fn new(case: Case<'a>, base: Edits, step: usize) -> Option<Search<'a>> {
        let stride = (step / SNAPSHOTS).max(8);
        let (mut kept, mut wrong) = (Vec::new(), Step::default());
        switches::record_step(0);
        let mut run = Run::start(case.setup, base, PLENTY);
        for (index, input) in case.steps.iter().enumerate().take(step + 1) {
            switches::record_step(index);
            // Edits of the first step are active from the start on.
            if index % stride == 1 || index > 0 && index == step {
                kept.extend(run.clone());
            }
            run.take_if(|run| !run.press(input));
            // The lines and the frame have edits too.
            if index == step
                && let Some(run) = &mut run
            {
                wrong = run.lines_and_frame(input).unwrap_or_default();
            }
            run.take_if(|run| !run.draw());
        }
        let reached = switches::take_record();
        let least = if case.setup.part.has_caves() { FOR_CAVE } else { FOR_DUNGEON };
        let fuel = (2 * run?.attempt.most_work).max(least);
        let lines_differ = case.steps[step].hash.is_none() && !case.recording.matches_but_frame(&wrong);
        let tried = Vec::new();
        Some(Search { case, everything: None, base, step, kept, reached, wrong, lines_differ, fuel, tried })
    }

    /// Returns the part's edits that can explain the step, each with the first step that reaches it.
    pub fn edits_of(&self, is_one: impl Fn(&Reached) -> bool) -> Vec<(u32, usize)> {
        let points = self.reached.iter().filter(|point| is_one(point));
        let mut all: Vec<(u32, usize)> = points
            .flat_map(|point| (point.id..point.id + point.count).map(|edit| (edit, point.first)))
            .filter(|(edit, _)| Edit::of(*edit).exists(self.case.setup.part))
            .filter(|(edit, _)| !(self.lines_differ && Edit::of(*edit).is_drawn()))
            .collect();
        // The edits of a function are also those of the places in it.
        all.sort_unstable();
        all.dedup_by_key(|(edit, _)| *edit);
        all
    }

    /// Returns true if the program's sources seem to have a bug.
    pub fn is_suspect(&self, edit: u32) -> bool {
        self.case.suspects.binary_search(&edit).is_ok()
    }

    /// Tries edits in the step that differs, the likeliest first, until a share of the whole effort is done.
    /// Returns those that give it, each with the first step that reaches it, and whether all were tried.
    fn try_all(&mut self, mut all: Vec<(u32, usize)>, share: u64) -> (Vec<(u32, usize)>, bool) {
        // Code that no earlier step reached had no chance yet to show a bug.
        all.sort_by_cached_key(|&(edit, first)| (!self.is_suspect(edit), first < self.step, rank(edit)));
        let mut candidates = Vec::new();
        for some in all.chunks(TRIED_AT_ONCE) {
            if self.case.effort.has_done(share) {
                return (candidates, false);
            }
            let tried = in_threads(some, |&(edit, _)| {
                self.base.with(edit).map_or(Tried::Nothing, |edits| self.try_edits(edits))
            });
            for (&(edit, first), tried) in some.iter().zip(tried) {
                match tried {
                    Tried::Nothing => {}
                    Tried::OtherLines(lines) => self.tried.push((edit, lines)),
                    Tried::TheStep => candidates.push((edit, first)),
                }
            }
        }
        (candidates, true)
    }

    /// Returns the edits that explain the step and what follows. `share` is the part of the whole effort, as
    /// one in so many, that playing them to the end may take.
    pub fn find(&mut self, share: u64) -> Found {
        let mut all = self.edits_of(|point| point.last == self.step);
        let added = self.base.count() - self.case.base.count();
        all.retain(|(edit, _)| added == 0 || Edit::of(*edit).rank() <= LEAST_LIKELY);
        // The edits before it have taken their share already.
        let (candidates, is_tried) = self.try_all(all, if added == 0 { SHARE_OF_A_STEP } else { 1 });
        // From the right state on, each plays some steps, with an equal share of the work.
        let steps = (STEPS_AFTER / candidates.len().max(1)).clamp(LEAST_STEPS, STEPS_OF_ONE);
        let stop = self.case.end.min(self.step.saturating_add(steps));
        let followed = in_threads(&candidates, |&(edit, first)| Explanation {
            first,
            ..self.play_edit(edit, self.step, stop)
        });
        let is_far = |found: &Explanation| found.end >= self.case.end.min(self.step + LEAST_STEPS);
        let (mut far, near): (Vec<Explanation>, Vec<Explanation>) = followed.into_iter().partition(is_far);
        far.sort_by_key(|found| (Reverse(found.end), rank(found.last())));
        let far: Vec<(u32, usize)> = far.iter().map(|found| (found.last(), found.first)).collect();
        // As many as are named are played in any case, however long the recording is.
        let of_a_step = self.kept.last().map_or(0, |before| before.attempt.work / self.step as u64);
        let least = MOST_PLACES as u64 * of_a_step * self.case.end as u64;
        let most_work = self.case.effort.one_in(share).max(least);
        let mut found = self.play_to_end(&far, most_work, if added == 0 { LONGER } else { 1 });
        found.is_complete &= is_tried && self.base.count() < crate::MOST;
        found.all.extend(near);
        found.all.retain(|found| found.end > self.step);
        let whole = found.all.iter().filter(|found| found.whole == self.case.end);
        let functions: Vec<&str> = whole.map(|found| Edit::of(found.last()).function()).collect();
        // What is loaded wrongly may have been saved wrongly.
        let saving = functions.contains(&LOAD).then_some(SAVE);
        if self.step > 0 && added == 0 && (functions.is_empty() || saving.is_some()) {
            let older = self.find_older(&candidates, saving);
            found.is_complete &= older.is_complete;
            found.all.extend(older.all);
        }
        found
    }

    /// Returns edits that earlier steps reach, or those `of` one function: they may have changed something
    /// that no line shows until now.
    fn find_older(&self, known: &[(u32, usize)], of: Option<&str>) -> Found {
        let mut all = self.edits_of(|point| point.first < self.step);
        let is_of = |edit: u32| of.is_none_or(|function| Edit::of(edit).function() == function);
        all.retain(|edit| !known.contains(edit) && is_of(edit.0));
        // Bugs that people make come first, and of those the ones that can change what differs.
        let changed = self.wrong_lines(&self.wrong).unwrap_or_default();
        let class =
            |edit: &Edit| (edit.rank().min(LIKELY + 1), !changed.iter().any(|kind| edit.changes(*kind)));
        all.sort_by_cached_key(|&(edit, first)| {
            (!self.is_suspect(edit), class(Edit::of(edit)), self.step - first, edit)
        });
        let mut found = self.play_to_end(&all, self.case.effort.one_in(SHARE_BEFORE), 1);
        found.all.retain(|found| found.end > self.step);
        found
    }

    /// Plays edits over the whole recording, the likeliest first, until enough of them explain everything.
    /// Until one does, the work may be `longer` times as much.
    fn play_to_end(&self, edits: &[(u32, usize)], most_work: u64, longer: u64) -> Found {
        let (mut played, mut work, mut is_complete) = (Vec::new(), 0, true);
        for some in edits.chunks(AT_ONCE) {
            let is_whole = |found: &&Explanation| found.whole == self.case.end;
            let whole: Vec<Explanation> = played.iter().filter(is_whole).copied().collect();
            let most_work = if whole.is_empty() { longer * most_work } else { most_work };
            is_complete = work <= most_work
                && (played.is_empty() || !self.case.effort.is_over())
                && (whole.len() < ENOUGH || self.bugs(&whole).len() < MOST_PLACES);
            if !is_complete {
                break;
            }
            let play = |&(edit, first): &_| self.play_edit(edit, first, self.case.end);
            let found = in_threads(some, play);
            work += found.iter().map(|found| found.work).sum::<u64>();
            played.extend(found);
        }
        Found { all: played, is_complete }
    }

    /// Returns the last kept run before a step, with edits from there on, or a new run with them.
    fn run_before(&self, step: usize, edits: Edits) -> Option<Run> {
        match self.kept.iter().rfind(|run| run.next <= step) {
            Some(run) => Some(run.with(edits, self.fuel)),
            None => Run::start(self.case.setup, edits, self.fuel),
        }
    }

    /// Plays with one edit more, which a step reaches first, as far as it explains.
    pub fn play_edit(&self, edit: u32, first: usize, stop: usize) -> Explanation {
        // If they are full already, the base explains nothing more.
        self.play(self.base.with(edit).unwrap_or(self.base), first, stop)
    }

    /// Returns what edits make of the step that differs.
    pub fn try_edits(&self, edits: Edits) -> Tried {
        let (recording, input) = (self.case.recording, &self.case.steps[self.step]);
        let mut run = self.run_before(self.step, edits);
        let lines = run.as_mut().and_then(|run| if run.press(input) { run.lines(input) } else { None });
        self.case.effort.spend(run.as_ref().map_or(u64::from(self.fuel), |run| run.attempt.work));
        let Some((lines, mut run)) = lines.zip(run) else { return Tried::Nothing };
        if input.hash.is_some() || recording.matches_but_frame(&lines) {
            let is_right = run.is_as_recorded(&lines, recording, input);
            return if is_right { Tried::TheStep } else { Tried::Nothing };
        }
        let rest = self.wrong.facts().strip_prefix(lines.facts());
        let is_same =
            rest.is_some_and(|rest| rest.first().is_none_or(|fact| fact.kind == crate::Kind::Frame));
        if is_same { Tried::Nothing } else { Tried::OtherLines(lines) }
    }

    /// Plays with edits that a step reaches first, as far as they explain.
    pub fn play(&self, edits: Edits, first: usize, stop: usize) -> Explanation {
        let Some(mut run) = self.run_before(first, edits) else {
            self.case.effort.spend(u64::from(self.fuel));
            return Explanation { edits, first, end: 0, whole: 0, work: u64::from(self.fuel) };
        };
        let (rules, all) = (self.case.recording, self.everything);
        let (mut end, mut whole) = (run.next, run.next);
        for input in self.case.steps.iter().take(stop).skip(end) {
            let made = if run.press(input) { run.lines(input) } else { None };
            let Some(made) = made else { break };
            // An edit that gives everything also gives the rules.
            if whole == end && run.is_as_recorded(&made, all.unwrap_or(rules), input) {
                whole += 1;
            } else if all.is_none() || !run.is_as_recorded(&made, rules, input) {
                break;
            }
            end += 1;
        }
        self.case.effort.spend(run.attempt.work);
        Explanation { edits, first, end, whole, work: run.attempt.work }
    }

    /// Returns what edits give in the step that differs first.
    pub fn made_by(&self, found: &Explanation) -> Option<Step> {
        let mut run = self.run_before(found.first, found.edits)?;
        for input in &self.case.steps[run.next..=self.case.step] {
            if !run.draw() || !run.press(input) {
                return None;
            }
        }
        run.with_pictures(&self.case.steps[self.case.step])
    }
}
