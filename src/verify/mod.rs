//! Recordings replayed and compared (`roguelike verify`).
//!
//! A recording is played again from nothing but its header and its keys. What it says has to come out. What
//! it leaves out is not compared. Where only messages, sounds, the title or the frame differ, that is noted
//! once and the rest is compared on. At the first step in which the rules differ the replay ends, and the
//! [causes](Cause) are searched.

mod broke_off;
mod cause;
mod compare;
mod draws;
mod explain;
mod functions;
mod hints;
mod hud;
mod hypothesis;
mod json;
mod mistaken_run;
pub mod mistakes;
pub mod paint;
mod picture;
mod replay;
mod report;
mod search;
pub mod side_by_side;
mod source;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::game::Setup;
use crate::key::Key;
use crate::support::save_slot::SaveSlot;
use crate::support::text::visible;
use crate::trace::input::InputError;
use crate::trace::{Block, Header, Kind, Recording, TraceError};

pub use broke_off::BrokeOff;
pub use cause::{Cause, SecondCause};
use compare::ComparedKinds;
pub use compare::Difference;
use replay::{Replay, Survey};
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
    /// What of the recording can be compared.
    compared_kinds: ComparedKinds,
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
    /// Where the recording ends although the program had not.
    pub broke_off: Option<BrokeOff>,
    /// What would help to find more.
    pub hints: Vec<String>,
    /// True if the time for the search of causes was over before every known mistake was tried.
    pub search_cut: bool,
}

impl Verdict {
    /// Returns true if everything comes out that was recorded.
    pub const fn is_ok(&self) -> bool {
        self.compared && self.divergence.is_none() && self.cosmetic.is_empty() && self.broke_off.is_none()
    }

    /// Returns the difference that the report begins with: that of the rules, or else the first cosmetic one.
    pub fn main(&self) -> Option<&Divergence> {
        self.divergence.as_ref().or(self.cosmetic.first())
    }

    fn code(&self) -> u8 {
        match (self.main(), self.compared) {
            (None, true) if self.broke_off.is_none() => SAME,
            (None, false) => UNUSABLE,
            _ => DIFFERENT,
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
    let (header, mut steps) = source.open()?;
    let mut survey = Survey::default();
    let mut cut = None;
    for step in steps.by_ref() {
        match step {
            Ok(step) => survey.add(&step),
            // The whole steps are compared.
            Err(error) if error.is_cut_off() && survey.count > 0 => cut = Some(error),
            Err(error) => return Err(error),
        }
    }
    survey.marks = steps.marks().clone();
    let setup = Setup { slot: SaveSlot::Memory(options.save.clone()), ..header.setup() };
    let mut compared_kinds = ComparedKinds::of(&survey).without(&options.ignore);
    let mut verdict = loop {
        let (_, steps) = source.open()?;
        match Replay::new(&setup, compared_kinds.clone(), &survey).run(steps.take(survey.count))? {
            Ok(replay) => break replay.verdict(options),
            Err(kinds) => compared_kinds = compared_kinds.with(&kinds),
        }
    };
    let lost = cut.map(|cut| format!("what came after step {}, because {cut}", verdict.steps));
    verdict.not_compared.extend(lost);
    verdict.compared_kinds = compared_kinds;
    Ok((verdict, header))
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
