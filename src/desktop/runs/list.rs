//! The list of runs: those that were left, those whose keys are kept, and files that cannot be read.

use std::fmt;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::desktop::runs::archive::{Archive, date_of, remove_recording, runs_in};
use crate::desktop::runs::autosave::{Autosave, AutosaveError};
use crate::desktop::runs::facts::{Progress, RunFacts};
use crate::desktop::runs::files::{FilesError, KEYS, OLD, RunFiles, is_played, keys_beside, remove};
use crate::desktop::runs::folders;
use crate::desktop::runs::kept_files::is_aside;
use crate::desktop::runs::regular::open_kept;
use crate::desktop::runs::timestamp::Timestamp;
use crate::game::PlayerClass;
use crate::part::Part;
use crate::trace::key_log::Logged;

/// Maximum number of bytes of a file that are read to learn its part and its seed.
const HEADER: u64 = 1024;

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
    /// It can neither be continued nor watched.
    Damaged,
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
            End::Damaged => "damaged",
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
    /// When it was played last.
    date: Timestamp,
    /// None if the files do not say it.
    part: Option<Part>,
    class: Option<PlayerClass>,
    depth: Option<usize>,
    seed: Option<u32>,
    path: PathBuf,
    /// Why it cannot be read, if it is damaged.
    reason: Option<String>,
}

/// The words of a column whose value may not be known.
fn known<T: ToString>(value: Option<&T>) -> String {
    value.map_or_else(|| "-".to_owned(), ToString::to_string)
}

impl Run {
    pub(crate) const fn end(&self) -> End {
        self.end
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if the run can be given up: it was left, is damaged, or another one went on without it.
    pub(crate) fn may_be_given_up(&self) -> bool {
        matches!(self.end, End::Left | End::Damaged) || is_aside(&self.path)
    }

    /// Returns the file of its keys.
    pub(crate) fn keys(&self) -> PathBuf {
        if self.path.to_string_lossy().ends_with(KEYS) { self.path.clone() } else { keys_beside(&self.path) }
    }

    pub(crate) const fn class(&self) -> Option<PlayerClass> {
        self.class
    }

    pub(crate) const fn depth(&self) -> Option<usize> {
        self.depth
    }

    /// Returns how it ended and when, its part, and the rest, each as columns of the list.
    fn columns(&self) -> [String; 3] {
        let Run { end, date, part, class, depth, seed, .. } = self;
        let class = class.map_or("-", PlayerClass::name);
        let (part, depth, seed) = (known(part.as_ref()), known(depth.as_ref()), known(seed.as_ref()));
        [
            format!("{:<5}  {}", end.word(), date.to_minute()),
            format!("part {part:<2}"),
            format!("{class:<7}  depth {depth:<3}  seed {seed:<10}"),
        ]
    }

    /// Returns the line of the page, whose runs are all of one part.
    pub(crate) fn line(&self) -> String {
        let [when, _, what] = self.columns();
        match self.end {
            End::Damaged => format!("{when}  {}", self.file_name()),
            _ => format!("{when}  {}", what.trim_end()),
        }
    }

    fn file_name(&self) -> String {
        self.path.file_name().unwrap_or_default().display().to_string()
    }

    /// Returns the question before the run is given up.
    pub(crate) fn question(&self) -> String {
        let (name, reason) = (self.file_name(), self.reason.as_deref().unwrap_or_default());
        match self {
            Run { end: End::Damaged, .. } => format!(
                "Give up the run in {name}? It cannot be continued: {reason}. Its file is removed, and its keys, \
                 if it has any, stay on the list. Press G to give it up."
            ),
            Run { end: End::Ended, .. } => {
                format!("Remove the keys in {name}? A run went on without them. Press G to remove them.")
            }
            Run { class, depth, .. } => {
                let hero = class
                    .map_or_else(|| format!("the run in {name}"), |class| format!("the {}", class.name()));
                let depth = depth.map_or_else(String::new, |depth| format!(" on depth {depth}"));
                format!(
                    "Give up {hero}{depth}? The run cannot be continued any more. Its keys, if it has any, stay on \
                     the list, and you can watch them again. Press G to give it up."
                )
            }
        }
    }
}

/// The line of `roguelike runs`.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [when, part, what] = self.columns();
        write!(f, "{when}  {part}  {what}  {}", self.path.display())?;
        self.reason.iter().try_for_each(|reason| write!(f, ": {reason}"))
    }
}

