//! The platform's folders for what a program keeps: one rule for all of them. A relative path is refused,
//! because what is kept there would depend on where the program is started.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// The name of this program's folders.
const NAME: &str = "roguelike-sdl2";

/// Returns the folder for this program's data. It may not exist yet.
/// Fails if the environment does not say where it is.
pub(crate) fn data() -> Result<PathBuf, String> {
    Ok(base(dirs::data_dir, "XDG_DATA_HOME", ".local/share")?.join(NAME))
}

/// Returns the folder for this program's settings. It may not exist yet.
/// Fails if the environment does not say where it is.
pub(crate) fn settings() -> Result<PathBuf, String> {
    Ok(base(dirs::config_dir, "XDG_CONFIG_HOME", ".config")?.join(NAME))
}

/// Returns the folder for what this program can make again. It may not exist yet.
/// Fails if the environment does not say where it is.
pub(crate) fn cache() -> Result<PathBuf, String> {
    if cfg!(target_os = "macos") {
        return Ok(home()?.join("Library/Caches").join(NAME));
    }
    Ok(base(dirs::cache_dir, "XDG_CACHE_HOME", ".cache")?.join(NAME))
}

/// Returns the user's folder for pictures, or `Pictures` in the home folder if the system knows none.
/// Fails if there is no home folder.
pub(crate) fn pictures() -> Result<PathBuf, String> {
    let known = dirs::picture_dir().filter(|folder| folder.is_absolute());
    known.map_or_else(|| Ok(home()?.join("Pictures")), Ok)
}

/// Returns the folder above this program's folder: on Windows the system's, elsewhere the one that a variable
/// of the XDG Base Directory Specification names. A variable with a relative path counts as not set.
fn base(system: fn() -> Option<PathBuf>, variable: &str, below_home: &str) -> Result<PathBuf, String> {
    if cfg!(windows) {
        return system().ok_or_else(|| "Windows names no folder for such files".to_owned());
    }
    if cfg!(target_os = "macos") {
        return Ok(home()?.join("Library/Application Support"));
    }
    absolute(variable, env::var_os(variable)).or_else(|_| Ok(home()?.join(below_home)))
}

fn home() -> Result<PathBuf, String> {
    if cfg!(windows) {
        return dirs::home_dir().ok_or_else(|| "Windows names no home folder".to_owned());
    }
    absolute("HOME", env::var_os("HOME"))
}

/// Returns the path in a variable if it is absolute.
fn absolute(variable: &str, value: Option<OsString>) -> Result<PathBuf, String> {
    let path = value.map(PathBuf::from).ok_or_else(|| format!("{variable} is not set"))?;
    if path.is_absolute() { Ok(path) } else { Err(format!("{variable} is no absolute path")) }
}
