//! The file of a game: its keys from the first one to the end, as a recording that grows.
//!
//! Nothing in the file is ever changed, and it keeps its name: only what a crash cut off at its end is
//! removed before it grows on. It is locked while the game is played, so a game has one owner.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};

use crate::desktop::history::PlayedGame;
use crate::desktop::kept::facts::{Fate, GameFacts, StateLine};
use crate::game::Setup;
use crate::key::Key;
use crate::part::Part;
use crate::support::file::{AppendedFile, check_regular};
use crate::support::owned::{is_at, lock, names, open_itself};
use crate::trace::record::whole_length;
use crate::trace::replay::{RecordedKey, Replay};

/// Maximum number of bytes of a file that are read. That is some million keys.
const MAX_READ: u64 = 64 << 20;

/// The file of the game that this process plays.
#[derive(Debug)]
pub(crate) struct GameFile {
    pub path: PathBuf,
    pub(super) file: AppendedFile,
    /// The facts that were noted last, or `None` before the first append.
    facts: Option<GameFacts>,
}

/// An unfinished game, while its keys are pressed again. It makes no sound, and its saves stay in memory.
pub(crate) struct Claimed {
    pub file: GameFile,
    /// The start of its game.
    pub setup: Setup,
    pub played: PlayedGame,
    pub keys: Vec<RecordedKey>,
    /// Number of keys that were pressed.
    pub count: usize,
    /// The reason why the game cannot go on in this file. It then continues in a new file, and this one
    /// stays.
    pub must_stay: Option<String>,
}

impl GameFile {
    /// Creates the file of a new game, with this text and its state. Returns `None` if the name is taken.
    /// Fails if it cannot be created or written. Then it does not exist.
    pub fn create(path: PathBuf, text: &str, state: &StateLine) -> io::Result<Option<GameFile>> {
        let file = match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
            file => file?,
        };
        // Another window may have removed what was still empty and not locked.
        if !lock(&file) || !is_at(&file, &path) {
            return Ok(None);
        }
        let mut file = AppendedFile::new(file)?;
        file.append(&(text.to_owned() + &state.line())).inspect_err(|_| {
            // The first error is the one to report.
            fs::remove_file(&path).ok();
        })?;
        Ok(Some(GameFile { path, file, facts: Some(state.facts) }))
    }

    /// Opens the file of a game, and locks it.
    /// Fails if it cannot be opened, or another window is playing it.
    pub fn open(path: &Path) -> io::Result<GameFile> {
        check_regular(&fs::symlink_metadata(path)?)?;
        let file = File::options().read(true).write(true).open(path)?;
        if !lock(&file) || !is_at(&file, path) {
            return Err(io::Error::other("another window is playing it, or has ended it"));
        }
        Ok(GameFile { path: path.to_owned(), file: AppendedFile::new(file)?, facts: None })
    }

    /// Claims the file of an unfinished game of a part.
    /// Fails if it cannot be opened, is not such a recording, or another window plays it or has ended it.
    pub fn claim(path: &Path, part: Part) -> io::Result<Claimed> {
        let mut file = GameFile::open(path)?;
        // The list may be older than the end of the game.
        if last_state(&file.file.handle)?.is_some_and(|state| state.end.is_over()) {
            return Err(invalid("it is over"));
        }
        let (setup, replay, length) = keys_of(&file.file.handle, part)?;
        let must_stay = match &replay.cut {
            Some(damage) => Some(format!("it is damaged, {damage}")),
            None => (names(&file.file.handle) > 1).then(|| "it has a second hard link".to_owned()),
        };
        if must_stay.is_none() {
            file.file.cut(length)?;
        }
        let played = PlayedGame::start(setup.clone());
        Ok(Claimed { file, setup, played, keys: replay.keys, count: 0, must_stay })
    }

    /// Gives up the game.
    /// Fails if that cannot be written.
    pub fn give_up(mut self, facts: GameFacts) -> io::Result<()> {
        if names(&self.file.handle) > 1 {
            return Err(io::Error::other("it has a second hard link; remove that first"));
        }
        let length = whole_length(&bytes_of(&self.file.handle)?);
        self.file.cut(length as u64)?;
        self.append_state("", Fate::Ended, facts)
    }

    /// Returns true if what is appended to the file is lost, or would be in the text of another program.
    pub fn is_lost(&self) -> bool {
        names(&self.file.handle) == 0 || self.file.is_changed()
    }

    /// Returns true if the file is where it was made. Another program may have moved it, as into the trash.
    pub fn is_in_place(&self) -> bool {
        is_at(&self.file.handle, &self.path)
    }

    /// Appends keys. On another floor the state of the game follows.
    /// Fails if they cannot be written. Then nothing of them is in the file.
    pub fn append(&mut self, keys: &str, facts: GameFacts) -> io::Result<()> {
        if self.facts.is_none_or(|before| before.depth != facts.depth) {
            return self.append_state(keys, Fate::Open, facts);
        }
        self.file.append(keys)?;
        self.facts = Some(facts);
        Ok(())
    }

    /// Appends keys and the state of the game. At an end a line of the last step lets `verify` compare it.
    /// Fails if they cannot be written. Then nothing of them is in the file.
    pub fn append_state(&mut self, keys: &str, end: Fate, facts: GameFacts) -> io::Result<()> {
        let order = next_order(self.path.parent().unwrap_or(Path::new(".")));
        let rng = facts.rng.filter(|_| end != Fate::Open);
        let rng = rng.map_or_else(String::new, |rng| format!("rng {rng}\n"));
        self.file.append(&(keys.to_owned() + &rng + &StateLine::now(end, facts, order).line()))?;
        self.facts = (end == Fate::Open).then_some(facts);
        Ok(())
    }

    /// Makes what was written survive a power cut.
    /// Fails if that fails.
    pub fn flush(&self) -> io::Result<()> {
        self.file.handle.sync_data()
    }
}

