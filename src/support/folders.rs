//! The platform's folders for what a program keeps.

use std::env;
use std::path::PathBuf;

/// The name of this program's folders.
const NAME: &str = "roguelike-sdl2";

/// Returns the folder for this program's data. It may not exist yet.
///
/// # Errors
/// If the environment does not say where it is.
pub(crate) fn data() -> Result<PathBuf, String> {
    let base = if cfg!(windows) {
        dirs::data_dir().ok_or("Windows names no folder for data")?
    } else if cfg!(target_os = "macos") {
        home()?.join("Library/Application Support")
    } else {
        xdg("XDG_DATA_HOME", ".local/share")?
    };
    Ok(base.join(NAME))
}

/// Returns the folder that one of the variables of the XDG Base Directory Specification names. One that is
/// empty or holds a relative path counts as not set.
fn xdg(variable: &str, default: &str) -> Result<PathBuf, String> {
    absolute(variable).or_else(|_| Ok(home()?.join(default)))
}

fn home() -> Result<PathBuf, String> {
    absolute("HOME")
}

/// Returns the absolute path in a variable. With a relative one, saves would depend on where the program is
/// started.
fn absolute(variable: &str) -> Result<PathBuf, String> {
    let path = env::var_os(variable).map(PathBuf::from).ok_or_else(|| format!("{variable} is not set"))?;
    if path.is_absolute() { Ok(path) } else { Err(format!("{variable} is no absolute path")) }
}
