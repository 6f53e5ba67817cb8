//! The platform's folders for the files of a program. A relative path is refused, because it would lead to
//! another folder whenever the program is started somewhere else.

use std::fs;
use std::io;
use std::path::PathBuf;

/// The name of this program's folders.
const NAME: &str = "roguelike-sdl2";

/// Why the system names no folder.
const NO_PATH: &str =
    if cfg!(windows) { "Windows names no such folder" } else { "HOME is not an absolute path" };

/// Why there is no folder. Each text is a part of a sentence.
#[derive(Debug, thiserror::Error)]
pub enum NoFolder {
    /// The system lacks an absolute path for it.
    #[error("{NO_PATH}")]
    NoPath,
    /// It cannot be made.
    #[error("cannot make the folder {}: {}", .0.display(), .1)]
    Make(PathBuf, io::Error),
}

/// Returns the folder for this program's data. It may not exist yet.
///
/// # Errors
/// If the system lacks such a folder.
pub fn data() -> Result<PathBuf, NoFolder> {
    Ok(absolute(dirs::data_dir())?.join(NAME))
}

/// Makes the folder for this program's data, unless it exists, and returns it.
///
/// # Errors
/// If the system lacks such a folder, or it cannot be made.
pub fn make_data() -> Result<PathBuf, NoFolder> {
    let folder = data()?;
    fs::create_dir_all(&folder).map_err(|error| NoFolder::Make(folder.clone(), error))?;
    Ok(folder)
}

/// Returns the folder for this program's settings. It may not exist yet.
///
/// # Errors
/// If the system lacks such a folder.
pub fn settings() -> Result<PathBuf, NoFolder> {
    Ok(absolute(dirs::config_dir())?.join(NAME))
}

/// Returns the folder for files that this program can make again. It may not exist yet.
///
/// # Errors
/// If the system lacks such a folder.
pub fn cache() -> Result<PathBuf, NoFolder> {
    Ok(absolute(dirs::cache_dir())?.join(NAME))
}

/// Returns the user's folder for pictures, or `Pictures` in the home folder if the system has none.
///
/// # Errors
/// If the home folder is not known.
pub fn pictures() -> Result<PathBuf, NoFolder> {
    absolute(dirs::picture_dir()).or_else(|_| Ok(absolute(dirs::home_dir())?.join("Pictures")))
}

/// Returns a folder of the system if its path is absolute.
fn absolute(folder: Option<PathBuf>) -> Result<PathBuf, NoFolder> {
    folder.filter(|folder| folder.is_absolute()).ok_or(NoFolder::NoPath)
}
