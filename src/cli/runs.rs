//! `roguelike runs`: lists kept games, and gives one up.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::cli::exit::Failure;
use crate::cli::runs_error::RunsError;
use crate::desktop::kept::{Fate, GamesFolder};
use crate::support::folders;
use crate::support::text::visible;

/// `roguelike runs`: prints the list of kept games, or gives one up.
///
/// # Errors
/// If the games cannot be read, the game cannot be given up, or the output cannot be written.
pub fn runs(given_up: Option<&Path>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if let Some(file) = given_up {
        writeln!(out, "{}", visible(&give_up(file)?))?;
        return Ok(out.flush()?);
    }
    let games = folder()?.games();
    if games.is_empty() {
        writeln!(out, "no games yet")?;
    }
    for game in games {
        writeln!(out, "{}", visible(&game.to_string()))?;
    }
    Ok(out.flush()?)
}

/// Returns the folder with the games of the current user. It may not exist yet.
fn folder() -> Result<GamesFolder, RunsError> {
    let data = folders::data()?;
    match fs::read_dir(&data) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(RunsError::Folder(data, error)),
        _ => Ok(GamesFolder::new(data.join("runs"))),
    }
}

/// Gives up a game that is unfinished or damaged. `file` is its path in the list, or the end of that path.
/// Returns a line for the user.
fn give_up(file: &Path) -> Result<String, RunsError> {
    let folder = folder()?;
    let games = folder.games();
    // A shell completes names of this folder with a point in front.
    let file = file.strip_prefix(".").unwrap_or(file);
    let mut found = games.iter().filter(|game| game.path().ends_with(file));
    let given_up = found.clone().find(|game| matches!(game.end, Fate::Left | Fate::Damaged));
    let game = given_up.ok_or_else(|| match found.next() {
        Some(game) if game.end == Fate::Open => RunsError::Open(file.to_owned()),
        _ => RunsError::NotUnfinished(file.to_owned()),
    })?;
    folder.give_up(game)?;
    let path = game.path().display();
    Ok(match game.end {
        Fate::Left => format!("given up: {path}; it stays on the list, and can be watched"),
        _ => format!("removed: {path}"),
    })
}
