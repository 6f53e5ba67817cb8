//! Why a recording differs, found by experiment: the run is played again with one known mistake after the other, and what gives
//! the recorded lines is the likely cause. Nothing is guessed.

use crate::fov::Algorithm;
use crate::game::Setup;
use crate::game::slips::{self, Slip, Slipped};
use crate::key::Key;
use crate::part::Part;
use crate::rng::StdLib;
use crate::screen::{Dashes, Frame};
use crate::trace::{Block, Kind, Recording, Step, Tracer};

use super::compare::Lens;

/// More steps than this are not played to find a mistake that was made before it shows; it takes some seconds.
const MOST_STEPS: usize = 200_000;

/// A mistake that gives what was recorded.
#[derive(Clone, Debug)]
pub struct Cause {
    /// A short name, for scripts.
    pub name: &'static str,
    /// What the mistake is.
    pub text: String,
    /// How many steps it explains, the first differing one included.
    pub steps: usize,
    /// Does it fit from the start of the run? If not, it was made in this step only.
    pub from_start: bool,
    /// What differs all the same: kinds of lines that it does not explain.
    pub unexplained: Vec<Kind>,
    /// What it gives in the first differing step.
    pub block: Block,
    /// Other mistakes that explain as much.
    pub others: Vec<String>,
}

/// A hypothesis: what may be wrong, and how to play with it.
struct Hypothesis {
    name: &'static str,
    text: String,
    test: Test,
}

/// How a hypothesis is played.
#[derive(Clone)]
enum Test {
    /// The right rules, started otherwise than the header says.
    Setup(Setup),
    /// Rules with a mistake in them.
    Slip(Slip),
}

/// Every hypothesis about this recording, the likeliest first.
fn hypotheses(setup: &Setup) -> Vec<Hypothesis> {
    let mut all = Vec::new();
    for library in StdLib::ALL.into_iter().filter(|&library| library != setup.library) {
        let text = format!(
            "these are the random numbers of {library} ({}), but the header says {}",
            library.compilers(),
            setup.library
        );
        all.push(Hypothesis { name: "library", text, test: Test::Setup(Setup { library, ..setup.clone() }) });
    }
    for algorithm in Algorithm::ALL.into_iter().filter(|&algorithm| algorithm != setup.algorithm) {
        let text = format!("the view is that of {algorithm}, not of {}", setup.algorithm);
        all.push(Hypothesis {
            name: "algorithm",
            text,
            test: Test::Setup(Setup { algorithm, ..setup.clone() }),
        });
    }
    all.extend(slips::all(setup.part).map(|slip| Hypothesis {
        name: slip.name,
        text: slip.text,
        test: Test::Slip(slip.slip),
    }));
    for part in Part::all().filter(|&part| part != setup.part) {
        let text = format!("this is what Part {part} does, but the header says part {}", setup.part);
        all.push(Hypothesis { name: "part", text, test: Test::Setup(Setup { part, ..setup.clone() }) });
    }
    all
}

/// A game being played with a hypothesis.
struct Trial {
    game: Slipped,
    frame: Frame,
    step: usize,
}

impl Trial {
    /// From the start of the run; gives the block of step 0.
    fn start(setup: &Setup, test: &Test) -> (Trial, Block) {
        let game = match test {
            Test::Setup(setup) => Slipped::new(setup.clone(), Slip::Nothing),
            Test::Slip(slip) => Slipped::new(setup.clone(), *slip),
        };
        let mut frame = Frame::new(game.game().part(), Dashes::Original);
        game.compose(&mut frame);
        let trial = Trial { game, frame, step: 0 };
        let block = trial.block(None);
        (trial, block)
    }

    /// From where the right rules had led.
    fn after(tracer: &Tracer, step: usize, slip: Slip) -> Trial {
        Trial { game: Slipped::continue_from(tracer.game(), slip), frame: tracer.frame().clone(), step }
    }

    fn press(&mut self, key: Key) -> Block {
        let outcome = self.game.press(key);
        if outcome.redraw {
            self.game.compose(&mut self.frame);
        }
        self.step += 1;
        if outcome.quit { Block::quit(self.step, key) } else { self.block(Some(key)) }
    }

    fn block(&self, key: Option<Key>) -> Block {
        let mut block = Block::of(self.game.game(), &self.frame, self.step, key);
        if let Some(line) = block.lines.iter_mut().find(|line| line.starts_with("rng ")) {
            *line = format!("rng {}", self.game.shown_rng().peek());
        }
        block
    }
}

/// The scene of the difference.
pub struct Scene<'a> {
    /// What was recorded.
    pub recording: &'a Recording,
    /// How the run began.
    pub setup: &'a Setup,
    /// What of the recording can be compared.
    pub lens: &'a Lens,
    /// The first step that differs.
    pub step: usize,
    /// The right game just before it; none when that is step 0.
    pub before: Option<&'a Tracer>,
}

