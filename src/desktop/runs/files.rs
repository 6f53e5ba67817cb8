//! The files of a run that is played: its keys, and in Parts 15 to 17 a save, with a file of facts for the
//! list.
//!
//! The file of keys is locked while the run is played, so a run has one owner. It is written into and never
//! replaced by another file, because a lock belongs to a file and not to its name. Links are not followed,
//! and what is in a file and does not belong to the run is kept beside it.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::desktop::runs::facts::{FactsFile, NotedFacts, RunFacts, hash_of};
use crate::desktop::runs::regular::{check_kept, is_in_the_way, open_kept};
use crate::game::Game;
use crate::support::file::{replace, write_whole};

/// How the name of the file of keys ends.
pub(crate) const KEYS: &str = ".trace";
/// How the name of a damaged file ends that is kept beside the one that takes its place.
pub(crate) const DAMAGED: &str = ".damaged";
/// How the name of a whole file of keys ends that is kept, because a run goes on without it.
pub(crate) const OLD: &str = ".old";
/// Maximum number of files with the same name and ending.
const MAX_KEPT: u32 = 1_000;
/// Maximum length in bytes of a line of keys that was cut off.
const LONGEST_REST: u64 = 4096;
/// Number of attempts to lock a file, and the time between two. Another window that only looks at the file
/// holds it for a moment.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// Why the files of a run cannot be claimed, or cannot go when it ends.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// The file of keys cannot be opened or made.
    #[error("its keys in {} cannot be opened: {}", .0.display(), .1)]
    Open(PathBuf, io::Error),
    /// The file of keys cannot be put with those of other runs.
    #[error("its keys stay in {}, because they cannot be put with those of other runs: {}", .0.display(), .1)]
    Archive(PathBuf, io::Error),
    /// A file stays.
    #[error("{} cannot be removed: {}; remove it yourself", .0.display(), .1)]
    Remove(PathBuf, io::Error),
}

/// The files of a run that this process plays.
#[derive(Debug)]
pub(crate) struct RunFiles {
    /// The save; none in parts without saves.
    save: Option<PathBuf>,
    /// Hash of the save, if there is one.
    saved: Option<u64>,
    keys: PathBuf,
    /// The file of keys, open and locked.
    file: File,
    /// Number of bytes of the log that are in the file of keys.
    length: usize,
    /// The file of facts, once it was written.
    facts: Option<FactsFile>,
    /// Where something went that had the name of the file of keys and was no regular file.
    moved_keys: Option<PathBuf>,
}

/// Returns the file of keys that belongs to a save.
pub(crate) fn keys_beside(save: &Path) -> PathBuf {
    let mut name = OsString::from(save);
    name.push(KEYS);
    name.into()
}

impl RunFiles {
    /// Claims files where no run is. Returns none if there is one.
    ///
    /// # Errors
    /// If the file of keys cannot be made.
    pub fn claim_new(save: &Path) -> io::Result<Option<RunFiles>> {
        // A symbolic link to nothing also takes a name.
        let is_taken = || fs::symlink_metadata(save).is_ok();
        if is_taken() {
            return Ok(None);
        }
        let files = RunFiles::create(keys_beside(save), Some(save.to_owned()))?;
        // Another window may have continued a run of this name, and made a new file of keys for it.
        Ok(files.filter(|_| !is_taken()))
    }

