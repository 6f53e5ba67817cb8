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
    if is_in(data.as_ref().map(|data| data.join("runs"))) {
        return Some(Kept::Run);
    }
    let is_save = path.extension().is_some_and(|extension| extension == "save");
    (is_save && is_in(data)).then_some(Kept::Save)
}
