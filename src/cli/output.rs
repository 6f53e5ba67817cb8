//! Writing to standard output and to files.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use crate::cli::exit::Failure;
use crate::support::file;

/// An output whose reader may close it. Writing goes on without an error then, because the command may still
/// have files to write, and its exit code counts.
pub struct IgnoreClosedPipe<W>(pub W);

impl<W: Write> Write for IgnoreClosedPipe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        ignore_closed_pipe(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        ignore_closed_pipe(self.0.flush(), ())
    }
}

fn ignore_closed_pipe<T>(result: io::Result<T>, done: T) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(done),
        result => result,
    }
}

/// Returns the file that an option names, or `None` for standard input or output. `/dev/stdout` may be a
/// pipe, which cannot be replaced.
pub fn named_file(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| !["-", "/dev/stdout"].contains(&path.to_str().unwrap_or_default()))
}

/// Writes a whole output to standard output.
pub fn write_output(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Replaces a file with the bytes that `write` writes.
pub fn replace_file<T>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<T, Failure>,
) -> Result<T, Failure> {
    file::replace(path, write).map_err(|error| match error {
        Failure::Output(error) => Failure::Write(path.to_owned(), error),
        error => error,
    })
}

/// Writes a file.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace_file(path, |file| Ok(file.write_all(bytes)?))
}
