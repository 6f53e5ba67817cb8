//! The platform's folders for what a program keeps. A relative path is refused, because what is kept there
//! would depend on where the program is started.

use std::path::PathBuf;

/// The name of this program's folders.
const NAME: &str = "roguelike-sdl2";

/// Returns the folder for this program's data. It may not exist yet.
/// Fails if the system does not say where it is.
pub fn data() -> Result<PathBuf, String> {
    Ok(absolute(dirs::data_dir())?.join(NAME))
}

/// Returns the folder for this program's settings. It may not exist yet.
/// Fails if the system does not say where it is.
pub fn settings() -> Result<PathBuf, String> {
    Ok(absolute(dirs::config_dir())?.join(NAME))
}

/// Returns the folder for what this program can make again. It may not exist yet.
/// Fails if the system does not say where it is.
pub fn cache() -> Result<PathBuf, String> {
    Ok(absolute(dirs::cache_dir())?.join(NAME))
}

/// Returns the user's folder for pictures, or `Pictures` in the home folder if the system knows none.
/// Fails if there is no home folder.
pub fn pictures() -> Result<PathBuf, String> {
    absolute(dirs::picture_dir()).or_else(|_| Ok(absolute(dirs::home_dir())?.join("Pictures")))
}

/// Returns a folder that the system names.
/// Fails if it names none, or a relative path.
fn absolute(folder: Option<PathBuf>) -> Result<PathBuf, String> {
    let problem = if cfg!(windows) { "Windows names no such folder" } else { "HOME is not an absolute path" };
    folder.filter(|folder| folder.is_absolute()).ok_or_else(|| problem.to_owned())
}
