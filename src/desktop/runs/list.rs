//! The list of runs: those that were left, and those whose keys are kept.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::desktop::runs::archive::{Archive, runs_in};
use crate::desktop::runs::autosave::Autosave;
use crate::desktop::runs::files::{KEYS, is_played};
use crate::desktop::runs::folders;
use crate::desktop::runs::timestamp::format_time;
use crate::game::{Game, Setup};
use crate::part::Part;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It can be continued.
    Left,
    /// A window plays it.
    Open,
    Died,
    Won,
    /// It was given up, or belongs to a part without saves.
    Ended,
}

impl End {
    /// The word on the list.
    const fn word(self) -> &'static str {
        match self {
            End::Left => "left",
            End::Open => "open",
            End::Died => "died",
            End::Won => "won",
            End::Ended => "ended",
        }
    }

    /// Returns true if the run is not over.
    const fn is_unfinished(self) -> bool {
        matches!(self, End::Left | End::Open)
    }
}

/// A run of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl Run {
    pub(crate) const fn end(&self) -> End {
        self.end
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns how it ended and when, its part, and the rest, each as columns of the list.
    fn columns(&self) -> [String; 3] {
        let Run { end, date, part, class, depth, seed, .. } = self;
        let (day, time) = date.split_once('-').unwrap_or((date, ""));
        let cut = |text: &str, from: usize, to: usize| text.get(from..to).unwrap_or("").to_owned();
        let day = format!("{}-{}-{}", cut(day, 0, 4), cut(day, 4, 6), cut(day, 6, 8));
        let time = format!("{}:{}", cut(time, 0, 2), cut(time, 2, 4));
        [
            format!("{:<5}  {day} {time}", end.word()),
            format!("part {part:<2}"),
            format!("{class:<7}  depth {depth:<3}  seed {seed:<10}"),
        ]
    }

    /// Returns the line of the page, whose runs are all of one part.
    pub(crate) fn line(&self) -> String {
        let [when, _, what] = self.columns();
        format!("{when}  {}", what.trim_end())
    }

    /// Returns the run's class and depth, for a question: `the Fighter on depth 3`.
    pub(crate) fn hero(&self) -> String {
        format!("the {} on depth {}", self.class, self.depth)
    }
}

/// The line of `roguelike runs`.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [when, part, what] = self.columns();
        write!(f, "{when}  {part}  {what}  {}", self.path.display())
    }
}

/// Returns all runs, those that are not over first, each kind with the latest first.
///
/// # Errors
/// If there is no folder for data.
pub fn list() -> Result<Vec<Run>, String> {
    let folder = folders::data()?;
    let parts = Part::all().filter(|part| part.has_saves());
    let unfinished = parts.flat_map(|part| unfinished_runs(&autosave_in(&folder, part), part));
    let runs = unfinished.chain(archived_runs(&folder.join("runs")));
    Ok(sorted(runs.collect()))
}

/// Returns the runs of a part in the same order: the unfinished ones that are kept at `autosave`, and those
/// whose keys are in the folder.
pub(crate) fn list_of(part: Part, autosave: Option<&Autosave>, folder: Option<&Path>) -> Vec<Run> {
    let mut runs = autosave.map_or_else(Vec::new, |autosave| unfinished_runs(autosave, part));
    runs.extend(
        folder.map_or_else(Vec::new, archived_runs).into_iter().filter(|run| run.part == part.to_string()),
    );
    sorted(runs)
}

fn sorted(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_by(|a, b| (b.end.is_unfinished(), &b.date).cmp(&(a.end.is_unfinished(), &a.date)));
    runs
}

fn autosave_in(folder: &Path, part: Part) -> Autosave {
    Autosave::beside(&folder.join(format!("part{part}.save")), part)
}

/// The runs of a part that are not over. A run that cannot be loaded is left out; the menu says what is wrong
/// with it.
fn unfinished_runs(autosave: &Autosave, part: Part) -> Vec<Run> {
    let run = |path: PathBuf| {
        let (unfinished, seed) = (autosave.load(&path).ok()??, autosave.seed(&path));
        let end = if Autosave::is_open(&path) { End::Open } else { End::Left };
        Some(Run {
            end,
            date: format_time(Autosave::kept_at(&path)?),
            part: part.to_string(),
            class: unfinished.class_name().to_owned(),
            depth: unfinished.depth().to_string(),
            seed: seed.map_or_else(|| "-".to_owned(), |seed| seed.to_string()),
            path,
        })
    };
    autosave.kept().into_iter().filter_map(run).collect()
}

fn archived_runs(folder: &Path) -> Vec<Run> {
    runs_in(folder).iter().filter_map(|path| archived(path)).collect()
}

/// Returns the run of a file of keys. Its name tells everything that the list shows.
fn archived(path: &Path) -> Option<Run> {
    let name = path.file_name()?.to_str()?.strip_suffix(KEYS)?;
    let mut words = name.split('-');
    let date = format!("{}-{}", words.next()?, words.next()?);
    let part = words.next()?.strip_prefix("part")?.to_owned();
    let seed = words.next()?.strip_prefix("seed")?.to_owned();
    let mut run = Run {
        end: if is_played(path) { End::Open } else { End::Ended },
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
    let mut found = runs.iter().filter(|run| run.end.is_unfinished() && run.path.ends_with(file));
    let run = found
        .next()
        .ok_or_else(|| format!("{} is no run that was left; 'roguelike runs' lists them", file.display()))?;
    let part: Part = run.part.parse().map_err(|error| format!("{error}"))?;
    end_run(&autosave_in(&folder, part), part, Some(&folder.join("runs")), &run.path)?;
    Ok(run.path.clone())
}

/// Ends a run of a part that was left in `path`. Its keys go into the folder, if there is one.
///
/// # Errors
/// If a window plays it, or its files cannot be removed.
pub(crate) fn end_run(
    autosave: &Autosave,
    part: Part,
    folder: Option<&Path>,
    path: &Path,
) -> Result<(), String> {
    let continued = autosave.claim(path).map_err(|error| error.to_string())?;
    let seed = continued.keys.as_ref().map_or(0, |keys| keys.setup.seed);
    let mut game = Game::new(Setup::new(part, seed));
    game.load_text(&continued.text).map_err(|error| error.to_string())?;
    let archived = folder.map(|folder| Archive::new(folder.to_owned(), seed).path(&game));
    let ended = continued.files.end(archived.as_deref().filter(|_| continued.keys.is_some()));
    ended.map_err(|error| format!("cannot remove {}: {error}; remove it yourself", path.display()))
}
