//! Files that are read whole and written whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Reads a text file of at most `limit` bytes.
///
/// # Errors
/// When it cannot be read, is larger, is no regular file, or is not UTF-8; for the last with the line where that shows.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    // Asked before it is opened: opening a pipe would wait for its other end.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other(NOT_REGULAR));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!("it is larger than {limit} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let text = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + text.iter().filter(|&&byte| byte == b'\n').count();
        io::Error::new(ErrorKind::InvalidData, format!("line {line}: this is not UTF-8"))
    })
}

const NOT_REGULAR: &str = "it is no regular file";

/// Replaces a file so that a crash at any moment leaves the old or the new one whole: writes beside it, flushes to the disk, and
/// renames. Where `path` is a link, the file it leads to is replaced and the link stays. What earlier crashes left beside it is
/// removed.
///
/// # Errors
/// When anything of that fails, or the old file may not be written to; it is untouched then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = follow_links(path)?;
    let old = match fs::metadata(&target) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(old) = &old {
        check_replaceable(old)?;
    }
    let folder = folder_of(&target)?;
    tidy(folder);
    let (mut file, beside) = create_in(folder)?;
    let written = (|| {
        file.write_all(bytes)?;
        if let Some(old) = &old {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&beside, &target)
    })();
    if written.is_err() {
        // The reason for the failure is what matters; if the remains stay too, the next writer tidies them away.
        fs::remove_file(&beside).ok();
        return written;
    }
    // The new file is in place. Where folders cannot be flushed a power cut may bring back the old one, but whole.
    flush(folder).ok();
    Ok(())
}

/// The file that a path leads to, also where its last link leads to nothing yet.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => match fs::read_link(path) {
            Ok(next) => follow_links(&path.with_file_name(next)),
            Err(_) => Ok(path.to_owned()),
        },
        found => found,
    }
}

/// Only a regular file that is not write-protected is replaced: renaming would get past both, and turn a device into a file.
fn check_replaceable(old: &fs::Metadata) -> io::Result<()> {
    if old.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    if !old.is_file() {
        return Err(io::Error::other(NOT_REGULAR));
    }
    if old.permissions().readonly() {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it is write-protected"));
    }
    Ok(())
}

fn folder_of(target: &Path) -> io::Result<&Path> {
    match (target.file_name(), target.parent()) {
        (Some(_), Some(folder)) if folder.as_os_str().is_empty() => Ok(Path::new(".")),
        (Some(_), Some(folder)) => Ok(folder),
        _ => Err(io::Error::new(ErrorKind::InvalidInput, "the path names no file")),
    }
}

/// How the names of unfinished files begin and end.
const UNFINISHED: [&str; 2] = [".roguelike-", ".tmp"];

/// A new file in the folder that nobody else uses, under a lock that says so for as long as it is open. Its name is never used
/// again: somebody who is tidying may have found the last file of that name unlocked, and be about to remove it.
fn create_in(folder: &Path) -> io::Result<(File, PathBuf)> {
    let [begin, end] = UNFINISHED;
    loop {
        let path = folder.join(format!("{begin}{:016x}{end}", rand::random::<u64>()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => {
                // Where nothing can be locked, nothing is taken for a leftover either.
                file.lock().ok();
                // Before it was locked it looked like one.
                if path.exists() {
                    return Ok((file, path));
                }
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Removes unfinished files that nobody holds any more. Failing to costs a little space, so nobody is bothered with it.
fn tidy(folder: &Path) {
    let [begin, end] = UNFINISHED;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(begin)
            && name.ends_with(end)
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            fs::remove_file(entry.path()).ok();
        }
    }
}

/// Makes a rename in the folder last through a power cut.
#[cfg(unix)]
fn flush(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn flush(_folder: &Path) -> io::Result<()> {
    Ok(())
}
