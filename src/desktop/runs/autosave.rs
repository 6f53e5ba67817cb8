//! Runs that are not over (Parts 15 to 17). A run that was left is offered on the menu the next time.
//!
//! A run has two files: a save file like any other, and its keys. They lie beside the file that F5 writes,
//! and never take its place. Every run has its own files, so a new run or a second window does not replace
//! the old one. If one of the two is damaged, the run goes on from the other.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::iter;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::desktop::runs::facts::{NotedFacts, Progress, RunFacts, hash_of};
use crate::desktop::runs::files::{DAMAGED, FilesError, OLD, RunFiles, is_played, keys_beside};
use crate::desktop::runs::kept_files::is_aside;
use crate::desktop::runs::regular::open_kept;
use crate::game::save::words::LoadError;
use crate::game::{Game, Setup};
use crate::part::Part;
use crate::support::file;
use crate::support::save_slot::MAX_SAVE;
use crate::trace::key_log::Logged;

/// Maximum number of runs.
const MAX_RUNS: u32 = 1_000;
/// Maximum size of a file of keys that is played to find out what the list shows, in bytes. That is some
/// hundred keys.
const SHORT: u64 = 8 << 10;

/// Why a run cannot be offered, kept or removed. The path is that of its file.
#[derive(Debug, thiserror::Error)]
pub enum AutosaveError {
    /// There is a file that cannot be loaded. It stays where it is.
    #[error("cannot offer the unfinished run in {}: {}", .0.display(), .1)]
    Offer(PathBuf, Reason),
    /// The run cannot be kept.
    #[error("cannot keep the run in {}: {}; --save-file chooses another place", .0.display(), .1)]
    Keep(PathBuf, io::Error),
    /// Another window plays the run, or has ended it.
    #[error("cannot continue the run in {}: another window plays it or has ended it", .0.display())]
    Taken(PathBuf),
    /// The run was over when it was left.
    #[error("cannot continue the run in {}: it is over", .0.display())]
    Over(PathBuf),
    /// The keys of a run cannot be written, or not go where the keys of runs are kept that are over.
    #[error("cannot keep the recording of the run in {}: {}; the run goes on without it", .0.display(), .1)]
    Record(PathBuf, io::Error),
    /// No more keys go into the file of a run.
    #[error("the recording of the run in {} is full: the run goes on, but you can watch it only up to here",
        .0.display())]
    FullRecording(PathBuf),
    /// There are too many runs. This is one of them.
    #[error("cannot keep the run: {MAX_RUNS} others are kept already; end some of them, or remove {} and others",
        .0.display())]
    TooMany(PathBuf),
    /// The run is over, and its files stay where runs are played.
    #[error("the run is over, but {0}")]
    End(#[from] FilesError),
}

/// What is wrong with the file of a run.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is not a save file of this part.
    #[error(transparent)]
    Save(#[from] LoadError),
    /// The file of keys cannot be claimed.
    #[error(transparent)]
    Claim(#[from] FilesError),
    /// There is no save, and the file of keys has no run.
    #[error("its keys in {} cannot be read: {}", .0.display(), .1)]
    Keys(PathBuf, io::Error),
}

/// The files of a part's unfinished runs.
#[derive(Clone, Debug)]
pub struct Autosave {
    /// The first file. The others have a number at the end.
    first: PathBuf,
    part: Part,
}

/// A run that can be continued, as the menu offers it.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// The file of its save. It is not there yet if the run was left in its first seconds.
    pub path: PathBuf,
    facts: RunFacts,
}

/// The line on the menu.
impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("C)  Continue -  ")?;
        match self.facts {
            RunFacts { class: Some(class), depth: Some(depth), hp: Some([hp, max_hp]), .. } => {
                write!(f, "{}, depth {depth}, HP {hp}/{max_hp}", class.name())
            }
            RunFacts { seed: Some(seed), .. } => write!(f, "the run of seed {seed}"),
            _ => f.write_str("the last run"),
        }
    }
}

/// A run that this process continues.
pub(crate) struct Continued {
    /// Its files.
    pub files: RunFiles,
    /// The run as a save file.
    pub text: String,
    /// Its keys, if they lead to that state.
    pub keys: Option<Logged>,
    /// How what is in the file of keys is kept, as far as the run goes on without it.
    pub rest: Rest,
    /// What the player has to know about damaged files, a sentence each.
    pub notes: Vec<String>,
}

/// Keys that a run goes on without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rest {
    /// The ending of the name under which they are kept.
    pub ending: &'static str,
    pub reason: String,
}

/// Returns the sentence about a file that is kept under another name.
pub(crate) fn kept_as(path: &Path, kept: &Path, reason: &str) -> String {
    format!("{} is kept as {}: {reason}", path.display(), kept.display())
}

/// What the files of a run hold.
struct Found {
    game: Game,
    text: String,
    keys: Option<Logged>,
    rest: Rest,
    /// The hash of the save; none if there is none. An error if the run goes on without it.
    save: Result<Option<u64>, Reason>,
}

/// A save that was read, and the game that it holds.
type Saved = (String, Game);

