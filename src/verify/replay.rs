//! A recording replayed by the right rules and compared step by step.

use std::collections::VecDeque;

use super::compare::{ComparedKinds, Difference, NotCompared};
use super::saved;
use super::source::Survey;
use crate::explorer::goals::{Before, Reach};
use crate::game::{Answer, Game, GameState, Setup};
use crate::key::Key;
use crate::trace::{Block, Kind, Step, TraceError, Tracer};

/// Number of keys that are shown before a difference.
const LAST_KEYS: usize = 10;
/// Maximum number of steps after a difference that are searched for lines which seemed to be left out.
pub(super) const LOOK_AHEAD: usize = 10_000;
/// About how much memory the steps may take that are kept for the search, in bytes. What came before the
/// difference is forgotten in longer recordings, and what comes later is not tried.
const KEPT: usize = 24 << 20;

/// A step that differs, as it was met.
#[derive(Clone)]
pub(super) struct Found {
    pub index: usize,
    /// The step as it was recorded.
    pub step: Step,
    /// The right game just before the step; none in step 0.
    pub before: Option<Tracer>,
    pub expected: Block,
    /// What is compared in this step.
    pub compared: ComparedKinds,
    /// The kinds of lines that differ.
    pub kinds: Vec<Kind>,
    pub keys: Vec<Key>,
    pub lost_save: bool,
    /// Number of seeds that the right game has taken.
    pub seeds: u32,
}

impl Found {
    /// Returns the difference in one kind of lines.
    pub fn alone(&self, kind: Kind) -> Found {
        let others: Vec<Kind> = Kind::all().filter(|&other| other != kind).collect();
        Found { kinds: vec![kind], compared: self.compared.without(&others), ..self.clone() }
    }
}

/// Number of steps that are played again to find the game before one of them. Copying the game in each step
/// takes longer.
const STEPS_AGAIN: usize = 64;

/// The right game some steps ago, and the keys since then.
struct Past {
    tracer: Tracer,
    later: Vec<Step>,
}

impl Past {
    /// Notes a step after which the game is that of the tracer.
    fn add(&mut self, step: &Step, now: &Tracer) {
        self.later.push(step.without_lines());
        if self.later.len() == STEPS_AGAIN {
            *self = Past { tracer: now.clone(), later: Vec::new() };
        }
    }

    /// Returns the right game after the last step that was noted.
    fn now(&self) -> Tracer {
        let mut tracer = self.tracer.clone();
        for step in &self.later {
            tracer.replay_lines(step);
        }
        tracer
    }
}

/// Steps that the search for causes can play again.
#[derive(Default)]
pub(super) struct Kept {
    /// The index of the first of them.
    pub first: usize,
    pub steps: Vec<Step>,
    size: usize,
}

impl Kept {
    /// Keeps a step before a difference, and forgets the others where they get too many.
    fn keep(&mut self, step: Step) {
        self.size += step.size();
        self.steps.push(step);
        if self.size > KEPT {
            self.first += self.steps.len();
            self.steps.clear();
            self.size = 0;
        }
    }

    /// Keeps what follows a difference, as far as there is room.
    fn keep_rest(
        &mut self,
        different: Step,
        rest: impl Iterator<Item = Result<Step, TraceError>>,
    ) -> Result<(), TraceError> {
        self.steps.push(different);
        let mut size = 0;
        for step in rest {
            let step = step?;
            size += step.size();
            if size > KEPT {
                break;
            }
            self.steps.push(step);
        }
        Ok(())
    }
}

/// The right rules beside a recording.
pub(super) struct Replay<'a> {
    pub setup: &'a Setup,
    pub compared: ComparedKinds,
    pub survey: &'a Survey,
    pub kept: Kept,
    pub not_compared: NotCompared,
    pub reach: Reach,
    pub cosmetic: Vec<Found>,
    /// The first step whose key wrote another save file, and what differs in it.
    pub saved: Option<(Found, Vec<Difference>)>,
    pub rules: Option<Found>,
    /// The right game after the last step, if the rules do not differ.
    pub last: Option<Game>,
}

