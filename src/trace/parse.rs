//! Reading traces, in all their forms.
//!
//! Any program may have written them and they may be damaged, so every line is checked. Errors name the line.

use std::io::{BufRead, Read};

use super::block::{COLOR_DIGITS, QUIT};
use super::fact::{Fact, Kind, canonical, parse_hash, subject};
use super::marks::Marks;
use super::record::{NO_SAVE, SAVE};
use super::{Form, Header};
use crate::fov_lab::Algorithm;
use crate::game::Setup;
use crate::key::Key;
use crate::map::{MAP_HEIGHT, MAP_WIDTH};
use crate::part::Part;
use crate::rng::StdLib;
use crate::screen;
use crate::support::encoding::BYTE_ORDER_MARK;
use crate::support::hash::Fnv;
use crate::support::save_slot::SaveSlot;
use crate::support::text::shortened;

/// The error for a file that is not a complete trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TraceError {
    /// The number of the line with the error, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

impl TraceError {
    /// Returns true if the file cannot be read to its end.
    pub const fn is_unreadable(&self) -> bool {
        matches!(self.problem, Problem::Unreadable(_))
    }

    /// Returns true if the file was cut off. The steps before are complete then.
    pub const fn is_cut_off(&self) -> bool {
        matches!(self.problem, Problem::CutOff(_))
    }
}

/// What can be wrong with a trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It does not begin like a trace.
    #[error(
        "this is no trace: it has to begin with 'roguelike-trace 1', as 'roguelike trace' and \
         tests/cpp/trace.hpp write it; if the program prints text of its own, record with '--trace FILE'"
    )]
    NoTrace,
    /// It cannot be read.
    #[error("cannot read any further: {0}; give another file")]
    Unreadable(String),
    /// A line or a step is longer than any game writes.
    #[error("a step is longer than 16 MiB from here on; no program of the series writes so much")]
    TooLong,
    /// Windows PowerShell wrote it.
    #[error("the file is UTF-16, as PowerShell's '>' writes it; record with '--trace FILE' instead of '>'")]
    Utf16,
    /// It has a later version of the format.
    #[error(
        "version '{0}' of the format is unknown here, only 1 is known; get a newer roguelike or record again"
    )]
    Version(String),
    /// Bytes that are no text.
    #[error("these bytes are no UTF-8 text; the file is damaged, record it again")]
    NotUtf8,
    /// The file ends before its last line does.
    #[error("the file ends in the middle of {0}; it was cut off, record it again")]
    CutOff(String),
    /// The file has a header and nothing else.
    #[error(
        "the file ends after its header: the program ended or crashed before its first trace::step(...), \
         which has to be the first thing in the body of the event loop"
    )]
    NoSteps,
    /// The recorder has stopped the program before its first step.
    #[error("the program was stopped before its first step: {0}")]
    Stopped(String),
    /// A line of the header is missing.
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
    /// A line that comes too late in its step.
    #[error("'{found}' cannot come after '{before}': the lines of a step have a fixed order")]
    Order {
        /// The line.
        found: String,
        /// What stands before it.
        before: String,
    },
    /// A picture lacks a row, or a row has the wrong width.
    #[error("a picture has {rows} rows of {width} characters between bars; this is row {row}")]
    Picture {
        /// Rows that it has to have.
        rows: i32,
        /// Characters that each has to have.
        width: usize,
        /// The row, from 1.
        row: usize,
    },
    /// The rows of a map do not give the hash above them.
    #[error("the rows below do not give this hash but {0:016x}; one of them was changed")]
    Hash(u64),
}

