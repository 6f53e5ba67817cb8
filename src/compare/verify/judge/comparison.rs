//! A recording replayed by the right rules and compared step by step.

use super::Stage;
use super::compared_kinds::ComparedKinds;
use super::differences::of_save;
use super::looks::are_looks;
use super::not_compared::NotCompared;
use super::reference::Reference;
use crate::keys::goals::ReachedGoals;
use crate::verify::data::Difference;
use crate::verify::input::{Options, StoredTrace};
use roguelike::game::{Game, Setup};
use roguelike::trace::{Kind, Problem, RecordedStep, Step, TraceError, Tracer};

/// Approximate maximum of memory for the steps that are kept for the search, in bytes. A longer recording
/// loses the steps before the difference, and the search stops before its end.
const MOST_KEPT: usize = 64 << 20;

/// A step that differs, as it was met.
#[derive(Clone)]
pub(super) struct DifferingStep {
    pub recorded: RecordedStep,
    /// The right game before the step, or `None` in step 0 and where an older recording is expected.
    pub before: Option<Game>,
    /// The right game after the step, or `None` where an older recording is expected.
    pub right: Option<Game>,
    pub expected: Step,
    /// The kinds of lines that are compared in this step.
    pub compared: ComparedKinds,
    /// The kinds of lines that differ.
    pub kinds: Vec<Kind>,
}

impl DifferingStep {
    /// Returns the number of the step, which is also its index.
    pub const fn number(&self) -> usize {
        self.expected.number
    }

    /// Returns true if no rule makes the lines of this kind differ: they only show the results, or have words
    /// of the program's own for them.
    pub fn is_shown(&self, kind: Kind) -> bool {
        kind.is_cosmetic() || are_looks(kind, &self.expected, &self.recorded.step)
    }

    /// Returns the same where lines of some kinds are not compared.
    pub fn without(&self, kinds: &[Kind]) -> DifferingStep {
        let mut found = DifferingStep { compared: self.compared.without(kinds), ..self.clone() };
        found.kinds.retain(|kind| !kinds.contains(kind));
        found
    }
}

/// Steps that the search for causes can play again.
pub(super) struct RecentSteps {
    /// The index of the first of them.
    pub first: usize,
    pub steps: Vec<RecordedStep>,
    size: usize,
    /// The right game before the first of them, or `None` where an older recording is expected.
    start: Option<Game>,
}

impl RecentSteps {
    /// Keeps a step before a difference, after which the game is `now`. Forgets the others where they get too
    /// many.
    fn keep(&mut self, recorded: RecordedStep, now: Option<&Game>) {
        let recorded = without_pictures(recorded);
        self.size += recorded.size();
        self.steps.push(recorded);
        if self.size > MOST_KEPT {
            let first = self.first + self.steps.len();
            *self = RecentSteps { first, steps: Vec::new(), size: 0, start: now.cloned() };
        }
    }

    /// Returns the right game after the last of these steps.
    fn game(&self) -> Option<Game> {
        let mut game = self.start.clone()?;
        for recorded in &self.steps {
            recorded.press(&mut game);
        }
        Some(game)
    }

    /// Keeps what follows a difference, as far as there is room.
    fn keep_rest(
        &mut self,
        different: RecordedStep,
        rest: impl Iterator<Item = Result<RecordedStep, TraceError>>,
    ) -> Result<(), TraceError> {
        self.steps.push(different);
        self.size = 0;
        for recorded in rest {
            let recorded = without_pictures(recorded?);
            self.size += recorded.size();
            if self.size > MOST_KEPT {
                break;
            }
            self.steps.push(recorded);
        }
        Ok(())
    }
}

/// Returns a step without its pictures: the search compares their hashes, and they are most of its memory.
fn without_pictures(mut recorded: RecordedStep) -> RecordedStep {
    let step = &mut recorded.step;
    (step.tiles, step.screen, step.colors) = (None, None, None);
    recorded
}

/// A recording beside what it should be.
pub(super) struct Comparison<'a> {
    pub trace: &'a StoredTrace,
    pub setup: Setup,
    pub options: &'a Options<'a>,
    pub compared: ComparedKinds,
    pub recent: RecentSteps,
    pub not_compared: NotCompared,
    /// True if a key saved, and if the recording has what one wrote.
    pub saves: [bool; 2],
    /// The goals that the recording reaches, or `None` if it is not compared with the rules as they are.
    pub reach: Option<ReachedGoals>,
    pub cosmetic: Vec<DifferingStep>,
    /// The first step whose key wrote another save file, and what differs in it.
    pub saved: Option<(DifferingStep, Difference)>,
    pub rules: Option<DifferingStep>,
    /// The right game after the last step, if the rules do not differ.
    pub last: Option<Game>,
}

