//! Reading traces, in all their forms.
//!
//! Any program may have written them and they may be damaged, so every line is checked. Errors name the line.

use std::fmt;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::str::FromStr;

use super::block::{COLOR_DIGITS, Step};
use super::fact::{Fact, FactError, Value, parse_hash};
use super::kinds::Kind;
use super::marks::Marks;
use super::problem::{Problem, TraceError};
use super::recorded_step::RecordedStep;
use super::save::{FAILED_SAVE, NO_SAVE, RecordedSave, SAVE};
use super::{Form, Header};
use crate::fov_lab::Algorithm;
use crate::key::Key;
use crate::map::{MAP_HEIGHT, MAP_WIDTH};
use crate::part::Part;
use crate::rng::StdLib;
use crate::screen;
use crate::support::encoding::{BYTE_ORDER_MARK, Decoder};
use crate::support::hash::Fnv;
use crate::support::text::shortened;

const MAGIC: &str = "roguelike-trace";
/// Number of bytes that show whether an input is a trace.
const START: u64 = 64;
/// Maximum length of a line, and of a save in a step, in bytes.
const MAX_LINE: usize = 16 << 20;
/// Maximum length of the lines of a step without its save and its pictures, in bytes. The longest of a right
/// program have some thousand.
const LONGEST_STEP: usize = 128 << 10;

/// Returns true if a file that begins with these bytes claims to be a trace.
pub fn is_trace(bytes: &[u8]) -> bool {
    let rest = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).strip_prefix(MAGIC.as_bytes());
    rest.is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// Decodes an input. Returns whether it claims to be a trace, and all of its text.
///
/// # Errors
/// When its beginning cannot be read.
pub fn detect<'a>(input: impl Read + 'a) -> io::Result<(bool, impl Read + 'a)> {
    let mut input = Decoder::new(input);
    let mut start = Vec::new();
    input.by_ref().take(START).read_to_end(&mut start)?;
    Ok((is_trace(&start), Cursor::new(start).chain(input)))
}

/// Reads a trace step by step, so that a long one needs no more memory than a short one. It may have any
/// encoding, and its lines may end as on Windows.
///
/// If the file was cut off, it returns the whole steps, and then an error that
/// [`is_cut_off`](TraceError::is_cut_off).
pub struct Reader<'a> {
    lines: LineReader<'a>,
    header: Header,
    /// The step that was read last. Only what follows shows whether it is whole.
    held: Option<RecordedStep>,
    /// The last line of the step before that.
    last_line_before: Option<LastLine>,
    /// The problem after the held step, if the rest cannot be read.
    problem: Option<Problem>,
    ended: bool,
}

