//! Screenshots: where F12 saves them, and under which names.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::desktop::folders;
use crate::desktop::picture::{Picture, to_png};
use crate::desktop::timestamp::timestamp;
use crate::support::file;
use crate::support::terminal::{complain, tell};

/// Saves a picture under a name that begins with `name`, and prints where it is on standard output, or on standard error why it could not be
/// saved. Returns that line for the window.
pub fn take(picture: &Picture, name: &str) -> String {
    let png = to_png(picture.surface()).map_err(|error| error.to_string());
    match png.and_then(|png| save(&png, name)) {
        Ok(path) => {
            let place = format!("Picture saved as {}", path.display());
            tell(&place);
            place
        }
        Err(problem) => {
            complain(&problem);
            problem
        }
    }
}

/// Writes a PNG into the user's folder for pictures, under a name that is not taken. Returns its path.
fn save(png: &[u8], name: &str) -> Result<PathBuf, String> {
    let folder = folder().ok_or("cannot save the picture: there is no home folder; set HOME")?;
    let problem = |error: io::Error| format!("cannot save the picture in {}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(problem)?;
    let stem = format!("{name}-{}", timestamp());
    let path = unused(&folder, &stem);
    file::write_whole(&path, png).map_err(problem)?;
    Ok(path)
}

/// Returns the desktop's folder for pictures, or `Pictures` in the home folder.
fn folder() -> Option<PathBuf> {
    let home = env::home_dir().filter(|home| !home.as_os_str().is_empty())?;
    // Without this file, or with one that names no folder, pictures go to the usual folder.
    let desktop = folders::config().map(|config| fs::read_to_string(config.join("user-dirs.dirs")));
    let desktop = desktop.and_then(Result::ok).unwrap_or_default();
    Some(configured(&desktop, &home).unwrap_or_else(|| home.join("Pictures")))
}

/// Returns the folder that a `user-dirs.dirs` file names, as in `XDG_PICTURES_DIR="$HOME/Bilder"`.
fn configured(desktop: &str, home: &Path) -> Option<PathBuf> {
    let value = desktop.lines().find_map(|line| line.trim().strip_prefix("XDG_PICTURES_DIR="))?;
    let value = value.trim_matches('"');
    match value.strip_prefix("$HOME/") {
        Some(below) if !below.is_empty() => Some(home.join(below)),
        Some(_) => None,
        None => Some(PathBuf::from(value)).filter(|path| path.is_absolute()),
    }
}

/// Returns a path that no file has: the name itself, or the name with a number.
fn unused(folder: &Path, stem: &str) -> PathBuf {
    let first = folder.join(format!("{stem}.png"));
    let numbered = (2..).map(|number| folder.join(format!("{stem}-{number}.png")));
    std::iter::once(first.clone()).chain(numbered).find(|path| !path.exists()).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_desktops_file_names_the_folder_for_pictures() {
        let home = Path::new("/home/me");
        let file = "# comment\nXDG_MUSIC_DIR=\"$HOME/M\"\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n";
        assert_eq!(configured(file, home), Some(PathBuf::from("/home/me/Bilder")));
        assert_eq!(configured("XDG_PICTURES_DIR=\"/data/p\"", home), Some(PathBuf::from("/data/p")));
        assert_eq!(configured("XDG_PICTURES_DIR=\"$HOME/\"", home), None);
        assert_eq!(configured("", home), None);
    }
}
