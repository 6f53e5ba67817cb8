//! A run that was alive when the window closed is kept, and offered on the menu the next time (Parts 15 to 17).
//!
//! It is a save file like any other, beside the one that F5 writes and never in its place.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::file;
use crate::game::{Game, Setup};
use crate::part::Part;
use crate::player::Class;

/// An autosave is never larger than this, in bytes.
const LARGEST: u64 = 256 << 20;

/// Where a part's unfinished run is kept.
#[derive(Clone, Debug)]
pub struct Autosave {
    path: PathBuf,
    part: Part,
}

/// A run that can be continued.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// The save file's text.
    pub text: String,
    class: Class,
    depth: usize,
    hp: i32,
    max_hp: i32,
}

impl Unfinished {
    /// How the menu offers it.
    pub fn offer(&self) -> String {
        let Unfinished { class, depth, hp, max_hp, .. } = self;
        format!("C)  Continue -  {}, depth {depth}, HP {hp}/{max_hp}", class.name())
    }
}

impl Autosave {
    /// The autosave that belongs to a save file.
    pub fn beside(save_file: &Path, part: Part) -> Autosave {
        let mut path = save_file.as_os_str().to_owned();
        path.push(".autosave");
        Autosave { path: path.into(), part }
    }

    /// What was kept the last time, if anything was.
    ///
    /// # Errors
    /// When there is a file that cannot be read or is no save file of this part. It stays where it is.
    pub fn read(&self) -> Result<Option<Unfinished>, String> {
        let problem = |error: &dyn ToString| {
            format!("cannot offer the unfinished run in {}: {}", self.path.display(), error.to_string())
        };
        let text = match file::read_text(&self.path, LARGEST) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(problem(&error)),
        };
        // A game of its own tries the file, and knows then what it holds.
        let mut game = Game::new(Setup::new(self.part, 0));
        game.load(&text).map_err(|error| problem(&error))?;
        let (Some(class), body) = (game.class(), &game.player().entity) else { return Ok(None) };
        let (depth, hp, max_hp) = (game.depth() + 1, body.hp, body.max_hp);
        Ok(Some(Unfinished { text, class, depth, hp, max_hp }))
    }

    /// Keeps the run.
    ///
    /// # Errors
    /// When the file cannot be written; what was kept before stays whole.
    pub fn write(&self, game: &Game) -> Result<(), String> {
        file::write_whole(&self.path, game.to_save().as_bytes())
            .map_err(|error| format!("cannot keep the run in {}: {error}", self.path.display()))
    }

    /// Forgets the run.
    ///
    /// # Errors
    /// When there is a file that cannot be removed.
    pub fn remove(&self) -> Result<(), String> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(format!("cannot remove the finished run {}: {error}", self.path.display()))
            }
            _ => Ok(()),
        }
    }
}
