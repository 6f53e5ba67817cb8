//! Runs that are not over (Parts 15 to 17). A run that was left is offered on the menu the next time.
//!
//! A run has two files: a save file like any other, and its keys. They lie beside the file that F5 writes,
//! and never take its place. Every run has its own files, so a new run or a second window does not replace
//! the old one.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::desktop::runs::files::{RunFiles, is_played, keys_beside};
use crate::game::PlayerClass;
use crate::game::save::words::LoadError;
use crate::game::{Game, Setup};
use crate::part::Part;
use crate::support::file;
use crate::support::save_slot::MAX_SAVE;
use crate::trace::key_log::Logged;

/// Maximum number of runs.
const MAX_RUNS: u32 = 1_000;

/// Why a run cannot be offered, kept or removed.
#[derive(Debug, thiserror::Error)]
pub enum AutosaveError {
    /// There is a file that cannot be loaded. It stays where it is.
    #[error("cannot offer the unfinished run in {}: {reason}", path.display())]
    Offer {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: Reason,
    },
    /// The run cannot be kept.
    #[error("cannot keep the run in {}: {error}", path.display())]
    Keep {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// Another window plays the run, or has ended it.
    #[error("cannot continue the run in {}: another window plays it or has ended it", path.display())]
    Taken {
        /// The file.
        path: PathBuf,
    },
    /// There are too many runs.
    #[error(
        "cannot keep the run: {MAX_RUNS} others are kept already; end some of them, or remove {} and others",
        path.display()
    )]
    TooMany {
        /// The first of them.
        path: PathBuf,
    },
    /// The run is over, and its file cannot be removed.
    #[error("cannot remove the finished run {}: {error}", path.display())]
    Remove {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
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
}

/// The files of a part's unfinished runs.
#[derive(Clone, Debug)]
pub struct Autosave {
    /// The first file. The others have a number at the end.
    first: PathBuf,
    part: Part,
}

/// A run that can be continued.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// The file of its save. It is not there yet if the run was left in its first seconds.
    pub path: PathBuf,
    /// The run as a save file.
    pub text: String,
    class: PlayerClass,
    depth: usize,
    hp: i32,
    max_hp: i32,
}

/// The line on the menu.
impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unfinished { class, depth, hp, max_hp, .. } = self;
        write!(f, "C)  Continue -  {}, depth {depth}, HP {hp}/{max_hp}", class.name())
    }
}

impl Unfinished {
    /// The name of the player's class.
    pub(crate) fn class_name(&self) -> &'static str {
        self.class.name()
    }

    /// The depth of the player, counted from 1.
    pub(crate) const fn depth(&self) -> usize {
        self.depth
    }

    /// The run of a game that is saved in `path`. Returns none before a class is chosen.
    fn of(game: &Game, path: &Path, text: String) -> Option<Unfinished> {
        let (class, body) = (game.class()?, &game.player());
        let (depth, hp, max_hp) = (game.depth() + 1, body.hp, body.max_hp);
        Some(Unfinished { path: path.to_owned(), text, class, depth, hp, max_hp })
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
}

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
        let kept = |path: PathBuf| Some((Autosave::kept_at(&path)?, path));
        let mut kept: Vec<(SystemTime, PathBuf)> = self.paths().filter_map(kept).collect();
        kept.sort();
        kept.into_iter().rev().map(|(_, path)| path).collect()
    }

    /// Returns true if a window plays the run.
    pub(crate) fn is_open(path: &Path) -> bool {
        is_played(&keys_beside(path))
    }

    /// Returns when a run was kept last; none if there is none.
    pub(crate) fn kept_at(path: &Path) -> Option<SystemTime> {
        let changed = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
        changed(path).max(changed(&keys_beside(path)))
    }

    /// Returns the seed of a run, if its keys are kept.
    pub(crate) fn seed(&self, path: &Path) -> Option<u32> {
        let keys = File::open(keys_beside(path)).ok();
        self.find(path, keys.as_ref()).ok()?.2.map(|keys| keys.setup.seed)
    }

    /// Returns the run that was kept last, and what is wrong with files that may hold a later one. Runs that
    /// another window plays are left out.
    pub fn read(&self) -> (Option<Unfinished>, Vec<AutosaveError>) {
        let mut problems = Vec::new();
        for path in self.kept().into_iter().filter(|path| !Autosave::is_open(path)) {
            match self.load(&path) {
                Ok(Some(unfinished)) => return (Some(unfinished), problems),
                Ok(None) => {}
                Err(reason) => problems.push(AutosaveError::Offer { path, reason }),
            }
        }
        (None, problems)
    }

    /// Returns the run of its files. Another game plays its keys, or loads its save, which checks the files
    /// and shows what is in them.
    pub(crate) fn load(&self, path: &Path) -> Result<Option<Unfinished>, Reason> {
        let keys = File::open(keys_beside(path)).ok();
        let (game, text, _) = self.find(path, keys.as_ref())?;
        Ok(game.filter(Game::is_run_alive).and_then(|game| Unfinished::of(&game, path, text)))
    }

    /// Returns the game of the files, the game as a save file, and the keys that lead there. The keys are a
    /// little ahead of the save, and lead to the whole game. The save has precedence if it is no moment of
    /// the run that the keys give: then it was replaced, or keys are missing.
    fn find(
        &self,
        path: &Path,
        keys: Option<&File>,
    ) -> Result<(Option<Game>, String, Option<Logged>), Reason> {
        let saved = match file::read_text(path, MAX_SAVE) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        let logged = keys.and_then(Logged::read).filter(|logged| logged.setup.part == self.part);
        if let Some(logged) = logged {
            let game = logged.replay();
            let text = game.save_text();
            let is_latest = saved.as_ref().is_none_or(|saved| *saved == text || logged.has_moment(saved));
            if is_latest && game.has_run() {
                return Ok((Some(game), text, Some(logged)));
            }
        }
        let Some(text) = saved else { return Ok((None, String::new(), None)) };
        let mut game = Game::new(Setup::new(self.part, 0));
        game.load_text(&text)?;
        Ok((Some(game), text, None))
    }

    /// Claims the place of a run that was left, and reads it again, because another window may have played it
    /// since it was offered.
    ///
    /// # Errors
    /// If another window has claimed it, or it cannot be read.
    pub(crate) fn claim(&self, path: &Path) -> Result<Continued, AutosaveError> {
        let offer = |reason: Reason| AutosaveError::Offer { path: path.to_owned(), reason };
        let files = RunFiles::claim(keys_beside(path), Some(path.to_owned()));
        let Some(mut files) = files.map_err(|error| offer(error.into()))? else {
            return Err(AutosaveError::Taken { path: path.to_owned() });
        };
        let keys = files.keys().map_err(|error| offer(error.into()))?;
        let (game, text, keys) = self.find(path, Some(keys)).map_err(offer)?;
        if game.is_none_or(|game| !game.is_run_alive()) {
            return Err(AutosaveError::Taken { path: path.to_owned() });
        }
        Ok(Continued { files, text, keys })
    }

    /// Claims the files of a new run.
    ///
    /// # Errors
    /// If all are taken, or none can be made.
    pub(crate) fn claim_new(&self) -> Result<RunFiles, AutosaveError> {
        for path in self.paths() {
            match RunFiles::claim_new(&path) {
                Ok(Some(files)) => return Ok(files),
                Ok(None) => {}
                Err(error) => return Err(AutosaveError::Keep { path, error }),
            }
        }
        Err(AutosaveError::TooMany { path: self.first.clone() })
    }
}
