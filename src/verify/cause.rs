//! The causes of a difference, found by experiment: the run is played again with one known mistake after the
//! other. A mistake that gives what was recorded is the likely cause.

use std::borrow::Cow;
use std::cell::Cell;
use std::cmp::Reverse;
use std::time::{Duration, Instant};

use crate::fov_lab::Algorithm;
use crate::game::{Outcome, Setup};
use crate::key::Key;
use crate::part::Part;
use crate::rng::StdLib;
use crate::screen::{self, Frame};
use crate::trace::{Block, Fact, Kind, Step, Tracer};
use crate::verify::slips::{self, SeedSlip, Slip, Slipped};

use super::compare::{DEAD_REMOVED, Difference, Lens};
use super::paint;

/// A mistake that explains a part of the recording is named, with "perhaps", if it explains at least so many
/// steps and at least half of those that were compared. Fewer steps come out by chance.
const FEWEST_STEPS: usize = 20;

/// Maximum distance of seeds that are not tried as numbers written into a program.
const NEAR_SEED: u32 = 8;

/// A mistake that gives what was recorded.
#[derive(Clone, Debug)]
pub struct Cause {
    /// A short name, for scripts.
    pub name: &'static str,
    /// What the mistake is.
    pub text: String,
    /// Number of steps that it explains, the first differing one included.
    pub steps: usize,
    /// True if it explains everything up to the end of the recording, or to the end of what was compared.
    pub to_the_end: bool,
    /// True if the time was over before its end was reached.
    pub cut_short: bool,
    /// True if it was played from the start of the run. The start of a very long run is not played again.
    pub from_start: bool,
    /// Kinds of lines that it does not explain.
    pub unexplained: Vec<Kind>,
    /// What it gives in the first differing step.
    pub block: Block,
    /// Other mistakes that explain as much.
    pub others: Vec<String>,
    test: Test,
}

impl Cause {
    /// Returns true if it does not explain everything, so that another mistake may be the cause.
    pub const fn is_perhaps(&self) -> bool {
        !self.to_the_end || !self.unexplained.is_empty() || !self.from_start
    }
}

/// A mistake to be tried.
struct Hypothesis {
    name: &'static str,
    text: String,
    test: Test,
}

/// How a hypothesis is played.
#[derive(Clone, Debug)]
enum Test {
    /// The right rules, started otherwise than the header says.
    Setup(Box<Setup>),
    /// Rules with a mistake in them.
    Slip(Slip),
    /// The right rules, but the dead are not in the list of monsters any more.
    DeadRemoved,
}

impl Test {
    /// Returns true if it is about which random numbers are drawn. Then they have to come out as recorded.
    const fn is_about_chance(&self) -> bool {
        matches!(self, Test::Setup(_) | Test::Slip(Slip::Seeds(_) | Slip::Draw(..)))
    }
}

/// Returns every hypothesis about a recording, the likeliest first.
fn hypotheses(setup: &Setup) -> Vec<Hypothesis> {
    let mut all = Vec::new();
    let other = |setup: Setup| Test::Setup(Box::new(setup));
    for library in StdLib::ALL.into_iter().filter(|&library| library != setup.library) {
        let text = format!(
            "these are the random numbers of {library} ({}), but the header says {}",
            library.compilers(),
            setup.library
        );
        all.push(Hypothesis { name: "library", text, test: other(Setup { library, ..setup.clone() }) });
    }
    let right = Algorithm::of(setup.other_view);
    for algorithm in Algorithm::DISTINCT.into_iter().filter(|&algorithm| algorithm != right) {
        let text = format!("the view is that of {algorithm}, not of {right}");
        let test = other(Setup { other_view: algorithm.other_view(), ..setup.clone() });
        all.push(Hypothesis { name: "algorithm", text, test });
    }
    if setup.part.has_melee() {
        let text = DEAD_REMOVED.to_owned();
        all.push(Hypothesis { name: "dead-removed", text, test: Test::DeadRemoved });
    }
    let far_from_seed = |slip: &slips::Described| match slip.slip {
        // A shift of the seed stream says it better.
        Slip::Seeds(SeedSlip::Game(seed) | SeedSlip::Maps(seed) | SeedSlip::MapsOnce(seed)) => {
            seed.abs_diff(setup.seed) > NEAR_SEED
        }
        _ => true,
    };
    all.extend(slips::all(setup.part).filter(far_from_seed).map(|slip| Hypothesis {
        name: slip.name,
        text: slip.text,
        test: Test::Slip(slip.slip),
    }));
    for part in Part::all().filter(|&part| part != setup.part) {
        let text = format!("this is what Part {part} does, but the header says part {}", setup.part);
        all.push(Hypothesis { name: "part", text, test: other(Setup { part, ..setup.clone() }) });
    }
    all
}

