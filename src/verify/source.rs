//! Recordings that are read more than once.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::support::file;
use crate::trace::{FilePosition, Header, Problem, Reader, Recording, Step, TraceError, is_trace};

/// Maximum size of what comes through a pipe, in bytes. It has to be kept in memory, because it cannot be
/// read twice.
const LARGEST_PIPE: u64 = 1 << 30;
/// Number of bytes that show whether a pipe brings a trace at all.
const START: usize = 64;

/// Where a recording comes from.
pub(super) enum Source<'a> {
    /// It was read before.
    Recording(&'a Recording),
    /// A file, which is read step by step.
    File(PathBuf),
    /// What came through a pipe.
    Bytes(Vec<u8>),
}

/// The text of a recording.
pub(super) type Input<'s> = Box<dyn BufRead + 's>;
type Steps<'s> = Box<dyn Iterator<Item = Result<Step, TraceError>> + 's>;

impl Source<'_> {
    /// A file. What is not a regular file, such as a pipe, is read at once.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_file(path: &Path) -> io::Result<Source<'static>> {
        let file = file::open(path)?;
        if file.metadata()?.is_file() { Ok(Source::File(path.to_owned())) } else { Source::read(file) }
    }

    /// Everything that can be read from there.
    ///
    /// # Errors
    /// When it cannot be read, or is too large.
    pub fn read(mut input: impl Read) -> io::Result<Source<'static>> {
        let mut bytes = Vec::new();
        (&mut input).take(START as u64).read_to_end(&mut bytes)?;
        if is_trace(&bytes) {
            input.take(LARGEST_PIPE).read_to_end(&mut bytes)?;
        }
        if bytes.len() as u64 >= LARGEST_PIPE {
            return Err(io::Error::other(
                "more than 1 GiB came through the pipe; verify a file of this size by its name",
            ));
        }
        Ok(Source::Bytes(bytes))
    }

    /// Begins to read it, from its first line.
    ///
    /// # Errors
    /// When it is no trace. The steps have errors of their own.
    pub fn open(&self) -> Result<(Header, Steps<'_>), TraceError> {
        if let Source::Recording(recording) = self {
            let steps = recording.steps.iter().map(|step| Ok(step.clone()));
            return Ok((recording.header.clone(), Box::new(steps)));
        }
        let reader = self.reader()?;
        Ok((reader.header().clone(), Box::new(reader)))
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
    pub fn resume(&self, header: &Header, place: FilePosition) -> Result<Reader<Input<'_>>, TraceError> {
        Ok(Reader::resume(self.input(place.offset)?, header.clone(), place))
    }

    /// Returns the text from this byte on. A recording that was read before has none.
    fn input(&self, offset: u64) -> Result<Input<'_>, TraceError> {
        let unreadable = |error: io::Error| {
            let problem = Problem::Unreadable(error.to_string());
            TraceError { line: 1, problem }
        };
        Ok(match self {
            Source::Recording(_) => Box::new(io::empty()),
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