/// A step as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The key; none in step 0.
    pub key: Option<Key>,
    /// The number of the line on which it begins, from 1.
    pub line: usize,
    /// In brief traces: the hash over all its lines.
    pub hash: Option<u64>,
    /// Its lines, each with its end. Empty in brief traces. They are checked, but not taken apart: most of
    /// them are what they should be, and long recordings have millions.
    text: String,
    /// The map's rows, in full traces.
    pub tiles: Option<Vec<String>>,
    /// The frame's rows, in full traces.
    pub screen: Option<Vec<String>>,
    /// The rows of the frame's colours, in traces with colours.
    pub colors: Option<Vec<String>>,
    /// What the game's slot holds when the key is pressed, if the recording says so. It is always in memory.
    pub slot: Option<SaveSlot>,
    /// What the key F5 wrote into the save file, if the recording says so.
    pub saved: Option<String>,
    /// Number of seeds that were taken up to this step, if the recording says so.
    pub seeds: Option<u32>,
}

impl Step {
    /// Returns a step with these lines.
    pub(crate) fn of<'l>(key: Option<Key>, lines: impl IntoIterator<Item = &'l str>) -> Step {
        let text = String::new();
        let mut step = Step {
            key,
            line: 0,
            hash: None,
            text,
            tiles: None,
            screen: None,
            colors: None,
            slot: None,
            saved: None,
            seeds: None,
        };
        lines.into_iter().for_each(|line| step.push(line));
        step
    }

    /// Returns the step with its key and its save, but without lines and pictures.
    pub(crate) fn without_lines(&self) -> Step {
        Step { slot: self.slot.clone(), ..Step::of(self.key, []) }
    }

    /// Returns the same step with other pictures.
    pub(crate) fn with_pictures(self, [tiles, screen, colors]: [Option<Vec<String>>; 3]) -> Step {
        Step { tiles, screen, colors, ..self }
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Returns its lines, as far as they were recorded.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.text.lines()
    }

    /// Returns its lines taken apart.
    pub fn facts(&self) -> Vec<Fact> {
        self.lines().filter_map(|line| Fact::parse(line).ok()).collect()
    }

    /// Returns true if the program ended with this step. In a brief trace that has a hash of its own.
    pub fn quits(&self) -> bool {
        self.hash.is_some_and(|hash| hash == quit_hash()) || self.lines().next() == Some(QUIT)
    }

    /// Returns about how much memory it takes, in bytes.
    pub fn size(&self) -> usize {
        let rows =
            |rows: &Option<Vec<String>>| rows.iter().flatten().map(|row| row.len() + 24).sum::<usize>();
        let save = match &self.slot {
            Some(SaveSlot::Memory(Some(text))) => text.len(),
            _ => 0,
        };
        size_of::<Step>()
            + self.text.len()
            + save
            + self.saved.as_ref().map_or(0, String::len)
            + rows(&self.tiles)
            + rows(&self.screen)
            + rows(&self.colors)
    }
}

/// Returns the hash of a block that says nothing but that the program ended.
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
    /// Its lines that begin with `#`.
    pub marks: Marks,
}

impl Recording {
    /// Returns the game that was recorded, before its first key.
    pub fn setup(&self) -> Setup {
        self.header.setup()
    }

    /// Returns the keys that were pressed, in order.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.steps.iter().filter_map(|step| step.key)
    }
}

/// Returns true if a text begins like UTF-16: with a byte-order mark, or with a letter of two bytes.
fn is_utf16(text: &[u8]) -> bool {
    text.get(..2).is_some_and(|start| matches!(start, b"\xff\xfe" | b"\xfe\xff") || start.contains(&0))
}

const MAGIC: &str = "roguelike-trace";
/// Maximum length of a line, and of all lines of a step together, in bytes.
const LONGEST_STEP: usize = 16 << 20;

/// Returns true if a file that begins with these bytes claims to be a trace.
pub fn is_trace(bytes: &[u8]) -> bool {
    let rest = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).strip_prefix(MAGIC.as_bytes());
    rest.is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// Reads a trace. Lines may end as on Windows, if the first one does.
