//! Files of runs that are not over (Parts 15 to 17). A run that was left is offered on the menu the next
//! time.
//!
//! Such a file is a save file like any other. It lies beside the one that F5 writes, and never takes its
//! place. Every run has its own file, so a new run or a second window does not replace the old one.

use std::fmt;
use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::game::save::LoadError;
use crate::game::{Game, Setup};
use crate::part::Part;
use crate::player::PlayerClass;
use crate::support::file;
use crate::support::save_slot::MAX_SAVE;

/// Maximum number of files.
const MAX_RUNS: u32 = 100;

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
    /// There are too many runs.
    #[error("cannot keep the run: {MAX_RUNS} others are kept already; remove {} or others", path.display())]
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
    /// Its file.
    pub path: PathBuf,
    /// The text of the file.
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

    /// Returns the run that was kept last, and what is wrong with files that may hold a later one.
    pub fn read(&self) -> (Option<Unfinished>, Vec<AutosaveError>) {
        let kept_at = |path: &Path| fs::metadata(path).and_then(|file| file.modified());
        let mut kept: Vec<(SystemTime, PathBuf)> =
            self.paths().filter_map(|path| Some((kept_at(&path).ok()?, path))).collect();
        kept.sort();
        let mut problems = Vec::new();
        for (_, path) in kept.into_iter().rev() {
            match self.load(&path) {
                Ok(Some(unfinished)) => return (Some(unfinished), problems),
                Ok(None) => {}
                Err(reason) => problems.push(AutosaveError::Offer { path, reason }),
            }
        }
        (None, problems)
    }

    /// Returns the run in a file. Another game loads it, which checks the file and shows what is in it.
    fn load(&self, path: &Path) -> Result<Option<Unfinished>, Reason> {
        let text = file::read_text(path, MAX_SAVE)?;
        let mut game = Game::new(Setup::new(self.part, 0));
        game.load_text(&text)?;
        let (Some(class), body) = (game.class(), &game.player().entity) else { return Ok(None) };
        let (depth, hp, max_hp) = (game.depth() + 1, body.hp, body.max_hp);
        Ok(Some(Unfinished { path: path.to_owned(), text, class, depth, hp, max_hp }))
    }

    /// Returns a file name that is not taken.
    ///
    /// # Errors
    /// If all are taken.
    pub(super) fn unused_path(&self) -> Result<PathBuf, AutosaveError> {
        // A symbolic link to nothing also takes a name.
        let mut free = self.paths().filter(|path| fs::symlink_metadata(path).is_err());
        free.next().ok_or_else(|| AutosaveError::TooMany { path: self.first.clone() })
    }
}

/// Writes a run to its file.
///
/// # Errors
/// If the file cannot be written, or could not be loaded again. The old file is whole then.
pub(super) fn keep(path: &Path, game: &Game) -> Result<(), AutosaveError> {
    let written = game
        .checked_save()
        .map_err(io::Error::other)
        .and_then(|text| file::write_whole(path, text.as_bytes()));
    written.map_err(|error| AutosaveError::Keep { path: path.to_owned(), error })
}

/// Removes the file of a run that is over.
///
/// # Errors
/// If there is a file that cannot be removed.
pub(super) fn remove(path: &Path) -> Result<(), AutosaveError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(AutosaveError::Remove { path: path.to_owned(), error })
        }
        _ => Ok(()),
    }
}