/// Returns all runs, those that are not over first, each kind with the latest first.
///
/// # Errors
/// If there is no folder for data.
pub fn list() -> Result<Vec<Run>, String> {
    let folder = folders::data()?;
    let parts = Part::all().filter(|part| part.has_saves());
    // A folder that cannot be read may have runs.
    if let Err(error) = fs::read_dir(&folder).map(drop)
        && error.kind() != ErrorKind::NotFound
    {
        return Err(format!("cannot read the folder {}: {error}", folder.display()));
    }
    let mut runs: Vec<Run> = parts.flat_map(|part| left_runs(&autosave_in(&folder, part), part)).collect();
    runs.extend(archived_runs(&folder.join("runs")));
    Ok(sorted(runs))
}

/// Returns the runs of a part in the same order: those that are kept at `autosave`, and those whose keys are
/// in the folder. Files without a part are on the list of every part.
pub(crate) fn list_of(part: Part, autosave: Option<&Autosave>, folder: Option<&Path>) -> Vec<Run> {
    let mut runs = autosave.map_or_else(Vec::new, |autosave| left_runs(autosave, part));
    let archived = folder.map_or_else(Vec::new, archived_runs).into_iter();
    runs.extend(archived.filter(|run| run.part.is_none_or(|other| other == part)));
    sorted(runs)
}

fn sorted(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_by_key(|run| std::cmp::Reverse((run.end.is_unfinished(), run.date)));
    runs
}

fn autosave_in(folder: &Path, part: Part) -> Autosave {
    Autosave::beside(&folder.join(format!("part{part}.save")), part)
}

/// Returns when a file was written.
fn written_at(path: &Path) -> Timestamp {
    let written = fs::symlink_metadata(path).and_then(|file| file.modified());
    written.map_or_else(|_| Timestamp::now(), Timestamp::from)
}

/// The runs of a part that are not over, or were not put with the others when they were over, and the files
/// that are kept beside runs that went on without them.
fn left_runs(autosave: &Autosave, part: Part) -> Vec<Run> {
    let run = |path: PathBuf| {
        let (facts, reason) = match autosave.facts(&path) {
            Ok(facts) => (Some(facts?), None),
            Err(reason) => (None, Some(reason.to_string())),
        };
        let end = match facts.as_ref().map(|facts| facts.progress) {
            _ if Autosave::is_open(&path) => End::Open,
            None => End::Damaged,
            Some(Progress::Unfinished) => End::Left,
            Some(Progress::Died) => End::Died,
            Some(Progress::Won) => End::Won,
        };
        let date = Timestamp::from(Autosave::kept_at(&path)?);
        // What is over is watched, and so its keys stand for it.
        let path = if matches!(end, End::Died | End::Won) { keys_beside(&path) } else { path };
        let RunFacts { class, depth, seed, .. } = facts.unwrap_or_else(RunFacts::unknown);
        Some(Run { end, date, part: Some(part), class, depth, seed, path, reason })
    };
    let runs = autosave.kept().into_iter().filter_map(run);
    runs.chain(autosave.kept_aside().iter().map(|path| kept_aside(path))).collect()
}

/// Returns the run of a damaged file or of old keys.
fn kept_aside(path: &Path) -> Run {
    let is_old =
        path.file_name().is_some_and(|name| name.to_string_lossy().contains(&format!("{KEYS}{OLD}")));
    if is_old { from_header(path) } else { damaged(path, "it was kept when the run went on without it") }
}

fn archived_runs(folder: &Path) -> Vec<Run> {
    match runs_in(folder) {
        Ok(runs) => runs.iter().map(|path| archived(path)).collect(),
        Err(error) => vec![damaged(folder, &error.to_string())],
    }
}

/// Returns the run of a file of keys that is kept. Its name tells everything that the list shows.
fn archived(path: &Path) -> Run {
    let file = fs::symlink_metadata(path);
    let is_empty = file.as_ref().is_ok_and(|file| file.is_file() && file.len() == 0);
    let run = match is_empty {
        // A window has not written its first key yet, or could not.
        true if is_played(path) => Run { end: End::Open, reason: None, ..damaged(path, "") },
        true => damaged(path, "it is empty"),
        false => from_header(path),
    };
    if run.end == End::Damaged { run } else { from_name(path).unwrap_or(run) }
}

