//! Files that one process at a time owns: locked while they are used, and never reached through a link.
//! And folders that others may move.

use std::fs::{self, File, TryLockError};
use std::io;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::file;

/// How long a file may be locked by a window that only looks at it, and a folder by one that writes in it.
const LOOK: Duration = Duration::from_millis(100);
const WRITE: Duration = Duration::from_secs(2);
/// Time between two attempts to lock something.
const PAUSE: Duration = Duration::from_millis(5);

/// Opens a regular file for reading.
/// Fails if it cannot be opened, or is anything else. Opening a pipe would wait for its other end, and a link
/// may lead anywhere.
pub fn open_itself(path: &Path) -> io::Result<File> {
    file::check_regular(&fs::symlink_metadata(path)?)?;
    File::open(path)
}

/// Returns true if another process holds the file. On a file system without locks none does.
pub fn is_locked(locked: Result<(), TryLockError>) -> bool {
    matches!(locked, Err(TryLockError::WouldBlock))
}

/// Locks a file. Returns false if another process holds it.
pub fn lock(file: &File) -> bool {
    lock_within(LOOK, file)
}

/// Locks a file, and waits for another process if it must. Returns false if that takes longer than this.
fn lock_within(time: Duration, file: &File) -> bool {
    let begin = Instant::now();
    while is_locked(file.try_lock()) {
        if begin.elapsed() > time {
            return false;
        }
        thread::sleep(PAUSE);
    }
    true
}

/// Locks a folder, so that programs which read, change and replace one of its files do so one after another.
/// The lock ends with what is returned; none where folders cannot be locked.
pub fn lock_folder(path: &Path) -> Option<File> {
    let folder = File::open(path).ok()?;
    lock_within(WRITE, &folder).then_some(folder)
}

/// Takes part in the use of a folder until what is returned goes. The flag is true if another process does
/// so, too. None where folders cannot be locked.
pub fn share_folder(path: &Path) -> Option<(File, bool)> {
    let folder = File::open(path).ok()?;
    let is_shared = is_locked(folder.try_lock());
    folder.try_lock_shared().ok()?;
    Some((folder, is_shared))
}

/// Returns true if the path still leads to this file. Its owner may have removed it before it was locked
/// here.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    let id = |file: &fs::Metadata| (file.dev(), file.ino());
    matches!((file.metadata(), fs::symlink_metadata(path)), (Ok(a), Ok(b)) if id(&a) == id(&b))
}

/// Elsewhere no file can be made under the name of one that is still open.
#[cfg(not(unix))]
pub fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// Returns the number of names of an open file. What is appended to it shows under each, and is lost without
/// any.
#[cfg(unix)]
pub fn names(file: &File) -> u64 {
    file.metadata().map_or(1, |file| file.nlink())
}

/// Elsewhere the standard library has no function for it.
#[cfg(not(unix))]
pub fn names(_file: &File) -> u64 {
    1
}

/// A folder of files that this program writes. Its path may have links, but has to lead to the same place as
/// long as the program runs: files that are somewhere else belong to others.
#[derive(Clone, Debug)]
pub struct OwnFolder {
    /// The path.
    pub path: PathBuf,
    /// Where the path led first; none as long as the folder above is missing.
    place: OnceLock<PathBuf>,
}

impl OwnFolder {
    /// The folder that this path leads to now. It need not exist.
    pub fn new(path: PathBuf) -> OwnFolder {
        let place = file::place(&path).map_or_else(|_| OnceLock::new(), OnceLock::from);
        OwnFolder { path, place }
    }

    /// Checks that the path leads where it led first, or nowhere.
    /// Fails if it leads elsewhere.
    pub fn check(&self) -> io::Result<()> {
        match file::place(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Ok(place) if *self.place.get_or_init(|| place.clone()) != place => {
                Err(io::Error::other("the folder was replaced while the program ran; start it again"))
            }
            checked => checked.map(drop),
        }
    }

    /// Makes the folder if it is missing.
    /// Fails if it cannot be made, or the path leads elsewhere.
    pub fn make(&self) -> io::Result<()> {
        self.check()?;
        fs::create_dir_all(&self.path)?;
        self.check()
    }
}
