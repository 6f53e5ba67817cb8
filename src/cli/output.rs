//! Writing to standard output and to files.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use crate::cli::exit::Failure;
use crate::support::file;

/// An output that may be closed by its reader. What is written after that is dropped, and the command goes
/// on, because its files or its exit code are still of use.
pub(super) struct Unread<W>(pub(super) W);

impl<W: Write> Write for Unread<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_closed(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_closed(self.0.flush(), ())
    }
}

fn unless_closed<T>(result: io::Result<T>, done: T) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(done),
        result => result,
    }
}

/// Replaces a file by what `write` writes. `way_out` says in the error what the user can do.
pub(super) fn replace_file<T>(
    path: &Path,
    way_out: &str,
    write: impl FnOnce(&mut File) -> Result<T, Failure>,
) -> Result<T, Failure> {
    file::replace(path, write).map_err(|error| match error.downcast::<io::Error>() {
        Ok(error) => format!("cannot write {}: {error}; {way_out}", path.display()).into(),
        Err(error) => error,
    })
}

/// Writes a file. `way_out` says in the error what the user can do.
pub(super) fn write_file(path: &Path, bytes: &[u8], way_out: &str) -> Result<(), Failure> {
    replace_file(path, way_out, |file| Ok(file.write_all(bytes)?))
}