    /// Claims a file of keys that has no save beside it. Returns none if the name is taken.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn create(keys: PathBuf, save: Option<PathBuf>) -> io::Result<Option<RunFiles>> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let is_locked = match options.clone().create_new(true).open(&keys) {
            Ok(file) => lock(&file).then_some(file),
            // A run that ended before its first key could be written leaves an empty file.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && is_empty(&keys) => {
                options.open(&keys).ok().filter(|file| !is_locked(file.try_lock()))
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => None,
            Err(error) => return Err(error),
        };
        let is_mine = |file: &File| {
            is_at(file, &keys) && !has_other_names(file) && file.metadata().is_ok_and(|file| file.len() == 0)
        };
        let Some(file) = is_locked.filter(is_mine) else { return Ok(None) };
        Ok(Some(RunFiles { save, saved: None, keys, file, length: 0, facts: None, moved_keys: None }))
    }

    /// Claims the files of a run that was left. Returns none if another window plays it, or has ended it.
    ///
    /// # Errors
    /// If the file of keys cannot be opened.
    pub fn claim(save: &Path) -> Result<Option<RunFiles>, FilesError> {
        let keys = keys_beside(save);
        let failed = |error| FilesError::Open(keys.clone(), error);
        let moved_keys = match is_in_the_way(&keys) {
            true => Some(move_aside(&keys, DAMAGED).map_err(failed)?),
            false => None,
        };
        let Some(mut files) = RunFiles::open(save).map_err(failed)? else { return Ok(None) };
        files.moved_keys = moved_keys;
        // If nothing is there, the file of keys that was made goes again.
        let is_there = !files.has_no_keys() || fs::symlink_metadata(save).is_ok();
        Ok(is_there.then_some(files))
    }

    /// Opens and locks the file of keys that belongs to a save, or makes it. Returns none if another process
    /// has it.
    fn open(save: &Path) -> io::Result<Option<RunFiles>> {
        let keys = keys_beside(save);
        // A run of an earlier version of this program has no file of keys.
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&keys)?;
        if !lock(&file) || !is_at(&file, &keys) {
            return Ok(None);
        }
        if has_other_names(&file) {
            // What is written into it would show under its other names, too. So the run gets a copy.
            replace(&keys, |copy| io::copy(&mut &file, copy))?;
            file = options.open(&keys)?;
            if !lock(&file) || !is_at(&file, &keys) {
                return Ok(None);
            }
        }
        let save = Some(save.to_owned());
        Ok(Some(RunFiles { save, saved: None, keys, file, length: 0, facts: None, moved_keys: None }))
    }

    /// Claims the files of a run that is to end. Something else than a file of keys that has its name is
    /// removed. Returns none if another window plays the run.
    ///
    /// # Errors
    /// If that fails.
    pub fn claim_to_end(save: &Path) -> Result<Option<RunFiles>, FilesError> {
        let keys = keys_beside(save);
        if is_in_the_way(&keys) {
            remove(&keys).map_err(|error| FilesError::Remove(keys.clone(), error))?;
        }
        RunFiles::open(save).map_err(|error| FilesError::Open(keys, error))
    }

    /// The file that stands for the run: its save, or its keys if it has no save.
    pub fn path(&self) -> &Path {
        self.save.as_deref().unwrap_or(&self.keys)
    }

    /// The path of the file of keys.
    pub fn keys_path(&self) -> &Path {
        &self.keys
    }

    /// The file of keys, at its beginning.
    pub fn keys(&mut self) -> io::Result<&File> {
        self.file.seek(SeekFrom::Start(0))?;
        Ok(&self.file)
    }

    /// The run goes on with this log. What is in the file of keys is kept under another name with this
    /// ending, unless it is the log or its beginning, also with a line after it that was cut off. Returns
    /// that name.
    ///
    /// # Errors
    /// If that cannot be written or read. The file of keys is unchanged then.
    pub fn go_on_with(&mut self, log: &str, ending: &str) -> io::Result<Option<PathBuf>> {
        let (mut start, mut rest) = (Vec::new(), Vec::new());
        let file = self.keys()?;
        file.take(log.len() as u64).read_to_end(&mut start)?;
        file.take(LONGEST_REST + 1).read_to_end(&mut rest)?;
        let is_cut = rest.len() as u64 <= LONGEST_REST && !rest.contains(&b'\n');
        let mut kept = None;
        if log.as_bytes().starts_with(&start) && (rest.is_empty() || is_cut) {
            self.length = start.len();
        } else {
            self.file.rewind()?;
            kept = Some(copy_aside(&self.keys, &self.file, ending)?);
            self.length = 0;
        }
        // A run that only goes on was not played, and keeps its place on the list.
        if self.file.metadata()?.len() > self.length as u64 {
            self.file.set_len(self.length as u64)?;
        }
        self.write_keys(log)?;
        Ok(kept)
    }

    /// Writes what the log has and the file of keys has not. After a failure, for example on a full disk, the
    /// file ends with the last whole step, and the next call tries the rest again.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_keys(&mut self, log: &str) -> io::Result<()> {
        let missing = log.as_bytes().get(self.length..).unwrap_or_default();
        if missing.is_empty() {
            return Ok(());
        }
        let length = self.length as u64;
        let written = self.file.seek(SeekFrom::Start(length)).and_then(|_| self.file.write_all(missing));
        match written {
            Ok(()) => self.length = log.len(),
            // A file that cannot be cut ends in the middle of a step. Reading it copes with that.
            Err(_) => _ = self.file.set_len(length),
        }
        written
    }

    /// Writes the save.
    ///
    /// # Errors
    /// If it cannot be written, or could not be loaded again. The old file is whole then.
    pub fn write_save(&mut self, game: &Game) -> io::Result<()> {
        let Some(save) = &self.save else { return Ok(()) };
        let text = game.checked_save().map_err(io::Error::other)?;
        if is_in_the_way(save) {
            check_kept(save)?;
        }
        write_whole(save, text.as_bytes())?;
        self.saved = Some(hash_of(&text));
        Ok(())
    }

    /// The save was read, and has this hash; none if there is none.
    pub const fn note_save(&mut self, hash: Option<u64>) {
        self.saved = hash;
    }

    /// Returns where something went that had the name of the file of keys and was no regular file.
    pub fn moved_keys(&self) -> Option<&Path> {
        self.moved_keys.as_deref()
    }

    /// The save is damaged. It goes under another name, which is returned.
    ///
    /// # Errors
    /// If it cannot be moved.
    pub fn set_save_aside(&mut self) -> io::Result<Option<PathBuf>> {
        self.save.as_ref().map(|save| move_aside(save, DAMAGED)).transpose()
    }

    /// Writes down what the list shows of the run. Where that fails, the list reads the save.
    pub fn write_facts(&mut self, facts: RunFacts) {
        let Some(save) = &self.save else { return };
        if self.facts.is_none() {
            self.facts = FactsFile::beside(save).ok();
        }
        let noted = NotedFacts { facts, keys: self.length as u64, save: self.saved };
        self.facts.take_if(|file| file.write(&noted).is_err());
    }

    /// Ends the run: its keys, if it has any, get the first of these names that nothing has, if names are
    /// given, and its save is removed. Returns that name.
    ///
    /// # Errors
    /// If the keys cannot be kept under such a name, or a file cannot be removed. All files stay then.
    pub fn end(
        mut self,
        names: Option<impl Iterator<Item = PathBuf>>,
    ) -> Result<Option<PathBuf>, FilesError> {
        let kept = match names.filter(|_| !self.has_no_keys()) {
            Some(names) => {
                Some(self.keep_keys(names).map_err(|error| FilesError::Archive(self.keys.clone(), error))?)
            }
            None => None,
        };
        let removed = self.remove_all();
        if let (Err(_), Some(kept)) = (&removed, &kept) {
            fs::remove_file(kept).ok();
        }
        removed.map(|()| kept)
    }

    /// Gives the file of keys one of these names, too. Runs that end at the same time never take the same
    /// one, because a further name of a file, unlike a new name, replaces no other file.
    fn keep_keys(&mut self, mut names: impl Iterator<Item = PathBuf>) -> io::Result<PathBuf> {
        let mut next = None;
        for name in names.by_ref() {
            match fs::hard_link(&self.keys, &name) {
                Ok(()) => return Ok(name),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(_) => {
                    next = Some(name);
                    break;
                }
            }
        }
        // On another disk, or on one whose files have one name each, the keys are copied.
        let (mut copy, name) = claim_first(&mut next.into_iter().chain(names))?;
        let copied = self.keys().and_then(|mut keys| io::copy(&mut keys, &mut copy));
        if let Err(error) = copied.and_then(|_| copy.sync_all()) {
            fs::remove_file(&name).ok();
            return Err(error);
        }
        Ok(name)
    }

    fn remove_all(&self) -> Result<(), FilesError> {
        let removed = |path: &Path| remove(path).map_err(|error| FilesError::Remove(path.to_owned(), error));
        // As long as the file of keys has its name, no other process makes files of these names.
        if let Some(save) = &self.save {
            removed(save)?;
            FactsFile::remove_beside(save);
        }
        removed(&self.keys)
    }

    /// Returns true if no key is in the file of keys.
    pub fn has_no_keys(&self) -> bool {
        self.file.metadata().is_ok_and(|file| file.len() == 0)
    }
}

