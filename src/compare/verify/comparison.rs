//! A recording replayed by the right rules and compared step by step.

use super::compared_kinds::ComparedKinds;
use super::difference::{Difference, of_save};
use super::not_compared::NotCompared;
use super::reference::Reference;
use super::stored_trace::StoredTrace;
use super::verdict::Options;
use roguelike::explorer::goals::ReachedGoals;
use roguelike::game::{Game, Setup};
use roguelike::trace::{Kind, Problem, RecordedStep, Step, TraceError, Tracer};

/// About how much memory the steps may take that are kept for the search, in bytes. What came before the
/// difference is forgotten in longer recordings, and what comes later is not tried.
const MOST_KEPT: usize = 64 << 20;

/// A step that differs, as it was met.
#[derive(Clone)]
pub(super) struct DifferingStep {
    pub recorded: RecordedStep,
    /// The right game just before the step; none in step 0, and where an older recording is expected.
    pub before: Option<Game>,
    /// The right game after the step; none where an older recording is expected.
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
}

/// Steps that the search for causes can play again.
pub(super) struct RecentSteps {
    /// The index of the first of them.
    pub first: usize,
    pub steps: Vec<RecordedStep>,
    size: usize,
    /// The right game before the first of them. None where an older recording is expected.
    start: Option<Game>,
}

impl RecentSteps {
    /// Keeps a step before a difference, after which the game is `now`. Forgets the others where they get too
    /// many.
    fn keep(&mut self, recorded: RecordedStep, now: Option<&Game>) {
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
            let recorded = recorded?;
            self.size += recorded.size();
            if self.size > MOST_KEPT {
                break;
            }
            self.steps.push(recorded);
        }
        Ok(())
    }
}

/// A recording beside what it should be.
pub(super) struct Comparison<'a> {
    pub trace: &'a StoredTrace,
    pub setup: Setup,
    pub options: &'a Options<'a>,
    pub compared: ComparedKinds,
    pub recent: RecentSteps,
    pub not_compared: NotCompared,
    /// What the recording reaches. None if it is not compared with the rules as they are.
    pub reach: Option<ReachedGoals>,
    pub cosmetic: Vec<DifferingStep>,
    /// The first step whose key wrote another save file, and what differs in it.
    pub saved: Option<(DifferingStep, Difference)>,
    pub rules: Option<DifferingStep>,
    /// The right game after the last step, if the rules do not differ.
    pub last: Option<Game>,
}

impl<'a> Comparison<'a> {
    /// Replays a recording up to the first step in which the rules differ.
    ///
    /// # Errors
    /// When the recording cannot be read, or is a brief one and leaves lines out, or has other keys than the
    /// older one that is expected.
    pub fn of(trace: &'a StoredTrace, options: &'a Options<'a>) -> Result<Comparison<'a>, TraceError> {
        let setup = trace.setup(options);
        let mut reference = Reference::new(trace, options)?;
        let mut comparison = Comparison {
            trace,
            options,
            compared: ComparedKinds::of(trace, options),
            recent: RecentSteps {
                first: 0,
                steps: Vec::new(),
                size: 0,
                start: reference.tracer().map(|tracer| tracer.game().clone()),
            },
            not_compared: NotCompared::default(),
            reach: reference.tracer().map(|tracer| ReachedGoals::new(tracer.game())),
            setup,
            cosmetic: Vec::new(),
            saved: None,
            rules: None,
            last: None,
        };
        let mut steps = trace.steps()?;
        while let Some(recorded) = steps.next().transpose()? {
            let (number, key) = (recorded.step.number, recorded.step.key);
            let Some(RecordedStep { step: mut expected, saved, .. }) = reference.next(&recorded)? else {
                break;
            };
            if let (Some(reach), Some(tracer), Some(key)) = (&mut comparison.reach, reference.tracer(), key) {
                reach.observe(key, tracer.game());
            }
            check_brief(&comparison.compared, &expected, &recorded)?;
            let wrong_save = saved.zip(recorded.saved.as_ref()).filter(|_| comparison.saved.is_none());
            let wrong_save = wrong_save.and_then(|(ours, theirs)| of_save(&ours, theirs));
            let is_right = comparison.compared.matches(&expected, &recorded);
            if !is_right || wrong_save.is_some() {
                reference.tracer().iter().for_each(|tracer| tracer.add_pictures(&mut expected));
                let kinds = comparison.compared.differing_kinds(&expected, &recorded);
                let is_cosmetic = !kinds.is_empty() && kinds.iter().all(|kind| kind.is_cosmetic());
                let found = DifferingStep {
                    recorded: recorded.clone(),
                    before: comparison.recent.game().filter(|_| number > 0),
                    right: reference.tracer().map(|tracer| tracer.game().clone()),
                    expected: expected.clone(),
                    compared: comparison.compared.clone(),
                    kinds,
                };
                if let Some(difference) = wrong_save {
                    comparison.saved = Some((found.clone(), difference));
                }
                if !is_right && !is_cosmetic {
                    comparison.recent.keep_rest(recorded, steps)?;
                    comparison.not_compared.count_left_out(&comparison.compared, &expected);
                    comparison.rules = Some(found);
                    return Ok(comparison);
                }
                if !is_right {
                    comparison.compared = comparison.compared.without(&found.kinds);
                    comparison.cosmetic.push(found);
                }
            }
            comparison.not_compared.count(&expected, &recorded);
            options.progress.iter().for_each(|show| show(number + 1, trace.count));
            comparison.recent.keep(recorded, reference.tracer().map(Tracer::game));
        }
        comparison.last = reference.tracer().map(|tracer| tracer.game().clone());
        Ok(comparison)
    }
}

/// Checks that a step of a brief recording has all its lines: their hash says nothing about some of them.
fn check_brief(compared: &ComparedKinds, expected: &Step, recorded: &RecordedStep) -> Result<(), TraceError> {
    let words: Vec<&str> = compared.left_out(expected).into_iter().map(Kind::word).collect();
    if recorded.hash.is_none() || words.is_empty() {
        return Ok(());
    }
    Err(TraceError { line: recorded.line, problem: Problem::BriefWithout(words.join(", ")) })
}