impl<'a> Reader<'a> {
    /// Reads the header.
    ///
    /// # Errors
    /// If the input does not begin with the header of a trace.
    pub fn new(input: impl Read + 'a) -> Result<Reader<'a>, TraceError> {
        let input = BufReader::new(Decoder::new(input));
        let mut lines = LineReader { input, ahead: None, count: 0, steps: 0, marks: Marks::default() };
        let header = lines.header().map_err(|problem| TraceError { line: lines.count, problem })?;
        Ok(Reader { lines, header, held: None, last_line_before: None, problem: None, ended: false })
    }

    /// Returns how the game was started. A full trace is known only by its steps, so the form is normal or
    /// brief here.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the marks up to the step that was read last.
    pub const fn marks(&self) -> &Marks {
        &self.lines.marks
    }

    fn read(&mut self) -> Result<Option<RecordedStep>, Problem> {
        let Some(line) = self.lines.next()? else {
            if self.lines.steps > 0 {
                return Ok(None);
            }
            self.lines.count += 1;
            return Err(self.lines.marks.stopped.take().map_or(Problem::NoSteps, Problem::Stopped));
        };
        let marks = &mut self.lines.marks;
        marks.pending = None;
        // A process that the program has started may have written a mark of its own.
        marks.ended = false;
        if self.held.as_ref().is_some_and(RecordedStep::quits) {
            return Err(Problem::AfterQuit);
        }
        let (saved, seeds) = (marks.saved.take(), marks.seeds);
        let rows = screen::rows(self.header.part) as usize;
        let colors = marks.colors.as_ref().map(|colors| colors[..rows].to_vec());
        let mut recorded = self.lines.step(&line, &self.header)?;
        let step = &mut recorded.step;
        step.colors = step.colors.take().or(colors.filter(|_| step.screen.is_some()));
        self.lines.steps += 1;
        Ok(Some(RecordedStep { saved, seeds, ..recorded }))
    }

    /// A trace that was cut off between two lines has a last step that ends earlier than the one before it.
    /// That step is dropped.
    fn check_last(&mut self) -> Result<(), Problem> {
        let (has_end, before) = (self.lines.marks.ended, self.last_line_before);
        let is_cut = |last: &RecordedStep| !last.quits() && last_line_of(&last.step) < before;
        match self.held.take_if(|last| !has_end && is_cut(last)) {
            Some(_) => Err(Problem::CutOff(format!("step {}", self.lines.steps - 1))),
            None => Ok(()),
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<RecordedStep, TraceError>;

    fn next(&mut self) -> Option<Result<RecordedStep, TraceError>> {
        while !self.ended {
            match self.read() {
                Ok(Some(step)) => {
                    if let Some(whole) = self.held.replace(step) {
                        self.last_line_before = last_line_of(&whole.step);
                        return Some(Ok(whole));
                    }
                }
                end => {
                    self.ended = true;
                    self.problem = end.and_then(|_| self.check_last()).err();
                }
            }
        }
        let held = self.held.take().map(Ok);
        held.or_else(|| Some(Err(TraceError { line: self.lines.count, problem: self.problem.take()? })))
    }
}

/// The lines of a file. The next one can be looked at before it is taken.
struct LineReader<'a> {
    input: BufReader<Decoder<'a>>,
    /// The next line with its end, once it was looked at. Empty at the end of the file.
    ahead: Option<Vec<u8>>,
    /// Number of lines that were taken. A problem is one of the last of them.
    count: usize,
    /// Number of whole steps.
    steps: usize,
    /// The marks so far.
    marks: Marks,
}

impl LineReader<'_> {
    /// Returns the next line with its end, or nothing at the end of the file. Lines that begin
    /// with `#` are noted and skipped.
    fn peek(&mut self) -> Result<&[u8], Problem> {
        while self.ahead.is_none() {
            let mut line = Vec::new();
            let read = (&mut self.input).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line);
            let problem = match read {
                Err(error) => Some(Problem::Unreadable(error.to_string())),
                Ok(length) => (length > MAX_LINE).then_some(Problem::TooLong(MAX_LINE)),
            };
            let is_mark = self.count > 0 && line.starts_with(b"#");
            self.count += usize::from(is_mark || problem.is_some());
            match problem {
                Some(problem) => return Err(problem),
                // A mark that was cut off is ignored.
                None if is_mark && !line.ends_with(b"\n") => {}
                None if is_mark => self.marks.note(&String::from_utf8_lossy(&line)),
                None => self.ahead = Some(line),
            }
        }
        Ok(self.ahead.as_deref().unwrap_or_default())
    }

    /// Takes the next line, without its end, or `None` at the end of the file.
    fn next(&mut self) -> Result<Option<String>, Problem> {
        self.peek()?;
        let Some(mut line) = self.ahead.take_if(|line| !line.is_empty()) else { return Ok(None) };
        self.count += 1;
        let is_first = self.count == 1;
        let is_whole = line.pop_if(|byte| *byte == b'\n').is_some();
        line.pop_if(|byte| *byte == b'\r');
        let cut = || Problem::CutOff("this line".to_owned());
        match String::from_utf8(line) {
            Ok(line) if is_whole => Ok(Some(line)),
            Ok(line) if !is_first || is_trace(line.as_bytes()) => Err(cut()),
            _ if is_first => Err(Problem::NoTrace),
            // The last character was cut off.
            Err(error) if !is_whole && error.utf8_error().error_len().is_none() => Err(cut()),
            _ => Err(Problem::NotUtf8),
        }
    }