fn from_name(path: &Path) -> Option<Run> {
    let name = path.file_name()?.to_str()?.strip_suffix(KEYS)?;
    let mut words = name.split('-').skip(2);
    let mut run = Run {
        end: if is_played(path) { End::Open } else { End::Ended },
        date: date_of(path)?,
        part: Some(words.next()?.strip_prefix("part")?.parse().ok()?),
        class: None,
        depth: None,
        seed: None,
        path: path.to_owned(),
        reason: None,
    };
    for word in words {
        match word {
            "died" => run.end = End::Died,
            "won" => run.end = End::Won,
            word => {
                let number = |name: &str| word.strip_prefix(name);
                let is_class = |class: &PlayerClass| class.name().eq_ignore_ascii_case(word);
                run.class = run.class.or_else(|| PlayerClass::ALL.into_iter().find(is_class));
                run.depth = run.depth.or_else(|| number("depth")?.parse().ok());
                run.seed = run.seed.or_else(|| number("seed")?.parse().ok());
            }
        }
    }
    Some(run)
}

/// Returns the run of a file whose name tells nothing. Its first lines have the part and the seed.
fn from_header(path: &Path) -> Run {
    let mut start = Vec::new();
    let read = open_kept(path).and_then(|file| file.take(HEADER).read_to_end(&mut start));
    if let Err(error) = read {
        return damaged(path, &error.to_string());
    }
    let Some(Logged { setup, .. }) = Logged::read(start.as_slice()) else {
        return damaged(path, "it is no trace");
    };
    let end = if is_played(path) { End::Open } else { End::Ended };
    let (part, seed) = (Some(setup.part), Some(setup.seed));
    Run { end, part, seed, reason: None, ..damaged(path, "") }
}

fn damaged(path: &Path, reason: &str) -> Run {
    Run {
        end: End::Damaged,
        date: written_at(path),
        part: None,
        class: None,
        depth: None,
        seed: None,
        path: path.to_owned(),
        reason: Some(reason.to_owned()),
    }
}

/// Gives up a run that was left or is damaged. `file` is its path as the list shows it, or the end of that
/// path. Returns the line that says what became of it.
///
/// # Errors
/// If there is no such run, if a window plays it, or if its files cannot be removed.
pub fn give_up(file: &Path) -> Result<String, String> {
    let folder = folders::data()?;
    let runs = list()?;
    let mut found = runs.iter().filter(|run| run.path.ends_with(file));
    let run = found.clone().find(|run| run.may_be_given_up()).ok_or_else(|| match found.next() {
        Some(Run { end: End::Open, .. }) => format!("a window plays {}; close it first", file.display()),
        _ => format!("{} is no run that was left; 'roguelike runs' lists them", file.display()),
    })?;
    let part = run.part.unwrap_or(Part::LAST);
    let archive = Archive::new(folder.join("runs"), 0);
    let keys = end_run(&autosave_in(&folder, part), part, Some(&archive), run)?;
    let keys = keys.map_or_else(String::new, |keys| format!("; its keys stay in {}", keys.display()));
    Ok(format!("given up: {}{keys}", run.path.display()))
}

/// Ends a run of a part that was left or is damaged. Its keys go into the archive, if there is one. Returns
/// where they are then.
///
/// # Errors
/// If a window plays it, or its files cannot be removed.
pub(crate) fn end_run(
    autosave: &Autosave,
    part: Part,
    archive: Option<&Archive>,
    run: &Run,
) -> Result<Option<PathBuf>, String> {
    let path = run.path();
    let failed = |error: FilesError| format!("cannot give up {}: {error}", path.display());
    if !autosave.kept().iter().any(|kept| kept == path) {
        // A file of keys, or one that was kept when a run went on without it.
        let removed = if is_aside(path) { remove(path) } else { remove_recording(path) };
        return removed.map(|()| None).map_err(|error| failed(FilesError::Remove(path.to_owned(), error)));
    }
    let facts = autosave.facts(path).ok().flatten().unwrap_or_else(RunFacts::unknown);
    let files = RunFiles::claim_to_end(path).map_err(failed)?;
    let files = files.ok_or_else(|| AutosaveError::Taken(path.to_owned()).to_string())?;
    let names = archive.map(|archive| archive.names_for(part, &facts)).transpose();
    let names = names.map_err(|error| failed(FilesError::Archive(run.keys(), error)))?;
    files.end(names).map_err(failed)
}