/// The run can be continued again. Where nothing could be kept, no empty file stays behind.
impl Drop for RunFiles {
    fn drop(&mut self) {
        let has_save = self.save.as_ref().is_some_and(|save| fs::symlink_metadata(save).is_ok());
        if self.has_no_keys() && !has_save && is_at(&self.file, &self.keys) {
            // A file that stays is taken by the next run.
            self.save.iter().for_each(|save| FactsFile::remove_beside(save));
            fs::remove_file(&self.keys).ok();
        }
        // A process that was just started may have the file open too, and would hold the lock a little
        // longer.
        self.file.unlock().ok();
    }
}

/// Returns true for a regular file with nothing in it.
fn is_empty(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0)
}

/// Returns true if another process plays the run with this file of keys.
pub(crate) fn is_played(keys: &Path) -> bool {
    // Processes that only look do not disturb each other.
    open_kept(keys).is_ok_and(|file| is_locked(file.try_lock_shared()))
}

/// Returns true if another process holds the file. On a file system without locks none does.
fn is_locked(locked: Result<(), TryLockError>) -> bool {
    matches!(locked, Err(TryLockError::WouldBlock))
}

/// Locks a file. Returns false if another process holds it.
fn lock(file: &File) -> bool {
    for _ in 0..ATTEMPTS {
        if !is_locked(file.try_lock()) {
            return true;
        }
        thread::sleep(PAUSE);
    }
    false
}