impl Autosave {
    /// The files beside a save file.
    pub fn beside(save_file: &Path, part: Part) -> Autosave {
        let mut path = save_file.as_os_str().to_owned();
        path.push(".autosave");
        Autosave { first: path.into(), part }
    }

    fn paths(&self) -> impl Iterator<Item = PathBuf> {
        let numbered = (1..MAX_RUNS).map(|number| {
            let mut path = self.first.clone().into_os_string();
            path.push(format!(".{number}"));
            path.into()
        });
        iter::once(self.first.clone()).chain(numbered)
    }

    /// Returns the saves of all runs, the one that was kept last first.
    pub(crate) fn kept(&self) -> Vec<PathBuf> {
        // To read the folder once takes much less time than to ask for each name that a run can have.
        let names: HashSet<OsString> = self.names_beside().collect();
        let is_there = |path: &Path| path.file_name().is_some_and(|name| names.contains(name));
        let runs = self.paths().filter(|path| is_there(path) || is_there(&keys_beside(path)));
        let kept = |path: PathBuf| Some((Autosave::kept_at(&path)?, path));
        let mut kept: Vec<(SystemTime, PathBuf)> = runs.filter_map(kept).collect();
        kept.sort();
        kept.into_iter().rev().map(|(_, path)| path).collect()
    }

    /// Returns the damaged files and the old keys that are kept beside runs that went on without them.
    pub(crate) fn kept_aside(&self) -> Vec<PathBuf> {
        let paths = self.names_beside().map(|name| self.first.with_file_name(name));
        paths.filter(|path| is_aside(path)).collect()
    }

    /// Returns the names of all files in the folder that begin like those of runs.
    fn names_beside(&self) -> impl Iterator<Item = OsString> {
        let folder = self.first.parent().filter(|folder| !folder.as_os_str().is_empty());
        let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
        let first = self.first.file_name().unwrap_or_default().as_encoded_bytes();
        let names = entries.map(|entry| entry.file_name());
        names.filter(move |name| name.as_encoded_bytes().starts_with(first))
    }

    /// Returns true if a window plays the run.
    pub(crate) fn is_open(path: &Path) -> bool {
        is_played(&keys_beside(path))
    }

    /// Returns when a run was kept last; none if there is none.
    pub(crate) fn kept_at(path: &Path) -> Option<SystemTime> {
        let changed = |path: &Path| fs::symlink_metadata(path).and_then(|file| file.modified()).ok();
        changed(path).max(changed(&keys_beside(path)))
    }

    /// Returns the run that was kept last, and what is wrong with files that may hold a later one. Runs that
    /// another window plays are left out.
    pub fn read(&self) -> (Option<Unfinished>, Vec<AutosaveError>) {
        let mut problems = Vec::new();
        for path in self.kept().into_iter().filter(|path| !Autosave::is_open(path)) {
            match self.facts(&path) {
                Ok(Some(facts)) if facts.progress == Progress::Unfinished => {
                    return (Some(Unfinished { path, facts }), problems);
                }
                Ok(_) => {}
                Err(reason) => problems.push(AutosaveError::Offer(path, reason)),
            }
        }
        (None, problems)
    }

    /// Returns what the list and the menu show of a run; none if there is no run. The run is not played
    /// again: the facts are those that were written down, or those of the save. Only a run with neither is
    /// played, if it is short.
    ///
    /// # Errors
    /// If the run could not be continued, as far as that is seen so.
    pub(crate) fn facts(&self, path: &Path) -> Result<Option<RunFacts>, Reason> {
        let save = read_save(path);
        let noted = NotedFacts::beside(path);
        let keys = fs::symlink_metadata(keys_beside(path)).ok().filter(fs::Metadata::is_file);
        let length = keys.map_or(0, |file| file.len());
        // The keys may be ahead of the facts by the last key before a crash.
        let noted = noted.filter(|noted| noted.keys <= length);
        let hash = |save: &Result<Option<String>, Reason>| match save {
            Ok(save) => Some(save.as_deref().map(hash_of)),
            Err(_) => None,
        };
        if let Some(noted) = noted.as_ref().filter(|noted| hash(&save) == Some(noted.save)) {
            return Ok(Some(noted.facts.clone()));
        }
        match save.and_then(|save| self.load(save)) {
            Ok(Some((_, game))) => Ok(Some(RunFacts::of(&game, None))),
            Ok(None) => self.facts_of_keys(path, length, noted),
            Err(reason) => match self.facts_of_keys(path, length, noted) {
                Ok(Some(facts)) => Ok(Some(facts)),
                _ => Err(reason),
            },
        }
    }

