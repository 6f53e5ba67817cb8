//! A finding of the compiler's sanitizers, in the reader's own sources.

use std::fmt;
use std::fs;
use std::path::Path;

use super::unset::{self, Member};
use crate::attach::HEADER_NAME;
use crate::attach::folder::file_name;
use crate::attach::source::Source;
use roguelike::trace::{Fact, Kind, Reader, Step};

/// Maximum number of callers that are shown.
const MAX_CALLERS: usize = 4;
/// The meaning of words in the reports of sanitizers and libraries. The first that is found counts.
const MEANINGS: [(&str, &str); 16] = [
    ("heap-buffer-overflow", "an index or a pointer is outside of its array"),
    ("stack-buffer-overflow", "an index or a pointer is outside of its array"),
    ("global-buffer-overflow", "an index or a pointer is outside of its array"),
    ("container-overflow", "an index, a reference or a pointer leads to an element that is gone"),
    ("stack-overflow", "functions call each other without end"),
    ("heap-use-after-free", "a reference, a pointer or an iterator is used after its object is gone"),
    ("stack-use-after-return", "a reference or a pointer is used after its object is gone"),
    ("stack-use-after-scope", "a reference or a pointer is used after its object is gone"),
    ("attempting double-free", "an object is deleted twice"),
    ("SEGV", "a pointer leads nowhere"),
    ("FPE", "a division by zero"),
    ("singular iterator", "an iterator is used after its container has changed, as by erase or push_back"),
    ("which is not a valid value for type", "a variable is used that was never set, or was damaged"),
    ("vector::_M_range_check", "an index is outside of its container"),
    ("out-of-bounds index", "an index is outside of its container"),
    ("Assertion '_M_a <= _M_b'", "the range of a random number ends before it begins"),
];
/// The meaning of a stack overflow that `main` reaches with few calls.
const LARGE: &str = "the local variables are too large for the stack";
/// The numbers that variables have which nothing set: as GCC, Clang and new memory are filled.
const FILLINGS: [i64; 3] = [-16_843_010, -1_431_655_766, -1_094_795_586];
/// No number of a game is as large.
const IMPOSSIBLE: i64 = 10_000;

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
    /// A value of a fact was never set: the subject of the fact, the name of the value, and the member that
    /// holds it, if it is found.
    Unset { subject: String, name: &'static str, member: Option<Member> },
}

impl Finding {
    /// Reads the first report in the output of a program, whose sources are in a folder.
    pub fn in_output(output: &str, (folder, sources): (&Path, &[Source])) -> Option<Finding> {
        let lines: Vec<&str> = output.lines().collect();
        let (at, what) = lines.iter().enumerate().find_map(|(at, line)| Some((at, reported(line)?)))?;
        // A library explains why it aborts before the sanitizer reports that.
        let why = (0..at).rev().find_map(|at| explained(&lines[at..]));
        let what = why.filter(|_| what.starts_with("ABRT")).unwrap_or(what);
        // The first stack is that of the access. Others are of allocation and release.
        let frames = lines[at..].iter().skip_while(|line| !is_frame(line)).take_while(|line| is_frame(line));
        let mut places: Vec<Place> = frames.filter_map(|line| place_of_frame(line, folder)).collect();
        places.dedup();
        if places.is_empty() {
            places.extend(place_of_report(lines[at], folder));
        }
        name_lambdas(&mut places, sources);
        Some(Finding::Wrong { what, places })
    }