impl Scene<'_> {
    /// The mistake that explains the most steps, if any explains the first that differs; if none explains it wholly, the one
    /// that explains the most of it.
    pub fn find_cause(&self) -> Option<Cause> {
        let all = hypotheses(self.setup);
        let mut best: Option<Cause> = None;
        for hypothesis in all.iter().filter(|hypothesis| self.is_worth_a_start(hypothesis)) {
            rank(&mut best, self.play_whole(hypothesis, self.lens));
        }
        if best.is_none() {
            for hypothesis in &all {
                rank(&mut best, self.play_on(hypothesis, self.lens));
            }
        }
        if best.is_none() && self.hides_state() && self.step * all.len() <= MOST_STEPS {
            for hypothesis in &all {
                rank(&mut best, self.play_whole(hypothesis, self.lens));
            }
        }
        best.or_else(|| self.find_part_of_the_cause(&all))
    }

    /// Playing a long run from its start with every mistake takes time. A mistake in the rules that does not give the recorded
    /// step from the state before it will not give it from the start either; one in seeding has to be there from the start.
    fn is_worth_a_start(&self, hypothesis: &Hypothesis) -> bool {
        match hypothesis.test {
            Test::Setup(_) | Test::Slip(Slip::Seeds(_)) => true,
            Test::Slip(_) => self.before.is_none() || self.play_on(hypothesis, self.lens).is_some(),
        }
    }

    /// Where a recording leaves lines out, a mistake may have been made long before it shows.
    fn hides_state(&self) -> bool {
        self.before
            .is_some_and(|tracer| self.lens.leaves_out(&Block::of(tracer.game(), tracer.frame(), 0, None)))
    }

    /// Plays the whole run. The steps before the difference have to come out right as well.
    fn play_whole(&self, hypothesis: &Hypothesis, lens: &Lens) -> Option<Cause> {
        let (mut trial, mut block) = Trial::start(self.setup, &hypothesis.test);
        let mut lens = lens.clone();
        for (index, step) in self.recording.steps.iter().enumerate().take(self.step + 1) {
            if index > 0 {
                block = trial.press(step.key?);
            }
            let fits = lens.matches(&block, step) || index == self.step && lens.leave_out(&block, step);
            if !fits {
                return None;
            }
        }
        Some(self.cause(hypothesis, &lens, trial, block, true))
    }

    /// Makes the mistake from the first differing step on.
    fn play_on(&self, hypothesis: &Hypothesis, lens: &Lens) -> Option<Cause> {
        let (trial, block) = self.make_step(hypothesis)?;
        let step = &self.recording.steps[self.step];
        lens.matches(&block, step).then(|| self.cause(hypothesis, lens, trial, block, false))
    }

    /// The first differing step with a mistake, coming from the right state before it.
    fn make_step(&self, hypothesis: &Hypothesis) -> Option<(Trial, Block)> {
        let (Test::Slip(slip), Some(before)) = (&hypothesis.test, self.before) else { return None };
        let mut trial = Trial::after(before, self.step - 1, *slip);
        let block = trial.press(self.recording.steps[self.step].key?);
        Some((trial, block))
    }

    /// Plays on to see how far the mistake leads.
    fn cause(
        &self,
        hypothesis: &Hypothesis,
        lens: &Lens,
        mut trial: Trial,
        block: Block,
        from_start: bool,
    ) -> Cause {
        let rest = &self.recording.steps[self.step + 1..];
        let fits = |step: &&Step| step.key.is_some_and(|key| lens.matches(&trial.press(key), step));
        let steps = 1 + rest.iter().take_while(fits).count();
        let (name, text) = (hypothesis.name, hypothesis.text.clone());
        Cause { name, text, steps, from_start, unexplained: Vec::new(), block, others: Vec::new() }
    }

    /// Where two mistakes came together, or one that is only similar to a known one: what makes fewer lines differ.
    fn find_part_of_the_cause(&self, all: &[Hypothesis]) -> Option<Cause> {
        let step = &self.recording.steps[self.step];
        if step.hash.is_some() {
            return None;
        }
        let wrong = self.differing_kinds(&self.expected());
        let mut best: Option<Cause> = None;
        for hypothesis in all {
            let made = match self.before {
                Some(_) => self.make_step(hypothesis),
                None => Some(Trial::start(self.setup, &hypothesis.test)),
            };
            let Some((_, block)) = made else { continue };
            let left = self.differing_kinds(&block);
            // The screen and the title follow from the rest: to explain them alone explains little, to miss them is no harm.
            let follows = |kind: &Kind| matches!(kind, Kind::Frame | Kind::Title);
            let explains = wrong.iter().any(|kind| !left.contains(kind) && !follows(kind));
            if !explains || !left.iter().all(|kind| wrong.contains(kind) || follows(kind)) {
                continue;
            }
            let lens = self.lens.without(&left);
            let found = self.play_whole(hypothesis, &lens).or_else(|| self.play_on(hypothesis, &lens));
            let found = found.map(|cause| Cause { unexplained: left, ..cause });
            match (&best, &found) {
                (Some(best), Some(found)) if best.unexplained.len() < found.unexplained.len() => {}
                (Some(before), Some(found_now))
                    if before.unexplained.len() == found_now.unexplained.len() =>
                {
                    rank(&mut best, found);
                }
                _ => best = found.or(best),
            }
        }
        best
    }

    /// What the right rules give in the first differing step.
    fn expected(&self) -> Block {
        let key = self.recording.steps[self.step].key;
        match (self.before, key) {
            (Some(before), Some(key)) => before.clone().press(key),
            _ => Tracer::new(self.setup.clone()).1,
        }
    }

    fn differing_kinds(&self, block: &Block) -> Vec<Kind> {
        let differences = self.lens.differences(block, &self.recording.steps[self.step]);
        let mut kinds: Vec<Kind> = differences.iter().filter_map(|difference| difference.kind).collect();
        kinds.dedup();
        kinds
    }
}

/// Keeps the one that explains more, and among equals the first.
fn rank(best: &mut Option<Cause>, found: Option<Cause>) {
    let Some(found) = found else { return };
    match best {
        Some(best) if best.steps > found.steps => {}
        Some(best) if best.steps == found.steps => best.others.push(found.text),
        _ => *best = Some(found),
    }
}
