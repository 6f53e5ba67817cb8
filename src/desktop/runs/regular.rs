//! The files of runs are regular files. Something else that has the name of one is not read.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a file of a run for reading.
///
/// # Errors
/// If that fails, or it is no regular file. Opening a pipe would wait for its other end, and a link may lead
/// anywhere.
pub(crate) fn open_kept(path: &Path) -> io::Result<File> {
    check_kept(path)?;
    File::open(path)
}

/// Checks that a path leads to a regular file.
///
/// # Errors
/// If it does not.
pub(crate) fn check_kept(path: &Path) -> io::Result<()> {
    let file = fs::symlink_metadata(path)?;
    match () {
        () if file.is_file() => Ok(()),
        () if file.is_symlink() => Err(io::Error::other("it is a symbolic link")),
        () => Err(io::Error::other("it is no regular file")),
    }
}

/// Returns true if there is something else of this name than a regular file.
pub(crate) fn is_in_the_way(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|file| !file.is_file())
}
