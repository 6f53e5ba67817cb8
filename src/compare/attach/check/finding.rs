//! A finding of the compiler's sanitizers, in the reader's own sources.

use std::fmt;
use std::fs;
use std::path::Path;

use crate::attach::HEADER_NAME;
use crate::attach::folder::file_name;
use roguelike::trace::{Kind, Reader, Step};

/// Maximum number of callers that are shown.
const MAX_CALLERS: usize = 4;
/// The meaning of AddressSanitizer's words.
const MEANINGS: [(&str, &str); 11] = [
    ("heap-buffer-overflow", "an index or a pointer is outside of its array"),
    ("stack-buffer-overflow", "an index or a pointer is outside of its array"),
    ("global-buffer-overflow", "an index or a pointer is outside of its array"),
    ("container-overflow", "an index or a pointer is outside of its container"),
    ("stack-overflow", "functions call each other without end"),
    ("heap-use-after-free", "a reference, a pointer or an iterator is used after its object is gone"),
    ("stack-use-after-return", "a reference or a pointer is used after its object is gone"),
    ("stack-use-after-scope", "a reference or a pointer is used after its object is gone"),
    ("attempting double-free", "an object is deleted twice"),
    ("SEGV", "a pointer leads nowhere"),
    ("FPE", "a division by zero"),
];
/// The numbers that variables have which nothing set: as GCC, Clang and new memory are filled.
const FILLINGS: [i64; 3] = [-16_843_010, -1_431_655_766, -1_094_795_586];
/// No number of a game is as large.
const LARGE: i64 = 10_000;

/// A place in the reader's sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The function, without its parameters. Empty if it is not known.
    pub function: String,
    /// The file, by its path in the folder.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// The program did something wrong: the sanitizer's words, the place, and the callers from the nearest
    /// on.
    Wrong { what: String, places: Vec<Place> },
    /// A value of a fact was never set: the subject of the fact, and the name of the value.
    Unset { subject: String, name: &'static str },
}

impl Finding {
    /// Reads the first report in the output of a program, whose sources are in a folder.
    pub fn in_output(output: &str, sources: &Path) -> Option<Finding> {
        let lines: Vec<&str> = output.lines().collect();
        let (at, what) = lines.iter().enumerate().find_map(|(at, line)| Some((at, reported(line)?)))?;
        // A library explains why it aborts before the sanitizer reports that.
        let why = lines[..at].iter().rev().find_map(|line| explained(line));
        let what = why.filter(|_| what.starts_with("ABRT")).map_or(what, str::to_owned);
        // The first stack is that of the access. Others are of allocation and release.
        let frames = lines[at..].iter().skip_while(|line| !is_frame(line)).take_while(|line| is_frame(line));
        let mut places: Vec<Place> = frames.filter_map(|line| place_of_frame(line, sources)).collect();
        places.dedup();
        if places.is_empty() {
            places.extend(place_of_report(lines[at], sources));
        }
        Some(Finding::Wrong { what, places })
    }

    /// Searches a recording for a value that nothing has set.
    pub fn in_recording(path: &Path) -> Option<Finding> {
        let reader = Reader::new(fs::File::open(path).ok()?).ok()?;
        let steps = reader.map_while(Result::ok);
        steps.into_iter().find_map(|step| first_value(&step.step, |number| FILLINGS.contains(&number)))
    }
}

/// Returns true if a step has a value that no game can have.
pub(super) fn is_impossible(step: &Step) -> bool {
    first_value(step, |number| number.abs() >= LARGE).is_some()
}

/// Returns the first value of a step that is such a number.
fn first_value(step: &Step, is_such: impl Fn(i64) -> bool) -> Option<Finding> {
    let mut facts = step.facts().iter().filter(|fact| fact.kind != Kind::Rng);
    facts.find_map(|fact| {
        let mut values = fact.values();
        let (name, _) = values.find(|(_, value)| value.number().is_some_and(&is_such))?;
        Some(Finding::Unset { subject: fact.subject(), name })
    })
}

