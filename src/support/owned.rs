//! Files that one process at a time owns, which are locked while they are used and never reached through a
//! link; and folders that others may move.

use std::fs::{self, File, TryLockError};
use std::io;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::file;

/// The longest time that a window locks a file to look at it, and a folder to write in it.
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

/// Returns true if another process holds the lock. This never happens on a file system without locks.
pub fn is_locked(locked: Result<(), TryLockError>) -> bool {
    matches!(locked, Err(TryLockError::WouldBlock))
}

/// Locks a file. Returns false if another process holds it.
pub fn lock(file: &File) -> bool {
    lock_within(LOOK, file)
}

/// Locks a file, and waits up to this time for another process. Returns false if that is not enough.
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

/// Locks a folder, so that programs read, change and replace one of its files one after another. The lock
/// lasts as long as the returned file lives. Returns `None` on systems that cannot lock folders.
pub fn lock_folder(path: &Path) -> Option<File> {
    let folder = File::open(path).ok()?;
    lock_within(WRITE, &folder).then_some(folder)
}

/// Returns true if the path still leads to this file. Its owner may have removed it before it was locked
/// here.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    let id = |file: &fs::Metadata| (file.dev(), file.ino());
    matches!((file.metadata(), fs::symlink_metadata(path)), (Ok(a), Ok(b)) if id(&a) == id(&b))
}

/// On other systems no file can be made under the name of one that is still open.
#[cfg(not(unix))]
pub fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// Returns the number of names of an open file. Appended text shows under each name, and is lost without one.
#[cfg(unix)]
pub fn names(file: &File) -> u64 {
    file.metadata().map_or(1, |file| file.nlink())
}

/// On other systems the standard library lacks a function for it.
#[cfg(not(unix))]
pub fn names(_file: &File) -> u64 {
    1
}

/// A folder of files that this program writes. Its path may have links, but has to lead to the same place
/// while the program runs, because files in another place belong to others.
#[derive(Clone, Debug)]
pub struct OwnFolder {
    /// The path.
    pub path: PathBuf,
    /// The place to which the path led first. It is empty while the folder above is missing.
    place: OnceLock<PathBuf>,
}

impl OwnFolder {
    /// The folder to which this path leads now. It may not exist yet.
    pub fn new(path: PathBuf) -> OwnFolder {
        let place = file::place(&path).map_or_else(|_| OnceLock::new(), OnceLock::from);
        OwnFolder { path, place }
    }

    /// Checks that the path still leads to the same place, or nowhere.
    /// Fails if it leads to another place.
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
