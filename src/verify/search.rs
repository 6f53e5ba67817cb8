//! The causes of a difference, found by experiment: the run is played again with one known mistake after the
//! other. A mistake that gives what was recorded is the likely cause.

use std::cmp::Reverse;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::cause::{Cause, LaterCause, best, explains_much, is_long_enough, merge};
use super::compare::ComparedKinds;
use super::edits;
use super::hud;
use super::hypothesis::{Hypothesis, LONGEST_WORDS, Rewording, Test, glyphs, hypotheses, swaps};
use super::mistaken_run::MistakenRun;
use crate::game::Setup;
use crate::map::MAP_HEIGHT;
use crate::trace::{Block, Kind, Step, Tracer};
use crate::verify::mistakes::{MOST_MISTAKES, Maps, Mistake, SeedMistake};

/// Minimum number of steps that a further mistake has to explain together with those before. Fewer come out
/// by chance.
const LEAST_STEPS: usize = 5;
/// Minimum number of steps that a number has to explain as a further mistake.
const LEAST_OF_A_NUMBER: usize = 3;
/// Maximum number of sets of mistakes that are enlarged by one more.
const MOST_SETS: usize = 6;

/// A search for causes, which ends when its time is over.
pub(super) struct Search {
    deadline: Instant,
    cut: AtomicBool,
    /// The maps of all games that are played.
    maps: Maps,
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

/// Mistakes that explain a run together up to a step.
#[derive(Clone)]
struct Set<'a> {
    /// The first of them, with the others as later causes.
    cause: Cause,
    mistakes: Vec<Mistake>,
    /// The run before the first step that they do not explain.
    run: MistakenRun<'a>,
    /// The number of this step.
    end: usize,
}

impl Search {
    /// A search that begins now and takes no longer than this.
    pub fn within(time: Duration) -> Search {
        Search { deadline: Instant::now() + time, cut: AtomicBool::new(false), maps: Maps::default() }
    }

