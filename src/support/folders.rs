//! The platform's folders for what a program keeps: one rule for all of them. A relative path is refused,
//! because what is kept there would depend on where the program is started.

use std::env;
use std::path::PathBuf;

/// The name of this program's folders.
const NAME: &str = "roguelike-sdl2";

/// Returns the folder for this program's data. It may not exist yet.
/// Fails if the environment does not say where it is.
pub(crate) fn data() -> Result<PathBuf, String> {
    own(dirs::data_dir, "XDG_DATA_HOME", ".local/share", "Library/Application Support")
}

/// Returns the folder for this program's settings. It may not exist yet.
/// Fails if the environment does not say where it is.
pub(crate) fn settings() -> Result<PathBuf, String> {
    own(dirs::config_dir, "XDG_CONFIG_HOME", ".config", "Library/Application Support")
}

/// Returns the folder for what this program can make again. It may not exist yet.
/// Fails if the environment does not say where it is.
pub(crate) fn cache() -> Result<PathBuf, String> {
    own(dirs::cache_dir, "XDG_CACHE_HOME", ".cache", "Library/Caches")
}

/// Returns the user's folder for pictures, or `Pictures` in the home folder if the system knows none.
/// Fails if there is no home folder.
pub(crate) fn pictures() -> Result<PathBuf, String> {
    let known = dirs::picture_dir().filter(|folder| folder.is_absolute());
    known.map_or_else(|| Ok(absolute("HOME")?.join("Pictures")), Ok)
}

/// Returns this program's folder in that of the system on Windows, in one of the home folder on macOS, and
/// elsewhere in the one that a variable of the XDG Base Directory Specification names. A variable with a
/// relative path counts as not set.
fn own(
    windows: fn() -> Option<PathBuf>,
    variable: &str,
    below_home: &str,
    macos: &str,
) -> Result<PathBuf, String> {
    let home = |folder: &str| Ok(absolute("HOME")?.join(folder));
    let folder = match () {
        () if cfg!(windows) => windows().ok_or("Windows names no folder for such files".to_owned()),
        () if cfg!(target_os = "macos") => home(macos),
        () => absolute(variable).or_else(|_| home(below_home)),
    };
    folder.map(|folder| folder.join(NAME))
}

/// Returns the path in a variable if it is absolute.
fn absolute(variable: &str) -> Result<PathBuf, String> {
    let path = env::var_os(variable).map(PathBuf::from).ok_or_else(|| format!("{variable} is not set"))?;
    if path.is_absolute() { Ok(path) } else { Err(format!("{variable} is no absolute path")) }
}