/// A game that is played with a hypothesis.
struct Trial<'a> {
    game: Slipped,
    /// What is drawn. It is copied only if the mistaken game paints.
    frame: Cow<'a, Frame>,
    step: usize,
    /// True if a trace does not show the dead.
    dead_removed: bool,
}

impl<'a> Trial<'a> {
    /// Begins at the start of the run.
    fn start(setup: &Setup, test: &Test) -> Trial<'a> {
        let (setup, slip) = match test {
            Test::Setup(other) => (&**other, Slip::Nothing),
            Test::Slip(slip) => (setup, *slip),
            Test::DeadRemoved => (setup, Slip::Nothing),
        };
        let game = Slipped::new(setup.clone(), slip);
        let frame = Cow::Owned(Frame::new(screen::rows(game.game().part())));
        Trial { game, frame, step: 0, dead_removed: matches!(test, Test::DeadRemoved) }
    }

    /// Returns the block of step 0.
    fn first(&mut self) -> Block {
        paint::compose(&self.game, self.frame.to_mut());
        self.block(None)
    }

    /// Returns the block of step 0 if it is as recorded.
    fn first_as_recorded(&mut self, lens: &Lens, step: &Step) -> Option<Block> {
        if step.hash.is_none() {
            let mut block = Block::without_pictures(self.game.game(), 0, None);
            self.retouch(&mut block.lines);
            if !lens.matches_but_pictures(&block, step) {
                return None;
            }
        }
        Some(self.first()).filter(|block| lens.matches(block, step))
    }

    /// Begins where the right rules had led.
    fn after(tracer: &'a Tracer, step: usize, slip: Slip) -> Trial<'a> {
        let game = Slipped::continue_from(tracer.game(), slip);
        Trial { game, frame: Cow::Borrowed(tracer.frame()), step, dead_removed: false }
    }

    /// Presses a key. Returns the block of the step.
    fn press(&mut self, key: Key) -> Block {
        let outcome = self.game.press(key);
        self.step += 1;
        self.paint(outcome, key)
    }

    /// Presses a key. Returns the block of the step if it is as recorded. Most mistakes show before anything
    /// is drawn, so the lines are compared first.
    fn press_as_recorded(&mut self, key: Key, lens: &Lens, step: &Step) -> Option<Block> {
        let outcome = self.game.press(key);
        self.step += 1;
        if outcome != Outcome::Quit && step.hash.is_none() {
            let mut block = Block::without_pictures(self.game.game(), self.step, Some(key));
            self.retouch(&mut block.lines);
            if !lens.matches_but_pictures(&block, step) {
                return None;
            }
        }
        Some(self.paint(outcome, key)).filter(|block| lens.matches(block, step))
    }

    fn paint(&mut self, outcome: Outcome, key: Key) -> Block {
        match outcome {
            Outcome::Quit => return Block::quit(self.step, key),
            Outcome::Redraw => paint::compose(&self.game, self.frame.to_mut()),
            Outcome::Nothing => {}
        }
        self.block(Some(key))
    }

    fn block(&self, key: Option<Key>) -> Block {
        let mut block = Block::of(self.game.game(), &self.frame, self.step, key);
        self.retouch(&mut block.lines);
        block
    }

    fn retouch(&self, lines: &mut Vec<String>) {
        self.game.retouch(lines);
        if self.dead_removed {
            remove_dead(lines);
        }
    }
}

/// Removes dead monsters from the lines of a block and numbers the others anew.
fn remove_dead(lines: &mut Vec<String>) {
    lines.retain(|line| !(line.starts_with("monster ") && line.ends_with(" alive 0")));
    let living = lines.iter_mut().filter_map(|line| {
        let rest = line.strip_prefix("monster ")?.split_once(' ')?.1.to_owned();
        Some((line, rest))
    });
    for (index, (line, rest)) in living.enumerate() {
        *line = format!("monster {index} {rest}");
    }
}

/// A search for causes, which ends when its time is over.
pub(super) struct Search {
    deadline: Instant,
    cut: Cell<bool>,
}

