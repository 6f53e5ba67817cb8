//! Recordings replayed and compared (`roguelike verify`).
//!
//! A recording is played again from nothing but its header and its keys. What it says has to come out. What
//! it leaves out is not compared. Where only messages, sounds, the title or the frame differ, that is noted
//! once and the rest is compared on. At the first step in which the rules differ the replay ends, and the
//! [causes](Cause) are searched.

mod brief;
mod broke_off;
mod cause;
#[cfg_attr(not(feature = "causes"), path = "without_causes.rs")]
pub mod causes;
mod compared_kinds;
mod difference;
mod draws;
mod explain;
mod frame;
mod functions;
mod hints;
mod hypothesis;
mod json;
mod not_compared;
pub(crate) mod picture;
mod replay;
mod report;
mod restore;
mod saved;
mod search;
pub mod side_by_side;
mod source;
mod verdict;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::game::Setup;
use crate::part::Part;
use crate::support::save_slot::SaveSlot;
use crate::support::text::visible;
use crate::trace::input::InputError;
use crate::trace::{Header, TraceError};

pub use broke_off::BrokeOff;
pub use cause::{Cause, LaterCause};
use compared_kinds::ComparedKinds;
pub use difference::Difference;
pub(crate) use difference::cells;
use replay::Replay;
use source::{Source, Survey, unreadable};
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
        let verdict = open(path, &name).and_then(|source| verify_source(&source, &name, options));
        code = code.max(answer(&name, &verdict, options, out, complaints)?);
        is_unexplained |= verdict.is_ok_and(|(verdict, _)| verdict.is_unexplained());
    }
    if let Some(note) = causes::NOTE.filter(|_| is_unexplained) {
        writeln!(complaints, "roguelike: {note}")?;
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
        Ok((verdict, header)) => {
            report::verdict(out, name, verdict, options)?;
            if verdict.is_ok() && !verdict.not_reached.is_empty() {
                out.flush()?;
                let missed = not_reached(&verdict.not_reached, header.part);
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

/// Returns the note about what a right recording says nothing of.
fn not_reached(missing: &[&str], part: Part) -> String {
    let (first, others) = missing.split_at(missing.len().min(FIRST_MISSING));
    let others = match others.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    format!(
        "not reached: {}{others}; 'roguelike keys --part {part}' gives keys that reach more",
        first.join(", ")
    )
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns what messages call a file.
fn name_of(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

fn open(path: &Path, name: &str) -> Result<Source, InputError> {
    let source = if is_stdin(path) { Source::read(io::stdin().lock()) } else { Source::of_file(path) };
    source.map_err(|error| InputError::Read { path: name.to_owned(), error })
}

fn verify_source(source: &Source, name: &str, options: &Options) -> Result<(Verdict, Header), InputError> {
    judge(source, options).map_err(|error| InputError::Trace { path: name.to_owned(), error })
}

/// Replays a recording, which is given as text, and compares it step by step.
///
/// # Errors
/// When it is no trace.
pub fn compare(text: &[u8], options: &Options) -> Result<Verdict, TraceError> {
    judge(&Source::read(text).map_err(unreadable)?, options).map(|(verdict, _)| verdict)
}

/// Reads a recording twice: first to see what it has anywhere, and that it is well formed, then to compare
/// it.
fn judge(source: &Source, options: &Options) -> Result<(Verdict, Header), TraceError> {
    let reader = source.reader()?;
    let header = reader.header().clone();
    let survey = Survey::of(reader)?;
    let setup = Setup { slot: SaveSlot::Memory(options.save.clone()), ..header.setup() };
    let mut compared_kinds = ComparedKinds::of(&survey).without(&options.ignore);
    let mut verdict = loop {
        let steps = source.reader()?.take(survey.count);
        match Replay::of(&setup, compared_kinds.clone(), &survey, steps)? {
            Ok(replay) => break replay.verdict(options),
            Err(kinds) => compared_kinds = compared_kinds.with(&kinds),
        }
    };
    let lost = survey.cut.map(|cut| format!("what came after step {}, because {cut}", verdict.steps));
    verdict.not_compared.extend(lost);
    verdict.compared_kinds = compared_kinds;
    Ok((verdict, header))
}
