//! The list of games: how each ended, and other facts from the first and the last lines of its file.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Local};

use crate::desktop::clock;
use crate::desktop::history::PlayedGame;
use crate::desktop::kept::facts::{Fate, GameFacts};
use crate::desktop::kept::folder::is_ours;
use crate::desktop::kept::game_file::{BEGUN, HEAD, contains, head_of, is_own, last_state, read};
use crate::part::Part;
use crate::support::owned::{is_locked, open_itself};
use crate::trace::{Problem, Reader, TraceError};

/// Maximum number of keys that are pressed again to know how a killed game stands, and of bytes of their
/// file: the list has to come at once. A maximum of time would give another list on a busy machine.
const MOST_KEYS: usize = 500;
const MOST_BYTES: u64 = 64 << 10;

/// A game of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// Its state.
    pub end: Fate,
    path: PathBuf,
    /// When it was played last.
    pub(crate) date: Option<DateTime<Local>>,
    /// Number of the last line about its state; 0 if it has none. The game that was left last has the
    /// highest.
    pub(crate) order: u64,
    /// `None` if the file lacks it.
    pub(crate) part: Option<Part>,
    /// True if this program kept it. Of other recordings only the header is known.
    pub(crate) is_kept: bool,
    /// Its facts. The seed is that of its dungeon.
    pub(crate) facts: GameFacts,
    /// A problem of the file that the player has to know.
    pub(crate) note: Option<String>,
    /// True if it can be given up: it was left, or it is damaged and was made by this program.
    pub(crate) may_be_given_up: bool,
}

impl KeptGame {
    /// Presses the keys of the game again if its program was killed, because then its file has only the facts
    /// from the beginning of the level. Returns false if that is not needed, or takes too long.
    pub(super) fn bring_up_to_date(&mut self) -> bool {
        let is_unknown = self.is_kept && self.end != Fate::Open && self.facts.turns.is_none();
        let facts = self.part.filter(|_| is_unknown).and_then(|part| facts_now(&self.path, part));
        self.facts = facts.unwrap_or(self.facts);
        facts.is_some()
    }

    /// Returns the game of a file, of which only the beginning and the end are read.
    pub(super) fn of(path: &Path) -> KeptGame {
        let seen = open_itself(path).and_then(|file| {
            let game = KeptGame::seen(path, &file, is_locked(file.try_lock_shared()));
            // Closing the file is not enough: a process that is just being started has it open, too.
            file.unlock().ok();
            game
        });
        seen.unwrap_or_else(|error| KeptGame::damaged(path, &error.to_string()))
    }

    /// Returns the game of an open file, which a window plays or not.
    /// Fails if it cannot be read.
    pub(super) fn seen(path: &Path, file: &File, is_played: bool) -> io::Result<KeptGame> {
        let head = match head_of(file) {
            // On Windows no other program can read a file that is locked.
            Err(_) if is_played => Vec::new(),
            head => head?,
        };
        // Only a game that was kept has the state of the game at its end.
        let state = if contains(&head, BEGUN) { last_state(file)? } else { None };
        let header = match Reader::new(&head[..]) {
            Ok(reader) => Some(reader.header().clone()),
            Err(TraceError { problem: Problem::Version(version), .. }) if version.parse::<u32>().is_ok() => {
                let newer = KeptGame::damaged(path, "it was made by a newer roguelike");
                return Ok(KeptGame { end: Fate::Newer, ..newer });
            }
            Err(_) => None,
        };
        let has_step = head.len() as u64 == HEAD || contains(&head, b"\nstep 1 ");
        let is_readable = header.is_some() && has_step;
        if !is_readable && !is_played {
            let is_empty = head.iter().all(|&byte| byte == 0) && head.len() < HEAD as usize;
            let reason = match header {
                _ if is_empty => "it is empty",
                Some(_) => "it ends before its first step",
                None => "it is not a recording",
            };
            return Ok(KeptGame::damaged(path, reason));
        }
        let part = header.as_ref().map(|header| header.part);
        let can_go_on = contains(&head, BEGUN) && part.is_some_and(Part::has_saves);
        let end = match state {
            _ if is_played => Fate::Open,
            Some(state) if state.end.is_over() => state.end,
            // A file that was cut off lacks a line about the end. Its game can be continued.
            _ if can_go_on => Fate::Left,
            _ => Fate::Ended,
        };
        let order = state.map_or(0, |state| state.order);
        let (date, facts) = match state {
            // The seed is missing only in a game that was loaded.
            Some(state) if state.end != Fate::Open => (state.at, state.facts),
            // This line is from when the player reached the floor: turns and hit points are out of date.
            Some(state) => (written_at(path), GameFacts { turns: None, hp: None, ..state.facts }),
            None => {
                let seed = header.map(|header| header.seed);
                (written_at(path), GameFacts { seed, ..GameFacts::default() })
            }
        };
        let (path, is_kept) = (path.to_owned(), state.is_some());
        let may_be_given_up = end == Fate::Left;
        Ok(KeptGame { end, date, order, part, is_kept, facts, path, note: None, may_be_given_up })
    }

    /// A file that has the name of a recording, and is none.
    pub(super) fn damaged(path: &Path, reason: &str) -> KeptGame {
        KeptGame {
            end: Fate::Damaged,
            date: written_at(path),
            order: 0,
            part: None,
            is_kept: false,
            facts: GameFacts::default(),
            path: path.to_owned(),
            note: Some(reason.to_owned()),
            may_be_given_up: is_ours(path)
                && open_itself(path).is_ok_and(|file| is_own(&file).unwrap_or(false)),
        }
    }

    /// Returns the date in this form of chrono's; `unknown` if the calendar does not know it.
    pub(crate) fn date_as(&self, form: &str) -> String {
        self.date.map_or_else(|| "unknown".to_owned(), |date| date.format(form).to_string())
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Returns the facts of a game after its last key, or `None` if it has too many keys to press them again.
fn facts_now(path: &Path, part: Part) -> Option<GameFacts> {
    fs::metadata(path).ok().filter(|file| file.len() <= MOST_BYTES)?;
    let (setup, keys) = read(path, part).ok().filter(|(_, keys)| keys.len() <= MOST_KEYS)?;
    let (mut played, mut count) = (PlayedGame::start(setup), 0);
    while count < keys.len() {
        count += played.press_while(&keys[count..], |_, _| true);
    }
    Some(GameFacts::of(&played))
}

/// Returns when a file was written last.
fn written_at(path: &Path) -> Option<DateTime<Local>> {
    let written = fs::symlink_metadata(path).and_then(|file| file.modified());
    written.ok().and_then(clock::local)
}