///
/// # Errors
/// At the first line that cannot be part of a trace, or where the file was cut off.
pub fn parse(bytes: &[u8]) -> Result<Recording, TraceError> {
    let mut reader = Reader::new(bytes)?;
    let mut header = reader.header().clone();
    let steps = reader.by_ref().collect::<Result<Vec<Step>, TraceError>>()?;
    if steps.iter().any(|step| step.tiles.is_some() || step.screen.is_some()) {
        header.form = Form::Full;
    }
    if steps.iter().any(|step| step.colors.is_some()) {
        header.form = Form::Colors;
    }
    Ok(Recording { header, steps, marks: reader.marks().clone() })
}

/// Where a step begins in a file, so that reading can go on there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePosition {
    /// Number of bytes before it.
    pub offset: u64,
    /// Number of lines before it.
    lines: usize,
    /// Number of steps before it.
    pub step: usize,
    /// True if lines end as on Windows.
    windows: bool,
}

/// Reads a trace step by step, so that a long one needs no more memory than a short one.
///
/// If the file was cut off, it returns the whole steps, and then an error that [says
/// so](TraceError::is_cut_off).
pub struct Reader<R> {
    lines: Lines<R>,
    header: Header,
    /// Number of steps read so far.
    count: usize,
    /// Where the last two steps end, and whether the last one quits.
    ends: [Option<End>; 2],
    quit: bool,
    /// The step that was read last, and where it begins. Only what follows shows whether it is whole.
    held: Option<(Step, FilePosition)>,
    /// The error that follows the held step.
    error: Option<TraceError>,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If the input does not begin with the header of a trace.
    pub fn new(input: R) -> Result<Reader<R>, TraceError> {
        let mut lines = Lines::new(input);
        let header = read_header(&mut lines)?;
        Ok(Reader::with(lines, header, 0))
    }

    /// Goes on reading at a place of a trace with this header. The input begins there.
    /// `colors` are those that [`Reader::colors`] returned there.
    pub fn resume(input: R, header: Header, place: FilePosition, colors: Option<Vec<String>>) -> Reader<R> {
        let FilePosition { offset, lines: number, windows, step } = place;
        let mut colors = colors;
        let width = COLOR_DIGITS * MAP_WIDTH as usize;
        colors.iter_mut().for_each(|rows| rows.resize(screen::rows(Part::LAST) as usize, " ".repeat(width)));
        let marks = Marks { colors, ..Marks::default() };
        Reader::with(Lines { input, ahead: None, number, taken: offset, windows, marks }, header, step)
    }

    fn with(lines: Lines<R>, header: Header, count: usize) -> Reader<R> {
        Reader { lines, header, count, ends: [None; 2], quit: false, held: None, error: None, ended: false }
    }

    /// Returns where the step begins that comes next.
    pub fn place(&self) -> FilePosition {
        self.held.as_ref().map_or_else(|| self.lines.place(self.count), |(_, place)| *place)
    }

    /// Returns the colours of the frame of the step that comes next.
    pub fn colors(&self) -> Option<Vec<String>> {
        let of_held = self.held.as_ref().and_then(|(step, _)| step.colors.clone());
        of_held.or_else(|| self.marks().colors.clone())
    }

    /// Returns how the game was started. A full trace is known only by its steps, so the form is normal or
    /// brief here.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns what the lines that begin with `#` have said so far.
    pub const fn marks(&self) -> &Marks {
        &self.lines.marks
    }

    fn read(&mut self) -> Result<Option<(Step, FilePosition)>, TraceError> {
        let place = self.lines.place(self.count);
        let Some(line) = self.lines.next()? else {
            if self.count == 0 {
                self.lines.number += 1;
                let reason = self.lines.marks.stopped.take();
                return Err(self.lines.error(reason.map_or(Problem::NoSteps, Problem::Stopped)));
            }
            return Ok(None);
        };
        self.lines.marks.given = None;
        if self.quit {
            return Err(self.lines.error(Problem::AfterQuit));
        }
        let (saved, seeds) = (self.lines.marks.saved.take(), self.lines.marks.seeds);
        let rows = screen::rows(self.header.part) as usize;
        let colors = self.lines.marks.colors.as_ref().map(|colors| colors[..rows].to_vec());
        let step = read_step(&line, self.count, &self.header, &mut self.lines)?;
        let colors = step.colors.or(colors.filter(|_| step.screen.is_some()));
        let step = Step { saved, seeds, colors, ..step };
        self.count += 1;
        self.quit = step.quits();
        let end = if self.quit || step.hash.is_some() { None } else { end_of(&step) };
        self.ends = [self.ends[1], end];
        Ok(Some((step, place)))
    }

