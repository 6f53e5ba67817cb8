//! Why a recording differs, found by experiment: the run is played again with one known mistake after the other, and what gives
//! the recorded lines is the likely cause. Nothing is guessed.

use std::cell::Cell;
use std::cmp::Ordering;

use crate::fov_lab::Algorithm;
use crate::game::{Outcome, Setup};
use crate::key::Key;
use crate::part::Part;
use crate::rng::StdLib;
use crate::screen::{self, Frame};
use crate::trace::{Block, Fact, Kind, Recording, Tracer};
use crate::verify::slips::{self, SeedSlip, Slip, Slipped};

use super::compare::{DEAD_REMOVED, Difference, Lens};
use super::paint;

/// More steps than this are not played to find a mistake; it takes some seconds.
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
    /// Was it not played any further, because that would take too long?
    pub cut_short: bool,
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
    /// The right rules, but the dead are not in the list of monsters any more.
    DeadRemoved,
}

impl Test {
    /// Is it about which random numbers are drawn? Then they have to come out as recorded.
    const fn is_about_chance(&self) -> bool {
        matches!(self, Test::Setup(_) | Test::Slip(Slip::Seeds(_)))
    }
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
    let right = Algorithm::of(setup.other_view);
    for algorithm in Algorithm::DISTINCT.into_iter().filter(|&algorithm| algorithm != right) {
        let text = format!("the view is that of {algorithm}, not of {right}");
        all.push(Hypothesis {
            name: "algorithm",
            text,
            test: Test::Setup(Setup { other_view: algorithm.other_view(), ..setup.clone() }),
        });
    }
    if setup.part.has_melee() {
        let text = DEAD_REMOVED.to_owned();
        all.push(Hypothesis { name: "dead-removed", text, test: Test::DeadRemoved });
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
    /// Are the dead left out of what a trace shows?
    dead_removed: bool,
}

impl Trial {
    /// From the start of the run; gives the block of step 0.
    fn start(setup: &Setup, test: &Test) -> (Trial, Block) {
        let (setup, slip) = match test {
            Test::Setup(other) => (other, Slip::Nothing),
            Test::Slip(slip) => (setup, *slip),
            Test::DeadRemoved => (setup, Slip::Nothing),
        };
        let game = Slipped::new(setup.clone(), slip);
        let mut frame = Frame::new(screen::rows(game.game().part()));
        paint::compose(&game, &mut frame);
        let trial = Trial { game, frame, step: 0, dead_removed: matches!(test, Test::DeadRemoved) };
        let block = trial.block(None);
        (trial, block)
    }

    /// From where the right rules had led.
    fn after(tracer: &Tracer, step: usize, slip: Slip) -> Trial {
        let game = Slipped::continue_from(tracer.game(), slip);
        Trial { game, frame: tracer.frame().clone(), step, dead_removed: false }
    }

    fn press(&mut self, key: Key) -> Block {
        let outcome = self.game.press(key);
        if outcome == Outcome::Redraw {
            paint::compose(&self.game, &mut self.frame);
        }
        self.step += 1;
        if outcome == Outcome::Quit { Block::quit(self.step, key) } else { self.block(Some(key)) }
    }

    fn block(&self, key: Option<Key>) -> Block {
        let mut block = Block::of(self.game.game(), &self.frame, self.step, key);
        if let Some(line) = block.lines.iter_mut().find(|line| line.starts_with("rng ")) {
            *line = format!("rng {}", self.game.shown_rng().peek());
        }
        if self.dead_removed {
            remove_dead(&mut block.lines);
        }
        block
    }
}

/// Takes dead monsters out of a block's lines and counts the others anew.
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

/// How many steps may still be played. A mistake that hardly shows in what is recorded can be played to the end of a long run,
/// and there are many; so those in seeding and those in the rules have a share each.
struct Budget {
    starts: Cell<usize>,
    rules: Cell<usize>,
}

impl Budget {
    const fn new(steps: usize) -> Budget {
        Budget { starts: Cell::new(steps / 2), rules: Cell::new(steps / 2) }
    }

    /// Takes one step for a mistake, if there is one left.
    fn take(&self, test: &Test) -> bool {
        let share = if test.is_about_chance() { &self.starts } else { &self.rules };
        let left = share.get().checked_sub(1);
        share.set(left.unwrap_or_default());
        left.is_some()
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
        self.find_cause_within(MOST_STEPS)
    }

