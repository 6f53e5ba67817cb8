//! Screenshots: where F12 saves them, and under which names.

use std::fs;
use std::io;
use std::path::PathBuf;

use crate::desktop::assist::stop::full_sentence;
use crate::desktop::clock;
use crate::picture::GlyphError;
use crate::support::terminal::{complain, tell};
use crate::support::{file, folders};

/// Saves a PNG file under a name that begins with `name`. Prints where it is on standard output, or on
/// standard error why it could not be saved. Returns that line for the window.
pub fn take(png: Result<Vec<u8>, GlyphError>, name: &str) -> String {
    let saved = png.map_err(|error| error.to_string()).and_then(|png| save(&png, name));
    let place = saved.map(|path| format!("Picture saved as {}", path.display()));
    place.inspect(|place| tell(place)).unwrap_or_else(|problem| {
        complain(&problem);
        full_sentence(&problem)
    })
}

/// Writes a PNG into the user's folder for pictures, under a name that is not taken. Returns its path.
fn save(png: &[u8], name: &str) -> Result<PathBuf, String> {
    let folder = folders::pictures().map_err(|error| format!("cannot save the picture: {error}"))?;
    let problem = |error: io::Error| format!("cannot save the picture in {}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(problem)?;
    let first = format!("{name}-{}", clock::in_name(clock::now()));
    let (mut path, mut number) = (folder.join(format!("{first}.png")), 1);
    while path.exists() {
        number += 1;
        path = folder.join(format!("{first}-{number}.png"));
    }
    file::write_whole(&path, png).map_err(problem)?;
    Ok(path)
}
