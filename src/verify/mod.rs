//! Recordings replayed and compared (`roguelike verify`).
//!
//! A recording is played again from nothing but its header and its keys. What it says has to come out. What
//! it leaves out is not compared. Where only messages, sounds, the title or the frame differ, that is noted
//! once and the rest is compared on. At the first step in which the rules differ the replay ends, and the
//! [causes](Cause) are searched.

mod broke_off;
mod cause;
#[cfg_attr(not(feature = "causes"), path = "without_causes.rs")]
mod causes;
mod compared_kinds;
mod comparison;
mod difference;
mod draws;
mod explain;
mod frame;
mod functions;
mod hints;
mod hypothesis;
mod json;
mod not_compared;
mod own_constant;
mod picture;
mod reference;
mod report;
mod search;
mod side_by_side;
mod stored_trace;
mod verdict;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::explorer::files::key_file;
use crate::game::Setup;
use crate::support::save_slot::SaveSlot;
use crate::support::text::{counted, visible};
use crate::trace::input::InputError;
use crate::trace::{Header, Problem, TraceError};

pub use broke_off::BrokeOff;
pub use cause::{Cause, LaterCause};
use compared_kinds::ComparedKinds;
use comparison::Comparison;
pub use difference::Difference;
pub use own_constant::OwnConstant;
pub use reference::Older;
use reference::{Reference, refusal};
pub use side_by_side::{Side, SideBySide, verify_step};
use stored_trace::{StoredTrace, Survey, is_too_long, unreadable};
use verdict::NOTHING;
pub use verdict::{Divergence, Options, Verdict};

/// Exit codes: everything is equal, something differs, a file is no trace or says nothing, a file cannot be
/// read.
const SAME: u8 = 0;
const DIFFERENT: u8 = 1;
const UNUSABLE: u8 = 2;
const UNREADABLE: u8 = 3;

impl Verdict {
    fn code(&self) -> u8 {
        match (self.main(), self.compared) {
            (None, true) if self.broke_off.is_none() => SAME,
            (None, false) => UNUSABLE,
            _ => DIFFERENT,
        }
    }
}

/// Number of things that the note about a right recording names. `--json` lists all.
const FIRST_MISSING: usize = 4;

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
    let (mut code, mut is_unexplained) = (SAME, false);
    for path in paths {
        let name = name_of(path);
        let verified = open(path, &name).and_then(|trace| verify_trace(&trace, &name, options));
        code = code.max(answer(&name, &verified, options, out, complaints)?);
        is_unexplained |= verified.as_ref().is_ok_and(|verified| verified.is_unexplained(options));
    }
    note_missing_search(is_unexplained, complaints)?;
    Ok(code)
}

/// The answer on a recording, and what a command that made it goes on with.
pub struct Answer {
    /// The exit code, as that of [`verify_files`].
    pub code: u8,
    /// The first step that differs or is missing.
    pub step: Option<usize>,
    /// What the part has and the recording never reached, in words.
    pub not_reached: Vec<&'static str>,
}

