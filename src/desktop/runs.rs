//! The list of runs: those that were left, and those whose keys are kept.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::desktop::archive::{Archive, runs_in};
use crate::desktop::autosave::Autosave;
use crate::desktop::folders;
use crate::desktop::place::KEYS;
use crate::desktop::timestamp::format_time;
use crate::game::{Game, Setup};
use crate::part::Part;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It can be continued on the menu.
    Left,
    Died,
    Won,
    /// It was given up, or belongs to a part without saves.
    Ended,
}

/// A run of the list.
#[derive(Clone, Debug)]
pub struct Run {
    end: End,
    /// When it was played last, in UTC, as 20261121-034559.
    date: String,
    part: String,
    class: String,
    depth: String,
    seed: String,
    path: PathBuf,
}

/// The line of the list.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { date, part, class, depth, seed, path, .. } = self;
        let end = match self.end {
            End::Left => "left",
            End::Died => "died",
            End::Won => "won",
            End::Ended => "ended",
        };
        let (day, time) = date.split_once('-').unwrap_or((date, ""));
        let cut = |text: &str, from: usize, to: usize| text.get(from..to).unwrap_or("").to_owned();
        let day = format!("{}-{}-{}", cut(day, 0, 4), cut(day, 4, 6), cut(day, 6, 8));
        let time = format!("{}:{}", cut(time, 0, 2), cut(time, 2, 4));
        let path = path.display();
        write!(
            f,
            "{end:<5}  {day} {time}  part {part:<2}  {class:<7}  depth {depth:<3}  seed {seed:<10}  {path}"
        )
    }
}

/// Returns all runs, those that were left first, each kind with the latest first.
///
/// # Errors
/// If there is no folder for data.
pub fn list() -> Result<Vec<Run>, String> {
    let folder = folders::data()?;
    let mut left: Vec<Run> = Part::all().flat_map(|part| left_runs(&folder, part)).collect();
    let mut others: Vec<Run> =
        runs_in(&folder.join("runs")).iter().filter_map(|path| archived(path)).collect();
    for runs in [&mut left, &mut others] {
        runs.sort_by(|a, b| b.date.cmp(&a.date));
    }
    left.extend(others);
    Ok(left)
}

/// The runs of a part that can be continued.
fn left_runs(folder: &Path, part: Part) -> Vec<Run> {
    if !part.has_saves() {
        return Vec::new();
    }
    let autosave = Autosave::beside(&folder.join(format!("part{part}.save")), part);
    let run = |path: PathBuf| {
        let (unfinished, seed) = (autosave.load(&path).ok()??, autosave.seed(&path));
        let latest = Autosave::kept_at(&path)?;
        Some(Run {
            end: End::Left,
            date: format_time(latest),
            part: part.to_string(),
            class: unfinished.class_name().to_owned(),
            depth: unfinished.depth().to_string(),
            seed: seed.map_or_else(|| "-".to_owned(), |seed| seed.to_string()),
            path,
        })
    };
    autosave.left().into_iter().filter_map(run).collect()
}

/// Returns the run of a file of keys. Its name tells everything that the list shows.
fn archived(path: &Path) -> Option<Run> {
    let name = path.file_name()?.to_str()?.strip_suffix(KEYS)?;
    let mut words = name.split('-');
    let date = format!("{}-{}", words.next()?, words.next()?);
    let part = words.next()?.strip_prefix("part")?.to_owned();
    let seed = words.next()?.strip_prefix("seed")?.to_owned();
    let mut run = Run {
        end: End::Ended,
        date,
        part,
        class: "-".to_owned(),
        depth: "-".to_owned(),
        seed,
        path: path.to_owned(),
    };
    for word in words {
        match word {
            "died" => run.end = End::Died,
            "won" => run.end = End::Won,
            "fighter" => run.class = "Fighter".to_owned(),
            "rogue" => run.class = "Rogue".to_owned(),
            "mage" => run.class = "Mage".to_owned(),
            word => {
                if let Some(depth) = word.strip_prefix("depth") {
                    run.depth = depth.to_owned();
                }
            }
        }
    }
    Some(run)
}

/// Gives up a run that was left. Its keys stay on the list. `file` is its path as the list shows it, or the
/// end of that path.
///
/// # Errors
/// If there is no such run, if a window plays it, or if its files cannot be removed.
pub fn give_up(file: &Path) -> Result<PathBuf, String> {
    let folder = folders::data()?;
    let runs = list()?;
    let mut found = runs.iter().filter(|run| run.end == End::Left && run.path.ends_with(file));
    let run = found
        .next()
        .ok_or_else(|| format!("{} is no run that was left; 'roguelike runs' lists them", file.display()))?;
    let part: Part = run.part.parse().map_err(|error| format!("{error}"))?;
    let autosave = Autosave::beside(&folder.join(format!("part{part}.save")), part);
    let continued = autosave.claim(&run.path).map_err(|error| error.to_string())?;
    let seed = continued.keys.as_ref().map_or(0, |keys| keys.setup.seed);
    let mut game = Game::new(Setup::new(part, seed));
    game.load_text(&continued.text).map_err(|error| error.to_string())?;
    let archived = Archive::new(folder.join("runs"), seed).path(&game);
    let ended = continued.place.end(continued.keys.is_some().then_some(archived.as_path()));
    ended.map_err(|error| format!("cannot remove {}: {error}; remove it yourself", run.path.display()))?;
    Ok(run.path.clone())
}
