//! Recordings replayed and compared (`roguelike verify`).
//!
//! A recording is played again from nothing but its header and its keys. What it says has to come out. What
//! it leaves out is not compared. Where only messages, sounds, the title or the frame differ, that is noted
//! once and the rest is compared on. At the first step in which the rules differ the replay ends, and the
//! [causes](Cause) are searched.

mod cause;
mod compare;
mod draws;
mod explain;
mod json;
pub mod keys;
pub mod paint;
mod picture;
mod reach;
mod report;
pub mod side_by_side;
pub mod slips;
mod source;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::event::Event;
use crate::game::Setup;
use crate::key::Key;
use crate::support::save_slot::SaveSlot;
use crate::support::text::visible;
use crate::trace::input::InputError;
use crate::trace::{Block, Header, Kind, Recording, Step, TraceError, Tracer};

pub use cause::Cause;
use cause::{Scene, Search};
pub use compare::Difference;
use compare::{Gaps, Lens, as_recorded};
use reach::Reach;
use source::Source;

/// How recordings are verified, and how the answer is given.
#[derive(Clone, Debug)]
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
    /// Maximum time that the search for causes takes.
    pub search_time: Duration,
}

impl Default for Options {
    fn default() -> Options {
        let search_time = Duration::from_secs(2);
        Options { save: None, ignore: Vec::new(), json: false, color: false, long: false, search_time }
    }
}

/// The result of a comparison.
#[derive(Debug)]
pub struct Verdict {
    /// The number of the last step.
    pub steps: usize,
    /// Kinds of lines that the recording has anywhere.
    pub kinds: Vec<Kind>,
    /// What was not compared, in words: what the recording leaves out, and what was to be ignored.
    pub not_compared: Vec<String>,
    /// What the part has and the recording never reached, in words.
    pub not_reached: Vec<&'static str>,
    /// True if there was anything to compare.
    pub compared: bool,
    /// Where only messages, sounds, the title or the frame differ: the first step of each.
    pub cosmetic: Vec<Divergence>,
    /// The first step in which the rules differ.
    pub divergence: Option<Divergence>,
    /// True if the time for the search of causes was over before every known mistake was tried.
    pub search_cut: bool,
}

impl Verdict {
    /// Returns true if everything comes out that was recorded.
    pub const fn is_ok(&self) -> bool {
        self.compared && self.divergence.is_none() && self.cosmetic.is_empty()
    }

    /// Returns the difference that the report begins with: that of the rules, or else the first cosmetic one.
    pub fn main(&self) -> Option<&Divergence> {
        self.divergence.as_ref().or(self.cosmetic.first())
    }