/// A step that differs, and what surrounds it.
pub(super) struct Scene<'a> {
    /// How the run began.
    pub setup: &'a Setup,
    /// Recorded steps, from this index on.
    pub first: usize,
    pub steps: &'a [Step],
    /// What of the recording is compared.
    pub lens: Lens,
    /// The index of the step that differs.
    pub step: usize,
    /// The index of the step before which the explanation may end.
    pub end: usize,
    /// True if nothing was recorded between the last of the steps and `end`.
    pub is_whole: bool,
    /// The right game just before the step; none in step 0.
    pub before: Option<&'a Tracer>,
}

impl Search {
    /// A search that begins now and takes no longer than this.
    pub fn within(time: Duration) -> Search {
        Search { deadline: Instant::now() + time, cut: Cell::new(false) }
    }

    /// Returns true if the time was over before everything was tried.
    pub fn was_cut(&self) -> bool {
        self.cut.get()
    }

    fn is_over(&self) -> bool {
        let over = Instant::now() >= self.deadline;
        self.cut.set(self.cut.get() || over);
        over
    }

    /// Finds the mistake that explains the recording to its end. Without one, it finds a mistake that
    /// explains much.
    pub fn find_cause(&self, scene: &Scene<'_>) -> Option<Cause> {
        let mut all = hypotheses(scene.setup);
        all.retain(|hypothesis| scene.can_tell(hypothesis));
        let mut found: Vec<Cause> = Vec::new();
        if scene.first > 0 {
            for hypothesis in &all {
                found.extend(self.play_on(scene, hypothesis));
            }
            return best(found, scene);
        }
        // A mistake that does not give the recorded step from the right state before it rarely gives it from
        // the start either. The others are tried first.
        let (likely, unlikely): (Vec<&Hypothesis>, Vec<&Hypothesis>) =
            all.iter().partition(|hypothesis| !self.is_over() && scene.is_worth_a_start(hypothesis));
        for hypothesis in likely {
            found.extend(self.play_whole(scene, hypothesis, &scene.lens));
        }
        if !found.iter().any(|cause| cause.to_the_end) && scene.step > 0 {
            for hypothesis in unlikely {
                found.extend(self.play_whole(scene, hypothesis, &scene.lens));
            }
        }
        best(found, scene).or_else(|| self.find_part_of_the_cause(scene, &all))
    }

    /// Returns the cause as it explains another difference of the same recording, if it explains it to the
    /// end.
    pub fn try_again(&self, cause: &Cause, scene: &Scene<'_>) -> Option<Cause> {
        let Cause { name, text, test, .. } = cause;
        let hypothesis = Hypothesis { name, text: text.clone(), test: test.clone() };
        self.play_whole(scene, &hypothesis, &scene.lens).filter(|cause| !cause.is_perhaps())
    }

    /// Plays the whole run. The steps before the difference have to come out right as well.
    fn play_whole(&self, scene: &Scene<'_>, hypothesis: &Hypothesis, lens: &Lens) -> Option<Cause> {
        if self.is_over() {
            return None;
        }
        let mut trial = Trial::start(scene.setup, &hypothesis.test);
        let mut lens = lens.clone();
        let mut last = None;
        for (index, step) in scene.steps.iter().enumerate().take(scene.step + 1) {
            if self.is_over() {
                return None;
            }
            let key = step.key.filter(|_| index > 0);
            // A brief recording may leave lines out, which shows only at the difference.
            let block = if index == scene.step && step.hash.is_some() {
                let block = if let Some(key) = key { trial.press(key) } else { trial.first() };
                Some(block).filter(|block| lens.matches(block, step) || lens.leave_out(block, step))
            } else {
                match key {
                    Some(key) => trial.press_as_recorded(key, &lens, step),
                    None => trial.first_as_recorded(&lens, step),
                }
            };
            last = Some(block?);
        }
        let block = last?;
        let cause = self.follow(scene, hypothesis, &lens, trial, block);
        Some(Cause { from_start: true, ..cause })
    }

    /// Makes the mistake from the first differing step on.
    fn play_on(&self, scene: &Scene<'_>, hypothesis: &Hypothesis) -> Option<Cause> {
        let (trial, block) = scene.make_step_as_recorded(hypothesis).filter(|_| !self.is_over())?;
        Some(self.follow(scene, hypothesis, &scene.lens, trial, block))
    }