    /// Searches a recording for a value that nothing has set, and the sources for its member.
    pub fn in_recording(path: &Path, sources: &[Source]) -> Option<Finding> {
        let reader = Reader::new(fs::File::open(path).ok()?).ok()?;
        let steps = reader.map_while(Result::ok);
        steps.into_iter().find_map(|step| {
            let is_filling = |number: i64| FILLINGS.contains(&number);
            if let Some((fact, name)) = first_value(&step.step, is_filling) {
                let member = unset::member(sources, fact.kind, name);
                return Some(Finding::Unset { subject: fact.subject(), name, member });
            }
            let saved = step.saved.as_deref().unwrap_or_default();
            let is_unset = |line: &str| line.split(' ').any(|word| word.parse().is_ok_and(is_filling));
            let line = 1 + saved.lines().position(is_unset)?;
            Some(Finding::Unset { subject: format!("line {line} of the save file"), name: "", member: None })
        })
    }
}

/// Returns true if a step has a value that no game can have.
pub(super) fn is_impossible(step: &Step) -> bool {
    first_value(step, |number| number.abs() >= IMPOSSIBLE).is_some()
}

/// Returns the first value of a step that is such a number, by its fact and its name.
fn first_value(step: &Step, is_such: impl Fn(i64) -> bool) -> Option<(&Fact, &'static str)> {
    let mut facts = step.facts().iter().filter(|fact| fact.kind != Kind::Rng);
    facts.find_map(|fact| {
        let mut values = fact.values();
        let (name, _) = values.find(|(_, value)| value.number().is_some_and(&is_such))?;
        Some((fact, name))
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

/// Returns the explanation of a library that aborts the program, if these lines begin with it. That of
/// libstdc++ ends before an empty line.
fn explained(lines: &[&str]) -> Option<String> {
    let line = lines.first()?.trim();
    if let Some(first) = line.strip_prefix("Error: ") {
        let others = lines[1..].iter().map(|line| line.trim()).take_while(|line| !line.is_empty());
        return Some(std::iter::once(first).chain(others).collect::<Vec<&str>>().join(" "));
    }
    let assertion = || ["Assertion '", "Assertion `"].iter().find_map(|words| line.find(words));
    line.strip_prefix("what():  ").or_else(|| Some(&line[assertion()?..])).map(str::to_owned)
}

/// Gives lambdas the names of their variables. Compilers call all of them `operator()`.
fn name_lambdas(places: &mut [Place], sources: &[Source]) {
    for place in places.iter_mut().filter(|place| place.function == "operator") {
        let source = sources.iter().find(|source| source.name == place.file);
        let name = source.and_then(|source| lambda_at(source, place.line as usize));
        place.function = name.unwrap_or("a lambda").to_owned();
    }
}

/// Returns the name of the innermost lambda around a line: `newGame` in `auto newGame = [&]() { ... };`.
fn lambda_at(source: &Source, line: usize) -> Option<&str> {
    let mut captures =
        (2..source.len()).rev().filter(|&at| source.token(at) == "[" && source.before(at) == "=");
    captures.find_map(|at| {
        let end = source.group_at(at)?.close;
        let open = (end..source.len()).find(|&index| matches!(source.token(index), "{" | ";"))?;
        let body = source.group_at(open)?;
        (source.line(body.open) <= line && line <= source.line(body.close)).then(|| source.token(at - 2))
    })
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

/// Returns the meaning of a report. A stack with thousands of calls is printed without its end, `main`.
fn meaning(what: &str, places: &[Place]) -> Option<&'static str> {
    let is_whole = places.last().is_some_and(|place| place.function == "main");
    if what.starts_with("stack-overflow") && is_whole {
        return Some(LARGE);
    }
    MEANINGS.iter().find(|(words, _)| what.contains(words)).map(|(_, meaning)| *meaning)
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
                let what = match meaning(what, places) {
                    Some(meaning) => format!("{meaning} ({what})"),
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
            Finding::Unset { subject, name, member } => {
                let name = if name.is_empty() { "a value" } else { name };
                write!(f, "{name} of {subject} is never set: ")?;
                match member {
                    Some(Member { name, file, line }) => {
                        write!(f, "give '{name}' an initial value ({file}:{line})")
                    }
                    None => f.write_str("give its member an initial value"),
                }
            }
        }
    }
}
