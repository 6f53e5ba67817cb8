//! Recordings that are read more than once.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::support::encoding::{BYTE_ORDER_MARK, Decoder, has_mark};
use crate::support::file;
use crate::trace::{Kind, Marks, Problem, Reader, RecordedStep, TraceError, is_trace};

/// Maximum size of what comes through a pipe, in bytes. It has to be kept in memory, because it cannot be
/// read twice.
const LARGEST_PIPE: u64 = 1 << 30;
/// Number of bytes that show whether a pipe brings a trace at all.
const START: usize = 64;

/// A recording that can be read more than once.
pub(super) enum StoredTrace {
    /// A file, which is read step by step.
    File(PathBuf),
    /// What came through a pipe.
    Bytes(Vec<u8>),
}

/// The text of a recording.
pub(super) type Input<'s> = Box<dyn BufRead + 's>;

/// What a recording has anywhere.
#[derive(Default)]
pub(super) struct Survey {
    pub kinds: Vec<Kind>,
    pub is_brief: bool,
    /// Number of steps.
    pub count: usize,
    pub marks: Marks,
    /// Why the steps end before the recording does, if it is cut off.
    pub cut: Option<TraceError>,
}

impl Survey {
    /// Reads the steps of a recording.
    ///
    /// # Errors
    /// When it is not well formed.
    pub fn of(mut steps: Reader<Input<'_>>) -> Result<Survey, TraceError> {
        let mut survey = Survey::default();
        for step in steps.by_ref() {
            match step {
                Ok(step) => survey.add(&step),
                // The whole steps are compared.
                Err(error) if (error.is_cut_off() || is_too_long(&error)) && survey.count > 0 => {
                    survey.cut = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
        survey.marks = steps.marks().clone();
        Ok(survey)
    }

    fn add(&mut self, recorded: &RecordedStep) {
        self.count += 1;
        self.is_brief |= recorded.hash.is_some();
        for kind in recorded.step.lines().filter_map(Kind::of_line) {
            if self.kinds.last() != Some(&kind) && !self.kinds.contains(&kind) {
                self.kinds.push(kind);
            }
        }
    }
}

impl StoredTrace {
    /// A file. What is not a regular file, such as a pipe, is read at once, and so is what has to be decoded.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_file(path: &Path) -> io::Result<StoredTrace> {
        let mut file = file::open(path)?;
        if !file.metadata()?.is_file() {
            return StoredTrace::read(file);
        }
        let mut start = Vec::new();
        (&mut file).take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut start)?;
        if has_mark(&start) {
            return StoredTrace::read(start.as_slice().chain(file));
        }
        Ok(StoredTrace::File(path.to_owned()))
    }

    /// Everything that can be read from there.
    ///
    /// # Errors
    /// When it cannot be read, or is too large.
    pub fn read(input: impl Read) -> io::Result<StoredTrace> {
        let mut input = Decoder::new(input);
        let mut bytes = Vec::new();
        (&mut input).take(START as u64).read_to_end(&mut bytes)?;
        if is_trace(&bytes) {
            input.take(LARGEST_PIPE).read_to_end(&mut bytes)?;
        }
        if bytes.len() as u64 >= LARGEST_PIPE {
            return Err(io::Error::other(
                "it has more than 1 GiB, and a pipe or UTF-16 is kept in memory: verify a file of UTF-8 \
                 by its name",
            ));
        }
        Ok(StoredTrace::Bytes(bytes))
    }

    /// Begins to read the text, from its first line.
    ///
    /// # Errors
    /// When it is no trace.
    pub fn reader(&self) -> Result<Reader<Input<'_>>, TraceError> {
        let input: Input<'_> = match self {
            StoredTrace::Bytes(bytes) => Box::new(bytes.as_slice()),
            StoredTrace::File(path) => Box::new(BufReader::new(File::open(path).map_err(unreadable)?)),
        };
        Reader::new(input)
    }
}

pub(super) fn unreadable(error: io::Error) -> TraceError {
    TraceError { line: 1, problem: Problem::Unreadable(error.to_string()) }
}

/// Returns true if a step is longer than any of a right program.
pub(super) const fn is_too_long(error: &TraceError) -> bool {
    matches!(error.problem, Problem::TooLong(_))
}
