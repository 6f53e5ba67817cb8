//! The verdict on a recording: what differs first, why, and what would help to find more.

use std::cmp::Ordering;
use std::time::Duration;

use super::broke_off::BrokeOff;
use super::cause::Cause;
use super::compared_kinds::{ComparedKinds, as_recorded};
use super::difference::Difference;
use super::replay::{Found, LOOK_AHEAD, Replay};
use super::search::{Scene, Search};
use super::{draws, explain, frame, functions, hints, picture};
use crate::game::{Answer, Game};
use crate::key::Key;
use crate::trace::{Block, Kind, Step};

/// What is said of a trace that has nothing to compare.
pub(super) const NOTHING: &str = "nothing could be compared: the steps of the trace have no lines";

/// Reasons that lie in the program's save file. They stand above any mistake that explains less than all.
pub(super) const OF_SAVE_FILE: [&str; 3] = [LOST_SAVE, DAMAGED_SAVE, UNWRITABLE_SAVE];
const LOST_SAVE: &str =
    "a save file of an earlier run was there: remove it before you record, or name it with --save-file";
const DAMAGED_SAVE: &str =
    "the save file is damaged or of another version, and the program believes what it says: remove it";
const UNWRITABLE_SAVE: &str =
    "the program cannot write its save file: let it run in a folder in which it may write";
/// Hints where no known mistake explains a difference.
const LEFT_DEVICE: &str = "is a std::random_device left somewhere? Recording twice must give the same file; \
     rand() and draws with % give other numbers, too";
const FEWER_SEEDS: &str = "the program has taken fewer seeds from trace::seeded_device than the series takes: is a \
     std::random_device left somewhere, or a generator seeded by time(), or never?";
const MORE_SEEDS: &str = "the program has taken more seeds from trace::seeded_device than the series takes: is a \
     generator made or seeded anew in each step, and not once?";
const OTHER_DRAWS: &str = "every seed was taken as in the series, so the numbers are drawn otherwise: rand() and draws \
     with % give other numbers than std::uniform_int_distribution";
const FLOATS: &str = "nothing but few tiles of the view differ: -ffast-math and x87 arithmetic (-m32, -mfpmath=387) \
     round equal slopes apart; compile without them";
/// What is said of a frame that is that of the step before.
const OLD_FRAME: &str =
    "the window still shows the frame of the step before: it is not repainted after this key";
/// Number of keys that are shown before a difference.
const LAST_KEYS: usize = 10;
/// Maximum number of tiles of which rounding changes the view.
const MOST_ROUNDED: usize = 8;
/// More tiles than this are not dug or left by a single mistake, but by other random numbers.
const ANOTHER_MAP: usize = 200;

/// How recordings are verified, and how the answer is given.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The save file that the runs began with, read into memory.
    pub save: Option<String>,
    /// Kinds of lines that are not compared.
    pub ignore: Vec<Kind>,
    /// Answer in JSON, one object a line.
    pub json: bool,
    /// Mark with colours.
    pub color: bool,
    /// Show everything: every difference and whole pictures.
    pub long: bool,
    /// Maximum time that the search for causes takes, if it is to be limited by a clock and not by the work
    /// alone. Then the answer depends on the machine.
    pub search_time: Option<Duration>,
}

/// The result of a comparison.
#[derive(Debug)]
pub struct Verdict {
    /// The number of the last step.
    pub steps: usize,
    /// What of the recording can be compared.
    pub(super) compared_kinds: ComparedKinds,
    /// What was not compared, in words: what the recording leaves out, and what was to be ignored.
    pub not_compared: Vec<String>,
    /// What the part has and the recording never reached, in words.
    pub not_reached: Vec<&'static str>,
    /// True if there was anything to compare.
    pub compared: bool,
    /// Where only messages, sounds, the title or the frame differ: the first step of each.
    pub cosmetic: Vec<Divergence>,
    /// The first step whose key wrote another save file.
    pub wrong_save: Option<Divergence>,
    /// The first step in which the rules differ.
    pub divergence: Option<Divergence>,
    /// Where the recording ends although the program had not.
    pub broke_off: Option<BrokeOff>,
    /// What would help to find more.
    pub hints: Vec<String>,
    /// True if the search for causes was cut short before everything was tried.
    pub search_cut: bool,
}

