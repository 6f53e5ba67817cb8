//! Files and folders. Errors name them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::program::Sources;

/// Maximum size of a file that is read, in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// Reads a file.
///
/// # Errors
/// When it cannot be read, is no file, such as a pipe, or is larger than 16 MiB.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    let problem = |error: io::Error| format!("cannot read {}: {error}", path.display());
    // Opening a pipe would wait for its other end.
    if !fs::metadata(path).map_err(problem)?.is_file() {
        return Err(problem(io::Error::other("it is not a regular file")));
    }
    let mut bytes = Vec::new();
    fs::File::open(path).and_then(|file| file.take(MAX_SIZE + 1).read_to_end(&mut bytes)).map_err(problem)?;
    let is_large = bytes.len() as u64 > MAX_SIZE;
    if is_large { Err(problem(io::Error::other("it is larger than 16 MiB"))) } else { Ok(bytes) }
}

/// Reads a text.
///
/// # Errors
/// When it cannot be read as a file, or is no UTF-8.
pub fn text(path: &Path) -> Result<String, String> {
    String::from_utf8(read(path)?).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Returns what is in a folder, by name.
///
/// # Errors
/// When it cannot be read.
pub fn entries(folder: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let problem = |error: io::Error| format!("cannot read {}: {error}", folder.display());
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
            all.push((name.to_owned(), path.clone()));
        }
    }
    Ok(all)
}

/// Adds a file, or all files below a folder, by their paths, which begin with `path`. Links to folders are left
/// out, because they can lead in circles.
///
/// # Errors
/// When a folder cannot be read.
pub fn below(place: &Path, path: &str, found: &mut BTreeMap<String, PathBuf>) -> Result<(), String> {
    if place.is_dir() {
        let entries = entries(place)?.into_iter();
        for (name, inner) in entries.filter(|(_, inner)| !(inner.is_symlink() && inner.is_dir())) {
            below(&inner, &format!("{path}/{name}"), found)?;
        }
    } else {
        found.insert(path.to_owned(), place.to_owned());
    }
    Ok(())
}

/// Reads all Rust files below a folder. Hidden ones, such as an editor's lock, are no sources.
///
/// # Errors
/// When one cannot be read.
pub fn collect(folder: &Path) -> Result<Sources, String> {
    let mut found = BTreeMap::new();
    below(folder, "", &mut found)?;
    let rust = found.into_iter().filter(|(path, _)| path.ends_with(".rs") && !path.contains("/."));
    rust.map(|(path, place)| Ok((path[1..].to_owned(), text(&place)?))).collect()
}

/// Returns an error unless files can be written to the folder: it is not there yet, or empty.
///
/// # Errors
/// When something is there that would be lost.
pub fn check_free(folder: &Path) -> Result<(), String> {
    match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!("{} is not empty: give a new folder, or empty this one", folder.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(format!("cannot write to {}: {error}; give another folder", folder.display())),
    }
}

/// Writes a file that is not there yet, with the folders it is in.
///
/// # Errors
/// When it is there, or cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let problem = |error: io::Error| format!("cannot write {}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(problem)?;
    }
    let mut file = fs::File::create_new(path).map_err(problem)?;
    io::Write::write_all(&mut file, bytes).map_err(problem)
}

/// Writes files that are not there yet, by their paths in a folder.
///
/// # Errors
/// When one is there, or cannot be written.
pub fn write_all(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    files.iter().try_for_each(|(path, bytes)| write_new(&folder.join(path), bytes))
}
