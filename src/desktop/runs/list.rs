//! The list of runs: how each ended, and what else the first and the last lines of its file say.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Local};

use crate::desktop::runs::facts::{End, Mark, RunFacts};
use crate::desktop::runs::folder::{Name, RunsFolder, name_of};
use crate::desktop::runs::folders;
use crate::desktop::runs::run_file::{Glimpse, HEAD, contains, glimpse};
use crate::game::PlayerClass;
use crate::part::Part;
use crate::trace::{Header, Reader};

/// What became of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// It can be continued.
    Left,
    /// A window plays it.
    Open,
    /// The player died.
    Died,
    /// The player won.
    Won,
    /// It was given up, or belongs to a part without saves.
    Ended,
    /// It can neither be continued nor watched.
    Damaged,
    /// A run of 1.0.0 of which only the save is whole. F9 can load it.
    Save,
}

impl RunEnd {
    /// The word on the list.
    const fn word(self) -> &'static str {
        match self {
            RunEnd::Left => "left",
            RunEnd::Open => "open",
            RunEnd::Died => "died",
            RunEnd::Won => "won",
            RunEnd::Ended => "ended",
            RunEnd::Damaged => "damaged",
            RunEnd::Save => "save",
        }
    }

    /// Returns true if the run is not over.
    const fn is_unfinished(self) -> bool {
        matches!(self, RunEnd::Left | RunEnd::Open)
    }
}

/// A run of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    end: RunEnd,
    /// When it was played last.
    date: DateTime<Local>,
    /// None if the file does not say it.
    part: Option<Part>,
    seed: Option<u32>,
    facts: RunFacts,
    path: PathBuf,
    /// What the player has to know about the file.
    note: Option<String>,
}

/// The words of a column whose value may not be known.
fn known<T: ToString>(value: Option<&T>) -> String {
    value.map_or_else(|| "-".to_owned(), ToString::to_string)
}

impl Run {
    /// Returns the run of a file. It is not played, and only the beginning and the end of the file are read.
    pub(super) fn of(path: &Path) -> Run {
        let Glimpse { head, mark, is_played } = match glimpse(path) {
            Ok(glimpse) => glimpse,
            Err(error) => return Run::damaged(path, &error.to_string()),
        };
        let name = name_of(path).unwrap_or_default();
        let header = header_of(&head);
        let has_step = head.len() as u64 == HEAD || contains(&head, b"\nstep 1 ");
        let is_readable = header.is_some() && has_step;
        if !is_readable && !is_played {
            let is_empty = head.iter().all(|&byte| byte == 0);
            return Run::damaged(
                path,
                match header {
                    _ if is_empty => "it is empty",
                    Some(_) => "it ends before its first step",
                    None => "it is no recording",
                },
            );
        }
        let Name { date, part, class, depth, end } = name;
        let part = header.as_ref().map(|header| header.part).or(part);
        let (end, date, facts) = match mark {
            Some(Mark { end, at, facts }) => (end.or(Some(End::Left)), Some(at), facts),
            None => (end, date, RunFacts { class, depth, ..RunFacts::default() }),
        };
        let is_kept = contains(&head, b"\n# begun ");
        let end = match end {
            _ if is_played => RunEnd::Open,
            Some(End::Died) => RunEnd::Died,
            Some(End::Won) => RunEnd::Won,
            Some(End::GivenUp) => RunEnd::Ended,
            // What cut off the last lines was no end.
            Some(End::Left) | None if is_kept && part.is_some_and(Part::has_saves) => RunEnd::Left,
            Some(End::Left) | None => RunEnd::Ended,
        };
        let seed = header.map(|header| header.seed);
        let date = date.unwrap_or_else(|| written_at(path));
        Run { end, date, part, seed, facts, path: path.to_owned(), note: None }
    }

    /// A file that has the name of a recording, and is none.
    pub(super) fn damaged(path: &Path, reason: &str) -> Run {
        Run {
            end: RunEnd::Damaged,
            date: written_at(path),
            part: None,
            seed: None,
            facts: RunFacts::default(),
            path: path.to_owned(),
            note: Some(reason.to_owned()),
        }
    }

    /// The save of a run of 1.0.0 that has no keys.
    pub(super) fn save(path: &Path, part: Part, facts: RunFacts) -> Run {
        let note = "only its save is whole; copy it, and F9 loads the copy with --save-file COPY".to_owned();
        Run { end: RunEnd::Save, part: Some(part), facts, note: Some(note), ..Run::damaged(path, "") }
    }