    /// Plays on from the first differing step to see how much the mistake explains.
    fn follow(
        &self,
        scene: &Scene<'_>,
        hypothesis: &Hypothesis,
        lens: &Lens,
        mut trial: Trial<'_>,
        block: Block,
    ) -> Cause {
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
            test: hypothesis.test.clone(),
        };
        let later = scene.steps.iter().skip(scene.step + 1 - scene.first);
        for step in later.take(scene.end - scene.step - 1) {
            let Some(key) = step.key else { break };
            if self.is_over() {
                cause.cut_short = true;
                return cause;
            }
            if trial.press_as_recorded(key, lens, step).is_none() {
                return cause;
            }
            cause.steps += 1;
        }
        cause.cut_short = !scene.is_whole;
        cause.to_the_end = scene.is_whole;
        cause
    }

    /// Two mistakes may have come together. Then one of them makes fewer lines differ, and none that did not
    /// before.
    fn find_part_of_the_cause(&self, scene: &Scene<'_>, all: &[Hypothesis]) -> Option<Cause> {
        let step = scene.different();
        if step.hash.is_some() {
            return None;
        }
        let wrong = scene.wrong_lines(&scene.expected());
        let mut found: Vec<(usize, Cause)> = Vec::new();
        for hypothesis in all {
            if self.is_over() {
                break;
            }
            let Some(block) = scene.make_step(hypothesis) else { continue };
            let left = scene.wrong_lines(&block);
            if !explains_much(&wrong, &left, &hypothesis.test) {
                continue;
            }
            let unexplained = scene.lens.differing_kinds(&block, step);
            let lens = scene.lens.without(&unexplained);
            let cause = self.play_whole(scene, hypothesis, &lens).filter(|cause| cause.to_the_end);
            found.extend(cause.map(|cause| (left.len(), Cause { unexplained, ..cause })));
        }
        let fewest = found.iter().map(|(left, _)| *left).min()?;
        found.retain(|(left, _)| *left == fewest);
        merge(found.into_iter().map(|(_, cause)| cause).collect())
    }
}

/// Chooses among causes: those that explain everything to the end, or else the one that explains the most.
fn best(mut found: Vec<Cause>, scene: &Scene<'_>) -> Option<Cause> {
    if found.iter().any(|cause| cause.to_the_end) {
        found.retain(|cause| cause.to_the_end);
        return merge(found);
    }
    let compared = scene.end.min(scene.first + scene.steps.len()) - scene.step;
    found.retain(|cause| cause.cut_short || cause.steps >= FEWEST_STEPS.max(compared / 2));
    let most = found.iter().map(|cause| cause.steps).max()?;
    found.retain(|cause| cause.steps == most);
    merge(found)
}

/// Makes the first of some causes the cause, and the others its alternatives.
fn merge(mut found: Vec<Cause>) -> Option<Cause> {
    // The sort is stable, so the likelier of equal ones stays first.
    found.sort_by_key(|cause| Reverse(cause.steps));
    let mut found = found.into_iter();
    let mut cause = found.next()?;
    for other in found.filter(|other| other.text != cause.text).map(|other| other.text) {
        if !cause.others.contains(&other) {
            cause.others.push(other);
        }
    }
    Some(cause)
}

impl Scene<'_> {
    /// Returns the recorded step that differs.
    fn different(&self) -> &Step {
        &self.steps[self.step - self.first]
    }

    /// Where no monster is recorded, a generator that nobody draws from looks like one that only monsters do
    /// not draw from.
    fn can_tell(&self, hypothesis: &Hypothesis) -> bool {
        !matches!(hypothesis.test, Test::Slip(Slip::Seeds(SeedSlip::Shared | SeedSlip::SharedIdle)))
            || self.lens.has(Kind::Monster)
            || !self.lens.has(Kind::Rng)
    }

    /// Returns true if a mistake gives the recorded step from the right state before it. A mistake in seeding
    /// has to be there from the start.
    fn is_worth_a_start(&self, hypothesis: &Hypothesis) -> bool {
        match hypothesis.test {
            Test::Setup(_) | Test::DeadRemoved | Test::Slip(Slip::Seeds(_)) => true,
            Test::Slip(_) => self.before.is_none() || self.make_step_as_recorded(hypothesis).is_some(),
        }
    }

    /// Makes the first differing step with a mistake, from the right state before it. Returns none if it is
    /// not as recorded.
    fn make_step_as_recorded(&self, hypothesis: &Hypothesis) -> Option<(Trial<'_>, Block)> {
        let (Test::Slip(slip), Some(before)) = (&hypothesis.test, self.before) else { return None };
        let mut trial = Trial::after(before, self.step - 1, *slip);
        let step = self.different();
        let block = trial.press_as_recorded(step.key?, &self.lens, step)?;
        Some((trial, block))
    }

    /// Makes the first differing step with a mistake, from the right state before it.
    fn make_step(&self, hypothesis: &Hypothesis) -> Option<Block> {
        match (&hypothesis.test, self.before, self.different().key) {
            (test, None, _) => Some(Trial::start(self.setup, test).first()),
            (Test::Slip(slip), Some(before), Some(key)) => {
                Some(Trial::after(before, self.step - 1, *slip).press(key))
            }
            _ => None,
        }
    }

    /// Returns what the right rules give in the first differing step.
    fn expected(&self) -> Block {
        let block = self.before.and_then(|before| before.clone().replay(self.different()));
        block.unwrap_or_else(|| Tracer::new(self.setup.clone()).1)
    }

    /// Returns the lines of the first differing step that a block gets wrong. The frame and the title follow
    /// from the rest: to explain them explains little, and not to explain them does no harm.
    fn wrong_lines(&self, block: &Block) -> Vec<Line> {
        let differences = self.lens.differences(block, self.different());
        let lines = differences.iter().filter_map(Line::of);
        lines.filter(|line| !matches!(line.kind, Kind::Frame | Kind::Title)).collect()
    }
}

