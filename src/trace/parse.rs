//! Reading traces, in all three forms.
//!
//! Anybody's program may have written them and anything may have happened to them since, so every line is checked, and what is
//! wrong is said with the line's number.

use super::block::QUIT;
use super::fact::{Fact, Kind, canonical, parse_hash};
use super::{Form, Header};
use crate::fov_lab::Algorithm;
use crate::game::Setup;
use crate::key::Key;
use crate::map::{MAP_HEIGHT, MAP_WIDTH};
use crate::part::Part;
use crate::rng::StdLib;
use crate::screen;
use crate::support::hash::Fnv;
use crate::support::text::{BYTE_ORDER_MARK, shortened};

/// A file that is no trace, or no whole one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TraceError {
    /// The line where it shows, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with a trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It begins otherwise.
    #[error(
        "this is no trace: it has to begin with 'roguelike-trace 1', as 'roguelike trace' and tests/cpp/trace.hpp write it"
    )]
    NoTrace,
    /// Windows PowerShell wrote it.
    #[error("the file is UTF-16, as PowerShell's '>' writes it; record with '--trace FILE' instead of '>'")]
    Utf16,
    /// It is of a later version of the format.
    #[error("version '{0}' of the format is unknown here, only 1 is; get a newer roguelike or record again")]
    Version(String),
    /// Bytes that are no text.
    #[error("these bytes are no UTF-8 text; the file is damaged, record it again")]
    NotUtf8,
    /// The file ends before its last line does.
    #[error("the file ends in the middle of {0}; it was cut off, record it again")]
    CutOff(String),
    /// A header line that is not there.
    #[error("here the header needs '{expected}', not '{found}'")]
    Header {
        /// The line that belongs here.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A header line with a value that cannot be played.
    #[error("{0}")]
    Value(String),
    /// A line where a step has to begin.
    #[error("here 'step {expected} ...' has to come, not '{found}'")]
    Step {
        /// The number of the step.
        expected: usize,
        /// What is there.
        found: String,
    },
    /// A key that no keyboard has.
    #[error("unknown key '{0}': keys have SDL's names, like Up, Space, Escape, F5 or A")]
    Key(String),
    /// Something after the last step.
    #[error("the program quit in the step before, so nothing can follow")]
    AfterQuit,
    /// A line that is malformed.
    #[error("{0}; 'roguelike trace --help' describes the format")]
    Fact(String),
    /// A line after one that has to come later.
    #[error("'{found}' cannot come after '{before}': the lines of a step have a fixed order")]
    Order {
        /// The line.
        found: String,
        /// What stands before it.
        before: String,
    },
    /// A picture with a row missing, or one too wide.
    #[error("a picture has {rows} rows of {MAP_WIDTH} characters between bars; this is row {row}")]
    Picture {
        /// Rows that it has to have.
        rows: i32,
        /// The row, from 1.
        row: usize,
    },
    /// Tiles and their hash do not belong together.
    #[error("the rows below do not give this hash but {0:016x}; one of them was changed")]
    Hash(u64),
}

/// A step as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The key; none in step 0.
    pub key: Option<Key>,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// In brief traces: the hash over all its lines.
    pub hash: Option<u64>,
    /// Its lines, as far as they were recorded. None in brief traces.
    pub facts: Vec<Fact>,
    /// The map's rows, in full traces.
    pub tiles: Option<Vec<String>>,
    /// The screen's rows, in full traces.
    pub screen: Option<Vec<String>>,
}

impl Step {
    /// Did the program end with this step? In a brief trace that has a hash of its own.
    pub fn quits(&self) -> bool {
        self.hash.is_some_and(|hash| hash == quit_hash())
            || self.facts.first().is_some_and(|fact| fact.kind == Kind::Quit)
    }
}

/// The hash of a block that says nothing but that the program ended.
fn quit_hash() -> u64 {
    let mut hash = Fnv::default();
    hash.write(QUIT.as_bytes());
    hash.write(b"\n");
    hash.finish()
}

/// A whole trace that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// How the game was started.
    pub header: Header,
    /// What happened; step 0 is always there.
    pub steps: Vec<Step>,
}

impl Recording {
    /// The game that was recorded, before its first key.
    pub fn setup(&self) -> Setup {
        Setup {
            library: self.header.library,
            other_view: self.header.algorithm.other_view(),
            ..Setup::new(self.header.part, self.header.seed)
        }
    }

    /// The keys that were pressed, in order.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.steps.iter().filter_map(|step| step.key)
    }
}

const MAGIC: &str = "roguelike-trace";

/// Does a file that begins with these bytes claim to be a trace?
pub fn is_trace(bytes: &[u8]) -> bool {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).starts_with(MAGIC.as_bytes())
}

