//! A recording replayed by the right rules and compared step by step.

use std::collections::VecDeque;

use super::cause::Cause;
use super::compare::{ComparedKinds, Difference, NotCompared, as_recorded};
use super::search::{Scene, Search};
use super::{BrokeOff, Divergence, Options, Verdict, draws_apart, explain, hints, name_draws, picture};
use crate::event::Event;
use crate::explorer::goals::{Before, Reach};
use crate::game::{Game, Setup};
use crate::key::Key;
use crate::trace::{Block, Kind, Marks, Step, TraceError, Tracer};

/// Number of keys that are shown before a difference.
const LAST_KEYS: usize = 10;
/// Maximum number of steps after a difference that are searched for lines which seemed to be left out.
const LOOK_AHEAD: usize = 10_000;
/// About how much memory the steps may take that are kept for the search, in bytes. What came before the
/// difference is forgotten in longer recordings, and what comes later is not tried.
const KEPT: usize = 24 << 20;

/// Hints where no known mistake explains a difference.
const LOST_SAVE: &str = "if the run began with a save file, name it with --save-file";
const LEFT_DEVICE: &str = "is a std::random_device left somewhere? Recording twice must give the same file";
/// More tiles than this are not dug or left by a single mistake, but by other random numbers.
const ANOTHER_MAP: usize = 200;

/// What a recording has anywhere.
#[derive(Default)]
pub(super) struct Survey {
    pub kinds: Vec<Kind>,
    pub brief: bool,
    pub count: usize,
    pub marks: Marks,
}

impl Survey {
    /// Adds a step.
    pub fn add(&mut self, step: &Step) {
        self.count += 1;
        self.brief |= step.hash.is_some();
        for kind in step.lines().filter_map(Kind::of_line) {
            if self.kinds.last() != Some(&kind) && !self.kinds.contains(&kind) {
                self.kinds.push(kind);
            }
        }
    }
}

/// A step that differs, as it was met.
#[derive(Clone)]
struct Found {
    index: usize,
    /// The step as it was recorded.
    step: Step,
    /// The right game just before the step; none in step 0.
    before: Option<Tracer>,
    expected: Block,
    /// What is compared in this step.
    compared: ComparedKinds,
    /// The kinds of lines that differ.
    kinds: Vec<Kind>,
    keys: Vec<Key>,
    lost_save: bool,
}