/// Moves a file, a link or whatever has this name to a free name with this ending. A link is not followed.
fn move_aside(path: &Path, ending: &str) -> io::Result<PathBuf> {
    let (_, free) = claim_beside(path, ending)?;
    if path.is_dir() {
        // Only a file is replaced by what is renamed.
        fs::remove_file(&free)?;
    }
    match fs::rename(path, &free) {
        Ok(()) => Ok(free),
        Err(error) => {
            fs::remove_file(&free).ok();
            Err(error)
        }
    }
}

/// Copies a file to a free name with this ending.
fn copy_aside(path: &Path, mut from: &File, ending: &str) -> io::Result<PathBuf> {
    let (mut to, free) = claim_beside(path, ending)?;
    match io::copy(&mut from, &mut to).and_then(|_| to.sync_all()) {
        Ok(()) => Ok(free),
        Err(error) => {
            fs::remove_file(&free).ok();
            Err(error)
        }
    }
}

/// Makes an empty file of a name that nothing has: the path with this ending, and a number if need be.
fn claim_beside(path: &Path, ending: &str) -> io::Result<(File, PathBuf)> {
    let mut names = (1..=MAX_KEPT).map(|number| {
        let mut name = OsString::from(path);
        name.push(ending);
        if number > 1 {
            name.push(format!(".{number}"));
        }
        PathBuf::from(name)
    });
    claim_first(&mut names)
}

/// Makes an empty file of the first of these names that nothing has.
///
/// # Errors
/// If all are taken, or the file cannot be made.
fn claim_first(names: &mut dyn Iterator<Item = PathBuf>) -> io::Result<(File, PathBuf)> {
    for path in names {
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, "every name for it is taken; remove old files"))
}

/// Returns true if the path still leads to this file. Its owner may have removed it before it was locked
/// here.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |file: &fs::Metadata| (file.dev(), file.ino());
    matches!((file.metadata(), fs::symlink_metadata(path)), (Ok(a), Ok(b)) if id(&a) == id(&b))
}

/// Returns true if the file has more than one name. A link of the player can give it one, and so can a crash
/// while a run ended.
#[cfg(unix)]
fn has_other_names(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.metadata().is_ok_and(|file| file.nlink() > 1)
}

/// Elsewhere the standard library does not tell.
#[cfg(not(unix))]
fn has_other_names(_file: &File) -> bool {
    false
}

/// Elsewhere no file can be made under the name of one that is still open.
#[cfg(not(unix))]
fn is_at(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// Removes a file, if there is one.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_could_not_be_written_are_written_with_the_next() {
        let folder = std::env::temp_dir().join(format!("roguelike-run-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("run.trace");
        let mut files = RunFiles::create(path.clone(), None).unwrap().unwrap();
        files.write_keys("one\n").unwrap();
        // A file that is open for reading cannot be written, like one on a full disk.
        let writable = std::mem::replace(&mut files.file, File::open(&path).unwrap());
        files.write_keys("one\ntwo\n").unwrap_err();
        files.file = writable;
        files.write_keys("one\ntwo\nthree\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n");
        drop(files);
        // Where nothing was written, nothing stays.
        let empty = folder.join("empty.trace");
        drop(RunFiles::create(empty.clone(), None).unwrap().unwrap());
        assert!(!empty.exists() && path.exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn runs_that_end_at_the_same_moment_take_names_of_their_own() {
        const RUNS: usize = 8;
        let folder = std::env::temp_dir().join(format!("roguelike-run-ends-{}", std::process::id()));
        for round in 0..100 {
            let archive = folder.join(format!("{round}"));
            fs::create_dir_all(&archive).unwrap();
            let names = || (1..=RUNS).map(|number| archive.join(format!("{number}.trace")));
            let start = std::sync::Barrier::new(RUNS);
            thread::scope(|scope| {
                for run in 0..RUNS {
                    let keys = folder.join(format!("{round}-{run}{KEYS}"));
                    let mut files = RunFiles::create(keys, None).unwrap().unwrap();
                    files.write_keys("step 1 Up\n").unwrap();
                    let (start, names) = (&start, &names);
                    scope.spawn(move || {
                        start.wait();
                        files.end(Some(names())).unwrap().unwrap();
                    });
                }
            });
            assert_eq!(fs::read_dir(&archive).unwrap().count(), RUNS, "round {round}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
