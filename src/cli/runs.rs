//! `roguelike runs`: the list of kept runs, and giving one up.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::cli::exit::Failure;
use crate::desktop::kept::{Fate, GamesFolder};
use crate::support::folders;
use crate::support::text::visible;

/// `roguelike runs`: prints the list of runs, or gives one up.
/// Fails if there is no folder for data, the run cannot be given up, or the output is closed.
pub fn runs(given_up: Option<&Path>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if let Some(file) = given_up {
        writeln!(out, "{}", visible(&give_up(file)?))?;
        return Ok(out.flush()?);
    }
    let runs = folder()?.runs();
    if runs.is_empty() {
        writeln!(out, "no games yet")?;
    }
    for run in runs {
        writeln!(out, "{}", visible(&run.to_string()))?;
    }
    Ok(out.flush()?)
}

/// Returns the folder with the runs of the current user.
/// Fails if there is no folder for data, or it cannot be read.
fn folder() -> Result<GamesFolder, String> {
    let data = folders::data()?;
    if let Err(error) = fs::read_dir(&data)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(format!("cannot read the folder {}: {error}", data.display()));
    }
    Ok(GamesFolder::new(data.join("runs")))
}

/// Gives up a run that was left or is damaged. `file` is its path as the list shows it, or the end of that
/// path. Returns the line that says what became of it.
/// Fails if there is no such run, if a window plays it, or if its file cannot be changed.
fn give_up(file: &Path) -> Result<String, String> {
    let folder = folder()?;
    let runs = folder.runs();
    // A shell completes names of this folder with a point in front.
    let file = file.strip_prefix(".").unwrap_or(file);
    let mut found = runs.iter().filter(|run| run.path().ends_with(file));
    let run =
        found.clone().find(|run| matches!(run.end, Fate::Left | Fate::Damaged)).ok_or_else(|| match found
            .next()
        {
            Some(run) if run.end == Fate::Open => {
                format!("a window plays {}; close it first", file.display())
            }
            _ => format!("{} is not an unfinished game; 'roguelike runs' lists them", file.display()),
        })?;
    folder.give_up(run).map_err(|error| error.to_string())?;
    let stays = if run.end == Fate::Left { "; it stays on the list, and can be watched" } else { "" };
    Ok(format!("given up: {}{stays}", run.path().display()))
}
