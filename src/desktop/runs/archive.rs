//! The folder with the keys of runs that were played, a file for each run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::desktop::runs::files::{KEYS, RunFiles, is_played};
use crate::desktop::runs::timestamp::timestamp;
use crate::game::PlayerClass;
use crate::game::{Game, GameState};

/// Maximum number of runs in the folder.
const MAX_RUNS: usize = 300;
/// Maximum size of all files of keys in the folder, in bytes.
const MAX_SIZE: u64 = 64 << 20;
/// Maximum number of runs of the same second.
const MAX_AT_ONCE: u32 = 1_000;

/// A folder of runs.
#[derive(Clone, Debug)]
pub(crate) struct Archive {
    folder: PathBuf,
    seed: u32,
}

impl Archive {
    /// The runs of games with this seed go into the folder.
    pub fn new(folder: PathBuf, seed: u32) -> Archive {
        Archive { folder, seed }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The runs of games with another seed go into the same folder.
    pub fn set_seed(&mut self, seed: u32) {
        self.seed = seed;
    }

    /// Claims a file for the keys of a run without a save. Returns none if that is not possible.
    pub fn claim_new(&self, game: &Game) -> Option<RunFiles> {
        fs::create_dir_all(&self.folder).ok()?;
        self.tidy();
        self.names(game).find_map(|path| RunFiles::create(path, None).transpose()).and_then(Result::ok)
    }

    /// Returns the path for the keys of a run that is over. No file has this name.
    pub fn path(&self, game: &Game) -> PathBuf {
        // Without the folder the move fails, and the keys are removed with the rest of the run.
        fs::create_dir_all(&self.folder).ok();
        self.tidy();
        self.names(game).find(|path| !path.exists()).unwrap_or_default()
    }

    /// The names of a run. They tell what the list shows of it.
    fn names(&self, game: &Game) -> impl Iterator<Item = PathBuf> {
        let mut facts = format!("{}-part{}-seed{}", timestamp(), game.part(), self.seed);
        if let Some(class) = game.class() {
            facts += &format!("-{}", PlayerClass::name(class).to_lowercase());
        }
        match game.state() {
            GameState::Dead => facts += &format!("-depth{}-died", game.depth() + 1),
            GameState::Won => facts += &format!("-depth{}-won", game.depth() + 1),
            _ => {}
        }
        (1..MAX_AT_ONCE).map(move |number| {
            let number = if number > 1 { format!("-{number}") } else { String::new() };
            self.folder.join(format!("{facts}{number}{KEYS}"))
        })
    }

    /// Removes the oldest runs if there are too many, or if they are too large together.
    fn tidy(&self) {
        let mut runs = runs_in(&self.folder);
        runs.sort();
        let mut size = 0;
        for (count, path) in runs.iter().rev().enumerate() {
            size += fs::metadata(path).map_or(0, |file| file.len());
            if (count + 1 >= MAX_RUNS || size > MAX_SIZE) && !is_played(path) {
                // A run that stays is removed by the next attempt.
                fs::remove_file(path).ok();
                fs::remove_file(path.with_extension("txt")).ok();
            }
        }
    }
}

/// Returns the files of keys in a folder.
pub(crate) fn runs_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|extension| extension == "trace")).collect()
}
