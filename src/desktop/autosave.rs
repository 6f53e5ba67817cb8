//! A run that was alive when it was left is kept, and offered on the menu the next time (Parts 15 to 17).
//!
//! It is a save file like any other, beside the one that F5 writes and never in its place. Every run has a file of its own, so that
//! a new hero, or a second window, does not cost the old one.

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

/// How many unfinished runs there may be.
const MOST: u32 = 100;

/// What could not be done with an unfinished run.
#[derive(Debug, thiserror::Error)]
pub enum AutosaveError {
    /// There is a file that cannot be offered. It stays where it is.
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
        /// Why.
        error: io::Error,
    },
    /// There are too many.
    #[error("cannot keep the run: {MOST} unfinished ones wait already; remove {} or others", path.display())]
    TooMany {
        /// The first of them.
        path: PathBuf,
    },
    /// The run is over and cannot be forgotten.
    #[error("cannot remove the finished run {}: {error}", path.display())]
    Remove {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Why a run cannot be offered.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is no save that can be loaded.
    #[error(transparent)]
    Save(#[from] LoadError),
}

/// Where a part's unfinished runs are kept.
#[derive(Clone, Debug)]
pub struct Autosave {
    /// The first file; others have a number appended.
    first: PathBuf,
    part: Part,
}

/// A run that can be continued.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// Where it is kept.
    pub path: PathBuf,
    /// The save file's text.
    pub text: String,
    class: PlayerClass,
    depth: usize,
    hp: i32,
    max_hp: i32,
}

/// How the menu offers it.
impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unfinished { class, depth, hp, max_hp, .. } = self;
        write!(f, "C)  Continue -  {}, depth {depth}, HP {hp}/{max_hp}", class.name())
    }
}

impl Autosave {
    /// The autosaves that belong to a save file.
    pub fn beside(save_file: &Path, part: Part) -> Autosave {
        let mut path = save_file.as_os_str().to_owned();
        path.push(".autosave");
        Autosave { first: path.into(), part }
    }

    fn paths(&self) -> impl Iterator<Item = PathBuf> {
        let numbered = (1..MOST).map(|number| {
            let mut path = self.first.clone().into_os_string();
            path.push(format!(".{number}"));
            path.into()
        });
        iter::once(self.first.clone()).chain(numbered)
    }

    /// The run that was kept last, if any was, and what is wrong with files that may hold a later one.
    pub fn read(&self) -> (Option<Unfinished>, Vec<AutosaveError>) {
        let kept_at = |path: &Path| fs::metadata(path).and_then(|file| file.modified());
        let mut kept: Vec<(SystemTime, PathBuf)> =
            self.paths().filter_map(|path| Some((kept_at(&path).ok()?, path))).collect();
        kept.sort();
        let mut problems = Vec::new();
        for (_, path) in kept.into_iter().rev() {
            match self.try_file(&path) {
                Ok(Some(unfinished)) => return (Some(unfinished), problems),
                Ok(None) => {}
                Err(reason) => problems.push(AutosaveError::Offer { path, reason }),
            }
        }
        (None, problems)
    }

    /// The run in a file. A game of its own tries the file, and knows then what it holds.
    fn try_file(&self, path: &Path) -> Result<Option<Unfinished>, Reason> {
        let text = file::read_text(path, MAX_SAVE)?;
        let mut game = Game::new(Setup::new(self.part, 0));
        game.load_text(&text)?;
        let (Some(class), body) = (game.class(), &game.player().entity) else { return Ok(None) };
        let (depth, hp, max_hp) = (game.depth() + 1, body.hp, body.max_hp);
        Ok(Some(Unfinished { path: path.to_owned(), text, class, depth, hp, max_hp }))
    }

    /// A place for a run that has none yet.
    ///
    /// # Errors
    /// When all are taken.
    pub fn place(&self) -> Result<PathBuf, AutosaveError> {
        // A link that leads nowhere is something too.
        let mut free = self.paths().filter(|path| fs::symlink_metadata(path).is_err());
        free.next().ok_or_else(|| AutosaveError::TooMany { path: self.first.clone() })
    }
}

/// Keeps a run in its place.
///
/// # Errors
/// When the file cannot be written or could not be loaded again; what was kept before stays whole.
pub fn keep(path: &Path, game: &Game) -> Result<(), AutosaveError> {
    let written = game
        .checked_save()
        .map_err(io::Error::other)
        .and_then(|text| file::write_whole(path, text.as_bytes()));
    written.map_err(|error| AutosaveError::Keep { path: path.to_owned(), error })
}

/// Forgets the run that was kept in a place.
///
/// # Errors
/// When there is a file that cannot be removed.
pub fn forget(path: &Path) -> Result<(), AutosaveError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(AutosaveError::Remove { path: path.to_owned(), error })
        }
        _ => Ok(()),
    }
}
