//! The file of a run: its keys from the first one to the end, as a recording that grows.
//!
//! Nothing in the file is ever changed, and it keeps its name: only what a crash cut off at its end is
//! removed before it grows on. It is locked while the run is played, so a run has one owner.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use crate::desktop::runs::facts::{End, Mark, RunFacts};
use crate::support::file::AppendedFile;
use crate::support::owned::{check_itself, is_at, is_locked, lock, open_itself};
use crate::trace::record::whole_length;
use crate::trace::replay::Replay;

/// Maximum size of the file of a run, in bytes. That is some million keys.
pub(super) const MAX_SIZE: u64 = 32 << 20;
/// Number of keys after which the state of the run is written again, so that the last bytes of the file have
/// it.
const KEYS_BETWEEN_MARKS: u32 = 32;

/// The file of the run that this process plays.
#[derive(Debug)]
pub(crate) struct RunFile {
    path: PathBuf,
    file: AppendedFile,
    /// What was noted last; none as long as nothing was appended.
    facts: Option<RunFacts>,
    /// Number of keys since the state of the run was written.
    keys: u32,
}

/// The file of a run that was left, and what is in it.
#[derive(Debug)]
pub(crate) struct Claimed {
    pub file: RunFile,
    pub replay: Replay,
}

impl RunFile {
    /// Makes the file of a new run, with this text and its state. Returns none if the name is taken.
    /// Fails if it cannot be made or written. Then there is no file.
    pub fn create(path: PathBuf, text: &str, mark: &Mark) -> io::Result<Option<RunFile>> {
        let file = match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
            file => file?,
        };
        // Another window may have removed what was still empty and not locked.
        if !lock(&file) || !is_at(&file, &path) {
            return Ok(None);
        }
        let facts = if mark.end.is_none() { Some(mark.facts) } else { None };
        let mut run = RunFile { path, file: AppendedFile::new(file, 0), facts, keys: 0 };
        match run.file.append(&(text.to_owned() + &mark.line())) {
            Ok(()) => Ok(Some(run)),
            Err(error) => {
                // The first error is the one to report.
                run.facts = None;
                fs::remove_file(&run.path).ok();
                Err(error)
            }
        }
    }

    /// Claims the file of a run that was left.
    /// Fails if it cannot be opened, is no whole recording, or another window plays it.
    pub fn claim(path: &Path) -> io::Result<Claimed> {
        check_itself(path)?;
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        if !lock(&file) || !is_at(&file, path) {
            return Err(io::Error::other("another window plays it or has ended it"));
        }
        let file = AppendedFile::new(file, 0);
        let mut run = RunFile { path: path.to_owned(), file, facts: None, keys: KEYS_BETWEEN_MARKS };
        let mut bytes = Vec::new();
        run.file.file().take(2 * MAX_SIZE + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > 2 * MAX_SIZE {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too large"));
        }
        let whole = &bytes[..whole_length(&bytes)];
        let replay = Replay::of(whole).map_err(io::Error::other)?;
        if let Some(damage) = &replay.cut {
            return Err(io::Error::other(format!("it is damaged, {damage}")));
        }
        run.file.cut(whole.len() as u64)?;
        Ok(Claimed { file: run, replay })
    }

    /// Returns true if nothing more goes into the file.
    pub const fn is_full(&self) -> bool {
        self.file.length() > MAX_SIZE
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends keys. The state of the run follows now and then, and where the depth changed.
    /// Fails if they cannot be written. Then nothing of them is in the file.
    pub fn append(&mut self, keys: &str, facts: RunFacts) -> io::Result<()> {
        let is_new_floor = self.facts.is_none_or(|before| before.depth != facts.depth);
        if is_new_floor || self.keys >= KEYS_BETWEEN_MARKS {
            return self.mark(keys, None, facts);
        }
        self.file.append(keys)?;
        self.facts = Some(facts);
        self.keys += 1;
        Ok(())
    }

    /// Appends keys and the state of the run.
    /// Fails if they cannot be written. Then nothing of them is in the file.
    pub fn mark(&mut self, keys: &str, end: Option<End>, facts: RunFacts) -> io::Result<()> {
        self.file.append(&(keys.to_owned() + &Mark::now(end, facts).line()))?;
        self.facts = if end.is_none() { Some(facts) } else { None };
        self.keys = 0;
        Ok(())
    }

    /// Makes what was written survive a power cut.
    /// Fails if that fails.
    pub fn flush(&self) -> io::Result<()> {
        self.file.file().sync_data()
    }
}

/// The run is left, unless it is over or nothing was done.
impl Drop for RunFile {
    fn drop(&mut self) {
        if let Some(facts) = self.facts {
            // A run without this line counts as left, too.
            self.mark("", Some(End::Left), facts).ok();
        }
        // A process that was just started may have the file open too, and would hold the lock a little
        // longer.
        self.file.file().unlock().ok();
    }
}

/// Reads the keys of a run, as far as they are whole.
/// Fails if the file cannot be read, or is no recording.
pub(crate) fn read(path: &Path) -> io::Result<Replay> {
    let mut bytes = Vec::new();
    open_itself(path)?.take(4 * MAX_SIZE).read_to_end(&mut bytes)?;
    Replay::of(&bytes[..whole_length(&bytes)]).map_err(io::Error::other)
}

/// What the first and the last lines of a file say, however long the file is.
#[derive(Debug, Default)]
pub(super) struct Glimpse {
    /// The first bytes.
    pub head: Vec<u8>,
    /// The last state that was written.
    pub mark: Option<Mark>,
    /// True if a window plays the run.
    pub is_played: bool,
}

/// Number of bytes of the beginning of a file that are read.
pub(super) const HEAD: u64 = 256;
/// Numbers of bytes of the end of a file that are read until the state of the run is found.
const TAILS: [u64; 4] = [1 << 10, 16 << 10, 256 << 10, 4 << 20];

/// Reads the beginning and the end of a file.
/// Fails if it cannot be read, or is no regular file.
pub(super) fn glimpse(path: &Path) -> io::Result<Glimpse> {
    let mut file = open_itself(path)?;
    let is_played = is_locked(file.try_lock_shared());
    let mut glimpse = Glimpse { is_played, ..Glimpse::default() };
    let read = (|| {
        (&file).take(HEAD).read_to_end(&mut glimpse.head)?;
        // Only a run that was kept has the state of the run at its end.
        if contains(&glimpse.head, b"\n# begun ") {
            glimpse.mark = last_mark(&mut file)?;
        }
        Ok(())
    })();
    // Closing the file is not enough: a process that is just being started has it open, too.
    file.unlock().ok();
    // On Windows no other program can read a file that is locked.
    if is_played { Ok(glimpse) } else { read.map(|()| glimpse) }
}

fn last_mark(file: &mut File) -> io::Result<Option<Mark>> {
    let length = file.metadata()?.len();
    for size in TAILS {
        file.seek(io::SeekFrom::Start(length.saturating_sub(size)))?;
        let mut tail = Vec::new();
        file.take(size).read_to_end(&mut tail)?;
        let lines = tail[..whole_length(&tail)].split(|&byte| byte == b'\n').rev();
        let mut marks = lines.filter_map(|line| Mark::parse(std::str::from_utf8(line).ok()?));
        let mark = marks.next();
        if mark.is_some() || size >= length {
            return Ok(mark);
        }
    }
    Ok(None)
}

pub(super) fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

/// Returns true if the whole file begins as one that this program wrote, or has nothing in it. No other file
/// is ever removed.
pub(super) fn is_own(path: &Path) -> io::Result<bool> {
    let mut start = BufReader::new(open_itself(path)?);
    let text = start.fill_buf()?;
    Ok(text.iter().all(|&byte| byte == 0) || b"roguelike-trace 1\n".starts_with(&text[..text.len().min(18)]))
}

/// Removes the file of a run that no window plays, if there is one. Returns false if a window plays it.
/// Fails if it cannot be removed.
pub(super) fn remove(path: &Path) -> io::Result<bool> {
    let file = match open_itself(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        file => file?,
    };
    if is_locked(file.try_lock()) {
        return Ok(false);
    }
    fs::remove_file(path)?;
    file.unlock().ok();
    Ok(true)
}
