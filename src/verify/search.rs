//! The causes of a difference, found by experiment: the run is played again with one mistake after the
//! other. A mistake that gives what was recorded is the likely cause.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::cause::{Cause, best, is_long_enough};
use super::compare::ComparedKinds;
use super::edits;
use super::hud;
use super::hypothesis::{Hypothesis, LONGEST_WORDS, Rewording, Test, glyphs, hypotheses, swaps};
use super::mistaken_run::MistakenRun;
use crate::game::Setup;
use crate::map::MAP_HEIGHT;
use crate::trace::{Block, Kind, Step, Tracer};

/// A search for causes. Its work is limited. Its time is only if that is asked for.
pub(super) struct Search {
    deadline: Option<Instant>,
    cut: AtomicBool,
}

/// A step that differs, and what surrounds it.
pub(super) struct Scene<'a> {
    /// How the run began.
    pub setup: &'a Setup,
    /// Recorded steps, from this index on.
    pub first: usize,
    pub steps: &'a [Step],
    /// What of the recording is compared.
    pub compared: ComparedKinds,
    /// The index of the step that differs.
    pub step: usize,
    /// The index of the step before which the explanation may end.
    pub end: usize,
    /// True if nothing was recorded between the last of the steps and `end`.
    pub is_whole: bool,
    /// The right game just before the step; none in step 0.
    pub before: Option<&'a Tracer>,
    /// The right game after the step.
    pub right: Tracer,
    /// What the step should be.
    pub expected: &'a Block,
}

impl Search {
    /// A search that begins now and takes no longer than this, if there is a limit.
    pub fn within(time: Option<Duration>) -> Search {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Search { deadline, cut: AtomicBool::new(false) }
    }

    /// Returns true if not everything was tried.
    pub fn was_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    pub fn is_over(&self) -> bool {
        let over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if over {
            self.cut.store(true, Ordering::Relaxed);
        }
        over
    }

    /// Finds the mistake that explains the recording to its end. Without one, it finds a mistake that
    /// explains much.
    pub fn find_cause(&self, scene: &Scene<'_>) -> Option<Cause> {
        let mut all = scene.shown_otherwise();
        all.extend(glyphs(&scene.compared.differences(scene.expected, scene.different())));
        all.extend(hypotheses(scene.setup));
        // The start of a very long run is not played again.
        if scene.first > 0 {
            self.cut.store(true, Ordering::Relaxed);
            return best(self.each(&all, |hypothesis| self.play_on(scene, hypothesis)), scene.compared());
        }
        let found = self.each(&all, |hypothesis| self.play_whole(scene, hypothesis, &scene.compared));
        let cause = best(found, scene.compared());
        if cause.as_ref().is_some_and(|cause| cause.to_the_end) || self.is_over() {
            return cause;
        }
        let edits::Answer { cause: edit, cut } = edits::find(scene, self);
        let is_whole = edit.as_ref().is_some_and(|cause| cause.to_the_end && cause.unexplained.is_empty());
        if cut && !is_whole {
            self.cut.store(true, Ordering::Relaxed);
        }
        if is_whole {
            return edit;
        }
        let edit = edit.filter(|edit| is_long_enough(edit, scene.compared()));
        match (cause, edit) {
            (Some(cause), Some(edit)) if edit.steps > cause.steps => Some(edit),
            (cause, edit) => cause.or(edit),
        }
    }

    /// Finds other words without other numbers in the lines that differ.
    pub fn find_words(&self, scene: &Scene<'_>) -> Option<Cause> {
        let mut all = scene.shown_otherwise();
        all.retain(|hypothesis| matches!(&hypothesis.test, Test::Words(words) if words.keeps_numbers()));
        self.each(&all, |hypothesis| self.play_whole(scene, hypothesis, &scene.compared)).into_iter().next()
    }