/// Returns the words of a sanitizer in a line that reports something.
fn reported(line: &str) -> Option<String> {
    if let Some((_, what)) = line.split_once(": runtime error: ") {
        return Some(what.trim().to_owned());
    }
    let (_, what) = line.split_once("ERROR: AddressSanitizer: ")?;
    let what = what.split(" on ").next().unwrap_or(what);
    Some(what.split(" (pc ").next().unwrap_or(what).trim_end_matches(':').trim().to_owned())
}

/// Returns the explanation of a library that aborts the program.
fn explained(line: &str) -> Option<&str> {
    let line = line.trim();
    let words = ["Error: ", "what():  "].iter().find_map(|start| line.strip_prefix(start));
    words.or_else(|| Some(line).filter(|line| line.contains("Assertion '") || line.contains("Assertion `")))
}

/// Returns true for a line of a stack: `#0 0x55 in Game::attack(Entity&, Entity&) /home/me/Game.cpp:12:5`.
fn is_frame(line: &str) -> bool {
    line.trim_start().strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the place of a line of a stack, if it is in the reader's sources.
fn place_of_frame(line: &str, sources: &Path) -> Option<Place> {
    let (_, rest) = line.split_once(" in ")?;
    // A path may contain spaces, but begins with that of the sources.
    let start = format!(" {}/", sources.display());
    let (function, place) = rest.split_once(&*start).or_else(|| rest.rsplit_once(' '))?;
    let (file, line) = file_and_line(place, sources)?;
    let function = function.split("::{lambda").next().unwrap_or(function);
    let function = function.split('(').next().unwrap_or(function);
    Some(Place { function: function.to_owned(), file, line })
}

/// Returns the place of `FILE:LINE:COLUMN: runtime error`, which does not name the function.
fn place_of_report(line: &str, sources: &Path) -> Option<Place> {
    let (place, _) = line.split_once(": runtime error: ")?;
    let start = format!("{}/", sources.display());
    let (file, line) = file_and_line(place.strip_prefix(&*start).unwrap_or(place), sources)?;
    Some(Place { function: String::new(), file, line })
}

/// Reads `FILE:LINE:COLUMN` or `FILE:LINE`, if it is one of the reader's sources.
fn file_and_line(place: &str, sources: &Path) -> Option<(String, u32)> {
    let mut parts = place.split(':');
    let (file, line) = (parts.next()?, parts.next()?.parse().ok()?);
    let is_own =
        Path::new(file).is_relative() && sources.join(file).is_file() && file_name(file) != HEADER_NAME;
    is_own.then(|| (file.to_owned(), line))
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { function, file, line } = self;
        if function.is_empty() { write!(f, "{file}:{line}") } else { write!(f, "{function} ({file}:{line})") }
    }
}

/// One line, and one more for the callers.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Wrong { what, places } => {
                let meaning = MEANINGS.iter().find(|(word, _)| what.starts_with(word));
                let what = match meaning {
                    Some((_, meaning)) => format!("{meaning} ({what})"),
                    // The program was aborted where it hung.
                    None if what.starts_with("ABRT") => "it was here when it was killed".to_owned(),
                    None => what.clone(),
                };
                let Some((first, callers)) = places.split_first() else { return write!(f, "{what}") };
                write!(f, "at {first}: {what}")?;
                let callers: Vec<String> = callers.iter().take(MAX_CALLERS).map(Place::to_string).collect();
                if callers.is_empty() {
                    Ok(())
                } else {
                    write!(f, "\n  called from {}", callers.join(", from "))
                }
            }
            Finding::Unset { subject, name } => {
                let name = if name.is_empty() { "a value" } else { name };
                write!(f, "{name} of {subject} is never set: give its member an initial value")
            }
        }
    }
}