/// A line that differs, so that it is recognised when it differs otherwise.
#[derive(PartialEq, Eq)]
struct Line {
    kind: Kind,
    /// The number of the monster or item. For messages and sounds, the texts of both sides.
    which: String,
}

impl Line {
    fn of(difference: &Difference) -> Option<Line> {
        let kind = difference.kind?;
        let Difference { expected, recorded, .. } = difference;
        let which = match kind {
            Kind::Log | Kind::Sound => format!("{expected:?} {recorded:?}"),
            _ => {
                let line = recorded.as_ref().or(expected.as_ref());
                line.and_then(|line| Fact::parse(line).ok()).map(|fact| fact.which).unwrap_or_default()
            }
        };
        Some(Line { kind, which })
    }
}

/// Returns true if a mistake explains more than chance does. It has to explain half of the lines, half of
/// their kinds, and among them the map or two lines at least. It must not make other lines wrong. The state
/// of the generator comes out by chance too easily, but a mistake that is about random numbers has to explain
/// it.
fn explains_much(wrong: &[Line], left: &[Line], test: &Test) -> bool {
    let kinds = |lines: &[Line]| {
        let mut kinds: Vec<Kind> = lines.iter().map(|line| line.kind).collect();
        kinds.dedup();
        kinds.len()
    };
    let explained: Vec<Kind> =
        wrong.iter().filter(|line| !left.contains(line)).map(|line| line.kind).collect();
    let others = explained.iter().filter(|&&kind| kind != Kind::Rng).count();
    left.iter().all(|line| wrong.contains(line))
        && 2 * left.len() <= wrong.len()
        && 2 * kinds(left) <= kinds(wrong)
        && (others >= 2 || explained.contains(&Kind::Tiles))
        && !(test.is_about_chance() && left.iter().any(|line| line.kind == Kind::Rng))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search without time finds nothing and says that it was cut; with time it finds the cause.
    #[test]
    fn a_search_ends_when_its_time_is_over() {
        let setup = Setup::new(Part::new(4).unwrap(), 7);
        let (mut tracer, first) = Tracer::new(setup.clone());
        let blocks: Vec<Block> =
            std::iter::once(first).chain((0..60).map(|_| tracer.press(Key::SPACE))).collect();
        let steps: Vec<Step> = blocks.iter().map(super::super::as_recorded).collect();
        let kinds: Vec<Kind> = blocks[0].lines.iter().filter_map(|line| Kind::of_line(line)).collect();
        let wrong = Setup { seed: 6, ..setup };
        let scene = Scene {
            setup: &wrong,
            first: 0,
            steps: &steps,
            lens: Lens::of(&kinds, false),
            step: 0,
            end: 61,
            is_whole: true,
            before: None,
        };
        let search = Search::within(Duration::from_secs(600));
        let whole = search.find_cause(&scene).unwrap();
        assert_eq!((whole.name, whole.steps, whole.to_the_end), ("seed-extra", 61, true));
        assert!(!whole.is_perhaps() && !search.was_cut());
        let search = Search::within(Duration::ZERO);
        assert!(search.find_cause(&scene).is_none() && search.was_cut());
    }
}
