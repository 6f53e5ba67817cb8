//! Files that the desktop keeps, which no option may overwrite.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::desktop::settings::file as settings_file;
use crate::support::file;
use crate::support::folders;

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

/// Returns true for the names that 1.0.0 gave the files of its runs: `game.save.autosave`,
/// `game.save.autosave.2.trace`, `game.save.autosave.trace.damaged` and others.
fn names_run(name: &str) -> bool {
    name.split_once(".autosave")
        .is_some_and(|(first, rest)| !first.is_empty() && (rest.is_empty() || rest.starts_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_runs_are_known_by_their_names() {
        for name in ["a.autosave", "a.autosave.12", "a.autosave.3.trace", "a.autosave.1.trace.damaged.3"] {
            assert!(names_run(name), "{name}");
        }
        for name in ["a.save", "autosave", ".autosave", "a.autosaved", "a.trace", "7", "x.damaged"] {
            assert!(!names_run(name), "{name}");
        }
    }
}