impl Found {
    /// Returns the difference in one kind of lines.
    fn alone(&self, kind: Kind) -> Found {
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
struct Kept {
    /// The index of the first of them.
    first: usize,
    steps: Vec<Step>,
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
    setup: &'a Setup,
    compared: ComparedKinds,
    survey: &'a Survey,
    kept: Kept,
    not_compared: NotCompared,
    reach: Reach,
    cosmetic: Vec<Found>,
    rules: Option<Found>,
    /// The right game after the last step, if the rules do not differ.
    last: Option<Game>,
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
            if !self.compared.matches(&block, &step) && !self.compared.leave_out(&block, &step) {
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
                    lost_save: tracer.game().events().contains(&Event::NoSave),
                };
                if !is_cosmetic {
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
                self.compared = self.compared.without(&found.kinds);
                self.cosmetic.push(found);
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

    /// Searches the causes and puts everything together.
    pub fn verdict(mut self, options: &Options) -> Verdict {
        let search = Search::within(options.search_time);
        let ignored = &options.ignore;
        let all = self.kept.first + self.kept.steps.len();
        let retitled = self.split_title(&search);
        let rules_cause = self
            .rules
            .as_ref()
            .and_then(|found| search.find_cause(&self.scene(found, &self.compared, all)?));
        let mut cosmetic: Vec<Divergence> = Vec::new();
        for found in &self.cosmetic {
            // One mistake may be behind both.
            let both = self.rules.as_ref().zip(rules_cause.as_ref()).filter(|(_, cause)| !cause.is_perhaps());
            let both = both.and_then(|(_, cause)| {
                search.try_again(cause, &self.scene(found, &self.compared.with(&found.kinds), all)?)
            });
            let cause = both.or_else(|| self.find_cosmetic_cause(&search, found));
            // Without a mistake that explains all there may be one for each kind of lines.
            if cause.is_none() && found.kinds.len() > 1 {
                let alone = found.kinds.iter().map(|&kind| found.alone(kind));
                let causes = alone.map(|found| (self.find_cosmetic_cause(&search, &found), found));
                cosmetic.extend(causes.map(|(cause, found)| self.describe(&found, cause)));
            } else {
                cosmetic.push(self.describe(found, cause));
            }
        }
        cosmetic.extend(retitled.map(|(found, cause)| self.describe(&found, Some(cause))));
        let divergence = self.rules.as_ref().map(|found| self.describe(found, rules_cause));
        let mut not_compared = self.not_compared.told();
        not_compared.retain(|gap| ignored.iter().all(|kind| kind.word() != gap));
        not_compared.retain(|gap| !self.goes_without(Kind::Screen) || gap != Kind::Screen.word());
        not_compared.extend(ignored.iter().map(|kind| format!("{} (ignored)", kind.word())));
        let hints = self.hints(options);
        Verdict {
            steps: self.survey.count - 1,
            compared_kinds: ComparedKinds::default(),
            not_compared,
            not_reached: self.reach.missing(),
            compared: divergence.is_some() || !cosmetic.is_empty() || self.not_compared.compared(),
            cosmetic,
            divergence,
            hints,
            broke_off: BrokeOff::of(self.survey, self.last),
            search_cut: search.was_cut(),
        }
    }

    /// Finds the cause of a difference in what is shown or said.
    fn find_cosmetic_cause(&self, search: &Search, found: &Found) -> Option<Cause> {
        let others: Vec<Kind> = self.cosmetic.iter().flat_map(|found| &found.kinds).copied().collect();
        let compared = found.compared.without(&others).with(&found.kinds);
        let all = self.kept.first + self.kept.steps.len();
        let end = self.rules.as_ref().map_or(all, |rules| rules.index);
        search.find_cause(&self.scene(found, &compared, end)?)
    }

    /// Takes another title out of the step in which the rules differ: its words are a mistake of their own.
    fn split_title(&mut self, search: &Search) -> Option<(Found, Cause)> {
        let rules = self.rules.as_ref().filter(|rules| rules.kinds.contains(&Kind::Title))?;
        let found = rules.alone(Kind::Title);
        let cause = search.find_words(&self.scene(&found, &found.compared, found.index + 1)?)?;
        let rules = self.rules.as_mut()?;
        rules.kinds.retain(|&kind| kind != Kind::Title);
        rules.compared = rules.compared.without(&[Kind::Title]);
        self.compared = self.compared.without(&[Kind::Title]);
        Some((found, cause))
    }

    /// Returns true if such lines say the same in every step of the part: up to Part 4 there is one screen.
    fn goes_without(&self, kind: Kind) -> bool {
        kind == Kind::Screen && !self.setup.part.has_melee()
    }

    /// Returns what would help to find more.
    fn hints(&self, options: &Options) -> Vec<String> {
        let mut missing = self.not_compared.missing();
        missing.retain(|kind| !options.ignore.contains(kind) && !self.goes_without(*kind));
        let first = self.rules.as_ref().or(self.cosmetic.first());
        let keys = first.filter(|_| self.kept.first == 0).and_then(|first| {
            let keys: Vec<Key> =
                self.kept.steps.iter().take(first.index + 1).filter_map(|step| step.key).collect();
            hints::shorter(self.setup, &keys, self.survey.count - 1)
        });
        let colors = first.and_then(|first| hints::colors(&first.kinds, &first.step));
        let lines = hints::for_missing(&missing, self.survey, self.setup.part);
        keys.into_iter().chain(colors).chain(lines).collect()
    }

    /// Returns what the search needs to know about a step that differs. None if the step was forgotten.
    fn scene<'s>(&'s self, found: &'s Found, compared: &ComparedKinds, end: usize) -> Option<Scene<'s>> {
        let all = self.kept.first + self.kept.steps.len();
        let different = &found.step;
        let right = found.before.clone().map(|mut tracer| {
            tracer.replay(different);
            tracer
        });
        (found.index >= self.kept.first).then(|| Scene {
            setup: self.setup,
            steps: &self.kept.steps,
            first: self.kept.first,
            compared: compared.clone(),
            step: found.index,
            end,
            is_whole: end < all || all == self.survey.count,
            before: found.before.as_ref(),
            right: right.unwrap_or_else(|| Tracer::new(self.setup.clone()).0),
            expected: &found.expected,
        })
    }

    /// Finds out everything about a step that differs.
    fn describe(&self, found: &Found, cause: Option<Cause>) -> Divergence {
        let expected = &found.expected;
        let step = &found.step;
        // Where the recording has only hashes and a cause reproduces them, the cause knows what was on the
        // map and in the frame.
        let explains = cause.as_ref().filter(|cause| cause.unexplained.is_empty());
        let explained = explains.map(|cause| as_recorded(&cause.block));
        let pictured = explained.as_ref().map(|explained| match step.hash {
            Some(_) => explained.clone(),
            // The recorded pictures are nearer than those that a cause gives.
            None if step.screen.is_some() => step.clone(),
            None => {
                let pictures = [&explained.tiles, &explained.screen, &explained.colors];
                step.clone().with_pictures(pictures.map(Clone::clone))
            }
        });
        let mut differences = found.compared.differences(expected, pictured.as_ref().unwrap_or(step));
        let random = self.is_random(found, step, &differences, cause.as_ref());
        name_draws(&mut differences, self.setup.seed);
        let explanation = match (&cause, &found.before, expected.key) {
            (None, Some(before), Some(key)) => {
                let mut after = before.clone();
                after.press(key);
                explain::explain(before.game(), after.game(), expected, &differences, step)
            }
            _ => None,
        };
        let rows = |own: &Option<Vec<String>>, worked_out: fn(&Step) -> &Option<Vec<String>>| {
            own.clone().or_else(|| explained.as_ref().and_then(|step| worked_out(step).clone()))
        };
        Divergence {
            differences,
            line: step.line,
            tiles: rows(&step.tiles, |step| &step.tiles),
            screen: rows(&step.screen, |step| &step.screen),
            worked_out: explained.is_some() && (step.tiles.is_none() || step.screen.is_none()),
            brief: step.hash.is_some(),
            leaves_out: found.compared.leaves_out(expected),
            keys: found.keys.clone(),
            cause,
            explanation,
            hint: found.lost_save.then_some(LOST_SAVE).or(random.then_some(LEFT_DEVICE)),
            expected: expected.clone(),
        }
    }

    /// Returns true if the first map, or the generator before it, looks as if it came from an unknown seed.
    fn is_random(
        &self,
        found: &Found,
        step: &Step,
        differences: &[Difference],
        cause: Option<&Cause>,
    ) -> bool {
        if found.before.as_ref().is_some_and(|tracer| tracer.game().has_run()) {
            return false;
        }
        let differs = |kind| differences.iter().find(|difference| difference.kind == Some(kind));
        let unexplained = |kind| cause.is_none_or(|cause| cause.unexplained.contains(&kind));
        let rng = differs(Kind::Rng).filter(|_| unexplained(Kind::Rng));
        let lost = rng.is_some_and(|difference| draws_apart(difference, self.setup.seed).is_none());
        let map = differs(Kind::Tiles).is_some()
            && unexplained(Kind::Tiles)
            && self.is_another_map(found, step, |kind| differs(kind).is_some());
        if step.hash.is_some() {
            return lost || map || cause.is_none();
        }
        lost && !self.comes_out_later(found, Kind::Rng) || map && !self.comes_out_later(found, Kind::Tiles)
    }

    /// Returns true if a line of this kind is right in a step after a difference. By chance none is.
    fn comes_out_later(&self, found: &Found, kind: Kind) -> bool {
        let mut tracer = found.before.clone().unwrap_or_else(|| Tracer::new(self.setup.clone()).0);
        let begun = if found.before.is_some() { found.index } else { found.index + 1 };
        let later = self.kept.steps.iter().skip(begun.saturating_sub(self.kept.first));
        { later }.take(LOOK_AHEAD).any(|step| {
            let Some(block) = tracer.replay_lines(step) else { return false };
            let of_kind = |line: &&str| Kind::of_line(line) == Some(kind);
            let recorded = step.lines().find(of_kind);
            recorded.is_some() && block.lines.iter().map(String::as_str).find(of_kind) == recorded
        })
    }

    /// Returns true if it is another map, not only another view of the same map. A hash does not tell. But
    /// with another map the player or the monsters start elsewhere.
    fn is_another_map(&self, found: &Found, step: &Step, differs: impl Fn(Kind) -> bool) -> bool {
        match &step.tiles {
            Some(rows) => picture::dug_otherwise(&found.expected.tiles, rows) > ANOTHER_MAP,
            None => {
                !self.setup.part.has_fog()
                    || !found.compared.has(Kind::Player)
                    || [Kind::Player, Kind::Monster].into_iter().any(differs)
            }
        }
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