impl<'a> Replay<'a> {
    /// Begins to replay a recording.
    pub fn new(setup: &'a Setup, compared: ComparedKinds, survey: &'a Survey) -> Replay<'a> {
        Replay {
            setup,
            compared,
            survey,
            kept: Kept::default(),
            not_compared: NotCompared::default(),
            reach: Reach::new(setup.part),
            cosmetic: Vec::new(),
            saved: None,
            rules: None,
            last: None,
        }
    }

    /// Replays a recording up to the first step in which the rules differ.
    ///
    /// The inner error is for brief recordings: a kind of lines seemed to be left out, and a later step has
    /// it. The recording has to be replayed with these kinds, because the first step that lacks them is the
    /// first that differs.
    pub fn run(
        mut self,
        mut steps: impl Iterator<Item = Result<Step, TraceError>>,
    ) -> Result<Result<Replay<'a>, Vec<Kind>>, TraceError> {
        let (mut tracer, mut block) = Tracer::new(self.setup.clone());
        let mut past = Past { tracer: tracer.clone(), later: Vec::new() };
        let mut keys = VecDeque::new();
        let mut index = 0;
        while let Some(step) = steps.next().transpose()? {
            let mut before = None;
            if let (Some(key), true) = (step.key, index > 0) {
                before = Some(Before::of(tracer.game()));
                block = tracer.replay_lines(&step).unwrap_or(block);
                if step.screen.is_some() {
                    tracer.push_pictures(&mut block);
                }
                if keys.len() == LAST_KEYS {
                    keys.pop_front();
                }
                keys.push_back(key);
            }
            self.reach.observe(before.as_ref(), tracer.game(), step.key);
            let saves = before.as_ref().is_some_and(|before| before.state() == GameState::Playing);
            let wrong_save = match &step.saved {
                Some(text) if saves && step.key == Some(Key::F5) && self.saved.is_none() => {
                    saved::differences(&tracer.game().save_text(), text, self.setup.part)
                }
                _ => Vec::new(),
            };
            let is_right = self.compared.matches(&block, &step) || self.compared.leave_out(&block, &step);
            if !is_right || !wrong_save.is_empty() {
                tracer.push_pictures(&mut block);
                let kinds = self.compared.differing_kinds(&block, &step);
                let is_cosmetic = !kinds.is_empty() && kinds.iter().all(|kind| kind.is_cosmetic());
                let found = Found {
                    index,
                    step: step.clone(),
                    before: before.map(|_| past.now()),
                    expected: block.clone(),
                    compared: self.compared.clone(),
                    kinds,
                    keys: keys.iter().copied().collect(),
                    seeds: tracer.game().seeds.0.wrapping_sub(self.setup.seed),
                    lost_save: tracer.game().answer() == Some(&Answer::NoSave),
                };
                if !wrong_save.is_empty() {
                    self.saved = Some((found.clone(), wrong_save));
                }
                if !is_right && !is_cosmetic {
                    let at = self.kept.steps.len();
                    self.kept.keep_rest(step, steps)?;
                    let kinds = brought_back(&self.compared, &tracer, &block, &self.kept.steps[at..]);
                    if !kinds.is_empty() {
                        return Ok(Err(kinds));
                    }
                    self.not_compared.count_left_out(&self.compared, &block);
                    self.rules = Some(found);
                    break;
                }
                if !is_right {
                    self.compared = self.compared.without(&found.kinds);
                    self.cosmetic.push(found);
                }
            }
            self.compared.confirm(&block);
            self.not_compared.count(&self.compared, &block, &step);
            past.add(&step, &tracer);
            self.kept.keep(step);
            index += 1;
        }
        self.last = Some(tracer.game().clone()).filter(|_| self.rules.is_none());
        Ok(Ok(self))
    }
}

/// Searches these steps, the first of which should be `block`, for lines that a brief recording seemed to
/// leave out.
fn brought_back(compared: &ComparedKinds, tracer: &Tracer, block: &Block, steps: &[Step]) -> Vec<Kind> {
    if !compared.is_in_doubt() {
        return Vec::new();
    }
    let mut tracer = tracer.clone();
    let later =
        steps.iter().skip(1).take(LOOK_AHEAD).map_while(|step| Some((step, tracer.replay_lines(step)?)));
    let later = later.map(|(step, block)| compared.brought_back(&block, step));
    [compared.brought_back(block, &steps[0])]
        .into_iter()
        .chain(later)
        .find(|kinds| !kinds.is_empty())
        .unwrap_or_default()
}
