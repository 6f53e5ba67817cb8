//! Files that one process at a time owns: locked while they are used, and never reached through a link.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Number of attempts to lock a file, and the time between two. Another window that only looks at the file
/// holds it for a moment.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// Opens a regular file for reading.
///
/// # Errors
/// If that fails, or it is anything else. Opening a pipe would wait for its other end, and a link may lead
/// anywhere.
pub fn open_itself(path: &Path) -> io::Result<File> {
    check_itself(path)?;
    File::open(path)
}

/// Checks that a path leads to a regular file, and not through a link.
///
/// # Errors
/// If it does not.
pub fn check_itself(path: &Path) -> io::Result<()> {
    let file = fs::symlink_metadata(path)?;
    match () {
        () if file.is_file() => Ok(()),
        () if file.is_symlink() => Err(io::Error::other("it is a symbolic link")),
        () => Err(io::Error::other("it is no regular file")),
    }
}

/// Returns true if another process holds the file. On a file system without locks none does.
pub fn is_locked(locked: Result<(), TryLockError>) -> bool {
    matches!(locked, Err(TryLockError::WouldBlock))
}

/// Locks a file. Returns false if another process holds it.
pub fn lock(file: &File) -> bool {
    for _ in 0..ATTEMPTS {
        if !is_locked(file.try_lock()) {
            return true;
        }
        thread::sleep(PAUSE);
    }
    false
}

/// Returns true if the path still leads to this file. Its owner may have removed it before it was locked
/// here.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |file: &fs::Metadata| (file.dev(), file.ino());
    matches!((file.metadata(), fs::symlink_metadata(path)), (Ok(a), Ok(b)) if id(&a) == id(&b))
}

/// Elsewhere no file can be made under the name of one that is still open.
#[cfg(not(unix))]
pub fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// Returns true if the file has more than one name. What is appended to it would show under each.
#[cfg(unix)]
pub fn has_other_names(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.metadata().is_ok_and(|file| file.nlink() > 1)
}

/// Elsewhere the standard library has no function for it.
#[cfg(not(unix))]
pub fn has_other_names(_file: &File) -> bool {
    false
}
