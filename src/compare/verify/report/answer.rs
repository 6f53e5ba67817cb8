//! Files verified one after the other, with the answers and the exit code.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::verdict_text::NOTHING;
use super::{json, lines, texts};
use crate::keys::key_file;
use crate::verify::data::Verdict;
use crate::verify::input::{Options, StoredTrace};
use crate::verify::judge::{Stage, judge};
use roguelike::part::Part;
use roguelike::support::text::visible;
use roguelike::trace::input::{InputError, name_of};
use roguelike::trace::{Header, Problem};
use roguelike_causes::Hidden;

/// Exit codes: everything is equal, something differs, a file is not a trace or has nothing to compare, a
/// file cannot be read.
const SAME: u8 = 0;
const DIFFERENT: u8 = 1;
pub(super) const UNUSABLE: u8 = 2;
/// The exit code if a file cannot be read.
pub const UNREADABLE: u8 = 3;

/// Number of things that the note about a right recording names. `--json` lists all.
const FIRST_MISSING: usize = 4;

/// Number of hidden bugs that the note about a right recording names.
const FIRST_HIDDEN: usize = 2;

/// Where answers go, and how they are written.
pub struct Output<'w> {
    /// How they are written.
    pub format: Format,
    /// For the answers.
    pub out: &'w mut dyn Write,
    /// For notes, and for files that cannot be compared.
    pub complaints: &'w mut dyn Write,
    /// Called while a recording is compared.
    pub progress: &'w dyn Fn(Stage),
}

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For scripts: one JSON object a line.
    Json,
    /// For people.
    Text {
        /// True if the first line and the cause are in bold.
        color: bool,
        /// True if every difference is shown, with its lines.
        long: bool,
    },
}

impl<'w> Output<'w> {
    /// Returns an output in this format, which shows no progress.
    pub fn new(format: Format, out: &'w mut dyn Write, complaints: &'w mut dyn Write) -> Output<'w> {
        Output { format, out, complaints, progress: &|_| {} }
    }
}

/// A short answer without colours.
impl Default for Format {
    fn default() -> Format {
        Format::Text { color: false, long: false }
    }
}

/// A recording that was compared.
pub struct Verified {
    pub(super) trace: StoredTrace,
    /// The result.
    pub verdict: Verdict,
}

/// Verifies files one after the other; `-` is standard input. Returns the worst exit code: 0 if all are
/// right, 1 if something differs, 2 if a file is not a trace or has nothing to compare, 3 if one cannot be
/// read.
///
/// # Errors
/// When the answers cannot be written.
pub fn verify_files(paths: &[PathBuf], options: &Options, output: &mut Output) -> io::Result<u8> {
    let mut code = SAME;
    for path in paths {
        code = code.max(verify_recording(path, &name_of(path), options, output)?.0);
    }
    Ok(code)
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
    output: &mut Output,
) -> io::Result<(u8, Option<Verified>)> {
    let Output { format, out, complaints, progress } = output;
    let verified = StoredTrace::open(path, name).and_then(|trace| {
        let verdict = judge(&trace, options, *progress);
        let verdict = verdict.map_err(|error| InputError::Trace { path: name.to_owned(), error })?;
        Ok(Verified { trace, verdict })
    });
    let code = verified.as_ref().map_or_else(exit_code, |verified| code_of(&verified.verdict));
    match (&verified, *format) {
        (Ok(Verified { verdict, trace }), Format::Json) => {
            json::write_verdict(*out, name, verdict, &trace.header, &options.own)?;
        }
        (Err(error), Format::Json) => json::write_error(*out, name, error)?,
        (Ok(_), _) if code == UNUSABLE => writeln!(complaints, "roguelike: {}: {NOTHING}", visible(name))?,
        (Ok(Verified { verdict, trace }), Format::Text { color, long }) => {
            let lines = lines::verdict(name, verdict, options, [color, long]);
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            let has_missed = verdict.is_ok() && !verdict.not_reached.is_empty();
            let missed = has_missed.then(|| not_reached(&verdict.not_reached, &trace.header));
            let hidden = verdict.hidden.as_ref().filter(|hidden| !hidden.bugs.is_empty());
            let hidden = hidden.map(|hidden| not_shown(hidden, trace.header.part, long));
            out.flush()?;
            for note in missed.into_iter().chain(hidden) {
                writeln!(complaints, "roguelike: {}: {note}", visible(name))?;
            }
        }
        (Err(error), _) => writeln!(complaints, "roguelike: {}", visible(&error.to_string()))?,
    }
    // Each answer is there before the next file is read.
    out.flush()?;
    Ok((code, verified.ok()))
}

fn code_of(verdict: &Verdict) -> u8 {
    match verdict {
        verdict if verdict.is_ok() => SAME,
        verdict if verdict.has_nothing() => UNUSABLE,
        _ => DIFFERENT,
    }
}

/// Returns the exit code for a file that cannot be compared.
pub fn exit_code(error: &InputError) -> u8 {
    match error {
        InputError::Trace { error, .. } if !matches!(error.problem, Problem::Unreadable(_)) => UNUSABLE,
        _ => UNREADABLE,
    }
}

/// Returns the note about the known bugs that right recordings do not show. A long note has all of them.
pub fn not_shown(hidden: &Hidden, part: Part, long: bool) -> String {
    let bugs = texts(&hidden.bugs);
    let first = bugs.len().min(if long { bugs.len() } else { FIRST_HIDDEN });
    let others = match bugs.len() - first {
        0 => String::new(),
        count => format!("; and {count} more ('roguelike verify --long' lists them)"),
    };
    let least = if hidden.is_complete { "" } else { "at least " };
    let (count, tried) = (bugs.len(), hidden.tried);
    let first = bugs[..first].join("; ");
    format!(
        "{least}{count} of {tried} known bugs of Part {part} do not show with these keys: {first}{others}"
    )
}

/// Returns the note about the goals that a right recording did not reach. It recommends the keys of
/// `roguelike keys` if they reach any of these.
fn not_reached(missing: &[&str], Header { part, library, .. }: &Header) -> String {
    let (first, others) = missing.split_at(missing.len().min(FIRST_MISSING));
    let others = match others.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    let keys = key_file(*part, *library);
    let is_reached = |goal: &&&str| keys.not_reached.iter().all(|gap| gap != **goal);
    let advice = match missing.iter().filter(is_reached).count() {
        0 => String::new(),
        count => format!(
            "; 'roguelike keys --part {part} --stdlib {library}' gives keys that reach {count} of these"
        ),
    };
    format!("not reached: {}{others}{advice}", first.join(", "))
}