    /// A trace that was cut off between two lines has a last step that ends earlier than the one before it.
    fn check_last(&self) -> Result<(), TraceError> {
        let ended = self.quit || self.marks().ended;
        let is_whole = ended || self.header.form == Form::Brief || self.ends[1] >= self.ends[0];
        if is_whole || self.count < 2 {
            return Ok(());
        }
        Err(self.lines.error(Problem::CutOff(format!("step {}", self.count - 1))))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Step, TraceError>;

    fn next(&mut self) -> Option<Result<Step, TraceError>> {
        while !self.ended {
            match self.read() {
                Ok(Some(step)) => {
                    if let Some((whole, _)) = self.held.replace(step) {
                        return Some(Ok(whole));
                    }
                }
                Ok(None) => {
                    self.ended = true;
                    self.error = self.check_last().err();
                    // The last step is not whole then.
                    self.held.take_if(|_| self.error.is_some());
                }
                Err(error) => {
                    self.ended = true;
                    self.error = Some(error);
                }
            }
        }
        self.held.take().map(|(step, _)| Ok(step)).or_else(|| self.error.take().map(Err))
    }
}

/// The lines of a file. The next one can be looked at before it is taken.
struct Lines<R> {
    input: R,
    /// The next line as it stands in the file, its end included, once it was looked at. Empty at the end of
    /// the file.
    ahead: Option<Vec<u8>>,
    /// The number of the line that was taken last, from 1.
    number: usize,
    /// Number of bytes that were taken.
    taken: u64,
    windows: bool,
    /// What the lines that begin with `#` have said so far.
    marks: Marks,
}

impl<R: BufRead> Lines<R> {
    fn new(input: R) -> Lines<R> {
        Lines { input, ahead: None, number: 0, taken: 0, windows: false, marks: Marks::default() }
    }

    /// Returns where the next line is, before which there are this many steps.
    const fn place(&self, step: usize) -> FilePosition {
        FilePosition { offset: self.taken, lines: self.number, step, windows: self.windows }
    }

    const fn error(&self, problem: Problem) -> TraceError {
        TraceError { line: self.number, problem }
    }

    /// Returns the next line as it stands in the file; it is empty at the end of the file. Lines that begin
    /// with `#` are noted and skipped.
    fn peek(&mut self) -> Result<&[u8], TraceError> {
        while self.ahead.is_none() {
            let line = self.read_line()?;
            if self.number == 0 || !line.starts_with(b"#") {
                self.ahead = Some(line);
                break;
            }
            self.number += 1;
            self.taken += line.len() as u64;
            // A mark that was cut off is ignored.
            if line.ends_with(b"\n") {
                self.marks.note(String::from_utf8_lossy(&line).trim_end());
            }
        }
        Ok(self.ahead.as_deref().unwrap_or_default())
    }

    fn read_line(&mut self) -> Result<Vec<u8>, TraceError> {
        let mut line = Vec::new();
        let place = self.number + 1;
        let read = (&mut self.input).take(LONGEST_STEP as u64 + 1).read_until(b'\n', &mut line);
        read.map_err(|error| TraceError { line: place, problem: Problem::Unreadable(error.to_string()) })?;
        if line.len() > LONGEST_STEP {
            return Err(TraceError { line: place, problem: Problem::TooLong });
        }
        if self.number == 0 {
            if is_utf16(&line) {
                return Err(TraceError { line: 1, problem: Problem::Utf16 });
            }
            if line.starts_with(BYTE_ORDER_MARK) {
                line.drain(..BYTE_ORDER_MARK.len());
                self.taken = BYTE_ORDER_MARK.len() as u64;
            }
            self.windows = line.ends_with(b"\r\n");
        }
        Ok(line)
    }

