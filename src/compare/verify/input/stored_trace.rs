//! Recordings that are read more than once.

use std::fs::File;
use std::io::{self, Read};
use std::iter::Take;
use std::path::{Path, PathBuf};

use roguelike::game::Setup;
use roguelike::support::file;
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::input::{InputError, is_stdin};
use roguelike::trace::{Fact, Form, Header, Kind, Marks, Problem, Reader, TraceError, detect};

/// Maximum size of what comes through a pipe, in bytes. It has to be kept in memory, because it cannot be
/// read twice.
const LARGEST_PIPE: u64 = 1 << 30;

/// A recording, and what it has anywhere. Its steps are read again whenever they are needed.
pub struct StoredTrace {
    source: Source,
    pub(in crate::verify) header: Header,
    /// The kinds of lines that it has.
    pub(in crate::verify) kinds: Vec<Kind>,
    /// Number of steps.
    pub(in crate::verify) count: usize,
    /// True if the program ended with the last of its steps.
    pub(in crate::verify) quits: bool,
    /// True if it has what a key wrote into the save file.
    pub(in crate::verify) has_saves: bool,
    pub(in crate::verify) marks: Marks,
    /// Why the steps end before the recording does, if it is cut off.
    pub(in crate::verify) cut: Option<TraceError>,
}

/// Where the text of a recording is.
enum Source {
    /// In a file, which is read step by step.
    File(PathBuf),
    /// In memory: it came through a pipe.
    Bytes(Vec<u8>),
}

/// The steps of a recording, one after the other.
pub(in crate::verify) type Steps<'s> = Take<Reader<'s>>;

impl StoredTrace {
    /// Opens a file, which errors call `name`; `-` is standard input.
    ///
    /// # Errors
    /// When it cannot be read, or is not well formed.
    pub fn open(path: &Path, name: &str) -> Result<StoredTrace, InputError> {
        let source = match is_stdin(path) {
            true => Source::read(io::stdin().lock()),
            false => Source::of_file(path),
        };
        let source = source.map_err(|error| InputError::Read { path: name.to_owned(), error })?;
        StoredTrace::of(source).map_err(|error| InputError::Trace { path: name.to_owned(), error })
    }

    /// Reads the text of a recording.
    ///
    /// # Errors
    /// When it is not well formed.
    pub(in crate::verify) fn of_text(text: &[u8]) -> Result<StoredTrace, TraceError> {
        StoredTrace::of(Source::read(text).map_err(unreadable)?)
    }

    fn of(source: Source) -> Result<StoredTrace, TraceError> {
        let mut steps = source.reader()?;
        let header = steps.header().clone();
        let (mut kinds, mut count, mut cut) = (Vec::new(), 0, None);
        let (mut quits, mut has_saves) = (false, false);
        for step in steps.by_ref() {
            match step {
                Ok(recorded) => {
                    count += 1;
                    quits = recorded.quits();
                    has_saves |= recorded.saved.is_some();
                    for Fact { kind, .. } in recorded.step.facts() {
                        if !kinds.contains(kind) {
                            kinds.push(*kind);
                        }
                    }
                }
                // The whole steps are compared.
                Err(error) if (error.is_cut_off() || is_too_long(&error)) && count > 0 => cut = Some(error),
                Err(error) => return Err(error),
            }
        }
        let marks = steps.marks().clone();
        drop(steps);
        Ok(StoredTrace { source, header, kinds, count, quits, has_saves, marks, cut })
    }

    /// Returns true if it has only a hash for each step.
    pub(in crate::verify) fn is_brief(&self) -> bool {
        self.header.form == Form::Brief
    }

    /// Returns how the recorded run began, with this save file.
    pub(in crate::verify) fn setup(&self, save: Option<String>) -> Setup {
        Setup { slot: SaveSlot::Memory(save), ..self.header.setup() }
    }

    /// Begins to read its whole steps, from the first one on.
    ///
    /// # Errors
    /// When it cannot be read any more.
    pub(in crate::verify) fn steps(&self) -> Result<Steps<'_>, TraceError> {
        Ok(self.source.reader()?.take(self.count))
    }
}

impl Source {
    /// Opens a file. A pipe, or anything else that cannot be read twice, is read at once.
    fn of_file(path: &Path) -> io::Result<Source> {
        let file = file::open(path)?;
        if file.metadata()?.is_file() { Ok(Source::File(path.to_owned())) } else { Source::read(file) }
    }

    /// Everything that can be read from there.
    fn read(input: impl Read) -> io::Result<Source> {
        let (is_trace, input) = detect(input)?;
        let mut bytes = Vec::new();
        // Its beginning is enough to refuse any other input, which may be endless.
        let most = if is_trace { LARGEST_PIPE } else { 0 };
        input.take(most).read_to_end(&mut bytes)?;
        if bytes.len() as u64 >= LARGEST_PIPE {
            return Err(io::Error::other(
                "it has more than 1 GiB, and what comes through a pipe is kept in memory: verify a file by \
                 its name",
            ));
        }
        Ok(Source::Bytes(bytes))
    }

    fn reader(&self) -> Result<Reader<'_>, TraceError> {
        match self {
            Source::Bytes(bytes) => Reader::new(bytes.as_slice()),
            Source::File(path) => Reader::new(File::open(path).map_err(unreadable)?),
        }
    }
}

fn unreadable(error: io::Error) -> TraceError {
    TraceError { line: 1, problem: Problem::Unreadable(error.to_string()) }
}

/// Returns true if a step is longer than any of a right program.
pub(in crate::verify) const fn is_too_long(error: &TraceError) -> bool {
    matches!(error.problem, Problem::TooLong(_))
}
