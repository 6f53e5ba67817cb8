//! The files of a run that is played: its keys, and in Parts 15 to 17 a save.
//!
//! The file of keys is locked while the run is played, so a run has one owner. It is written into and never
//! replaced by another file, because a lock belongs to a file and not to its name.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::game::Game;
use crate::support::file::write_whole;

/// How the name of the file of keys ends.
pub(crate) const KEYS: &str = ".trace";
/// Number of attempts to lock a file, and the time between two. Another window that only looks at the file
/// holds it for a moment.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// The files of a run that this process plays.
#[derive(Debug)]
pub(crate) struct RunFiles {
    /// The save; none in parts without saves.
    save: Option<PathBuf>,
    keys: PathBuf,
    /// The file of keys, open and locked.
    file: File,
    /// Size of the file of keys after its last whole step, in bytes. None once it could not be written.
    length: Option<u64>,
}

/// Returns the file of keys that belongs to a save.
pub(crate) fn keys_beside(save: &Path) -> PathBuf {
    let mut name = OsString::from(save);
    name.push(KEYS);
    name.into()
}

impl RunFiles {
    /// Claims the files of a new run. Returns none if a run has these names.
    ///
    /// # Errors
    /// If the file of keys cannot be made.
    pub fn claim_new(save: &Path) -> io::Result<Option<RunFiles>> {
        // A symbolic link to nothing also takes a name.
        let is_taken = || fs::symlink_metadata(save).is_ok();
        if is_taken() {
            return Ok(None);
        }
        let keys = keys_beside(save);
        let Some(files) = RunFiles::create(keys, Some(save.to_owned()))? else { return Ok(None) };
        if is_taken() {
            // Another window continued a run of this name and made a new file of keys for it.
            files.release_empty();
            return Ok(None);
        }
        Ok(Some(files))
    }

    /// Claims a file of keys that has no save beside it. Returns none if the name is taken.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn create(keys: PathBuf, save: Option<PathBuf>) -> io::Result<Option<RunFiles>> {
        match OpenOptions::new().read(true).write(true).create_new(true).open(&keys) {
            Ok(file) => {
                let is_mine = lock(&file)? && is_at(&file, &keys);
                Ok(is_mine.then(|| RunFiles { save, keys, file, length: Some(0) }))
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Claims the files of a run that was left. Returns none if another window plays it, or has ended it.
    ///
    /// # Errors
    /// If the file of keys cannot be opened.
    pub fn claim(keys: PathBuf, save: Option<PathBuf>) -> io::Result<Option<RunFiles>> {
        // A run of an earlier version of this program has no file of keys.
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(&keys)?;
        if !lock(&file)? || !is_at(&file, &keys) {
            return Ok(None);
        }
        let length = file.metadata()?.len();
        let files = RunFiles { save, keys, file, length: Some(length) };
        let is_there = length > 0 || files.save.as_ref().is_some_and(|save| save.exists());
        if !is_there {
            files.release_empty();
            return Ok(None);
        }
        Ok(Some(files))
    }

    /// The file that stands for the run: its save, or its keys if it has no save.
    pub fn path(&self) -> &Path {
        self.save.as_deref().unwrap_or(&self.keys)
    }

    /// The file of keys, at its beginning.
    pub fn keys(&mut self) -> io::Result<&File> {
        self.file.seek(SeekFrom::Start(0))?;
        Ok(&self.file)
    }

    /// Makes sure that the file of keys has this text. A file that was cut off has something after it.
    pub fn agree_on_keys(&mut self, text: &str) {
        if self.length != Some(text.len() as u64) {
            self.write_keys(text);
        }
    }

    /// Replaces everything in the file of keys.
    pub fn write_keys(&mut self, text: &str) {
        self.length = self.file.set_len(0).ok().map(|()| 0);
        self.append_keys(text);
    }

    /// Adds whole steps to the file of keys. If that fails, for example on a full disk, the file ends with
    /// the last whole step. Then the save alone keeps the run.
    pub fn append_keys(&mut self, text: &str) {
        let Some(length) = self.length else { return };
        let written =
            self.file.seek(SeekFrom::Start(length)).and_then(|_| self.file.write_all(text.as_bytes()));
        self.length = match written {
            Ok(()) => Some(length + text.len() as u64),
            Err(_) => {
                self.file.set_len(length).ok();
                None
            }
        };
    }

    /// Writes the save.
    ///
    /// # Errors
    /// If it cannot be written, or could not be loaded again. The old file is whole then.
    pub fn write_save(&self, game: &Game) -> io::Result<()> {
        let Some(save) = &self.save else { return Ok(()) };
        let text = game.checked_save().map_err(io::Error::other)?;
        write_whole(save, text.as_bytes())
    }

    /// Removes the run: its save, and its keys, which go into another file if there is one.
    ///
    /// # Errors
    /// If there is a save that cannot be removed.
    pub fn end(self, archive: Option<&Path>) -> io::Result<()> {
        if let Some(save) = &self.save {
            remove(save)?;
        }
        let is_moved = archive.is_some_and(|archive| move_file(&self.keys, archive).is_ok());
        if is_moved { Ok(()) } else { remove(&self.keys) }
    }

    /// Removes the file of keys of a run whose files were claimed in vain.
    fn release_empty(self) {
        if self.length == Some(0) {
            fs::remove_file(&self.keys).ok();
        }
    }
}

/// Returns true if another process plays the run with this file of keys.
pub(crate) fn is_played(keys: &Path) -> bool {
    // Processes that only look do not disturb each other.
    File::open(keys).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// Locks a file. Returns false if another process holds it. On a file system without locks every process
/// gets it.
fn lock(file: &File) -> io::Result<bool> {
    for _ in 0..ATTEMPTS {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(true),
        }
    }
    Ok(false)
}

/// Returns true if the path still leads to this file. Its owner may have removed it before it was locked
/// here.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |file: &fs::Metadata| (file.dev(), file.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(a), Ok(b)) if id(&a) == id(&b))
}

/// Elsewhere no file can be made under the name of one that is still open.
#[cfg(not(unix))]
fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// Moves a file, also to another disk.
fn move_file(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == ErrorKind::CrossesDevices => {
            write_whole(to, &fs::read(from)?)?;
            fs::remove_file(from)
        }
        moved => moved,
    }
}

/// Removes a file, if there is one.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