    /// Returns true if the time was over before everything was tried.
    pub fn was_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    fn is_over(&self) -> bool {
        let over = Instant::now() >= self.deadline;
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
        all.retain(|hypothesis| scene.can_tell(hypothesis));
        if scene.first > 0 {
            return best(self.each(&all, |hypothesis| self.play_on(scene, hypothesis)), scene.compared());
        }
        // Only a mistake that explains much from the right state before the step on is played from the start.
        let found = self.each(&all, |hypothesis| {
            if !scene.needs_the_start(hypothesis) {
                let cause = self.play_on(scene, hypothesis)?;
                if !is_long_enough(&cause, scene.compared()) {
                    return None;
                }
            }
            self.play_whole(scene, hypothesis, &scene.compared)
        });
        let cause = best(found, scene.compared());
        if cause.as_ref().is_some_and(|cause| cause.to_the_end) {
            return cause;
        }
        // What an earlier step has changed without a trace may show only now.
        let hidden = self.each(&all, |hypothesis| {
            let is_open = !scene.needs_the_start(hypothesis) && scene.may_be_older(hypothesis);
            if is_open { self.play_whole(scene, hypothesis, &scene.compared) } else { None }
        });
        let hidden = best(hidden, scene.compared());
        if hidden.as_ref().is_some_and(|cause| cause.to_the_end) {
            return hidden;
        }
        if self.is_over() {
            return None;
        }
        let edits = edits::find(scene);
        if edits.cut {
            self.cut.store(true, Ordering::Relaxed);
        }
        let edit = edits.cause;
        if edit.as_ref().is_some_and(|cause| cause.to_the_end) {
            return edit;
        }
        let set = self.find_set(scene, &all);
        let edit = edit.filter(|cause| is_long_enough(cause, scene.compared()));
        set.or(cause).or(hidden).or(edit).or_else(|| self.find_part_of_the_cause(scene, &all))
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
        let mut run = MistakenRun::start(scene.setup, &hypothesis.test, &[], &self.maps);
        let mut compared = compared.clone();
        for (index, step) in scene.steps.iter().enumerate().take(scene.step + 1) {
            if self.is_over() {
                return None;
            }
            if let Some(key) = step.key.filter(|_| index > 0) {
                run.press(key, step);
            }
            let goes_on = if index == scene.step {
                !run.is_right(scene.right.game()) && makes_step(&mut run, &mut compared, step)
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

    /// Makes the mistake from the first differing step on.
    fn play_on(&self, scene: &Scene<'_>, hypothesis: &Hypothesis) -> Option<Cause> {
        let mut run = scene.make_step(hypothesis, &self.maps)?;
        let mut compared = scene.compared.clone();
        let makes = makes_step(&mut run, &mut compared, scene.different());
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

    /// Finds mistakes that explain the recording together. The first one explains every step up to one, the
    /// next one with it every step from there up to another one, and the last one with them the rest.
    fn find_set(&self, scene: &Scene<'_>, all: &[Hypothesis]) -> Option<Cause> {
        let mut firsts = self.each(all, |hypothesis| match scene.needs_the_start(hypothesis) {
            true => self.play_whole(scene, hypothesis, &scene.compared),
            false => self.play_on(scene, hypothesis),
        });
        firsts.retain(|cause| cause.steps + LEAST_STEPS <= scene.compared());
        // The sort is stable, so the likelier of equal ones stays first.
        firsts.sort_by_key(|cause| Reverse(cause.steps));
        firsts.truncate(MOST_SETS);
        let firsts: Vec<Set> = firsts.iter().filter_map(|cause| self.first_of_set(scene, cause)).collect();
        let mut sets = firsts.clone();
        for _ in 1..MOST_MISTAKES {
            let mut larger = Vec::new();
            for set in &sets {
                larger.extend(self.enlarge(scene, all, set));
                if let Some(whole) = larger.iter().find(|set| set.end == scene.end) {
                    let others = self.other_firsts(scene, &firsts, whole);
                    return Some(Cause { to_the_end: scene.is_whole, others, ..whole.cause.clone() });
                }
            }
            larger.retain(|set| set.end + LEAST_STEPS <= scene.end);
            larger.sort_by_key(|set| Reverse(set.end));
            larger.truncate(MOST_SETS);
            sets = larger;
        }
        None
    }

    /// Returns the mistakes that explain as much as the first of a set, also together with its other ones.
    fn other_firsts(&self, scene: &Scene<'_>, firsts: &[Set<'_>], whole: &Set<'_>) -> Vec<String> {
        let others = firsts.iter().filter(|first| {
            let mistakes = [&first.mistakes, &whole.mistakes[1..]].concat();
            first.cause.steps == whole.cause.steps
                && first.cause.text != whole.cause.text
                && self.play_together(scene, first.run.clone(), first.end, &mistakes).1 == scene.end
        });
        others.map(|first| first.cause.text.clone()).collect()
    }

    /// Plays the run from its start with one mistake. None if it does not explain what it should.
    fn first_of_set<'a>(&self, scene: &Scene<'_>, cause: &'a Cause) -> Option<Set<'a>> {
        let mistake = if let Test::Mistake(mistake) = cause.test { mistake } else { Mistake::Nothing };
        let run = MistakenRun::start(scene.setup, &cause.test, &[], &self.maps);
        let (run, end) = self.play_together(scene, run, 1, &[mistake]);
        let cause = Cause { from_start: true, ..cause.clone() };
        (end == scene.step + cause.steps).then(|| Set { cause, mistakes: vec![mistake], run, end })
    }

    /// Returns the sets with one more mistake that explain more steps, the likeliest first.
    fn enlarge<'a>(&self, scene: &Scene<'_>, all: &[Hypothesis], set: &Set<'a>) -> Vec<Set<'a>> {
        let play = |mistake| {
            let mistakes = [set.mistakes.as_slice(), &[mistake]].concat();
            let (run, end) = self.play_together(scene, set.run.clone(), set.end, &mistakes);
            (mistakes, run, end)
        };
        // Where as much comes out if the known mistakes are left out in some steps, one of them is wrong.
        let (.., without) = play(Mistake::Nothing);
        let found = self.each(all, |hypothesis| {
            let Test::Mistake(mistake) = hypothesis.test else { return None };
            let found = play(mistake);
            let (mistakes, _, end) = &found;
            let explains = *end > without
                && (!matches!(mistake, Mistake::Number(..)) || self.is_constant(scene, set, mistakes, *end));
            explains.then_some((hypothesis, found))
        });
        let alike = |hypothesis: &Hypothesis, end: usize| {
            let others =
                found.iter().filter(|(other, (.., as_far))| *as_far == end && other.text != hypothesis.text);
            others.map(|(other, _)| other.text.clone()).collect()
        };
        let enlarged = found.iter().map(|(hypothesis, (mistakes, run, end))| {
            let Hypothesis { name, text, .. } = hypothesis;
            let mut cause = set.cause.clone();
            let (step, steps) = (set.end, end - set.end);
            cause.later.push(LaterCause {
                name,
                text: text.clone(),
                step,
                steps,
                others: alike(hypothesis, *end),
            });
            Set { cause, mistakes: mistakes.clone(), run: run.clone(), end: *end }
        });
        enlarged.collect()
    }

    /// Returns true if a number, the last of some mistakes, may have been there all along: it explains more
    /// than chance does, and no step before contradicts it.
    fn is_constant(&self, scene: &Scene<'_>, set: &Set<'_>, mistakes: &[Mistake], end: usize) -> bool {
        let mut start = MistakenRun::start(scene.setup, &set.cause.test, &mistakes[1..], &self.maps);
        end >= set.end + LEAST_OF_A_NUMBER
            && start.is_as_recorded(&scene.compared, &scene.steps[0])
            && self.play_together(scene, start, 1, mistakes).1 >= end
    }

    /// Plays on from a step as long as each step comes out with these mistakes together, one or the other of
    /// them as the first one. Returns the run before the step that does not come out, and its number.
    fn play_together<'r>(
        &self,
        scene: &Scene<'_>,
        mut run: MistakenRun<'r>,
        from: usize,
        mistakes: &[Mistake],
    ) -> (MistakenRun<'r>, usize) {
        let mut orders = vec![mistakes.to_vec(); mistakes.len()];
        orders.iter_mut().enumerate().for_each(|(first, order)| order.rotate_left(first));
        for (index, step) in scene.steps[..scene.end].iter().enumerate().skip(from) {
            let made = orders.iter().find_map(|order| {
                let mut run = run.with(order);
                run.press(step.key?, step);
                run.is_as_recorded(&scene.compared, step).then_some(run)
            });
            match made {
                Some(made) if !self.is_over() => run = made,
                _ => return (run, index),
            }
        }
        (run, scene.end)
    }

    /// Two mistakes may have come together. Then one of them makes fewer lines differ, and none that did not
    /// before.
    fn find_part_of_the_cause(&self, scene: &Scene<'_>, all: &[Hypothesis]) -> Option<Cause> {
        let step = scene.different();
        if step.hash.is_some() {
            return None;
        }
        let wrong = scene.wrong_lines(scene.expected);
        let mut found = self.each(all, |hypothesis| {
            let block = scene.make_step(hypothesis, &self.maps)?.lines(step.key);
            let left = scene.wrong_lines(&block);
            if !explains_much(&wrong, &left, &hypothesis.test) {
                return None;
            }
            let unexplained = scene.compared.differing_kinds(&block, step);
            let compared = scene.compared.without(&unexplained);
            let cause = self.play_whole(scene, hypothesis, &compared).filter(|cause| cause.to_the_end)?;
            Some((left.len(), Cause { unexplained, ..cause }))
        });
        let fewest = found.iter().map(|(left, _)| *left).min()?;
        found.retain(|(left, _)| *left == fewest);
        merge(found.into_iter().map(|(_, cause)| cause).collect())
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

    /// Where no monster is recorded, a generator without draws looks like one that only monsters do
    /// not draw from.
    fn can_tell(&self, hypothesis: &Hypothesis) -> bool {
        !matches!(
            hypothesis.test,
            Test::Mistake(Mistake::Seeds(SeedMistake::Shared | SeedMistake::SharedIdle))
        ) || self.compared.has(Kind::Monster)
            || !self.compared.has(Kind::Rng)
    }

    /// Returns true if a mistake cannot be made from the right state before the step on: there is none, or a
    /// mistake like that is made at the start.
    fn needs_the_start(&self, hypothesis: &Hypothesis) -> bool {
        self.before.is_none()
            || !matches!(hypothesis.test, Test::Mistake(mistake) if !mistake.is_made_at_the_start())
    }

    /// Returns true if a mistake can have changed something before the first step that differs.
    fn may_be_older(&self, hypothesis: &Hypothesis) -> bool {
        self.compared.leaves_out_rules(self.expected)
            || matches!(hypothesis.test, Test::Mistake(mistake) if mistake.works_later())
    }

    /// Makes the first differing step with a mistake, from the right state before it. Returns none if it is
    /// right.
    fn make_step<'s>(&'s self, hypothesis: &'s Hypothesis, maps: &Maps) -> Option<MistakenRun<'s>> {
        let step = self.different();
        let run = match (&hypothesis.test, self.before, step.key) {
            (test, None, _) => MistakenRun::start(self.setup, test, &[], maps),
            (Test::Mistake(mistake), Some(before), Some(key)) => {
                let mut run = MistakenRun::after(before, self.step - 1, *mistake, maps);
                run.press(key, step);
                run
            }
            _ => return None,
        };
        Some(run).filter(|run| !run.is_right(self.right.game()))
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
    fn wrong_lines(&self, block: &Block) -> Vec<Kind> {
        let differences = self.compared.differences(block, self.different());
        let kinds = differences.iter().filter_map(|difference| difference.kind);
        kinds.filter(|kind| !matches!(kind, Kind::Frame | Kind::Title)).collect()
    }
}