    fn header(&mut self) -> Result<Header, Problem> {
        let first = self.next()?.unwrap_or_default();
        self.count = 1;
        let form = match first.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix(' ')) {
            Some("1") => Form::Normal,
            Some("1 brief") => Form::Brief,
            Some(version) => return Err(Problem::Version(shortened(version))),
            None => return Err(Problem::NoTrace),
        };
        let part: Part = self.header_line("part N")?;
        let seed = self.header_line("seed N").map_err(|problem| match problem {
            Problem::Value(_) => Problem::Value("a seed is a whole number from 0 to 4294967295".to_owned()),
            other => other,
        })?;
        let library: StdLib = self.header_line("stdlib NAME")?;
        let has_algorithm = self.peek()?.starts_with(b"f");
        let algorithm = if has_algorithm { self.header_line("fov NAME")? } else { Algorithm::default() };
        Ok(Header { form, part, seed, library, algorithm })
    }

    /// Reads a line of the header, which has this form.
    fn header_line<T>(&mut self, expected: &'static str) -> Result<T, Problem>
    where
        T: FromStr<Err: fmt::Display> + ToString,
    {
        let Some(line) = self.next()? else {
            self.count += 1;
            return Err(Problem::CutOff("the header".to_owned()));
        };
        let value = line.strip_prefix(expected.trim_end_matches(char::is_uppercase));
        let value = value.ok_or_else(|| Problem::Header { expected, found: shortened(&line) })?;
        match shortened(value).parse::<T>().map(|read| (read.to_string(), read)) {
            Ok((text, read)) if text == value => Ok(read),
            Ok((text, _)) => Err(Problem::Value(format!("write {text} instead of '{}'", shortened(value)))),
            Err(error) => Err(Problem::Value(error.to_string())),
        }
    }

    /// Reads the step that begins with `line`, which was just taken.
    fn step(&mut self, line: &str, header: &Header) -> Result<RecordedStep, Problem> {
        let expected = self.steps;
        let wrong = || Problem::Step { expected, found: shortened(line) };
        let mut recorded = RecordedStep { line: self.count, ..RecordedStep::default() };
        recorded.step.number = expected;
        let mut name = line.strip_prefix(&format!("step {expected} ")).ok_or_else(wrong)?;
        if header.form == Form::Brief {
            let (key, hash) = name.rsplit_once(' ').ok_or_else(wrong)?;
            recorded.hash = Some(parse_hash(hash).map_err(Problem::Fact)?);
            name = key;
        }
        if expected > 0 {
            let key = Key::from_name(name).filter(|key| key.name() == name);
            recorded.step.key = Some(key.ok_or_else(|| Problem::Key(shortened(name)))?);
        } else if name != "start" {
            return Err(wrong());
        }
        if header.form != Form::Brief {
            recorded.save = self.save()?;
            self.facts(&mut recorded.step, header.part)?;
        }
        Ok(recorded)
    }

    /// Reads the save that a step contains, if it contains one.
    fn save(&mut self) -> Result<Option<RecordedSave>, Problem> {
        let mut save: Option<String> = None;
        while self.peek()?.starts_with(SAVE.as_bytes()) {
            let line = self.next()?.unwrap_or_default();
            let Some(text) = line.strip_prefix(SAVE).and_then(|rest| rest.strip_prefix(' ')) else {
                return Err(Problem::Fact(FactError::Save(SAVE)));
            };
            if text == NO_SAVE && save.is_none() {
                return Ok(Some(RecordedSave::Nothing));
            }
            if text == FAILED_SAVE && save.is_none() {
                return Ok(Some(RecordedSave::Unwritable));
            }
            let save = save.get_or_insert_default();
            if save.len() + text.len() > MAX_LINE {
                return Err(Problem::TooLong(MAX_LINE));
            }
            save.push_str(text);
            save.push('\n');
        }
        Ok(save.map(RecordedSave::Text))
    }

    /// Reads the lines of a step up to the next one.
    fn facts(&mut self, step: &mut Step, part: Part) -> Result<(), Problem> {
        let mut length = 0;
        loop {
            let ahead = self.peek()?;
            if ahead.is_empty() || ahead.starts_with(b"step ") {
                return Ok(());
            }
            if step.quits() {
                self.count += 1;
                return Err(Problem::AfterQuit);
            }
            let Some(line) = self.next()? else { return Ok(()) };
            if length + line.len() > LONGEST_STEP {
                return Err(Problem::TooLong(LONGEST_STEP));
            }
            length += line.len() + 1;
            let fact = Fact::parse(&line).map_err(Problem::Fact)?;
            check_order(step.facts().last(), &fact)?;
            match fact.kind {
                Kind::Tiles => step.tiles = self.tiles(&fact)?,
                Kind::Frame => {
                    let rows = screen::rows(part);
                    step.screen = self.rows(rows, MAP_WIDTH as usize)?;
                    step.colors = self.rows(rows, COLOR_DIGITS * MAP_WIDTH as usize)?;
                }
                _ => {}
            }
            step.push(fact);
        }
    }

    /// Reads the rows of the map. They have to give the hash above them.
    fn tiles(&mut self, fact: &Fact) -> Result<Option<Vec<String>>, Problem> {
        let hash_line = self.count;
        let Some(rows) = self.rows(MAP_HEIGHT, MAP_WIDTH as usize)? else { return Ok(None) };
        let text = rows.concat();
        if let Some(at) = text.bytes().position(|digit| !(b'0'..=b'7').contains(&digit)) {
            self.count = hash_line + 1 + at / MAP_WIDTH as usize;
            return Err(Problem::Fact(FactError::Tile));
        }
        let hash = Fnv::of(&text.bytes().map(|digit| digit - b'0').collect::<Vec<u8>>());
        if fact.get("") != Some(&Value::Hash(hash)) {
            self.count = hash_line;
            return Err(Problem::Hash(hash));
        }
        Ok(Some(rows))
    }

    /// Reads the rows of a picture, if there is one.
    fn rows(&mut self, count: i32, width: usize) -> Result<Option<Vec<String>>, Problem> {
        if !self.peek()?.starts_with(b"|") {
            return Ok(None);
        }
        let mut rows = Vec::new();
        for row in 1..=count as usize {
            let line = self.next()?.ok_or_else(|| Problem::CutOff("a picture".to_owned()))?;
            let is_plain = line.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
            let cells = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
            let cells = cells.filter(|cells| is_plain && cells.len() == width);
            rows.push(cells.ok_or(Problem::Picture { rows: count, width, row })?.to_owned());
        }
        Ok(Some(rows))
    }
}