    /// Returns the facts of a run without a save; none if it has no keys either. `length` is the size of its
    /// file of keys.
    ///
    /// # Errors
    /// If no run is in the file of keys.
    fn facts_of_keys(
        &self,
        path: &Path,
        length: u64,
        noted: Option<NotedFacts>,
    ) -> Result<Option<RunFacts>, Reason> {
        let keys = keys_beside(path);
        let mut start = Vec::new();
        match open_kept(&keys).and_then(|file| file.take(SHORT).read_to_end(&mut start)) {
            // A run that ended before its first key could be written leaves an empty file.
            Ok(0) => return Ok(None),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Reason::Keys(keys, error)),
            Ok(_) => {}
        }
        let Some(logged) = Logged::read(start.as_slice()).filter(|logged| logged.setup.part == self.part)
        else {
            let problem = format!("it has no keys of part {}", self.part);
            return Err(Reason::Keys(keys, io::Error::other(problem)));
        };
        let seed = logged.setup.seed;
        if length > SHORT {
            let noted = noted.map(|noted| noted.facts).filter(|facts| facts.seed == Some(seed));
            let facts = noted.unwrap_or_else(|| RunFacts { seed: Some(seed), ..RunFacts::unknown() });
            return Ok(Some(facts));
        }
        let game = logged.replay();
        if !game.has_run() {
            return Err(Reason::Keys(keys, io::Error::other("they begin no run")));
        }
        Ok(Some(RunFacts::of(&game, Some(seed))))
    }

    /// Loads a save, which checks it and shows what is in it.
    fn load(&self, save: Option<String>) -> Result<Option<Saved>, Reason> {
        let Some(text) = save else { return Ok(None) };
        let mut game = Game::new(Setup::new(self.part, 0));
        game.load_text(&text)?;
        Ok(Some((text, game)))
    }

    /// Returns the run of these files. The keys are a little ahead of the save, and lead to the whole game.
    /// The save has precedence if it is no moment of the run that the keys give: then it was replaced, or
    /// keys are missing.
    fn find(&self, path: &Path, keys: &File) -> Result<Option<Found>, Reason> {
        let saved = read_save(path).and_then(|save| self.load(save));
        let logged = Logged::read(keys).filter(|logged| logged.setup.part == self.part);
        let rest = match &logged {
            Some(Logged { damage: None, .. }) => (OLD, "the run goes on without these keys".to_owned()),
            Some(Logged { damage: Some(damage), .. }) => (DAMAGED, damage.to_string()),
            None => (DAMAGED, format!("it has no keys of part {}", self.part)),
        };
        let rest = Rest { ending: rest.0, reason: rest.1 };
        if let Some(logged) = logged {
            let (game, is_latest) = match &saved {
                Ok(Some((text, saved))) => logged.replay_past(text, saved),
                _ => (logged.replay(), true),
            };
            if is_latest && game.has_run() {
                let (text, save) =
                    (game.save_text(), saved.map(|saved| saved.map(|(text, _)| hash_of(&text))));
                return Ok(Some(Found { game, text, keys: Some(logged), rest, save }));
            }
        }
        let Some((text, game)) = saved? else { return Ok(None) };
        let save = Ok(Some(hash_of(&text)));
        Ok(Some(Found { game, text, keys: None, rest, save }))
    }

    /// Claims the files of a run that was left, and reads it again, because another window may have played it
    /// since it was offered. Damaged files are kept under other names.
    ///
    /// # Errors
    /// If another window has claimed it, or it cannot be read.
    pub(crate) fn claim(&self, path: &Path) -> Result<Continued, AutosaveError> {
        let offer = |reason: Reason| AutosaveError::Offer(path.to_owned(), reason);
        let files = RunFiles::claim(path).map_err(|error| offer(error.into()))?;
        let Some(mut files) = files else {
            return Err(AutosaveError::Taken(path.to_owned()));
        };
        let moved = files.moved_keys().map(|kept| kept_as(files.keys_path(), kept, "it was no regular file"));
        let mut notes: Vec<String> = moved.into_iter().collect();
        let keys = files.keys().map_err(|error| offer(error.into()))?;
        let Some(Found { game, text, keys, rest, save }) = self.find(path, keys).map_err(offer)? else {
            return Err(AutosaveError::Taken(path.to_owned()));
        };
        if !game.is_run_alive() {
            return Err(AutosaveError::Over(path.to_owned()));
        }
        match save {
            Ok(hash) => files.note_save(hash),
            Err(reason) => {
                let kept = files.set_save_aside().map_err(|error| offer(error.into()))?;
                notes.extend(kept.map(|kept| kept_as(path, &kept, &reason.to_string())));
            }
        }
        Ok(Continued { files, text, keys, rest, notes })
    }

    /// Claims files for a new run.
    ///
    /// # Errors
    /// If all names are taken, or no files can be made.
    pub(crate) fn claim_new(&self) -> Result<RunFiles, AutosaveError> {
        for path in self.paths() {
            match RunFiles::claim_new(&path) {
                Ok(Some(files)) => return Ok(files),
                Ok(None) => {}
                Err(error) => return Err(AutosaveError::Keep(path, error)),
            }
        }
        let path = self.kept().pop().unwrap_or_else(|| self.first.clone());
        Err(AutosaveError::TooMany(path))
    }
}

/// Reads the save of a run; none if there is none.
fn read_save(path: &Path) -> Result<Option<String>, Reason> {
    match open_kept(path).and_then(|_| file::read_text(path, MAX_SAVE)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}
