//! Recordings that are read more than once.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::support::encoding::{BYTE_ORDER_MARK, Decoder, has_mark};
use crate::support::file;
use crate::trace::{FilePosition, Header, Kind, Marks, Problem, Reader, Step, TraceError, is_trace};

/// Maximum size of what comes through a pipe, in bytes. It has to be kept in memory, because it cannot be
/// read twice.
const LARGEST_PIPE: u64 = 1 << 30;
/// Number of bytes that show whether a pipe brings a trace at all.
const START: usize = 64;

/// Where a recording comes from.
pub(super) enum Source {
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
    pub brief: bool,
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
                Err(error) if error.is_cut_off() && survey.count > 0 => survey.cut = Some(error),
                Err(error) => return Err(error),
            }
        }
        survey.marks = steps.marks().clone();
        Ok(survey)
    }

    fn add(&mut self, step: &Step) {
        self.count += 1;
        self.brief |= step.hash.is_some();
        for kind in step.lines().filter_map(Kind::of_line) {
            if self.kinds.last() != Some(&kind) && !self.kinds.contains(&kind) {
                self.kinds.push(kind);
            }
        }
    }
}

impl Source {
    /// A file. What is not a regular file, such as a pipe, is read at once, and so is what has to be decoded.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_file(path: &Path) -> io::Result<Source> {
        let mut file = file::open(path)?;
        if !file.metadata()?.is_file() {
            return Source::read(file);
        }
        let mut start = Vec::new();
        (&mut file).take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut start)?;
        if has_mark(&start) {
            return Source::read(start.as_slice().chain(file));
        }
        Ok(Source::File(path.to_owned()))
    }

    /// Everything that can be read from there.
    ///
    /// # Errors
    /// When it cannot be read, or is too large.
    pub fn read(input: impl Read) -> io::Result<Source> {
        let mut input = Decoder::new(input);
        let mut bytes = Vec::new();
        (&mut input).take(START as u64).read_to_end(&mut bytes)?;
        if is_trace(&bytes) {
            input.take(LARGEST_PIPE).read_to_end(&mut bytes)?;
        }
        if bytes.len() as u64 >= LARGEST_PIPE {
            return Err(io::Error::other(
                "it has more than 1 GiB, and a pipe or UTF-16 is kept in memory: verify a file of UTF-8 by its name",
            ));
        }
        Ok(Source::Bytes(bytes))
    }

    /// Begins to read the text, from its first line.
    ///
    /// # Errors
    /// When it is no trace.
    pub fn reader(&self) -> Result<Reader<Input<'_>>, TraceError> {
        Reader::new(self.input(0)?)
    }

    /// Goes on reading the text at a step.
    ///
    /// # Errors
    /// When the file cannot be opened any more.
    pub fn resume(
        &self,
        header: &Header,
        place: FilePosition,
        colors: Option<Vec<String>>,
    ) -> Result<Reader<Input<'_>>, TraceError> {
        Ok(Reader::resume(self.input(place.offset)?, header.clone(), place, colors))
    }

    /// Returns the text from this byte on.
    fn input(&self, offset: u64) -> Result<Input<'_>, TraceError> {
        Ok(match self {
            Source::Bytes(bytes) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                Box::new(bytes.get(start..).unwrap_or_default())
            }
            Source::File(path) => {
                let mut file = File::open(path).map_err(unreadable)?;
                file.seek(SeekFrom::Start(offset)).map_err(unreadable)?;
                Box::new(BufReader::new(file))
            }
        })
    }
}

pub(super) fn unreadable(error: io::Error) -> TraceError {
    TraceError { line: 1, problem: Problem::Unreadable(error.to_string()) }
}