/// Reads a trace. Lines may end as on Windows, if the first one does.
///
/// # Errors
/// At the first line that cannot be part of a trace, or where the file was cut off.
pub fn parse(bytes: &[u8]) -> Result<Recording, TraceError> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(TraceError { line: 1, problem: Problem::Utf16 });
    }
    let mut lines = Lines::new(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes));
    let mut header = read_header(&mut lines)?;
    let mut steps: Vec<Step> = Vec::new();
    while let Some(line) = lines.next()? {
        if steps.last().is_some_and(Step::quits) {
            return Err(lines.error(Problem::AfterQuit));
        }
        let step = read_step(line, steps.len(), &header, &mut lines)?;
        if step.tiles.is_some() || step.screen.is_some() {
            header.form = Form::Full;
        }
        steps.push(step);
    }
    if steps.is_empty() {
        lines.number += 1;
        return Err(lines.error(Problem::CutOff("the header".to_owned())));
    }
    check_last(&steps, &lines)?;
    Ok(Recording { header, steps })
}

/// The lines of a file, the next of which can be looked at before it is taken.
struct Lines<'t> {
    rest: &'t [u8],
    /// The number of the line that was taken last, from 1.
    number: usize,
    windows: bool,
}

impl<'t> Lines<'t> {
    fn new(bytes: &'t [u8]) -> Lines<'t> {
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        Lines { rest: bytes, number: 0, windows: first.ends_with(b"\r") }
    }

    fn error(&self, problem: Problem) -> TraceError {
        TraceError { line: self.number, problem }
    }

    /// The first byte of the next line.
    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Takes the next line, without its end; none at the end of the file.
    fn next(&mut self) -> Result<Option<&'t str>, TraceError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') else {
            let is_text =
                std::str::from_utf8(self.rest).is_ok_and(|text| self.number > 1 || is_trace(text.as_bytes()));
            let problem = match is_text {
                true => Problem::CutOff("this line".to_owned()),
                false if self.number == 1 => Problem::NoTrace,
                false => Problem::NotUtf8,
            };
            return Err(self.error(problem));
        };
        let (line, rest) = (&self.rest[..end], &self.rest[end + 1..]);
        self.rest = rest;
        let line = if self.windows { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
        match std::str::from_utf8(line) {
            Ok(line) => Ok(Some(line)),
            Err(_) if self.number == 1 => Err(self.error(Problem::NoTrace)),
            Err(_) => Err(self.error(Problem::NotUtf8)),
        }
    }
}

fn read_header(lines: &mut Lines<'_>) -> Result<Header, TraceError> {
    let first = lines.next()?.unwrap_or_default();
    lines.number = 1;
    let form = match first.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix(' ')) {
        Some("1") => Form::Normal,
        Some("1 brief") => Form::Brief,
        Some(version) => return Err(lines.error(Problem::Version(shortened(version)))),
        None => return Err(lines.error(Problem::NoTrace)),
    };
    let part: Part = header_line(lines, "part", "part N")?;
    let seed = header_line(lines, "seed", "seed N").map_err(|mut error| {
        if let Problem::Value(_) = error.problem {
            error.problem = Problem::Value("a seed is a whole number from 0 to 4294967295".to_owned());
        }
        error
    })?;
    let library: StdLib = header_line(lines, "stdlib", "stdlib NAME")?;
    let algorithm = if lines.peek() == Some(b'f') {
        header_line(lines, "fov", "fov NAME")?
    } else {
        Algorithm::default()
    };
    Ok(Header { form, part, seed, library, algorithm })
}

fn header_line<T>(lines: &mut Lines<'_>, name: &str, expected: &'static str) -> Result<T, TraceError>
where
    T: std::str::FromStr<Err: std::fmt::Display> + ToString,
{
    let Some(line) = lines.next()? else {
        lines.number += 1;
        return Err(lines.error(Problem::CutOff("the header".to_owned())));
    };
    let Some(value) = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')) else {
        return Err(lines.error(Problem::Header { expected, found: shortened(line) }));
    };
    let problem = match shortened(value).parse::<T>() {
        Ok(value_read) if value_read.to_string() == value => return Ok(value_read),
        Ok(value_read) => {
            Problem::Value(format!("'{}' has to be written {}", shortened(value), value_read.to_string()))
        }
        Err(error) => Problem::Value(error.to_string()),
    };
    Err(lines.error(problem))
}

/// Reads the step that begins with `line`, which was just taken.
fn read_step(line: &str, number: usize, header: &Header, lines: &mut Lines<'_>) -> Result<Step, TraceError> {
    let wrong = || Problem::Step { expected: number, found: shortened(line) };
    let mut words = line.splitn(3, ' ');
    let (word, index, rest) = (words.next(), words.next(), words.next());
    if word != Some("step") || index.and_then(canonical) != Some(number) {
        return Err(lines.error(wrong()));
    }
    let rest = rest.ok_or_else(|| lines.error(wrong()))?;
    let mut step =
        Step { key: None, line: lines.number, hash: None, facts: Vec::new(), tiles: None, screen: None };
    let name = if header.form == Form::Brief {
        let (name, hash) = rest.rsplit_once(' ').ok_or_else(|| lines.error(wrong()))?;
        step.hash = Some(parse_hash(hash).map_err(|problem| lines.error(Problem::Fact(problem)))?);
        name
    } else {
        rest
    };
    if number > 0 {
        let key = Key::from_name(name).filter(|key| key.name() == name);
        step.key = Some(key.ok_or_else(|| lines.error(Problem::Key(shortened(name))))?);
    } else if name != "start" {
        return Err(lines.error(Problem::Step { expected: 0, found: shortened(line) }));
    }
    if header.form != Form::Brief {
        read_facts(&mut step, header, lines)?;
    }
    Ok(step)
}

