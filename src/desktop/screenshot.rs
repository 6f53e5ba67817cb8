//! Screenshots: where F12 saves them, and under which names.

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

/// Returns the user's folder for pictures, or `Pictures` in the home folder if the system knows none.
fn folder() -> Option<PathBuf> {
    dirs::picture_dir().or_else(|| Some(dirs::home_dir()?.join("Pictures")))
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
}
