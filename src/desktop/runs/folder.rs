//! The folder with the runs of a player, a file for each run.

use std::cmp::Reverse;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use chrono::Local;

use crate::desktop::run::PlayedRun;
use crate::desktop::runs::facts::{End, Mark, RunFacts, moment};
use crate::desktop::runs::list::{Run, RunEnd};
use crate::desktop::runs::names::{ENDING, is_ours, names_for, summary_beside};
use crate::desktop::runs::run_file::{RunFile, is_own, remove};
use crate::part::Part;
use crate::support::folders;

/// Maximum number of runs in the folder.
const MAX_RUNS: usize = 300;

/// Why a run cannot be kept, continued or given up. Each is a whole sentence.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The run cannot be written. It goes on without being kept.
    #[error("cannot keep the run in {}: {}", .0.display(), .1)]
    Keep(PathBuf, io::Error),
    /// No step can contain the save that was loaded.
    #[error("cannot keep this run and those after it: {0}; begin another")]
    Lost(io::Error),
    /// The file of the run is as large as it may be.
    #[error("the run in {} is full: the run goes on, but only what is in the file is kept", .0.display())]
    Full(PathBuf),
    /// The file of a run that was left cannot be used.
    #[error("cannot continue the run in {}: {}", .0.display(), .1)]
    Continue(PathBuf, io::Error),
    /// The keys lead to no run that goes on.
    #[error("cannot continue the run in {}: it is over", .0.display())]
    Over(PathBuf),
    /// The run cannot be given up.
    #[error("cannot give up {}: {}", .0.display(), .1)]
    GiveUp(PathBuf, String),
}

/// A folder of runs.
#[derive(Clone, Debug)]
pub struct RunsFolder {
    folder: PathBuf,
}

impl RunsFolder {
    /// The runs are kept in this folder. It is made when the first run is.
    pub const fn new(folder: PathBuf) -> RunsFolder {
        RunsFolder { folder }
    }

    /// Returns the folder of the player who started the program; none if there is no folder for data.
    pub fn of_player() -> Option<RunsFolder> {
        Some(RunsFolder::new(folders::data().ok()?.join("runs")))
    }

    /// Returns all runs, those that are not over first, each kind with the latest first.
    pub fn runs(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = match self.files() {
            Ok(files) => files.iter().map(|path| Run::of(path)).collect(),
            Err(error) => vec![Run::damaged(&self.folder, &error.to_string())],
        };
        let is_unfinished = |run: &Run| matches!(run.end(), RunEnd::Left | RunEnd::Open);
        runs.sort_by_cached_key(|run| Reverse((is_unfinished(run), run.date, run.path().to_owned())));
        runs
    }

    /// Returns the runs of a part in the same order. Files without a part are on the list of every part.
    pub fn runs_of(&self, part: Part) -> Vec<Run> {
        let mut runs = self.runs();
        runs.retain(|run| run.part.is_none_or(|other| other == part));
        runs
    }

    /// Returns the run of a part that was left last, if there is one that can be continued.
    pub fn offer(&self, part: Part) -> Option<Run> {
        self.runs_of(part).into_iter().find(|run| run.end() == RunEnd::Left)
    }

    /// Everything in the folder that has the name of a recording.
    fn files(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?.flatten().map(|entry| entry.path()),
        };
        Ok(entries.filter(|path| path.extension().is_some_and(|extension| extension == ENDING)).collect())
    }

    /// Makes the file of a run, with this recording in it.
    /// Fails if it cannot be made or written. Then there is no file.
    pub(crate) fn create(&self, run: &PlayedRun, recording: &str) -> Result<RunFile, RunError> {
        const START: &str = "step 0 start\n";
        let failed = |error| RunError::Keep(self.folder.clone(), error);
        fs::create_dir_all(&self.folder).map_err(failed)?;
        self.tidy();
        let mark = Mark::now(None, RunFacts::of(run));
        let start = recording.find(START).map_or(0, |at| at + START.len());
        let (header, keys) = recording.split_at(start);
        let text = format!("{header}# begun {}\n{keys}", moment(&mark.at));
        for name in names_for(run.game.part(), &mark) {
            if let Some(file) = RunFile::create(self.folder.join(name), &text, &mark).map_err(failed)? {
                return Ok(file);
            }
        }
        Err(failed(io::Error::new(ErrorKind::AlreadyExists, "too many runs began in this second")))
    }

    /// Writes the summary of a run that is over beside its file. It is a convenience, and everything in it
    /// can be had from the keys again.
    pub(crate) fn write_summary(run: &Path, text: &str) {
        let path = summary_beside(run);
        let file = fs::OpenOptions::new().write(true).create_new(true).open(&path);
        if file.is_ok_and(|mut file| file.write_all(text.as_bytes()).is_err()) {
            fs::remove_file(&path).ok();
        }
    }

    /// Removes the oldest runs if there are too many. One that can be continued goes after all that are over.
    fn tidy(&self) {
        // Files of other names were put there by the player.
        let files = self.files().unwrap_or_default().into_iter().filter(|path| is_ours(path));
        // The date of a clock that ran ahead counts as now.
        let now = Local::now();
        let mut runs: Vec<Run> = files.map(|path| Run::of(&path)).collect();
        runs.sort_by_cached_key(|run| (run.end() == RunEnd::Left, run.date.min(now), run.path().to_owned()));
        for run in runs.iter().rev().skip(MAX_RUNS - 1) {
            // A run that stays is removed by the next attempt.
            remove_run(run.path()).ok();
        }
    }

    /// Gives up a run that was left or is damaged. One that was left stays and can be watched. Of a damaged
    /// one only files of this program are removed.
    /// Fails if a window plays it, its file belongs to somebody else, or it cannot be written or removed.
    pub(crate) fn give_up(run: &Run) -> Result<(), RunError> {
        let path = run.path();
        let failed = |reason: String| RunError::GiveUp(path.to_owned(), reason);
        if run.end() == RunEnd::Left
            && let Ok(mut claimed) = RunFile::claim(path)
        {
            let marked = claimed.file.mark("", Some(End::GivenUp), run.facts);
            return marked.map_err(|error| failed(error.to_string()));
        }
        if !is_ours(path) || !is_own(path).is_ok_and(|own| own) {
            return Err(failed("it was not made by this program; remove it yourself".to_owned()));
        }
        match remove_run(path) {
            Ok(true) => Ok(()),
            Ok(false) => Err(failed("a window plays it; close it first".to_owned())),
            Err(error) => Err(failed(error.to_string())),
        }
    }
}

/// Removes a run with the summary beside it. Returns false if a window plays it.
fn remove_run(path: &Path) -> io::Result<bool> {
    let is_removed = remove(path)?;
    if is_removed && is_ours(path) {
        remove(&summary_beside(path))?;
    }
    Ok(is_removed)
}