/// Reads the lines of a step up to the next one.
fn read_facts(step: &mut Step, header: &Header, lines: &mut Lines<'_>) -> Result<(), TraceError> {
    while !lines.rest.is_empty() && !lines.rest.starts_with(b"step ") {
        if step.quits() {
            lines.number += 1;
            return Err(lines.error(Problem::AfterQuit));
        }
        let Some(line) = lines.next()? else { break };
        let fact = Fact::parse(line).map_err(|problem| lines.error(Problem::Fact(problem)))?;
        check_order(step, &fact).map_err(|problem| lines.error(problem))?;
        match fact.kind {
            Kind::Tiles => step.tiles = read_tiles(&fact, lines)?,
            Kind::Frame => step.screen = read_rows(screen::rows(header.part), lines)?,
            _ => {}
        }
        step.facts.push(fact);
    }
    Ok(())
}

/// Lines come in the order of their kinds; only lists have more than one of a kind, and these are counted.
fn check_order(step: &Step, fact: &Fact) -> Result<(), Problem> {
    let before = step.facts.last();
    let in_order = match before {
        None => true,
        Some(before) => {
            before.kind < fact.kind && before.kind != Kind::Quit
                || before.kind == fact.kind && fact.kind.is_list()
        }
    };
    let number = match before {
        Some(before) if before.kind == fact.kind => canonical(&before.which).map(|number: u64| number + 1),
        _ => Some(0),
    };
    let counted = !fact.kind.is_numbered() || canonical(&fact.which) == number;
    if in_order && counted {
        return Ok(());
    }
    let before = before.map_or_else(|| "step".to_owned(), Fact::subject);
    Err(Problem::Order { found: shortened(&fact.subject()), before: shortened(&before) })
}

/// The rows of the map, which have to give the hash above them.
fn read_tiles(fact: &Fact, lines: &mut Lines<'_>) -> Result<Option<Vec<String>>, TraceError> {
    let hash_line = lines.number;
    let Some(rows) = read_rows(MAP_HEIGHT, lines)? else { return Ok(None) };
    let mut hash = Fnv::default();
    for (row, text) in rows.iter().enumerate() {
        if !text.bytes().all(|digit| (b'0'..=b'7').contains(&digit)) {
            let line = hash_line + 1 + row;
            let problem = Problem::Fact("a tile is a digit from 0 to 7".to_owned());
            return Err(TraceError { line, problem });
        }
        hash.write(&text.bytes().map(|digit| digit - b'0').collect::<Vec<u8>>());
    }
    if format!("{:016x}", hash.finish()) != fact.fields[0].value {
        return Err(TraceError { line: hash_line, problem: Problem::Hash(hash.finish()) });
    }
    Ok(Some(rows))
}

/// The rows of a picture, if there is one.
fn read_rows(count: i32, lines: &mut Lines<'_>) -> Result<Option<Vec<String>>, TraceError> {
    if lines.peek() != Some(b'|') {
        return Ok(None);
    }
    let mut rows = Vec::new();
    for row in 1..=count as usize {
        let line =
            lines.next()?.filter(|line| line.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()));
        let text = line.and_then(|line| line.strip_prefix('|')?.strip_suffix('|'));
        let Some(text) = text.filter(|text| text.len() == MAP_WIDTH as usize) else {
            return Err(lines.error(Problem::Picture { rows: count, row }));
        };
        rows.push(text.to_owned());
    }
    Ok(Some(rows))
}

/// A trace that was cut off between two lines has a last step that ends earlier than the one before it.
fn check_last(steps: &[Step], lines: &Lines<'_>) -> Result<(), TraceError> {
    let [.., before, last] = steps else { return Ok(()) };
    if last.quits() || last.hash.is_some() || end_of(last) >= end_of(before) {
        return Ok(());
    }
    Err(lines.error(Problem::CutOff(format!("step {}", steps.len() - 1))))
}

/// The last line of a step that is there in every step, and whether rows follow it.
fn end_of(step: &Step) -> Option<(Kind, bool)> {
    let fact = step.facts.iter().rev().find(|fact| !fact.kind.is_list())?;
    let rows = match fact.kind {
        Kind::Tiles => step.tiles.is_some(),
        Kind::Frame => step.screen.is_some(),
        _ => false,
    };
    Some((fact.kind, rows))
}