    /// What became of it.
    pub const fn end(&self) -> RunEnd {
        self.end
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(super) const fn date(&self) -> DateTime<Local> {
        self.date
    }

    pub(super) const fn part(&self) -> Option<Part> {
        self.part
    }

    pub(super) const fn facts(&self) -> RunFacts {
        self.facts
    }

    pub(super) fn is_save(&self) -> bool {
        self.end == RunEnd::Save
    }

    /// Returns true if the run can be given up.
    pub(crate) const fn may_be_given_up(&self) -> bool {
        matches!(self.end, RunEnd::Left | RunEnd::Damaged | RunEnd::Save)
    }

    pub(crate) const fn class(&self) -> Option<PlayerClass> {
        self.facts.class
    }

    pub(crate) const fn depth(&self) -> Option<usize> {
        self.facts.depth
    }

    /// Returns how it ended and when, its part, and the rest, each as columns of the list.
    fn columns(&self) -> [String; 3] {
        let Run { end, date, part, seed, facts, .. } = self;
        let (class, depth) = (facts.class.map_or("-", PlayerClass::name), known(facts.depth.as_ref()));
        let (part, seed) = (known(part.as_ref()), known(seed.as_ref()));
        [
            format!("{:<5}  {}", end.word(), date.format("%Y-%m-%d %H:%M")),
            format!("part {part:<2}"),
            format!("{class:<7}  depth {depth:<3}  seed {seed:<10}"),
        ]
    }

    /// Returns the line of the page, whose runs are all of one part. `is_own` is true for the run that this
    /// window plays.
    pub(crate) fn line(&self, is_own: bool) -> String {
        let [when, _, what] = self.columns();
        let when = if is_own { format!("{:<width$}", "this run", width = when.len()) } else { when };
        match self.end {
            RunEnd::Damaged => format!("{when}  {}", self.file_name()),
            _ => format!("{when}  {}", what.trim_end()),
        }
    }

    fn file_name(&self) -> String {
        self.path.file_name().unwrap_or_default().display().to_string()
    }

    /// Returns the question before the run is given up.
    pub(crate) fn question(&self) -> String {
        let (name, note) = (self.file_name(), self.note.as_deref().unwrap_or_default());
        match self {
            Run { end: RunEnd::Left, facts, .. } => {
                let hero = facts
                    .class
                    .map_or_else(|| format!("the run in {name}"), |class| format!("the {}", class.name()));
                let depth = facts.depth.map_or_else(String::new, |depth| format!(" on depth {depth}"));
                format!(
                    "Give up {hero}{depth}? The run cannot be continued any more. It stays on the list, and you \
                     can watch it again. Press G to give it up."
                )
            }
            _ => format!("Remove {name}? It cannot be continued: {note}. Press G to remove it."),
        }
    }
}

/// The line of `roguelike runs`.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [when, part, what] = self.columns();
        write!(f, "{when}  {part}  {what}  {}", self.path.display())?;
        self.note.iter().try_for_each(|note| write!(f, ": {note}"))
    }
}

impl Run {
    /// Returns the line of the menu that offers the run.
    pub fn offer(&self) -> String {
        let what = match (self.facts, self.seed) {
            (RunFacts { class: Some(class), depth: Some(depth), hp: Some([hp, max_hp]), .. }, _) => {
                format!("{}, depth {depth}, HP {hp}/{max_hp}", class.name())
            }
            (_, Some(seed)) => format!("the run of seed {seed}"),
            _ => "the last run".to_owned(),
        };
        format!("C)  Continue -  {what}")
    }
}

/// Returns the header of a recording; none if its first bytes are those of no recording.
fn header_of(head: &[u8]) -> Option<Header> {
    Some(Reader::new(head).ok()?.header().clone())
}

/// Returns when a file was written last.
fn written_at(path: &Path) -> DateTime<Local> {
    let written = fs::symlink_metadata(path).and_then(|file| file.modified());
    written.map_or_else(|_| Local::now(), DateTime::from)
}

/// Orders runs: those that are not over first, each kind with the latest first.
pub(super) fn sorted(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_by_cached_key(|run| std::cmp::Reverse((run.end.is_unfinished(), run.date, run.path.clone())));
    runs
}

/// Returns all runs of the player who started the program, and what is wrong with files of 1.0.0.
///
/// # Errors
/// If there is no folder for data, or it cannot be read.
pub fn list() -> Result<Vec<Run>, String> {
    let data = folders::data()?;
    if let Err(error) = fs::read_dir(&data)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        return Err(format!("cannot read the folder {}: {error}", data.display()));
    }
    let parts = Part::all().filter(|part| part.has_saves());
    let folder = parts.fold(RunsFolder::new(data.join("runs")), |folder, part| {
        folder.with_saves(part, data.join(format!("part{part}.save")))
    });
    Ok(folder.runs())
}

/// Gives up a run that was left or is damaged. `file` is its path as the list shows it, or the end of that
/// path. Returns the line that says what became of it.
///
/// # Errors
/// If there is no such run, if a window plays it, or if its file cannot be changed.
pub fn give_up(file: &Path) -> Result<String, String> {
    let runs = list()?;
    let mut found = runs.iter().filter(|run| run.path.ends_with(file));
    let run = found.clone().find(|run| run.may_be_given_up()).ok_or_else(|| match found.next() {
        Some(Run { end: RunEnd::Open, .. }) => format!("a window plays {}; close it first", file.display()),
        _ => format!("{} is no run that was left; 'roguelike runs' lists them", file.display()),
    })?;
    RunsFolder::give_up(run).map_err(|error| error.to_string())?;
    let stays = if run.end == RunEnd::Left { "; it stays on the list, and can be watched" } else { "" };
    Ok(format!("given up: {}{stays}", run.path.display()))
}