impl<'a> Comparison<'a> {
    /// Replays a recording up to the first step in which the rules differ. Calls `progress` after each step.
    ///
    /// # Errors
    /// When the recording cannot be read, or is a brief one and leaves lines out, or has other keys than the
    /// older one that is expected.
    pub fn of(
        trace: &'a StoredTrace,
        options: &'a Options<'a>,
        progress: &dyn Fn(Stage),
    ) -> Result<Comparison<'a>, TraceError> {
        let mut reference = Reference::new(trace, options)?;
        let mut comparison = Comparison::begin(trace, options, &reference);
        let mut steps = trace.steps()?;
        while let Some(recorded) = steps.next().transpose()? {
            let Some(mut expected) = reference.next(&recorded)? else { break };
            if let (Some(reach), Some(tracer)) = (&mut comparison.reach, reference.tracer()) {
                recorded.step.key.iter().for_each(|&key| reach.observe(key, tracer.game()));
            }
            if expected.saved.is_some() && recorded.save.is_none() {
                comparison.saves = [true, comparison.saves[1] || recorded.saved.is_some()];
            }
            check_brief(&comparison.compared, &expected.step, &recorded)?;
            if let Some(found) = comparison.differing_step(&mut expected, &recorded, &reference) {
                comparison.recent.keep_rest(recorded, steps)?;
                comparison.not_compared.count_left_out(&comparison.compared, &expected.step);
                comparison.rules = Some(found);
                return Ok(comparison);
            }
            comparison.not_compared.count(&expected.step, &recorded);
            progress(Stage::Steps(recorded.step.number + 1, trace.count));
            comparison.recent.keep(recorded, reference.tracer().map(Tracer::game));
        }
        comparison.last = reference.tracer().map(|tracer| tracer.game().clone());
        Ok(comparison)
    }

    /// Returns true if anything differs.
    pub fn differs(&self) -> bool {
        self.rules.is_some() || self.saved.is_some() || !self.cosmetic.is_empty()
    }

    fn begin(trace: &'a StoredTrace, options: &'a Options<'a>, reference: &Reference) -> Comparison<'a> {
        let start = reference.tracer().map(|tracer| tracer.game().clone());
        Comparison {
            trace,
            setup: trace.setup(options.save.clone()),
            options,
            compared: ComparedKinds::of(trace, options),
            not_compared: NotCompared::default(),
            saves: [false; 2],
            reach: start.as_ref().map(ReachedGoals::new),
            recent: RecentSteps { first: 0, steps: Vec::new(), size: 0, start },
            cosmetic: Vec::new(),
            saved: None,
            rules: None,
            last: None,
        }
    }

    /// Notes how a step differs, if it does. Returns the step if its rules differ.
    fn differing_step(
        &mut self,
        expected: &mut RecordedStep,
        recorded: &RecordedStep,
        reference: &Reference,
    ) -> Option<DifferingStep> {
        let is_right = self.compared.matches(&expected.step, recorded);
        let saves = expected.saved.as_ref().zip(recorded.saved.as_ref()).filter(|_| self.saved.is_none());
        let wrong_save = saves.and_then(|(ours, theirs)| of_save(ours, theirs));
        if is_right && wrong_save.is_none() {
            return None;
        }
        reference.tracer().iter().for_each(|tracer| tracer.add_pictures(&mut expected.step));
        let found = DifferingStep {
            recorded: recorded.clone(),
            before: self.recent.game().filter(|_| recorded.step.number > 0),
            right: reference.tracer().map(|tracer| tracer.game().clone()),
            kinds: self.compared.differing_kinds(&expected.step, recorded),
            expected: expected.step.clone(),
            compared: self.compared.clone(),
        };
        self.saved = self.saved.take().or(wrong_save.map(|difference| (found.clone(), difference)));
        let is_cosmetic = !found.kinds.is_empty() && found.kinds.iter().all(|&kind| found.is_shown(kind));
        match (is_right, is_cosmetic) {
            (true, _) => None,
            (false, false) => Some(found),
            (false, true) => {
                self.compared = self.compared.without(&found.kinds);
                self.cosmetic.push(found);
                None
            }
        }
    }
}

/// Checks that a step of a brief recording has all its lines: one hash covers them all.
fn check_brief(compared: &ComparedKinds, expected: &Step, recorded: &RecordedStep) -> Result<(), TraceError> {
    let words: Vec<&str> = compared.left_out(expected).into_iter().map(Kind::word).collect();
    if recorded.hash.is_none() || words.is_empty() {
        return Ok(());
    }
    Err(TraceError { line: recorded.line, problem: Problem::BriefWithout(words.join(", ")) })
}