    /// The same, playing no more steps than these in each of the ways in which it is looked for.
    fn find_cause_within(&self, steps: usize) -> Option<Cause> {
        let mut all = hypotheses(self.setup);
        all.retain(|hypothesis| self.can_tell(hypothesis));
        let budget = Budget::new(steps);
        let mut best: Option<Cause> = None;
        for hypothesis in all.iter().filter(|hypothesis| self.is_worth_a_start(hypothesis)) {
            rank(&mut best, self.play_whole(hypothesis, self.lens, &budget));
        }
        if best.is_none() {
            for hypothesis in &all {
                rank(&mut best, self.play_on(hypothesis, self.lens, &budget));
            }
        }
        if best.is_none() && self.hides_state() && self.step * all.len() <= steps {
            let budget = Budget::new(steps);
            for hypothesis in &all {
                rank(&mut best, self.play_whole(hypothesis, self.lens, &budget));
            }
        }
        best.or_else(|| self.find_part_of_the_cause(&all, &Budget::new(steps)))
    }

    /// Where no monster is recorded, a generator that nobody draws from looks like one that only monsters do not draw from.
    fn can_tell(&self, hypothesis: &Hypothesis) -> bool {
        !matches!(hypothesis.test, Test::Slip(Slip::Seeds(SeedSlip::Shared | SeedSlip::SharedIdle)))
            || self.lens.has(Kind::Monster)
            || !self.lens.has(Kind::Rng)
    }

    /// Playing a long run from its start with every mistake takes time. A mistake in the rules that does not give the recorded
    /// step from the state before it will not give it from the start either; one in seeding has to be there from the start.
    fn is_worth_a_start(&self, hypothesis: &Hypothesis) -> bool {
        match hypothesis.test {
            Test::Setup(_) | Test::DeadRemoved | Test::Slip(Slip::Seeds(_)) => true,
            Test::Slip(_) => {
                let fits = |(_, block)| self.lens.matches(&block, &self.recording.steps[self.step]);
                self.before.is_none() || self.make_step(hypothesis).is_some_and(fits)
            }
        }
    }

    /// Where a recording leaves lines out, a mistake may have been made long before it shows.
    fn hides_state(&self) -> bool {
        self.before
            .is_some_and(|tracer| self.lens.leaves_out(&Block::of(tracer.game(), tracer.frame(), 0, None)))
    }

    /// Plays the whole run. The steps before the difference have to come out right as well.
    fn play_whole(&self, hypothesis: &Hypothesis, lens: &Lens, budget: &Budget) -> Option<Cause> {
        let (mut trial, mut block) = Trial::start(self.setup, &hypothesis.test);
        let mut lens = lens.clone();
        for (index, step) in self.recording.steps.iter().enumerate().take(self.step + 1) {
            if index > 0 {
                block = trial.press(step.key.filter(|_| budget.take(&hypothesis.test))?);
            }
            let fits = lens.matches(&block, step) || index == self.step && lens.leave_out(&block, step);
            if !fits {
                return None;
            }
        }
        let cause = self.cause(hypothesis, &lens, trial, block, budget);
        Some(Cause { from_start: true, ..cause })
    }

    /// Makes the mistake from the first differing step on.
    fn play_on(&self, hypothesis: &Hypothesis, lens: &Lens, budget: &Budget) -> Option<Cause> {
        let (trial, block) = self.make_step(hypothesis)?;
        let step = &self.recording.steps[self.step];
        lens.matches(&block, step).then(|| self.cause(hypothesis, lens, trial, block, budget))
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
        budget: &Budget,
    ) -> Cause {
        let mut cause = Cause::new(hypothesis, block);
        for step in &self.recording.steps[self.step + 1..] {
            let Some(key) = step.key else { break };
            if !budget.take(&hypothesis.test) {
                cause.cut_short = true;
                break;
            }
            if !lens.matches(&trial.press(key), step) {
                break;
            }
            cause.steps += 1;
        }
        cause
    }

