//! Recordings replayed and compared (`roguelike verify`).
//!
//! A recording is played again from nothing but its header and its keys. What it says has to come out. What
//! it leaves out is not compared. Where only messages, sounds, the title or the frame differ, that is noted
//! once and the rest is compared on. At the first step in which the rules differ the replay ends, and the
//! [causes](Cause) are searched.

mod broke_off;
mod cause;
mod cause_text;
mod causes;
mod compared_kinds;
mod comparison;
mod difference;
mod difference_text;
mod draws;
mod explain;
mod hint_text;
mod hints;
mod json;
mod not_compared;
mod own;
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

use roguelike::explorer::files::key_file;
use roguelike::support::text::{counted, visible};
use roguelike::trace::input::{InputError, name_of};
use roguelike::trace::{Header, Problem, TraceError};

pub use broke_off::BrokeOff;
pub use cause::{Cause, Explained, Reason};
use comparison::Comparison;
pub use difference::{Difference, Draws, FieldChange, FrameChange, Line, TileChanges, What};
pub use hints::{Hint, Suspicion};
pub use own::Own;
pub use own_constant::OwnConstant;
pub use picture::Exchange;
use reference::refusal;
pub use side_by_side::{Side, SideBySide, verify_step};
pub use stored_trace::StoredTrace;
use stored_trace::is_too_long;
use verdict::NOTHING;
pub use verdict::{Divergence, Of, Options, Verdict};

/// Exit codes: everything is equal, something differs, a file is not a trace or says nothing, a file cannot be
/// read.
const SAME: u8 = 0;
const DIFFERENT: u8 = 1;
const UNUSABLE: u8 = 2;
pub(crate) const UNREADABLE: u8 = 3;

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
/// right, 1 if something differs, 2 if a file is not a trace or has nothing to compare, 3 if one cannot be read.
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
        code = code.max(verify_recording(path, &name_of(path), options, out, complaints)?.0);
    }
    Ok(code)
}

/// A recording that was compared.
pub struct Verified {
    trace: StoredTrace,
    /// What was found.
    pub verdict: Verdict,
}

/// Returns the exit code for a file that cannot be compared.
pub fn exit_code(error: &InputError) -> u8 {
    match error {
        InputError::Trace { error, .. } if !matches!(error.problem, Problem::Unreadable(_)) => UNUSABLE,
        _ => UNREADABLE,
    }
}

/// Verifies a recording, which the report calls `name`, and writes the answer. Returns the exit code, as
/// [`verify_files`] does, and what was compared if it is a trace.
///
/// # Errors
/// When the answer cannot be written.
pub fn verify_recording(
    path: &Path,
    name: &str,
    options: &Options,
    out: &mut dyn Write,
    complaints: &mut dyn Write,
) -> io::Result<(u8, Option<Verified>)> {
    let verified = StoredTrace::open(path, name).and_then(|trace| {
        let verdict = judge(&trace, options);
        let verdict = verdict.map_err(|error| InputError::Trace { path: name.to_owned(), error })?;
        Ok(Verified { trace, verdict })
    });
    let code = verified.as_ref().map_or_else(exit_code, |verified| verified.verdict.code());
    match &verified {
        Ok(Verified { verdict, trace, .. }) if options.json => {
            writeln!(out, "{}", json::verdict(name, verdict, &trace.header, &options.own))?;
        }
        Ok(_) if code == UNUSABLE => writeln!(complaints, "roguelike: {}: {NOTHING}", visible(name))?,
        Ok(Verified { verdict, trace, .. }) => {
            let lines = report::verdict(name, verdict, options);
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            if verdict.is_ok() && !verdict.not_reached.is_empty() {
                out.flush()?;
                let missed = not_reached(&verdict.not_reached, &trace.header);
                writeln!(complaints, "roguelike: {}: {missed}", visible(name))?;
            }
        }
        Err(error) if options.json => writeln!(out, "{}", json::error(name, error))?,
        Err(error) => writeln!(complaints, "roguelike: {}", visible(&error.to_string()))?,
    }
    // Each answer is there before the next file is read.
    out.flush()?;
    Ok((code, verified.ok()))
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
        let mut gaps = keys.lines().filter_map(|line| line.strip_prefix("# Not reached: "));
        gaps.all(|gaps| gaps.trim_end_matches('.').split(", ").all(|gap| gap != *goal))
    };
    let advice = match missing.iter().filter(|goal| reaches(goal)).count() {
        0 => String::new(),
        count => format!(
            "; 'roguelike keys --part {part} --stdlib {library}' gives keys that reach {count} of these"
        ),
    };
    format!("not reached: {}{others}{advice}", first.join(", "))
}

/// Replays a recording, which is given as text, and compares it step by step.
///
/// # Errors
/// When it is not a trace, or a brief one that leaves lines out.
pub fn compare(text: &[u8], options: &Options) -> Result<Verdict, TraceError> {
    judge(&StoredTrace::of_text(text)?, options)
}

fn judge(trace: &StoredTrace, options: &Options) -> Result<Verdict, TraceError> {
    let comparison = Comparison::of(trace, options)?;
    if comparison.rules.is_some() {
        options.progress.iter().for_each(|show| show(trace.count, trace.count));
    } else if let Some(older) = options.older.filter(|older| has_other_steps(trace, older)) {
        let [ours, theirs] = [trace.count, older.count].map(|count| counted(count - 1, "step"));
        let words = format!("it has {ours}, and the older recording {theirs}; record the same keys");
        return Err(refusal(1, words));
    }
    let mut verdict = comparison.verdict()?;
    if let Some(cut) = &trace.cut {
        if is_too_long(cut) && verdict.main().is_none() {
            return Err(cut.clone());
        }
        verdict.not_compared.push(format!("what came after step {}, because {cut}", verdict.steps));
    }
    if let Some(older) = options.older.filter(|older| older.count < trace.count) {
        let rest = format!("what came after step {}, where the older recording breaks off", older.count - 1);
        verdict.not_compared.push(rest);
    }
    Ok(verdict)
}

/// Returns true if recordings have different numbers of steps, and the shorter one was not cut off.
fn has_other_steps(trace: &StoredTrace, older: &StoredTrace) -> bool {
    let is_cut = |trace: &StoredTrace| trace.cut.is_some() || trace.marks.broke_off();
    let (first, last) = if trace.count < older.count { (trace, older) } else { (older, trace) };
    first.count < last.count && !is_cut(first)
}
