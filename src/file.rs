//! Files that are read whole and written whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Reads a text file of at most `limit` bytes.
///
/// # Errors
/// When it cannot be read, is larger, is no regular file, or is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    let mut text = String::new();
    file.take(limit + 1).read_to_string(&mut text)?;
    if text.len() as u64 > limit {
        return Err(io::Error::other(format!("it is larger than {limit} bytes")));
    }
    Ok(text)
}

/// Replaces a file so that a crash at any moment leaves the old or the new one whole: writes beside it, flushes to the disk, and
/// renames. Where `path` is a link, the file it leads to is replaced and the link stays.
///
/// # Errors
/// When anything of that fails; the old file is untouched then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(error),
    };
    if target.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    let beside = name_beside(&target)?;
    let written = write_new(&beside, bytes).and_then(|()| fs::rename(&beside, &target));
    if let Err(error) = written {
        // The reason for the failure is what matters; that the remains may stay too is part of the same trouble.
        fs::remove_file(&beside).ok();
        return Err(error);
    }
    flush_folder(&target)
}

/// A name in the same folder that no other writer uses, also not another process writing the same file.
fn name_beside(target: &Path) -> io::Result<PathBuf> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let mut name = target
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?
        .to_owned();
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".{}-{count}.tmp", process::id()));
    Ok(target.with_file_name(name))
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A leftover of that name can only be of a process that is gone.
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Makes the rename itself last through a power cut, where folders can be flushed.
#[cfg(unix)]
fn flush_folder(target: &Path) -> io::Result<()> {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

#[cfg(not(unix))]
fn flush_folder(_target: &Path) -> io::Result<()> {
    Ok(())
}
