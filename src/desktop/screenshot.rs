//! Screenshots: where F12 saves them, and under which names.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::desktop::picture::{Picture, to_png};
use crate::game::Setup;
use crate::glyph_cache::GlyphError;
use crate::support::file;
use crate::support::terminal::{complain, tell};

/// Saves a picture, and prints where it is on standard output, or on standard error why it could not be
/// saved. Returns that line for the window.
pub fn take(picture: Result<Picture, GlyphError>, setup: &Setup) -> String {
    let picture = picture.map_err(|error| error.to_string());
    let png = picture.and_then(|picture| to_png(&picture).map_err(|error| error.to_string()));
    match png.and_then(|png| save(&png, setup)) {
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
fn save(png: &[u8], Setup { part, seed, .. }: &Setup) -> Result<PathBuf, String> {
    let folder = folder().ok_or("cannot save the picture: there is no home folder; set HOME")?;
    let problem = |error: io::Error| format!("cannot save the picture in {}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(problem)?;
    let stem = format!("roguelike-part{part}-seed{seed}-{}", timestamp());
    let path = unused(&folder, &stem);
    file::write_whole(&path, png).map_err(problem)?;
    Ok(path)
}

/// Returns the desktop's folder for pictures, or `Pictures` in the home folder.
fn folder() -> Option<PathBuf> {
    let home = env::home_dir().filter(|home| !home.as_os_str().is_empty())?;
    let config = env::var_os("XDG_CONFIG_HOME").map_or_else(|| home.join(".config"), PathBuf::from);
    // Without this file, or with one that names no folder, pictures go to the usual folder.
    let desktop = fs::read_to_string(config.join("user-dirs.dirs")).unwrap_or_default();
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

/// Returns the time in UTC, as 20261121-034559.
fn timestamp() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    let time = seconds % 86_400;
    format!("{year:04}{month:02}{day:02}-{:02}{:02}{:02}", time / 3600, time / 60 % 60, time % 60)
}

/// Returns the Gregorian date of a day, counted from 1 January 1970: year, month from 1, day from 1.
fn date(mut days: u64) -> (u64, usize, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 0;
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    (year, month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_778), (2026, 11, 21));
    }

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
