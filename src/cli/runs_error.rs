//! Why `roguelike runs` fails.

use std::io;
use std::path::PathBuf;

use crate::desktop::kept::folder::KeepError;
use crate::support::folders::NoFolder;

/// The reason why games cannot be listed, or one cannot be given up.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the texts explain them")]
pub enum RunsError {
    #[error(transparent)]
    NoFolder(#[from] NoFolder),
    #[error("cannot read the folder {}: {}", .0.display(), .1)]
    Folder(PathBuf, io::Error),
    #[error("{} is open in a window; close it first", .0.display())]
    Open(PathBuf),
    #[error("{} is not an unfinished game; 'roguelike runs' lists them", .0.display())]
    NotUnfinished(PathBuf),
    #[error(transparent)]
    Keep(#[from] KeepError),
}
