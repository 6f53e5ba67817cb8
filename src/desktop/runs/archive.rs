//! The folder with the keys of runs that were played, a file for each run.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::desktop::runs::facts::{Progress, RunFacts};
use crate::desktop::runs::files::{KEYS, RunFiles, is_played, remove};
use crate::desktop::runs::timestamp::Timestamp;
use crate::game::{Game, PlayerClass};
use crate::part::Part;

/// Maximum number of runs in the folder.
const MAX_RUNS: usize = 300;
/// Maximum size of all files of keys in the folder, in bytes.
const MAX_SIZE: u64 = 64 << 20;
/// Maximum number of runs of the same second.
const MAX_AT_ONCE: u32 = 1_000;

/// A folder of runs.
#[derive(Clone, Debug)]
pub struct Archive {
    folder: PathBuf,
    seed: u32,
}

impl Archive {
    /// The runs of games with this seed go into the folder.
    pub fn new(folder: PathBuf, seed: u32) -> Archive {
        Archive { folder, seed }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The runs of games with another seed go into the same folder.
    pub(crate) fn set_seed(&mut self, seed: u32) {
        self.seed = seed;
    }

    /// Claims a file for the keys of a run without a save.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(crate) fn claim_new(&self, game: &Game) -> io::Result<RunFiles> {
        self.make_room()?;
        let facts = RunFacts::of(game, Some(self.seed));
        for path in self.names(game.part(), &facts) {
            if let Some(files) = RunFiles::create(path, None)? {
                return Ok(files);
            }
        }
        Err(io::Error::new(ErrorKind::AlreadyExists, "too many runs began in this second"))
    }

    /// Returns names for the keys of a run that is over. The first one that no file has is the best.
    ///
    /// # Errors
    /// If there is no folder for them.
    pub(crate) fn names_for(
        &self,
        part: Part,
        facts: &RunFacts,
    ) -> io::Result<impl Iterator<Item = PathBuf>> {
        self.make_room()?;
        Ok(self.names(part, facts))
    }

    /// Writes the summary of a run beside the file of its keys. It is a convenience, and everything in it can
    /// be had from the keys again.
    pub(crate) fn write_summary(keys: &Path, text: &str) {
        let path = summary_beside(keys);
        // Every file of keys has another name, and so has its summary.
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        if file.is_ok_and(|mut file| file.write_all(text.as_bytes()).is_err()) {
            fs::remove_file(&path).ok();
        }
    }

    fn make_room(&self) -> io::Result<()> {
        fs::create_dir_all(&self.folder).map_err(|error| {
            let folder = self.folder.display();
            io::Error::new(error.kind(), format!("the folder {folder} cannot be made: {error}"))
        })?;
        self.tidy();
        Ok(())
    }

    /// The names of a run. They tell what the list shows of it.
    fn names(&self, part: Part, facts: &RunFacts) -> impl Iterator<Item = PathBuf> {
        let mut name = format!("{}-part{part}", Timestamp::now());
        if let Some(seed) = facts.seed {
            name += &format!("-seed{seed}");
        }
        if let Some(class) = facts.class {
            name += &format!("-{}", PlayerClass::name(class).to_lowercase());
        }
        let end = match facts.progress {
            Progress::Died => Some("died"),
            Progress::Won => Some("won"),
            Progress::Unfinished => None,
        };
        if let (Some(end), Some(depth)) = (end, facts.depth) {
            name += &format!("-depth{depth}-{end}");
        }
        (1..MAX_AT_ONCE).map(move |number| {
            let number = if number > 1 { format!("-{number}") } else { String::new() };
            self.folder.join(format!("{name}{number}{KEYS}"))
        })
    }

    /// Removes the oldest runs if there are too many, or if they are too large together.
    fn tidy(&self) {
        let now = Timestamp::now();
        // Files of other names were put there by the player, and so was one that is too large by itself.
        let own = |path: PathBuf| {
            let size = fs::symlink_metadata(&path).map_or(0, |file| file.len());
            Some((date_of(&path)?, path, size)).filter(|_| size < MAX_SIZE)
        };
        let mut runs: Vec<_> = runs_in(&self.folder).into_iter().flatten().filter_map(own).collect();
        // A date that is still to come is that of a wrong clock, and counts as the oldest.
        runs.sort_by_key(|(date, path, _)| (*date <= now, *date, path.clone()));
        let mut total = 0;
        for (count, (_, path, size)) in runs.iter().rev().enumerate() {
            total += size;
            if (count + 1 >= MAX_RUNS || total > MAX_SIZE) && !is_played(path) {
                // A run that stays is removed by the next attempt.
                remove_recording(path).ok();
            }
        }
    }
}

/// Removes a file of keys, with the summary that this program wrote beside it.
///
/// # Errors
/// If there is a file that cannot be removed.
pub(crate) fn remove_recording(keys: &Path) -> io::Result<()> {
    remove(keys)?;
    // Beside keys of another name, a text belongs to the player.
    if date_of(keys).is_some() { remove(&summary_beside(keys)) } else { Ok(()) }
}

/// Returns the date in the name that a file of keys has from this program.
pub(crate) fn date_of(keys: &Path) -> Option<Timestamp> {
    let mut words = keys.file_name()?.to_str()?.split('-');
    Timestamp::parse(words.next()?, words.next()?)
}

/// Returns the summary that belongs to a file of keys.
fn summary_beside(keys: &Path) -> PathBuf {
    keys.with_extension("txt")
}

/// Returns everything in a folder that has the name of a file of keys.
///
/// # Errors
/// If there is a folder that cannot be read.
pub(crate) fn runs_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?.flatten().map(|entry| entry.path()),
    };
    Ok(entries.filter(|path| path.extension().is_some_and(|extension| extension == "trace")).collect())
}