    fn code(&self) -> u8 {
        match (self.main(), self.compared) {
            (None, true) => SAME,
            (None, false) => UNUSABLE,
            (Some(_), _) => DIFFERENT,
        }
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
    /// What else may help.
    pub hint: Option<&'static str>,
}

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

/// What is said of a trace that has nothing to compare.
const NOTHING: &str = "nothing could be compared: the steps of the trace have no lines";

/// Exit codes: everything is equal, something differs, a file is no trace or says nothing, a file cannot be
/// read.
const SAME: u8 = 0;
const DIFFERENT: u8 = 1;
const UNUSABLE: u8 = 2;
const UNREADABLE: u8 = 3;

/// Verifies files one after the other; `-` is standard input. Returns the worst exit code: 0 if all are
/// right, 1 if something differs, 2 if a file is no trace or has nothing to compare, 3 if one cannot be read.
///
/// # Errors
/// When the answers cannot be written.
pub fn verify_files(
    paths: &[PathBuf],
    options: &Options,
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> io::Result<u8> {
    let mut code = SAME;
    for path in paths {
        let name = name_of(path);
        let verdict = open(path, &name).and_then(|source| verify_source(&source, &name, options));
        code = code.max(answer(&name, &verdict, options, out, complaints)?);
    }
    Ok(code)
}

/// Writes the answer for a file, and returns its exit code.
fn answer(
    name: &str,
    verdict: &Result<(Verdict, Header), InputError>,
    options: &Options,
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> io::Result<u8> {
    let code = match verdict {
        Ok((verdict, _)) => verdict.code(),
        Err(InputError::Trace { error, .. }) if !error.is_unreadable() => UNUSABLE,
        Err(_) => UNREADABLE,
    };
    match verdict {
        Ok((verdict, header)) if options.json => json::verdict(out, name, verdict, header)?,
        Ok((verdict, _)) if verdict.code() == UNUSABLE => {
            writeln!(complaints, "roguelike: {}: {NOTHING}", visible(name))?;
        }
        Ok((verdict, _)) => report::verdict(out, name, verdict, options)?,
        Err(error) if options.json => json::error(out, name, error)?,
        Err(error) => writeln!(complaints, "roguelike: {}", visible(&error.to_string()))?,
    }
    // Each answer is there before the next file is read.
    out.flush()?;
    Ok(code)
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns what messages call a file.
fn name_of(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

fn open(path: &Path, name: &str) -> Result<Source<'static>, InputError> {
    let source = if is_stdin(path) { Source::read(io::stdin().lock()) } else { Source::of_file(path) };
    source.map_err(|error| InputError::Read { path: name.to_owned(), error })
}

fn verify_source(
    source: &Source<'_>,
    name: &str,
    options: &Options,
) -> Result<(Verdict, Header), InputError> {
    judge(source, options).map_err(|error| InputError::Trace { path: name.to_owned(), error })
}

/// Replays a recording and compares it step by step. `save` is the save file that the run began with, if it
/// did.
pub fn compare(recording: &Recording, save: Option<&str>) -> Verdict {
    compare_with(recording, &Options { save: save.map(str::to_owned), ..Options::default() })
}

/// Replays a recording and compares what the options do not leave out.
///
/// # Panics
/// Never: a recording that was read has no errors.
pub fn compare_with(recording: &Recording, options: &Options) -> Verdict {
    match judge(&Source::Recording(recording), options) {
        Ok((verdict, _)) => verdict,
        Err(error) => unreachable!("a recording that was read has no errors: {error}"),
    }
}

/// Reads a recording twice: first to see what it has anywhere, and that it is well formed, then to compare
/// it.
fn judge(source: &Source<'_>, options: &Options) -> Result<(Verdict, Header), TraceError> {
    let (header, steps) = source.open()?;
    let mut survey = Survey::default();
    let mut cut = None;
    for step in steps {
        match step {
            Ok(step) => survey.add(&step),
            // The whole steps are compared.
            Err(error) if error.is_cut_off() && survey.count > 0 => cut = Some(error),
            Err(error) => return Err(error),
        }
    }
    let setup = Setup { slot: SaveSlot::Memory(options.save.clone()), ..header.setup() };
    let mut lens = Lens::of(&survey.kinds, survey.brief).without(&options.ignore);
    let mut verdict = loop {
        let (_, steps) = source.open()?;
        match Replay::new(&setup, lens.clone(), survey.count).run(steps.take(survey.count))? {
            Ok(replay) => break replay.verdict(options),
            Err(kinds) => lens = lens.with(&kinds),
        }
    };
    let lost = cut.map(|cut| format!("what came after step {}, because {cut}", verdict.steps));
    verdict.not_compared.extend(lost);
    verdict.kinds = survey.kinds;
    Ok((verdict, header))
}

/// What a recording has anywhere.
#[derive(Default)]
struct Survey {
    kinds: Vec<Kind>,
    brief: bool,
    count: usize,
}

impl Survey {
    fn add(&mut self, step: &Step) {
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
struct Found {
    index: usize,
    /// The step as it was recorded.
    step: Step,
    /// The right game just before the step; none in step 0.
    before: Option<Tracer>,
    expected: Block,
    /// What is compared in this step.
    lens: Lens,
    /// The kinds of lines that differ.
    kinds: Vec<Kind>,
    keys: Vec<Key>,
    lost_save: bool,
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
struct Replay<'a> {
    setup: &'a Setup,
    lens: Lens,
    /// Number of steps of the recording.
    count: usize,
    kept: Kept,
    gaps: Gaps,
    reach: Reach,
    cosmetic: Vec<Found>,
    rules: Option<Found>,
}

impl<'a> Replay<'a> {
    fn new(setup: &'a Setup, lens: Lens, count: usize) -> Replay<'a> {
        Replay {
            setup,
            lens,
            count,
            kept: Kept::default(),
            gaps: Gaps::default(),
            reach: Reach::new(setup.part),
            cosmetic: Vec::new(),
            rules: None,
        }
    }

    /// Replays a recording up to the first step in which the rules differ.
    ///
    /// The inner error is for brief recordings: a kind of lines seemed to be left out, and a later step has
    /// it. The recording has to be replayed with these kinds, because the first step that lacks them is the
    /// first that differs.
    fn run(
        mut self,
        mut steps: impl Iterator<Item = Result<Step, TraceError>>,
    ) -> Result<Result<Replay<'a>, Vec<Kind>>, TraceError> {
        let (mut tracer, mut block) = Tracer::new(self.setup.clone());
        let mut keys = VecDeque::new();
        let mut index = 0;
        while let Some(step) = steps.next().transpose()? {
            let mut before = None;
            if let (Some(key), true) = (step.key, index > 0) {
                before = Some(tracer.clone());
                block = tracer.replay(&step).unwrap_or(block);
                if keys.len() == LAST_KEYS {
                    keys.pop_front();
                }
                keys.push_back(key);
            }
            self.reach.observe(before.as_ref().map(Tracer::game), tracer.game(), step.key);
            if !self.lens.matches(&block, &step) && !self.lens.leave_out(&block, &step) {
                let kinds = self.lens.differing_kinds(&block, &step);
                let is_cosmetic = !kinds.is_empty() && kinds.iter().all(|kind| kind.is_cosmetic());
                let found = Found {
                    index,
                    step: step.clone(),
                    before,
                    expected: block.clone(),
                    lens: self.lens.clone(),
                    kinds,
                    keys: keys.iter().copied().collect(),
                    lost_save: tracer.game().events().contains(&Event::NoSave),
                };
                if !is_cosmetic {
                    let at = self.kept.steps.len();
                    self.kept.keep_rest(step, steps)?;
                    let kinds = brought_back(&self.lens, &tracer, &block, &self.kept.steps[at..]);
                    if !kinds.is_empty() {
                        return Ok(Err(kinds));
                    }
                    self.gaps.count_left_out(&self.lens, &block);
                    self.rules = Some(found);
                    break;
                }
                self.lens = self.lens.without(&found.kinds);
                self.cosmetic.push(found);
            }
            self.lens.confirm(&block);
            self.gaps.count(&self.lens, &block, &step);
            self.kept.keep(step);
            index += 1;
        }
        Ok(Ok(self))
    }

    /// Searches the causes and puts everything together.
    fn verdict(self, options: &Options) -> Verdict {
        let search = Search::within(options.search_time);
        let ignored = &options.ignore;
        let all = self.kept.first + self.kept.steps.len();
        let mut causes: Vec<Option<Cause>> = Vec::new();
        let rules_cause =
            self.rules.as_ref().and_then(|found| search.find_cause(&self.scene(found, &self.lens, all)?));
        for found in &self.cosmetic {
            // One mistake may be behind both.
            let both = self.rules.as_ref().zip(rules_cause.as_ref()).filter(|(_, cause)| !cause.is_perhaps());
            let both = both.and_then(|(_, cause)| {
                search.try_again(cause, &self.scene(found, &self.lens.with(&found.kinds), all)?)
            });
            let others: Vec<Kind> = self.cosmetic.iter().flat_map(|found| &found.kinds).copied().collect();
            let lens = found.lens.without(&others).with(&found.kinds);
            let end = self.rules.as_ref().map_or(all, |rules| rules.index);
            causes.push(both.or_else(|| search.find_cause(&self.scene(found, &lens, end)?)));
        }
        let cosmetic: Vec<Divergence> =
            self.cosmetic.iter().zip(causes).map(|(found, cause)| self.describe(found, cause)).collect();
        let divergence = self.rules.as_ref().map(|found| self.describe(found, rules_cause));
        let mut not_compared = self.gaps.told();
        not_compared.retain(|gap| ignored.iter().all(|kind| kind.word() != gap));
        not_compared.extend(ignored.iter().map(|kind| format!("{} (ignored)", kind.word())));
        Verdict {
            steps: self.count - 1,
            kinds: Vec::new(),
            not_compared,
            not_reached: self.reach.missing(),
            compared: divergence.is_some() || !cosmetic.is_empty() || self.gaps.compared(),
            cosmetic,
            divergence,
            search_cut: search.was_cut(),
        }
    }

    /// Returns what the search needs to know about a step that differs. None if the step was forgotten.
    fn scene<'s>(&'s self, found: &'s Found, lens: &Lens, end: usize) -> Option<Scene<'s>> {
        let all = self.kept.first + self.kept.steps.len();
        (found.index >= self.kept.first).then(|| Scene {
            setup: self.setup,
            steps: &self.kept.steps,
            first: self.kept.first,
            lens: lens.clone(),
            step: found.index,
            end,
            is_whole: end < all || all == self.count,
            before: found.before.as_ref(),
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
        let mut differences = found.lens.differences(expected, pictured.as_ref().unwrap_or(step));
        let random = self.is_random(found, step, &differences, cause.as_ref());
        name_draws(&mut differences, self.setup.seed);
        let explanation = match (&cause, &found.before, expected.key) {
            (None, Some(before), Some(key)) => {
                let mut after = before.clone();
                after.press(key);
                explain::explain(before.game(), after.game(), &differences, step)
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
            leaves_out: found.lens.leaves_out(expected),
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
        lost || map || step.hash.is_some() && cause.is_none()
    }

    /// Returns true if it is another map, not only another view of the same map. A hash does not tell. But
    /// with another map the player or the monsters start elsewhere.
    fn is_another_map(&self, found: &Found, step: &Step, differs: impl Fn(Kind) -> bool) -> bool {
        match &step.tiles {
            Some(rows) => picture::dug_otherwise(&found.expected.tiles, rows) > ANOTHER_MAP,
            None => {
                !self.setup.part.has_fog()
                    || !found.lens.has(Kind::Player)
                    || [Kind::Player, Kind::Monster].into_iter().any(differs)
            }
        }
    }
}

/// Searches these steps, the first of which should be `block`, for lines that a brief recording seemed to
/// leave out.
fn brought_back(lens: &Lens, tracer: &Tracer, block: &Block, steps: &[Step]) -> Vec<Kind> {
    if !lens.is_in_doubt() {
        return Vec::new();
    }
    let mut tracer = tracer.clone();
    let later = steps.iter().skip(1).take(LOOK_AHEAD).map_while(|step| Some((step, tracer.replay(step)?)));
    let later = later.map(|(step, block)| lens.brought_back(&block, step));
    [lens.brought_back(block, &steps[0])]
        .into_iter()
        .chain(later)
        .find(|kinds| !kinds.is_empty())
        .unwrap_or_default()
}

/// Says of a generator how many draws it is ahead or behind, rather than its next output.
fn name_draws(differences: &mut [Difference], seed: u32) {
    for difference in differences.iter_mut().filter(|difference| difference.kind == Some(Kind::Rng)) {
        if let Some(relation) = draws_apart(difference, seed) {
            difference.words = relation;
        }
    }
}

/// Returns how far apart the generators are, in words, if that can be found out.
fn draws_apart(difference: &Difference, seed: u32) -> Option<String> {
    let number = |line: &Option<String>| line.as_deref()?.strip_prefix("rng ")?.parse().ok();
    draws::relation(seed, number(&difference.expected)?, number(&difference.recorded)?)
}
