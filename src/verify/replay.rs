//! A recording replayed by the right rules and compared step by step.

use super::compared_kinds::ComparedKinds;
use super::difference::Difference;
use super::not_compared::NotCompared;
use super::saved;
use super::source::Survey;
use crate::explorer::goals::{Before, Reach};
use crate::game::{Game, GameState, Setup};
use crate::key::Key;
use crate::trace::{Block, Kind, Step, TraceError, Tracer};

/// Maximum number of steps after a difference that are searched for lines which seemed to be left out.
pub(super) const LOOK_AHEAD: usize = 10_000;
/// About how much memory the steps may take that are kept for the search, in bytes. What came before the
/// difference is forgotten in longer recordings, and what comes later is not tried.
const KEPT: usize = 64 << 20;
/// Number of steps that are played again to find the game before one of them. Copying the game in each step
/// takes longer.
const STEPS_AGAIN: usize = 64;

/// A step that differs, as it was met.
#[derive(Clone)]
pub(super) struct Found {
    pub index: usize,
    /// The step as it was recorded.
    pub step: Step,
    /// The right game just before the step; none in step 0.
    pub before: Option<Game>,
    /// The right game after the step.
    pub right: Tracer,
    pub expected: Block,
    /// What is compared in this step.
    pub compared: ComparedKinds,
    /// The kinds of lines that differ.
    pub kinds: Vec<Kind>,
}

impl Found {
    /// Returns the difference in one kind of lines.
    pub fn alone(&self, kind: Kind) -> Found {
        Found { kinds: vec![kind], compared: self.compared.only(kind), ..self.clone() }
    }

    /// Leaves out kinds of lines whose difference is told by itself.
    pub fn leave_out(&mut self, kinds: &[Kind]) {
        self.kinds.retain(|kind| !kinds.contains(kind));
        self.compared = self.compared.without(kinds);
    }
}

/// Steps that the search for causes can play again.
pub(super) struct Kept {
    /// The index of the first of them.
    pub first: usize,
    pub steps: Vec<Step>,
    size: usize,
    /// The right game after some step, and the number of these steps up to that one.
    past: (Tracer, usize),
}

impl Kept {
    /// Keeps a step before a difference, after which the game is `now`. Forgets the others where they get too
    /// many.
    fn keep(&mut self, step: Step, now: &Tracer) {
        self.size += step.size();
        self.steps.push(step);
        if self.size > KEPT {
            self.first += self.steps.len();
            self.steps.clear();
            self.size = 0;
        }
        if self.steps.is_empty() || self.steps.len() == self.past.1 + STEPS_AGAIN {
            self.past = (now.clone(), self.steps.len());
        }
    }

    /// Returns the right game after the last of these steps.
    fn game(&self) -> Game {
        let (mut tracer, count) = self.past.clone();
        for step in &self.steps[count..] {
            tracer.pass(step);
        }
        tracer.game().clone()
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
    /// Replays a recording up to the first step in which the rules differ.
    ///
    /// The inner error is for brief recordings: a kind of lines seemed to be left out, and a later step has
    /// it. The recording has to be replayed with these kinds, because the first step that lacks them is the
    /// first that differs.
    pub fn of(
        setup: &'a Setup,
        compared: ComparedKinds,
        survey: &'a Survey,
        mut steps: impl Iterator<Item = Result<Step, TraceError>>,
    ) -> Result<Result<Replay<'a>, Vec<Kind>>, TraceError> {
        let (mut tracer, mut block) = Tracer::new(setup.clone());
        let mut replay = Replay {
            setup,
            compared,
            survey,
            kept: Kept { first: 0, steps: Vec::new(), size: 0, past: (tracer.clone(), 0) },
            not_compared: NotCompared::default(),
            reach: Reach::new(setup.part),
            cosmetic: Vec::new(),
            saved: None,
            rules: None,
            last: None,
        };
        let mut index = 0;
        while let Some(step) = steps.next().transpose()? {
            let mut before = None;
            if index > 0 {
                before = Some(Before::of(tracer.game()));
                block = tracer.replay_lines(&step).unwrap_or(block);
                if step.screen.is_some() {
                    tracer.push_pictures(&mut block);
                }
            }
            replay.reach.observe(before.as_ref(), tracer.game(), step.key);
            let saves = before.as_ref().is_some_and(|before| before.state() == GameState::Playing);
            let wrong_save = match &step.saved {
                Some(text) if saves && step.key == Some(Key::F5) && replay.saved.is_none() => {
                    saved::differences(&tracer.game().save_text(), text, setup.part)
                }
                _ => Vec::new(),
            };
            let is_right = replay.compared.may_match(&block, &step);
            if !is_right || !wrong_save.is_empty() {
                tracer.push_pictures(&mut block);
                let kinds = replay.compared.differing_kinds(&block, &step);
                let is_cosmetic = !kinds.is_empty() && kinds.iter().all(|kind| kind.is_cosmetic());
                let found = Found {
                    index,
                    step: step.clone(),
                    before: before.map(|_| replay.kept.game()),
                    right: tracer.clone(),
                    expected: block.clone(),
                    compared: replay.compared.clone(),
                    kinds,
                };
                if !wrong_save.is_empty() {
                    replay.saved = Some((found.clone(), wrong_save));
                }
                if !is_right && !is_cosmetic {
                    let at = replay.kept.steps.len();
                    replay.kept.keep_rest(step, steps)?;
                    let kinds = brought_back(&replay.compared, &tracer, &block, &replay.kept.steps[at..]);
                    if !kinds.is_empty() {
                        return Ok(Err(kinds));
                    }
                    replay.not_compared.count_left_out(&replay.compared, &block);
                    replay.rules = Some(found);
                    return Ok(Ok(replay));
                }
                if !is_right {
                    replay.compared = replay.compared.without(&found.kinds);
                    replay.cosmetic.push(found);
                }
            }
            replay.compared.confirm(&block);
            replay.not_compared.count(&replay.compared, &block, &step);
            replay.kept.keep(step, &tracer);
            index += 1;
        }
        replay.last = Some(tracer.game().clone());
        Ok(Ok(replay))
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