/// Returns the number that a fact of a list has there.
fn number_of(fact: &Fact) -> Option<i64> {
    fact.which()?.number()
}

/// Lines come in the order of their kinds. Only lists have more than one of a kind, and these are numbered.
fn check_order(before: Option<&Fact>, fact: &Fact) -> Result<(), Problem> {
    let in_order = before.is_none_or(|Fact { kind, .. }| {
        *kind < fact.kind && *kind != Kind::Quit || *kind == fact.kind && fact.kind.is_list()
    });
    let number = match before {
        Some(before) if before.kind == fact.kind => number_of(before).map(|number| number + 1),
        _ => Some(0),
    };
    let counted = !fact.kind.is_numbered() || number_of(fact) == number;
    if in_order && counted {
        return Ok(());
    }
    let before = before.map_or_else(|| "step".to_owned(), Fact::subject);
    Err(Problem::Order { found: shortened(&fact.subject()), before: shortened(&before) })
}

/// The kind of the last line that every step has, and whether rows follow it. A step that lacks it was cut
/// off.
type LastLine = (Kind, bool);

fn last_line_of(step: &Step) -> Option<LastLine> {
    let mut kinds = step.facts().iter().rev().map(|fact| fact.kind);
    let kind = kinds.find(|kind| !kind.is_list())?;
    let rows = match kind {
        Kind::Tiles => step.tiles.is_some(),
        Kind::Frame => step.screen.is_some(),
        _ => false,
    };
    Some((kind, rows))
}
