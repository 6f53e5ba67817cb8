//! The runs of 1.0.0, each of which was a save file with its keys beside it, become recordings once.
//!
//! The run `part17.save.autosave.2` had its keys in `part17.save.autosave.2.trace` and a line for the list in
//! `part17.save.autosave.2.facts`. Keys that lead to the save are written to the folder of runs, and then the
//! old files are removed. If only the save is whole, it stays, and F9 can load it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Local};

use crate::desktop::runs::facts::{End, Mark, RunFacts};
use crate::desktop::runs::folder::{RunError, RunsFolder};
use crate::desktop::runs::list::Run;
use crate::game::{Game, GameState, Setup};
use crate::part::Part;
use crate::support::file;
use crate::support::owned::open_itself;
use crate::support::save_slot::MAX_SAVE;
use crate::trace::record::whole_length;
use crate::trace::replay::{Replay, press};

/// Writes the runs that 1.0.0 kept beside a save file to a folder. Returns those that stay where they are.
pub(super) fn take_over(save_file: &Path, part: Part, folder: &RunsFolder) -> Vec<Run> {
    saves_beside(save_file).iter().filter_map(|save| take_one(save, part, folder)).collect()
}

/// Returns the names of the saves that 1.0.0 kept beside a save file. The save itself may be missing.
fn saves_beside(save_file: &Path) -> BTreeSet<PathBuf> {
    let parent = save_file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut first = save_file.file_name().unwrap_or_default().to_owned();
    first.push(".autosave");
    let first = first.to_string_lossy().into_owned();
    let names = fs::read_dir(parent.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let saves = names.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let name = [".trace", ".facts"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
        let number = name.strip_prefix(&first)?;
        let is_save = number.is_empty() || number.strip_prefix('.')?.parse::<u32>().is_ok();
        is_save.then(|| save_file.with_file_name(name))
    });
    saves.collect()
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// Takes over a run. Returns what stays of it.
fn take_one(save: &Path, part: Part, folder: &RunsFolder) -> Option<Run> {
    let keys = with_ending(save, ".trace");
    // A window of 1.0.0 that still plays the run holds its keys.
    let locked = match open_itself(&keys) {
        Ok(file) if file.try_lock().is_err() => return None,
        file => file,
    };
    let saved = read_save(save, part);
    let mut bytes = Vec::new();
    let read = locked.as_ref().map(|mut file| file.read_to_end(&mut bytes));
    let replay = Replay::of(&bytes[..whole_length(&bytes)]).ok();
    let replay = replay.filter(|replay| replay.header.as_ref().is_some_and(|header| header.part == part));
    let taken = replay.and_then(|replay| {
        let (game, is_past) = play(&replay, saved.as_ref().ok())?;
        // Keys that lead elsewhere are those of another run.
        let end = match game.state() {
            GameState::Dead => End::Died,
            GameState::Won => End::Won,
            _ if is_past => End::Left,
            _ => End::GivenUp,
        };
        let at = fs::metadata(&keys)
            .and_then(|file| file.modified())
            .map_or_else(|_| Local::now(), DateTime::from);
        write(&game, &bytes, Mark { end: Some(end), at, facts: RunFacts::of(&game, 0) }, folder).ok()?;
        Some(is_past)
    });
    if taken.is_some() {
        fs::remove_file(&keys).ok();
        remove_facts(save);
    }
    locked.iter().for_each(|file| _ = file.unlock());
    match (taken, saved) {
        (Some(true), Ok(_)) => {
            fs::remove_file(save).ok();
            None
        }
        // What was damaged stays where it is.
        (Some(true), Err(_)) => None,
        (_, Ok((_, game))) => Some(Run::save(save, part, RunFacts::of(&game, 0))),
        (None, Err(error)) if error.kind() != io::ErrorKind::NotFound => {
            Some(Run::damaged(save, &error.to_string()))
        }
        (None, Err(_)) => match read {
            Ok(Ok(0)) | Err(_) if bytes.is_empty() && open_itself(&keys).is_ok() => None,
            _ => Some(Run::damaged(&keys, "no run of this part is in it")),
        },
        (Some(false), Err(_)) => None,
    }
}

type Saved = (String, Game);

fn read_save(save: &Path, part: Part) -> io::Result<Saved> {
    open_itself(save)?;
    let text = file::read_text(save, MAX_SAVE)?;
    let mut game = Game::new(Setup::new(part, 0));
    game.load_text(&text).map_err(io::Error::other)?;
    Ok((text, game))
}

/// Plays keys. Also returns true if the game was in the state of the save on the way, or there is no save.
/// Returns none if the keys begin no run.
fn play(replay: &Replay, saved: Option<&Saved>) -> Option<(Game, bool)> {
    let mut game = Game::new(replay.header.as_ref()?.setup());
    let mut is_past = saved.is_none();
    let facts = |game: &Game| (game.depth(), game.player().pos, game.player().hp, game.inventory().len());
    for stroke in &replay.keys {
        press(&mut game, stroke);
        // Making a save takes longer than a step, so it is done only where the games are alike.
        is_past = is_past
            || saved.is_some_and(|(text, saved)| {
                facts(&game) == facts(saved) && game.is_run_alive() && game.save_text() == *text
            });
    }
    game.has_run().then_some((game, is_past))
}

/// Writes the keys to a file of their own. The form is that of 1.0.0.
fn write(game: &Game, bytes: &[u8], mark: Mark, folder: &RunsFolder) -> Result<(), RunError> {
    let text = String::from_utf8_lossy(&bytes[..whole_length(bytes)]);
    let file = folder.create(game.part(), &text, &mark)?;
    file.flush().map_err(|error| RunError::Keep(file.path().to_owned(), error))
}

/// Removes the line for the list, unless a file of the player has this name.
fn remove_facts(save: &Path) {
    let path = with_ending(save, ".facts");
    let mut start = [0; 16];
    let read = open_itself(&path).and_then(|mut file| file.read_exact(&mut start));
    if read.is_ok() && start.starts_with(b"roguelike-facts ") {
        fs::remove_file(path).ok();
    }
}
