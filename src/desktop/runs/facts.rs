//! What the list and the menu show of a run, kept beside it in a small file. So neither has to play the run
//! again, which would take longer the longer the run is.
//!
//! The file is written after every key, in place. It says which files it is about: the save by its hash, and
//! the keys by the size of their file. So it is not used after a power cut, or after a change of the save.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::desktop::runs::regular::open_kept;
use crate::game::{Game, GameState, PlayerClass};
use crate::support::hash::Fnv;

/// How the name of the file ends.
pub(crate) const FACTS: &str = ".facts";
/// How its only line begins.
const MAGIC: &str = "roguelike-facts 1";
/// Size of the file in bytes. Blanks fill it, so that a short line replaces a long one whole.
const SIZE: usize = 160;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It can be continued.
    Unfinished,
    Died,
    Won,
}

impl Progress {
    const ALL: [Progress; 3] = [Progress::Unfinished, Progress::Died, Progress::Won];
}

/// What is known of a run without playing it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunFacts {
    pub progress: Progress,
    pub seed: Option<u32>,
    /// None before Part 14.
    pub class: Option<PlayerClass>,
    /// The depth of the player, counted from 1.
    pub depth: Option<usize>,
    /// Hit points and their maximum.
    pub hp: Option<[i32; 2]>,
}

impl RunFacts {
    /// The facts of a game.
    pub fn of(game: &Game, seed: Option<u32>) -> RunFacts {
        let body = game.player();
        RunFacts {
            progress: match game.state() {
                GameState::Dead => Progress::Died,
                GameState::Won => Progress::Won,
                _ => Progress::Unfinished,
            },
            seed,
            class: game.class(),
            depth: Some(game.depth() + 1),
            hp: Some([body.hp, body.max_hp]),
        }
    }

    /// A run that is not over, and of which nothing else is known.
    pub const fn unknown() -> RunFacts {
        RunFacts { progress: Progress::Unfinished, seed: None, class: None, depth: None, hp: None }
    }
}

/// Returns the file of facts that belongs to a save.
fn facts_beside(save: &Path) -> PathBuf {
    let mut name = OsString::from(save);
    name.push(FACTS);
    name.into()
}

/// Returns the hash by which a file of facts names its save, or which ends its line.
pub(crate) fn hash_of(text: &str) -> u64 {
    let mut hash = Fnv::default();
    hash.write(text.as_bytes());
    hash.finish()
}

/// Facts as they were written down, and the files that they are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotedFacts {
    pub facts: RunFacts,
    /// Size of the file of keys in bytes.
    pub keys: u64,
    /// Hash of the save; none if there was none.
    pub save: Option<u64>,
}

impl NotedFacts {
    /// Reads the facts beside a save. Returns none if there are none, or not as this program writes them.
    pub fn beside(save: &Path) -> Option<NotedFacts> {
        let mut bytes = Vec::new();
        open_kept(&facts_beside(save)).ok()?.take(SIZE as u64).read_to_end(&mut bytes).ok()?;
        let (line, sum) = std::str::from_utf8(&bytes).ok()?.trim_end().rsplit_once(' ')?;
        if sum != format!("{:016x}", hash_of(line)) {
            return None;
        }
        NotedFacts::parse(line.strip_prefix(MAGIC)?)
    }

    fn parse(line: &str) -> Option<NotedFacts> {
        let mut words = line.split_whitespace();
        let mut word = || words.next();
        let progress = *Progress::ALL.get(word()?.parse::<usize>().ok()?)?;
        let facts = RunFacts {
            progress,
            seed: Some(word()?.parse().ok()?),
            class: Some(*PlayerClass::ALL.get(word()?.parse::<usize>().ok()?)?),
            depth: Some(word()?.parse().ok()?),
            hp: Some([word()?.parse().ok()?, word()?.parse().ok()?]),
        };
        let keys = word()?.parse().ok()?;
        let save = match word()? {
            "-" => None,
            hash => Some(u64::from_str_radix(hash, 16).ok()?),
        };
        Some(NotedFacts { facts, keys, save })
    }

    /// Returns the line; none if the list would show less than everything.
    fn line(&self) -> Option<String> {
        let RunFacts { progress, seed, class, depth, hp } = &self.facts;
        let [hp, max_hp] = (*hp)?;
        let class = PlayerClass::ALL.into_iter().position(|other| Some(other) == *class)?;
        let save = self.save.map_or_else(|| "-".to_owned(), |hash| format!("{hash:016x}"));
        let numbers = format!("{} {} {class} {} {hp} {max_hp}", *progress as u8, (*seed)?, (*depth)?);
        let line = format!("{MAGIC} {numbers} {} {save}", self.keys);
        Some(format!("{line} {:016x}", hash_of(&line)))
    }
}

/// The file of facts of a run that this process plays.
#[derive(Debug)]
pub(crate) struct FactsFile {
    file: File,
}

impl FactsFile {
    /// Makes the file beside a save. An older one goes, also if it is a link.
    ///
    /// # Errors
    /// If it cannot be made, or a file of the player has its name.
    pub fn beside(save: &Path) -> io::Result<FactsFile> {
        FactsFile::remove_beside(save);
        let path = facts_beside(save);
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        Ok(FactsFile { file })
    }

    /// Replaces what the file says.
    ///
    /// # Errors
    /// If it cannot be written. What is in the file then is not used.
    pub fn write(&mut self, noted: &NotedFacts) -> io::Result<()> {
        let Some(line) = noted.line() else { return Ok(()) };
        self.file.rewind()?;
        self.file.write_all(format!("{line:<width$}\n", width = SIZE - 1).as_bytes())
    }

    /// Removes the file beside a save, unless it is something else. One that stays is not used, because its
    /// save is gone.
    pub fn remove_beside(save: &Path) {
        let path = facts_beside(save);
        let mut start = Vec::new();
        let read = open_kept(&path).and_then(|file| file.take(SIZE as u64).read_to_end(&mut start));
        if read.is_err() || start.is_empty() || start.starts_with(MAGIC.as_bytes()) {
            fs::remove_file(path).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_noted_is_read_again_and_damage_is_seen() {
        let folder = std::env::temp_dir().join(format!("roguelike-facts-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let save = folder.join("run");
        let hp = Some([-2_147_483_648, 2_147_483_647]);
        let class = Some(PlayerClass::ALL[2]);
        let facts =
            RunFacts { progress: Progress::Unfinished, seed: Some(u32::MAX), class, depth: Some(1_000), hp };
        let noted = NotedFacts { facts, keys: u64::MAX, save: Some(u64::MAX) };
        let mut file = FactsFile::beside(&save).unwrap();
        file.write(&noted).unwrap();
        assert_eq!(NotedFacts::beside(&save), Some(noted.clone()));
        let facts = RunFacts {
            progress: Progress::Won,
            seed: Some(0),
            depth: Some(1),
            hp: Some([1, 2]),
            ..noted.facts
        };
        let shorter = NotedFacts { facts, keys: 0, save: None };
        file.write(&shorter).unwrap();
        assert_eq!(NotedFacts::beside(&save), Some(shorter));
        let path = facts_beside(&save);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.len(), SIZE);
        for (from, to) in [(" 1 2 0", " 2 2 0"), ("-facts", "-facta"), (" - ", " 7 ")] {
            fs::write(&path, text.replace(from, to)).unwrap();
            assert_eq!(NotedFacts::beside(&save), None, "{from}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