/// Verifies a recording, which the report calls `name`.
///
/// # Errors
/// When the answer cannot be written.
pub fn verify_recording(
    path: &Path,
    name: &str,
    options: &Options,
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> io::Result<Answer> {
    let mut verified = open(path, name).and_then(|trace| verify_trace(&trace, name, options));
    // What several recordings do not reach is said after the last one.
    let not_reached =
        verified.as_mut().map_or_else(|_| Vec::new(), |found| std::mem::take(&mut found.verdict.not_reached));
    let code = answer(name, &verified, options, out, complaints)?;
    note_missing_search(
        verified.as_ref().is_ok_and(|verified| verified.is_unexplained(options)),
        complaints,
    )?;
    let step = verified.ok().and_then(|Verified { verdict, .. }| {
        let differs = verdict.main().map(|main| main.expected.number);
        differs.or(verdict.broke_off.map(|broke_off| broke_off.step))
    });
    Ok(Answer { code, step, not_reached })
}

/// Says that this program does not search for causes, where one would be needed.
fn note_missing_search(is_unexplained: bool, complaints: &mut dyn Write) -> io::Result<()> {
    causes::NOTE.filter(|_| is_unexplained).map_or(Ok(()), |note| writeln!(complaints, "roguelike: {note}"))
}

/// What verifying has found.
struct Verified {
    verdict: Verdict,
    header: Header,
    compared: ComparedKinds,
}

impl Verified {
    /// Returns true if something differs from the rules, and no cause explains all of it.
    fn is_unexplained(&self, options: &Options) -> bool {
        let is_open = |found: &Divergence| found.cause.as_ref().is_none_or(Cause::is_perhaps);
        options.older.is_none() && self.verdict.all().any(is_open)
    }
}

/// Returns the exit code for a file that cannot be compared.
pub fn exit_code(error: &InputError) -> u8 {
    match error {
        InputError::Trace { error, .. } if !matches!(error.problem, Problem::Unreadable(_)) => UNUSABLE,
        _ => UNREADABLE,
    }
}

/// Writes the answer for a file, and returns its exit code.
fn answer(
    name: &str,
    verified: &Result<Verified, InputError>,
    options: &Options,
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> io::Result<u8> {
    let code = verified.as_ref().map_or_else(exit_code, |verified| verified.verdict.code());
    match verified {
        Ok(Verified { verdict, header, .. }) if options.json => {
            json::verdict(out, name, verdict, header, &options.own)?
        }
        Ok(Verified { verdict, .. }) if verdict.code() == UNUSABLE => {
            writeln!(complaints, "roguelike: {}: {NOTHING}", visible(name))?;
        }
        Ok(Verified { verdict, header, .. }) => {
            report::verdict(out, name, verdict, options)?;
            if verdict.is_ok() && !verdict.not_reached.is_empty() {
                out.flush()?;
                let missed = not_reached(&verdict.not_reached, header);
                writeln!(complaints, "roguelike: {}: {missed}", visible(name))?;
            }
        }
        Err(error) if options.json => json::error(out, name, error)?,
        Err(error) => writeln!(complaints, "roguelike: {}", visible(&error.to_string()))?,
    }
    // Each answer is there before the next file is read.
    out.flush()?;
    Ok(code)
}

/// Returns the note about what a right recording says nothing of. The keys of `roguelike keys` are named if
/// they reach any of it.
fn not_reached(missing: &[&str], Header { part, library, .. }: &Header) -> String {
    let (first, others) = missing.split_at(missing.len().min(FIRST_MISSING));
    let others = match others.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    let keys = key_file(*part, *library);
    let reaches = |goal: &&str| {
        let gaps = keys.lines().filter_map(|line| line.strip_prefix("# Not reached: "));
        { gaps }.all(|gaps| gaps.trim_end_matches('.').split(", ").all(|gap| gap != *goal))
    };
    let advice = match missing.iter().filter(|goal| reaches(goal)).count() {
        0 => String::new(),
        count => format!(
            "; 'roguelike keys --part {part} --stdlib {library}' gives keys that reach {count} of these"
        ),
    };
    format!("not reached: {}{others}{advice}", first.join(", "))
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns what messages call a file.
fn name_of(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

fn open(path: &Path, name: &str) -> Result<StoredTrace, InputError> {
    let trace = match is_stdin(path) {
        true => StoredTrace::read(io::stdin().lock()),
        false => StoredTrace::of_file(path),
    };
    trace.map_err(|error| InputError::Read { path: name.to_owned(), error })
}

fn verify_trace(trace: &StoredTrace, name: &str, options: &Options) -> Result<Verified, InputError> {
    judge(trace, options).map_err(|error| InputError::Trace { path: name.to_owned(), error })
}

/// Replays a recording, which is given as text, and compares it step by step.
///
/// # Errors
/// When it is no trace, or a brief one that leaves lines out.
pub fn compare(text: &[u8], options: &Options) -> Result<Verdict, TraceError> {
    judge(&StoredTrace::read(text).map_err(unreadable)?, options).map(|verified| verified.verdict)
}

/// Returns how the recorded run began.
fn setup_of(header: &Header, options: &Options) -> Setup {
    Setup { slot: SaveSlot::Memory(options.save.clone()), ..header.setup() }
}

/// Reads a recording twice: first to see what it has anywhere, and that it is well formed, then to compare
/// it.
fn judge(trace: &StoredTrace, options: &Options) -> Result<Verified, TraceError> {
    let reader = trace.reader()?;
    let header = reader.header().clone();
    let survey = Survey::of(reader)?;
    let setup = setup_of(&header, options);
    let own = ComparedKinds::of(&survey);
    let compared = options.older.map_or(own, |older| own.shared(&ComparedKinds::of(&older.survey)));
    let compared = compared.without(&options.ignore);
    let steps = trace.reader()?.take(survey.count);
    let reference = Reference::new(trace, &setup, &header, options)?;
    let comparison = Comparison::of(&setup, options, compared, &survey, steps, reference)?;
    if comparison.rules.is_some() {
        options.progress.iter().for_each(|show| show(survey.count, survey.count));
    } else if let Some(older) =
        options.older.filter(|older| older.survey.count != survey.count && !survey.marks.broke_off())
    {
        let [ours, theirs] = [survey.count, older.survey.count].map(|count| counted(count - 1, "step"));
        return Err(refusal(
            1,
            format!("it has {ours}, and the older recording {theirs}; record the same keys"),
        ));
    }
    let mut verdict = comparison.verdict()?;
    if let Some(error) = survey.cut.as_ref().filter(|error| is_too_long(error) && verdict.main().is_none()) {
        return Err(error.clone());
    }
    let lost =
        survey.cut.as_ref().map(|cut| format!("what came after step {}, because {cut}", verdict.steps));
    verdict.not_compared.extend(lost);
    Ok(Verified { verdict, header, compared })
}
