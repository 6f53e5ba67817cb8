//! Files that the desktop keeps, which no option may overwrite.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::desktop::runs::facts::FACTS;
use crate::desktop::runs::files::{DAMAGED, KEYS, OLD};
use crate::desktop::runs::folders;
use crate::desktop::settings::file as settings_file;
use crate::support::file;

/// What a file is that the desktop keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The file of the settings.
    Settings,
    /// A file of a run.
    Run,
    /// What F5 writes if the player chose no other file.
    Save,
}

/// What the file is, as a part of a sentence.
impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kept::Settings => "the file of the settings",
            Kept::Run => "the file of a kept run",
            Kept::Save => "the save of a part",
        })
    }
}

/// Returns what a file is, if the desktop keeps it, or would keep a file of this name. Links are followed.
pub fn what_is(path: &Path) -> Option<Kept> {
    let path = file::place(path).unwrap_or_else(|_| path.to_owned());
    if settings_file::path().is_some_and(|settings| file::is_same_place(&path, &settings)) {
        return Some(Kept::Settings);
    }
    let data = folders::data().ok();
    let is_in = |folder: Option<PathBuf>| {
        let folder = folder.and_then(|folder| folder.canonicalize().ok());
        folder.is_some() && path.parent() == folder.as_deref()
    };
    // The endings are ASCII, so they are found in a name that is not UTF-8, too.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if names_run(&name) || is_in(data.as_ref().map(|data| data.join("runs"))) {
        return Some(Kept::Run);
    }
    (name.ends_with(".save") && is_in(data)).then_some(Kept::Save)
}

/// Returns true for the names of a run's files beside any save file: `game.save.autosave`,
/// `game.save.autosave.2`, those with `.trace` or `.facts` at the end, and those that are kept aside.
fn names_run(name: &str) -> bool {
    let name = without_aside(name).unwrap_or(name);
    let name = [KEYS, FACTS].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
    without_number(name).ends_with(".autosave")
}

/// Returns true for a file that is kept beside a run that went on without it.
pub(crate) fn is_aside(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    without_aside(&name).is_some() && names_run(&name)
}

/// Removes the ending of a file that is kept aside.
fn without_aside(name: &str) -> Option<&str> {
    let name = without_number(name);
    [DAMAGED, OLD].iter().find_map(|ending| name.strip_suffix(ending))
}

/// Removes a number at the end.
fn without_number(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((first, number)) if number.bytes().all(|digit| digit.is_ascii_digit()) => first,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_runs_are_known_by_their_names() {
        for name in
            ["a.autosave", "a.autosave.12", "a.autosave.trace", "a.autosave.3.trace", "a.autosave.facts"]
        {
            assert!(names_run(name) && !is_aside(Path::new(name)), "{name}");
        }
        for name in ["a.autosave.damaged", "a.autosave.1.trace.damaged.3", "a.autosave.trace.old"] {
            assert!(names_run(name) && is_aside(Path::new(name)), "{name}");
        }
        for name in ["a.save", "autosave", "a.autosave.x", "a.trace", "a.autosave.trace.1x", "7", "x.damaged"]
        {
            assert!(!names_run(name), "{name}");
        }
    }
}