/// The game is left, unless it is over or nothing was done.
impl Drop for GameFile {
    fn drop(&mut self) {
        if let Some(facts) = self.facts {
            // A game without this line counts as left, too.
            self.append_state("", Fate::Left, facts).ok();
        }
        // A process that was just started may have the file open too, and would hold the lock a little
        // longer.
        self.file.handle.unlock().ok();
    }
}

/// Reads the start of a game of a part, and its keys as far as they are whole.
/// Fails if the file cannot be read, or is not such a recording.
pub(crate) fn read(path: &Path, part: Part) -> io::Result<(Setup, Vec<RecordedKey>)> {
    let (setup, replay, _) = keys_of(&open_itself(path)?, part)?;
    Ok((setup, replay.keys))
}

/// Reads a whole file.
/// Fails if it cannot be read, or is too large.
fn bytes_of(mut file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(MAX_READ + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_READ { Err(invalid("it is too large")) } else { Ok(bytes) }
}

/// Reads the start of a game of a part, its keys, and the number of bytes up to the last whole line.
fn keys_of(file: &File, part: Part) -> io::Result<(Setup, Replay, u64)> {
    let bytes = bytes_of(file)?;
    let whole = &bytes[..whole_length(&bytes)];
    let replay = Replay::of(whole).map_err(|error| invalid(&error.to_string()))?;
    let setup = replay.setup().ok_or_else(|| invalid("it is not a recording"))?;
    let head = &whole[..whole.len().min(HEAD as usize)];
    let is_old = contains(head, BEGUN) && !contains(head, SINCE_V.as_bytes());
    if setup.part != part {
        return Err(invalid(&format!("it is a game of Part {}", setup.part)));
    }
    if is_old && replay.keys.iter().any(|recorded| recorded.key == Key::V) {
        return Err(invalid(
            "key V changed its FOV algorithm, which only roguelike 1.0 can do; play it there",
        ));
    }
    Ok((setup, replay, whole.len() as u64))
}

/// The error for a file that will never be the wanted one.
fn invalid(reason: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason)
}

/// The line that only this program writes, in its first bytes.
pub(super) const BEGUN: &[u8] = b"\n# begun ";
/// The end of this line since V is a key like any other. In older files it changed the FOV algorithm.
pub(super) const SINCE_V: &str = " fov fixed";
/// Number of bytes of the beginning of a file that are read.
pub(super) const HEAD: u64 = 256;
/// Numbers of bytes of the end of a file that are read until the state of the game is found.
const TAILS: [u64; 4] = [1 << 10, 16 << 10, 256 << 10, 4 << 20];

/// Returns true if this program began the file, or if the file is too short to tell. Only such files are ever
/// removed.
/// Fails if it cannot be read.
pub(super) fn is_own(file: &File) -> io::Result<bool> {
    const FIRST: &[u8] = b"roguelike-trace 1\n";
    let head = head_of(file)?;
    let is_short = head.len() < HEAD as usize && !contains(&head, b"\nstep 1 ");
    let has_first = FIRST.starts_with(&head[..head.len().min(FIRST.len())]);
    let is_zero = |bytes: &[u8]| bytes.iter().all(|&byte| byte == 0);
    Ok(has_first && (contains(&head, BEGUN) || is_short) || is_zero(&head) && is_zero(&bytes_of(file)?))
}

/// Reads the first bytes of a file.
/// Fails if it cannot be read.
pub(super) fn head_of(mut file: &File) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.rewind()?;
    file.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// Reads the last state of a game that was written to its file, however long the file is.
/// Fails if it cannot be read.
pub(super) fn last_state(file: &File) -> io::Result<Option<StateLine>> {
    last_state_within(file, &TAILS)
}

/// Returns the number of a line about the state of a game that is written now: it is higher than all in the
/// folder.
pub(super) fn next_order(folder: &Path) -> u64 {
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let files = paths.filter(|path| path.extension().is_some_and(|end| end == "trace"));
    let state = |path: PathBuf| last_state_within(&open_itself(&path).ok()?, &TAILS[..2]).ok()?;
    files.filter_map(state).map(|state| state.order).max().unwrap_or_default().saturating_add(1)
}

fn last_state_within(mut file: &File, tails: &[u64]) -> io::Result<Option<StateLine>> {
    let length = file.metadata()?.len();
    for &size in tails {
        file.seek(io::SeekFrom::Start(length.saturating_sub(size)))?;
        let mut tail = Vec::new();
        file.take(size).read_to_end(&mut tail)?;
        let lines = tail[..whole_length(&tail)].split(|&byte| byte == b'\n').rev();
        let mut states = lines.filter_map(|line| StateLine::parse(std::str::from_utf8(line).ok()?));
        let state = states.next();
        if state.is_some() || size >= length {
            return Ok(state);
        }
    }
    Ok(None)
}

pub(super) fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}