impl Verdict {
    /// Returns true if everything comes out that was recorded.
    pub fn is_ok(&self) -> bool {
        self.compared && self.main().is_none() && self.broke_off.is_none()
    }

    /// Returns the difference that the report begins with: that of the rules or of a save file, whichever is
    /// earlier, or else the first cosmetic one.
    pub fn main(&self) -> Option<&Divergence> {
        let rules = [&self.wrong_save, &self.divergence].into_iter().flatten();
        rules.min_by_key(|found| found.expected.step).or(self.cosmetic.first())
    }

    /// Returns true if something differs of which no cause explains everything.
    pub(super) fn is_unexplained(&self) -> bool {
        self.all().any(|found| found.cause.as_ref().is_none_or(Cause::is_perhaps))
    }

    /// Returns all differences: of the rules, of a save file, and of what is only shown or said.
    pub fn all(&self) -> impl Iterator<Item = &Divergence> {
        self.divergence.iter().chain(&self.wrong_save).chain(&self.cosmetic)
    }

    /// Returns the differences but the main one.
    pub fn others(&self) -> impl Iterator<Item = &Divergence> {
        self.all().filter(|other| self.main().is_none_or(|main| !std::ptr::eq(*other, main)))
    }
}

/// A step that differs.
#[derive(Debug)]
pub struct Divergence {
    /// What the step should be.
    pub expected: Block,
    /// The line of the file on which the recorded step begins, from 1.
    pub line: usize,
    /// What differs.
    pub differences: Vec<Difference>,
    /// The map's rows as recorded, or as the cause gives them.
    pub tiles: Option<Vec<String>>,
    /// The frame's rows, likewise.
    pub screen: Option<Vec<String>>,
    /// True if those, and the lines, were worked out from the cause, because the recording has only hashes.
    pub worked_out: bool,
    /// True if the recording has only a hash for the step.
    pub brief: bool,
    /// True if the recording leaves out lines that would tell more.
    pub leaves_out: bool,
    /// The last keys, that of the step included.
    pub keys: Vec<Key>,
    /// The likely cause, if a known mistake gives what was recorded.
    pub cause: Option<Cause>,
    /// Where no cause is known: why the step should be as it is.
    pub explanation: Option<String>,
    /// The function of the series that writes or draws what differs, where no rule does.
    pub function: Option<&'static str>,
    /// What else may help.
    pub hint: Option<&'static str>,
}