    /// Tries hypotheses, on as many threads as the machine has processors. Returns what came out, in their
    /// order.
    fn each<'h, T: Send>(
        &self,
        all: &'h [Hypothesis],
        work: impl Fn(&'h Hypothesis) -> Option<T> + Sync,
    ) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let run = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                match all.get(index) {
                    Some(hypothesis) if !self.is_over() => {
                        done.extend(work(hypothesis).map(|found| (index, found)));
                    }
                    _ => return done,
                }
            }
        };
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let mut done: Vec<(usize, T)> = thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
            let mut done = run();
            // A thread that panicked is a mistake of this program, and is no reason to hide it.
            done.extend(others.into_iter().flat_map(|other| match other.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            }));
            done
        });
        done.sort_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, found)| found).collect()
    }

    /// Returns the cause as it explains another difference of the same recording, if it explains it to the
    /// end.
    pub fn try_again(&self, cause: &Cause, scene: &Scene<'_>) -> Option<Cause> {
        if let Test::Edits(made) = cause.test {
            return edits::try_again(scene, cause, made);
        }
        let hypothesis = Hypothesis { name: cause.name, text: cause.text.clone(), test: cause.test.clone() };
        self.play_whole(scene, &hypothesis, &scene.compared).filter(|cause| !cause.is_perhaps())
    }

    /// Plays the whole run. The steps before the difference have to come out right as well.
    fn play_whole(
        &self,
        scene: &Scene<'_>,
        hypothesis: &Hypothesis,
        compared: &ComparedKinds,
    ) -> Option<Cause> {
        // What is only shown otherwise shows from the right state before the step on.
        if scene.before.is_some() && !matches!(hypothesis.test, Test::Setup(_)) {
            self.play_on(scene, hypothesis)?;
        }
        let mut run = MistakenRun::start(scene.setup, &hypothesis.test);
        let mut compared = compared.clone();
        for (index, step) in scene.steps.iter().enumerate().take(scene.step + 1) {
            if self.is_over() {
                return None;
            }
            if let Some(key) = step.key.filter(|_| index > 0) {
                run.press(key, step);
            }
            let goes_on = if index == scene.step {
                makes_step(&mut run, &mut compared, step)
            } else {
                run.is_as_recorded(&compared, step)
            };
            if !goes_on {
                return None;
            }
        }
        let cause = self.follow(scene, hypothesis, &compared, run);
        Some(Cause { from_start: true, ..cause })
    }

    /// Begins with the first differing step, from the right state before it.
    fn play_on(&self, scene: &Scene<'_>, hypothesis: &Hypothesis) -> Option<Cause> {
        let step = scene.different();
        let before = scene.before.filter(|_| !matches!(hypothesis.test, Test::Setup(_)))?;
        let mut run = MistakenRun::after(before, scene.step - 1, &hypothesis.test);
        run.press(step.key?, step);
        let mut compared = scene.compared.clone();
        let makes = makes_step(&mut run, &mut compared, step);
        makes.then(|| self.follow(scene, hypothesis, &compared, run))
    }

    /// Plays on from the first differing step to see how much the mistake explains.
    fn follow(
        &self,
        scene: &Scene<'_>,
        hypothesis: &Hypothesis,
        compared: &ComparedKinds,
        mut run: MistakenRun<'_>,
    ) -> Cause {
        let block = run.block(scene.different().key.filter(|_| scene.step > 0));
        let mut cause = Cause {
            name: hypothesis.name,
            text: hypothesis.text.clone(),
            steps: 1,
            to_the_end: false,
            cut_short: false,
            from_start: false,
            unexplained: Vec::new(),
            block,
            others: Vec::new(),
            later: Vec::new(),
            test: hypothesis.test.clone(),
        };
        let later = scene.steps.iter().skip(scene.step + 1 - scene.first);
        for step in later.take(scene.end - scene.step - 1) {
            let Some(key) = step.key else { break };
            if self.is_over() {
                cause.cut_short = true;
                return cause;
            }
            run.press(key, step);
            if !run.is_as_recorded(compared, step) {
                return cause;
            }
            cause.steps += 1;
        }
        cause.cut_short = !scene.is_whole;
        cause.to_the_end = scene.is_whole;
        cause
    }
}

/// Returns true if the step that was just made is the recorded one that differs. A brief recording may leave
/// lines out, which shows only here.
fn makes_step(run: &mut MistakenRun<'_>, compared: &mut ComparedKinds, step: &Step) -> bool {
    if step.hash.is_none() {
        return run.is_as_recorded(compared, step);
    }
    let block = run.lines(step.key);
    compared.matches(&block, step) || compared.leave_out(&block, step)
}

impl Scene<'_> {
    /// Returns the recorded step that differs.
    fn different(&self) -> &Step {
        &self.steps[self.step - self.first]
    }

    /// Returns the number of steps that a cause has to explain, the one that differs included.
    fn compared(&self) -> usize {
        self.end.min(self.first + self.steps.len()) - self.step
    }

    /// Returns the hypotheses that the differing step itself suggests: other words, another glyph or another
    /// colour wherever the series has a certain one.
    fn shown_otherwise(&self) -> Vec<Hypothesis> {
        let kinds = self.compared.differing_kinds(self.expected, self.different());
        if kinds.is_empty() || !kinds.iter().all(|kind| kind.is_cosmetic()) {
            // Nothing is known of a brief step, and only the frame may differ.
            return if self.different().hash.is_some() {
                swaps(self.right.frame(), self.different())
            } else {
                Vec::new()
            };
        }
        let mut all = Vec::new();
        for difference in self.compared.differences(self.expected, self.different()) {
            let Some(kind @ (Kind::Log | Kind::Title)) = difference.kind else { continue };
            if let (Some(ours), Some(theirs)) = (difference.expected, difference.recorded)
                && ours.len().max(theirs.len()) <= 10 * LONGEST_WORDS
            {
                all.extend(Rewording::all(kind, &ours, &theirs).into_iter().map(Rewording::hypothesis));
                break;
            }
        }
        if kinds == [Kind::Frame] {
            let rows = self.different().screen.as_ref();
            let row =
                rows.and_then(|rows| rows.get(MAP_HEIGHT as usize)).filter(|_| self.setup.part.has_hud());
            if let (Some((ours, _)), Some(theirs)) = (hud::numbers(self.right.frame()), row) {
                let theirs = theirs.get(1..).unwrap_or_default().trim_end();
                all.extend(Rewording::of_hud(&ours, theirs).into_iter().map(Rewording::hypothesis));
            }
            all.extend(swaps(self.right.frame(), self.different()));
        }
        all
    }

    /// Returns the kinds of the lines of the first differing step that a block gets wrong. The frame and the
    /// title follow from the rest: to explain them explains little, and not to explain them does no harm.
    #[cfg_attr(test, expect(dead_code, reason = "the library's own tests make no edits"))]
    pub(super) fn wrong_lines(&self, block: &Block) -> Vec<Kind> {
        let differences = self.compared.differences(block, self.different());
        let kinds = differences.iter().filter_map(|difference| difference.kind);
        kinds.filter(|kind| !matches!(kind, Kind::Frame | Kind::Title)).collect()
    }
}
