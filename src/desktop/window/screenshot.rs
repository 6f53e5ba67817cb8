//! Screenshots: where F12 saves them, and under which names.

use std::fs;
use std::io;
use std::path::PathBuf;

use crate::desktop::assist::stop::full_sentence;
use crate::desktop::clock;
use crate::picture::GlyphError;
use crate::support::folders::NoFolder;
use crate::support::terminal::{complain, tell};
use crate::support::{file, folders};

/// Why a picture of the window is not saved. Each is a part of a sentence.
#[derive(Debug, thiserror::Error)]
enum NotSaved {
    #[error(transparent)]
    Draw(GlyphError),
    #[error("cannot save the picture: {0}")]
    NoFolder(#[from] NoFolder),
    #[error("cannot save the picture in {}: {}", .0.display(), .1)]
    Write(PathBuf, io::Error),
}

/// Saves a PNG file under a name that begins with `name`. Prints where it is on standard output, or on
/// standard error why it could not be saved. Returns that line for the window.
pub fn take(png: Result<Vec<u8>, GlyphError>, name: &str) -> String {
    match png.map_err(NotSaved::Draw).and_then(|png| save(&png, name)) {
        Ok(path) => {
            let place = format!("Picture saved as {}", path.display());
            tell(&place);
            place
        }
        Err(problem) => {
            complain(&problem.to_string());
            full_sentence(&problem.to_string())
        }
    }
}

/// Writes a PNG into the user's folder for pictures, under a name that is not taken. Returns its path.
fn save(png: &[u8], name: &str) -> Result<PathBuf, NotSaved> {
    let folder = folders::pictures()?;
    let failed = |error| NotSaved::Write(folder.clone(), error);
    fs::create_dir_all(&folder).map_err(failed)?;
    let first = format!("{name}-{}", clock::in_name(clock::now()));
    let (mut path, mut number) = (folder.join(format!("{first}.png")), 1);
    while path.exists() {
        number += 1;
        path = folder.join(format!("{first}-{number}.png"));
    }
    file::write_whole(&path, png).map_err(failed)?;
    Ok(path)
}