    /// Where two mistakes came together: one of them makes fewer lines differ, and none that did not before.
    fn find_part_of_the_cause(&self, all: &[Hypothesis], budget: &Budget) -> Option<Cause> {
        if self.recording.steps[self.step].hash.is_some() {
            return None;
        }
        let wrong = self.wrong_lines(&self.expected());
        let mut best: Option<(usize, Cause)> = None;
        for hypothesis in all {
            let made = match self.before {
                Some(_) => self.make_step(hypothesis),
                None => Some(Trial::start(self.setup, &hypothesis.test)),
            };
            let Some((_, block)) = made else { continue };
            let left = self.wrong_lines(&block);
            if !explains_much(&wrong, &left, &hypothesis.test) {
                continue;
            }
            let unexplained = self.differing_kinds(&block);
            let lens = self.lens.without(&unexplained);
            let found = self.play_whole(hypothesis, &lens, budget);
            let found = found.or_else(|| self.play_on(hypothesis, &lens, budget));
            let Some(found) = found.map(|cause| Cause { unexplained, ..cause }) else { continue };
            match &mut best {
                Some((fewest, _)) if *fewest < left.len() => {}
                Some((fewest, best)) if *fewest == left.len() => best.compete(found),
                _ => best = Some((left.len(), found)),
            }
        }
        best.map(|(_, cause)| cause)
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

    /// The lines of the first differing step that a block gets wrong. The screen and the title follow from the rest: to explain
    /// them explains little, to miss them is no harm.
    fn wrong_lines(&self, block: &Block) -> Vec<Line> {
        let differences = self.lens.differences(block, &self.recording.steps[self.step]);
        let lines = differences.iter().filter_map(Line::of);
        lines.filter(|line| !matches!(line.kind, Kind::Frame | Kind::Title)).collect()
    }
}

/// A line that differs, so that it is known again when it differs otherwise.
#[derive(PartialEq, Eq)]
struct Line {
    kind: Kind,
    /// Which monster or item; of messages and sounds what was said on both sides.
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

/// Is what a mistake explains more than chance? It has to explain half of the lines, half of their kinds, and among them the
/// map or two lines at least; and it must not make other lines wrong. Where the generator is comes out by chance too easily,
/// but a mistake that is about random numbers has to explain it.
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

impl Cause {
    /// A mistake that explains the first differing step, when it was made there.
    fn new(hypothesis: &Hypothesis, block: Block) -> Cause {
        Cause {
            name: hypothesis.name,
            text: hypothesis.text.clone(),
            steps: 1,
            cut_short: false,
            from_start: false,
            unexplained: Vec::new(),
            block,
            others: Vec::new(),
        }
    }

    /// Keeps the one that explains more, and among equals the first.
    fn compete(&mut self, other: Cause) {
        match self.steps.cmp(&other.steps) {
            Ordering::Greater => {}
            Ordering::Equal => self.others.push(other.text),
            Ordering::Less => *self = other,
        }
    }
}

fn rank(best: &mut Option<Cause>, found: Option<Cause>) {
    match (best, found) {
        (_, None) => {}
        (Some(best), Some(found)) => best.compete(found),
        (best, found) => *best = found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{Form, Header, parse};

    /// In a long run that says little, every other seed goes with it to the end, and there are hundreds of them.
    #[test]
    fn a_long_run_is_not_played_to_its_end_for_every_mistake() {
        let setup = Setup::new(Part::new(4).unwrap(), 7);
        let (mut tracer, first) = Tracer::new(setup.clone());
        let mut text = Header::new(&setup, Form::Normal).to_string() + &first.to_text(Form::Normal);
        for _ in 0..60 {
            text += &tracer.press(Key::SPACE).to_text(Form::Normal);
        }
        let recording = parse(text.as_bytes()).unwrap();
        let wrong = Setup { seed: 6, ..setup };
        let lens = Lens::of(&recording);
        let scene = Scene { recording: &recording, setup: &wrong, lens: &lens, step: 0, before: None };
        let whole = scene.find_cause().unwrap();
        assert_eq!((whole.name, whole.steps, whole.cut_short), ("seed-extra", 61, false));
        let part = scene.find_cause_within(40).unwrap();
        assert_eq!((part.name, part.steps, part.cut_short), ("seed-extra", 21, true));

        let late = Scene { step: 60, before: Some(&tracer), ..scene };
        let budget = Budget::new(40);
        let test = Test::Setup(Setup { seed: 7, ..wrong.clone() });
        let hypothesis = Hypothesis { name: "", text: String::new(), test };
        assert!(late.play_whole(&hypothesis, &lens, &Budget::new(200)).is_some());
        assert!(late.play_whole(&hypothesis, &lens, &budget).is_none());
        assert_eq!((budget.starts.get(), budget.rules.get()), (0, 20));
    }
}