impl Replay<'_> {
    /// Searches the causes and puts everything together.
    pub fn verdict(mut self, options: &Options) -> Verdict {
        let search = Search::within(options.search_time);
        let ignored = &options.ignore;
        let retitled = self.split_title(&search);
        let (rules_cause, own) = self.find_rules_cause(&search);
        let own_kinds: Vec<Kind> = own.iter().flat_map(|found| &found.kinds).copied().collect();
        self.rules.iter_mut().for_each(|found| found.leave_out(&own_kinds));
        self.compared = self.compared.without(&own_kinds);
        let mut cosmetic: Vec<Divergence> = own.iter().map(|found| self.describe(found, None)).collect();
        let all = self.all();
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
        // Of differences in the same step, the one that is explained comes first.
        cosmetic.sort_by_key(|found| (found.expected.step, found.cause.is_none()));
        let wrong_save = self.saved.as_ref().map(|(found, differences)| Divergence {
            differences: differences.clone(),
            explanation: Some("F5 saves the run (Game::save)".to_owned()),
            ..self.describe(found, None)
        });
        let divergence = self.rules.as_ref().map(|found| self.describe(found, rules_cause));
        let mut not_compared = self.not_compared.told();
        not_compared.retain(|gap| ignored.iter().all(|kind| Some(kind.word()) != gap.split(' ').next()));
        not_compared.retain(|gap| !self.goes_without(Kind::Screen) || gap != Kind::Screen.word());
        let told = Kind::all().filter(|kind| ignored.contains(kind));
        not_compared.extend(told.map(|kind| format!("{} (ignored)", kind.word())));
        let is_all_ignored =
            !self.survey.brief && self.survey.kinds.iter().all(|kind| ignored.contains(kind));
        let mut hints = self.hints(options);
        hints.extend(divergence.iter().flat_map(|found| hints::never_set(&found.differences)));
        Verdict {
            steps: self.survey.count - 1,
            compared_kinds: ComparedKinds::default(),
            not_compared,
            not_reached: self.reach.missing(),
            compared: divergence.is_some()
                || wrong_save.is_some()
                || !cosmetic.is_empty()
                || self.not_compared.compared() && !is_all_ignored,
            cosmetic,
            wrong_save,
            divergence,
            hints,
            broke_off: BrokeOff::of(self.survey, self.last),
            search_cut: search.was_cut(),
        }
    }

    /// Finds the cause of what the rules do otherwise. Where no mistake explains all of it, texts, sounds and
    /// pictures may be the program's own: then the rules are explained without them. Also returns the first
    /// step of each kind in which these differ beside the mistake.
    fn find_rules_cause(&self, search: &Search) -> (Option<Cause>, Vec<Found>) {
        let Some(rules) = &self.rules else { return (None, Vec::new()) };
        let Some(scene) = self.scene(rules, &self.compared, self.all()) else { return (None, Vec::new()) };
        let is_shown = |kind: &Kind| kind.is_cosmetic() && self.compared.has(*kind);
        // Of a brief step there is nothing but the hash of all lines.
        let shown: Vec<Kind> =
            Kind::all().filter(|kind| rules.step.hash.is_none() && is_shown(kind)).collect();
        let cause = match search.find_cause(&scene, &shown) {
            (Some(cause), true) => cause,
            (cause, _) => return (cause, Vec::new()),
        };
        search.forget_cut();
        let mut open: Vec<ComparedKinds> = shown.iter().map(|&kind| self.compared.only(kind)).collect();
        let mut own = Vec::new();
        search.replay(&cause, &scene, &mut |index, expected| {
            let step = &scene.steps[index];
            let differing = open.extract_if(.., |compared| !compared.matches(&expected, step));
            own.extend(differing.map(|compared| Found {
                index,
                step: step.clone(),
                before: None,
                right: scene.right.clone(),
                kinds: compared.differing_kinds(&expected, step),
                expected: expected.clone(),
                compared,
            }));
            !open.is_empty()
        });
        let mut unexplained: Vec<Kind> = own.iter().flat_map(|found| &found.kinds).copied().collect();
        unexplained.sort();
        (Some(Cause { unexplained, ..cause }), own)
    }

    /// Finds the cause of a difference in what is shown or said.
    fn find_cosmetic_cause(&self, search: &Search, found: &Found) -> Option<Cause> {
        let others: Vec<Kind> = self.cosmetic.iter().flat_map(|found| &found.kinds).copied().collect();
        let compared = found.compared.without(&others).with(&found.kinds);
        let end = self.rules.as_ref().map_or(self.all(), |rules| rules.index);
        search.find_cause(&self.scene(found, &compared, end)?, &[]).0
    }

    /// Takes another title out of the step in which the rules differ: its words are a mistake of their own.
    fn split_title(&mut self, search: &Search) -> Option<(Found, Cause)> {
        let rules = self.rules.as_ref().filter(|rules| rules.kinds.contains(&Kind::Title))?;
        let found = rules.alone(Kind::Title);
        let cause = search.find_words(&self.scene(&found, &found.compared, found.index + 1)?)?;
        self.rules.as_mut()?.leave_out(&[Kind::Title]);
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
        let keys = first
            .filter(|_| self.kept.first == 0)
            .and_then(|first| hints::shorter(self.setup, &self.keys_to(first.index), self.survey.count - 1));
        let colors = first.and_then(|first| hints::colors(&first.kinds, &first.step));
        let lines = hints::for_missing(&missing, self.survey, self.setup.part);
        keys.into_iter().chain(colors).chain(lines).collect()
    }

    /// Returns what the search needs to know about a step that differs. None if the step was forgotten.
    fn scene<'s>(&'s self, found: &'s Found, compared: &ComparedKinds, end: usize) -> Option<Scene<'s>> {
        let all = self.all();
        (found.index >= self.kept.first).then(|| Scene {
            setup: self.setup,
            steps: &self.kept.steps,
            first: self.kept.first,
            compared: compared.clone(),
            step: found.index,
            end,
            is_whole: end < all || all == self.survey.count,
            right: &found.right,
            expected: &found.expected,
        })
    }

    /// Returns the number of steps up to the last one that is kept.
    fn all(&self) -> usize {
        self.kept.first + self.kept.steps.len()
    }

    /// Returns the keys up to a step, as far as they are kept.
    fn keys_to(&self, index: usize) -> Vec<Key> {
        let count = (index + 1).saturating_sub(self.kept.first);
        self.kept.steps.iter().take(count).filter_map(|step| step.key).collect()
    }

    /// Finds out everything about a step that differs.
    fn describe(&self, found: &Found, cause: Option<Cause>) -> Divergence {
        let expected = &found.expected;
        let step = &found.step;
        let of_save = found.before.as_ref().and_then(|_| wrong_file(found.right.game(), step));
        // Where no file was written, no mistake of the rules is behind it.
        let cause = cause.filter(|_| of_save != Some(UNWRITABLE_SAVE));
        // Where the recording has only hashes and a cause reproduces them, the cause knows what was on the
        // map and in the frame.
        let is_told = |kind: &Kind| kind.is_cosmetic() && *kind != Kind::Frame;
        let explains = cause.as_ref().filter(|cause| cause.unexplained.iter().all(is_told));
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
        let random = self.device_hint(found, &differences, cause.as_ref());
        let of_view = |difference: &Difference| matches!(difference.kind, Some(Kind::Tiles | Kind::Frame));
        let rounded = cause.is_none() && differences.iter().all(of_view) && is_rounded(expected, step);
        draws::name(&mut differences, self.setup.seed);
        let is_old = self.has_old_frame(found);
        for difference in differences.iter_mut().filter(|it| is_old && it.kind == Some(Kind::Frame)) {
            difference.words = OLD_FRAME.to_owned();
        }
        let mut keys = self.keys_to(found.index);
        keys.drain(..keys.len().saturating_sub(LAST_KEYS));
        let explanation = match (&cause, &found.before, expected.key) {
            (None, Some(before), Some(_)) => {
                explain::explain(before, found.right.game(), expected, &differences, step)
            }
            _ => None,
        };
        let function = self.writer_of(found, &differences);
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
            keys,
            cause,
            explanation,
            function,
            hint: of_save.or(random).or(rounded.then_some(FLOATS)),
            expected: expected.clone(),
        }
    }

    /// Returns the function of the series that writes the first thing that differs, if it is a message, the
    /// title or the frame.
    fn writer_of(&self, found: &Found, differences: &[Difference]) -> Option<&'static str> {
        let first = differences.first()?;
        let name = match first.kind? {
            Kind::Log => functions::of_message(first.expected.as_ref().or(first.recorded.as_ref())?),
            Kind::Title => "Game::updateTitle",
            Kind::Frame if self.has_old_frame(found) => "Game::run",
            Kind::Frame => frame::drawn_by(found.right.game(), &found.expected, &found.step),
            _ => return None,
        };
        Some(functions::name_in(name, self.setup.part))
    }

    /// Returns true if a frame that differs is still that of the step before.
    fn has_old_frame(&self, found: &Found) -> bool {
        let frame = |step: &Step| {
            step.lines().find(|line| Kind::of_line(line) == Some(Kind::Frame)).map(str::to_owned)
        };
        let before =
            found.index.checked_sub(self.kept.first + 1).and_then(|index| self.kept.steps.get(index));
        before.is_some_and(|before| frame(before).is_some() && frame(before) == frame(&found.step))
    }

    /// Returns the hint for other random numbers, where no cause gives them.
    fn device_hint(
        &self,
        found: &Found,
        differences: &[Difference],
        cause: Option<&Cause>,
    ) -> Option<&'static str> {
        let is_random = || self.is_random(found, differences, cause);
        let Some(taken) = found.step.seeds else { return is_random().then_some(LEFT_DEVICE) };
        let ours = found.right.game().seeds.0.wrapping_sub(self.setup.seed);
        let unexplained = cause.is_none_or(Cause::is_perhaps);
        match taken.cmp(&ours) {
            Ordering::Less => unexplained.then_some(FEWER_SEEDS),
            Ordering::Greater => unexplained.then_some(MORE_SEEDS),
            Ordering::Equal => is_random().then_some(OTHER_DRAWS),
        }
    }

    /// Returns true if the first map, or the generator before it, looks as if it came from an unknown seed.
    fn is_random(&self, found: &Found, differences: &[Difference], cause: Option<&Cause>) -> bool {
        if found.before.as_ref().is_some_and(Game::has_run) {
            return false;
        }
        let differs = |kind| differences.iter().find(|difference| difference.kind == Some(kind));
        let unexplained = |kind| cause.is_none_or(|cause| cause.unexplained.contains(&kind));
        let rng = differs(Kind::Rng).filter(|_| unexplained(Kind::Rng));
        let lost = rng.is_some_and(|difference| draws::apart(difference, self.setup.seed).is_none());
        let map = differs(Kind::Tiles).is_some()
            && unexplained(Kind::Tiles)
            && self.is_another_map(found, |kind| differs(kind).is_some());
        if found.step.hash.is_some() {
            return lost || map || cause.is_none();
        }
        lost && !self.comes_out_later(found, Kind::Rng) || map && !self.comes_out_later(found, Kind::Tiles)
    }

    /// Returns true if a line of this kind is right in a step after a difference. By chance none is.
    fn comes_out_later(&self, found: &Found, kind: Kind) -> bool {
        let mut tracer = found.right.clone();
        let later = self.kept.steps.iter().skip((found.index + 1).saturating_sub(self.kept.first));
        { later }.take(LOOK_AHEAD).any(|step| {
            let Some(block) = tracer.replay_lines(step) else { return false };
            let of_kind = |line: &&str| Kind::of_line(line) == Some(kind);
            let recorded = step.lines().find(of_kind);
            recorded.is_some() && block.lines.iter().map(String::as_str).find(of_kind) == recorded
        })
    }

    /// Returns true if it is another map, not only another view of the same map. A hash does not tell. But
    /// with another map the player or the monsters start elsewhere.
    fn is_another_map(&self, found: &Found, differs: impl Fn(Kind) -> bool) -> bool {
        match &found.step.tiles {
            Some(rows) => picture::dug_otherwise(&found.expected.tiles, rows) > ANOTHER_MAP,
            None => {
                !self.setup.part.has_fog()
                    || !found.compared.has(Kind::Player)
                    || [Kind::Player, Kind::Monster].into_iter().any(differs)
            }
        }
    }
}

/// Returns what is wrong with the save file of a program whose F5 or F9 did something else than it should.
fn wrong_file(right: &Game, step: &Step) -> Option<&'static str> {
    let is_told = |words| step.lines().any(|line| line.ends_with(words));
    match right.answer()? {
        Answer::NoSave => Some(LOST_SAVE),
        Answer::BadSave(_) => Some(DAMAGED_SAVE),
        Answer::Saved if step.saved.is_none() && is_told("Could not save.") => Some(UNWRITABLE_SAVE),
        Answer::Saved | Answer::SaveFailed(_) | Answer::Loaded => None,
    }
}

/// Returns true if two maps differ in nothing but the view or the memory of few tiles.
fn is_rounded(expected: &Block, step: &Step) -> bool {
    step.tiles.as_deref().is_some_and(|rows| {
        let changed = picture::changes(&expected.tiles, rows).len();
        (1..=MOST_ROUNDED).contains(&changed) && picture::dug_otherwise(&expected.tiles, rows) == 0
    })
}