    /// Takes the next line, without its end; none at the end of the file.
    fn next(&mut self) -> Result<Option<String>, TraceError> {
        self.peek()?;
        let mut line = self.ahead.take().unwrap_or_default();
        if line.is_empty() {
            self.ahead = Some(line);
            return Ok(None);
        }
        self.number += 1;
        self.taken += line.len() as u64;
        if line.pop_if(|byte| *byte == b'\n').is_none() {
            let is_text = match std::str::from_utf8(&line) {
                Ok(_) => self.number > 1 || is_trace(&line),
                // The last character was cut off.
                Err(error) => self.number > 1 && error.error_len().is_none(),
            };
            let problem = match is_text {
                true => Problem::CutOff("this line".to_owned()),
                false if self.number == 1 => Problem::NoTrace,
                false => Problem::NotUtf8,
            };
            return Err(self.error(problem));
        }
        if self.windows {
            line.pop_if(|byte| *byte == b'\r');
        }
        match String::from_utf8(line) {
            Ok(line) => Ok(Some(line)),
            Err(_) if self.number == 1 => Err(self.error(Problem::NoTrace)),
            Err(_) => Err(self.error(Problem::NotUtf8)),
        }
    }
}

fn read_header(lines: &mut Lines<impl BufRead>) -> Result<Header, TraceError> {
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
    let algorithm = if lines.peek()?.starts_with(b"f") {
        header_line(lines, "fov", "fov NAME")?
    } else {
        Algorithm::default()
    };
    Ok(Header { form, part, seed, library, algorithm })
}

fn header_line<T>(
    lines: &mut Lines<impl BufRead>,
    name: &str,
    expected: &'static str,
) -> Result<T, TraceError>
where
    T: std::str::FromStr<Err: std::fmt::Display> + ToString,
{
    let Some(line) = lines.next()? else {
        lines.number += 1;
        return Err(lines.error(Problem::CutOff("the header".to_owned())));
    };
    let Some(value) = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')) else {
        return Err(lines.error(Problem::Header { expected, found: shortened(&line) }));
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
fn read_step(
    line: &str,
    number: usize,
    header: &Header,
    lines: &mut Lines<impl BufRead>,
) -> Result<Step, TraceError> {
    let wrong = || Problem::Step { expected: number, found: shortened(line) };
    let mut words = line.splitn(3, ' ');
    let (word, index, rest) = (words.next(), words.next(), words.next());
    if word != Some("step") || index.and_then(canonical) != Some(number) {
        return Err(lines.error(wrong()));
    }
    let rest = rest.ok_or_else(|| lines.error(wrong()))?;
    let mut step = Step { line: lines.number, ..Step::of(None, []) };
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
        step.slot = read_slot(lines)?;
        read_facts(&mut step, header, lines)?;
    }
    Ok(step)
}

/// Reads the save that a step contains, if it contains one.
fn read_slot(lines: &mut Lines<impl BufRead>) -> Result<Option<SaveSlot>, TraceError> {
    let mut save: Option<String> = None;
    while lines.peek()?.starts_with(SAVE.as_bytes()) {
        let line = lines.next()?.unwrap_or_default();
        let Some(text) = line.strip_prefix(SAVE).and_then(|rest| rest.strip_prefix(' ')) else {
            return Err(lines.error(Problem::Fact(format!("after '{SAVE}' a line of a save has to follow"))));
        };
        if text == NO_SAVE && save.is_none() {
            return Ok(Some(SaveSlot::Memory(None)));
        }
        let save = save.get_or_insert_default();
        if save.len() + text.len() > LONGEST_STEP {
            return Err(lines.error(Problem::TooLong));
        }
        save.push_str(text);
        save.push('\n');
    }
    Ok(save.map(|text| SaveSlot::Memory(Some(text))))
}

/// Reads the lines of a step up to the next one.
fn read_facts(step: &mut Step, header: &Header, lines: &mut Lines<impl BufRead>) -> Result<(), TraceError> {
    let mut before: Option<(Kind, String)> = None;
    loop {
        let ahead = lines.peek()?;
        if ahead.is_empty() || ahead.starts_with(b"step ") {
            return Ok(());
        }
        if step.quits() {
            lines.number += 1;
            return Err(lines.error(Problem::AfterQuit));
        }
        let Some(line) = lines.next()? else { return Ok(()) };
        if step.text.len() + line.len() > LONGEST_STEP {
            return Err(lines.error(Problem::TooLong));
        }
        let fact = Fact::parse(&line).map_err(|problem| lines.error(Problem::Fact(problem)))?;
        check_order(before.as_ref(), &fact).map_err(|problem| lines.error(problem))?;
        match fact.kind {
            Kind::Tiles => step.tiles = read_tiles(&fact, lines)?,
            Kind::Frame => {
                let rows = screen::rows(header.part);
                step.screen = read_rows(rows, MAP_WIDTH as usize, lines)?;
                step.colors = read_rows(rows, COLOR_DIGITS * MAP_WIDTH as usize, lines)?;
            }
            _ => {}
        }
        step.push(&line);
        before = Some((fact.kind, fact.which));
    }
}

/// Lines come in the order of their kinds. Only lists have more than one of a kind, and these are numbered.
fn check_order(before: Option<&(Kind, String)>, fact: &Fact) -> Result<(), Problem> {
    let in_order = before.is_none_or(|(before, _)| {
        *before < fact.kind && *before != Kind::Quit || *before == fact.kind && fact.kind.is_list()
    });
    let number = match before {
        Some((before, which)) if *before == fact.kind => canonical(which).map(|number: u64| number + 1),
        _ => Some(0),
    };
    let counted = !fact.kind.is_numbered() || canonical(&fact.which) == number;
    if in_order && counted {
        return Ok(());
    }
    let before = before.map_or_else(|| "step".to_owned(), |(kind, which)| subject(*kind, which));
    Err(Problem::Order { found: shortened(&fact.subject()), before: shortened(&before) })
}

/// Reads the rows of the map. They have to give the hash above them.
fn read_tiles(fact: &Fact, lines: &mut Lines<impl BufRead>) -> Result<Option<Vec<String>>, TraceError> {
    let hash_line = lines.number;
    let Some(rows) = read_rows(MAP_HEIGHT, MAP_WIDTH as usize, lines)? else { return Ok(None) };
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

/// Reads the rows of a picture, if there is one.
fn read_rows(
    count: i32,
    width: usize,
    lines: &mut Lines<impl BufRead>,
) -> Result<Option<Vec<String>>, TraceError> {
    if !lines.peek()?.starts_with(b"|") {
        return Ok(None);
    }
    let mut rows = Vec::new();
    for row in 1..=count as usize {
        let Some(line) = lines.next()? else {
            return Err(lines.error(Problem::CutOff("a picture".to_owned())));
        };
        let line = Some(line).filter(|line| line.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()));
        let text = line.as_deref().and_then(|line| line.strip_prefix('|')?.strip_suffix('|'));
        let Some(text) = text.filter(|text| text.len() == width) else {
            return Err(lines.error(Problem::Picture { rows: count, width, row }));
        };
        rows.push(text.to_owned());
    }
    Ok(Some(rows))
}

/// The last line of a step that every step has, and whether rows follow it.
type End = (Kind, bool);

fn end_of(step: &Step) -> Option<End> {
    let kinds = step.lines().rev().filter_map(Kind::of_line);
    let kind = { kinds }.find(|kind| !kind.is_list())?;
    let rows = match kind {
        Kind::Tiles => step.tiles.is_some(),
        Kind::Frame => step.screen.is_some(),
        _ => false,
    };
    Some((kind, rows))
}
