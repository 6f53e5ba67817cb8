//! Reads the sources of a program from its folder and the folders below it.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::source::Source;
use super::{AttachError, HEADER_NAME};
use roguelike::support::file;

/// Number of levels of folders whose sources are all of the program, and of those that are searched for what
/// it includes.
const NEAR: usize = 2;
const MAX_DEPTH: usize = 16;
/// First words of the names of folders with libraries, other programs, or files of the compiler.
const OTHER_FOLDERS: &str = "build builddir builds cmake extern external externals third thirdparty vendor \
     vendored vendors vcpkg";
/// First words of the names of folders with files of the compiler, or with sources that write.
const FAR_FOLDERS: &str = "out output";
/// Endings of the names of sources that compilers receive.
const COMPILED: [&str; 3] = [".cpp", ".cc", ".cxx"];
/// Maximum size of a source, in bytes. A larger one contains data and is skipped.
pub(super) const MAX_SIZE: u64 = 4 << 20;
/// Maximum number of sources that only a build knows.
const MAX_LOOSE: usize = 1000;
/// Maximum number of files and folders of any kind.
const MAX_ENTRIES: usize = 100_000;

/// A file, a link or a folder inside a folder.
pub(super) struct Entry {
    /// Its path in the folder, with `/`.
    pub name: String,
    pub path: PathBuf,
    /// Its kind, size and times. Those of a link are its own, not its target's.
    pub about: Metadata,
}

/// Returns the last part of a path with `/`.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Returns true for the name of a C++ source. Hidden files are none: macOS writes `._main.cpp` into archives.
pub(super) fn is_source(name: &str) -> bool {
    let is_header = [".h", ".hpp", ".hh"].iter().any(|end| name.ends_with(end));
    !name.starts_with('.') && (is_header || is_compiled(name))
}

/// Returns true for the name of a source that compilers receive.
pub(super) fn is_compiled(name: &str) -> bool {
    COMPILED.iter().any(|end| name.ends_with(end))
}

/// Returns true for the name of a folder without sources of the program itself, like `build-debug`.
fn is_of_others(name: &str) -> bool {
    name.starts_with('.') || begins_with(name, OTHER_FOLDERS)
}

/// Returns true for the path of a source that is only of the program if `#include` lines connect it with
/// others.
pub(super) fn is_far(name: &str) -> bool {
    let folders = || name.split('/').rev().skip(1);
    folders().count() > NEAR || folders().any(|folder| begins_with(folder, FAR_FOLDERS))
}

/// Returns true if the first word of a name is one of these.
fn begins_with(name: &str, words: &str) -> bool {
    let first = name.split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or_default();
    words.split(' ').any(|word| word == first)
}

/// Returns the name of a file without its folders and its ending, which a header and its source share.
fn stem(path: &str) -> &str {
    let name = file_name(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Returns the error of a path that cannot be read.
fn unreadable(path: &Path) -> impl FnOnce(std::io::Error) -> AttachError + use<> {
    let path = path.to_owned();
    |error| AttachError::Read { path, error }
}

/// Returns the wanted entries of a folder and of the folders below it, at most `depth` levels down, in the
/// order of their names. Links are not followed. An unwanted folder counts as empty, and so does one below
/// the first that may not be read.
/// Fails if a folder cannot be read, or there are too many files.
pub(super) fn walk(
    root: &Path,
    depth: usize,
    is_wanted: &dyn Fn(&Entry) -> bool,
) -> Result<Vec<Entry>, AttachError> {
    let (mut found, mut count) = (Vec::new(), 0);
    let mut folders = vec![(root.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let files = match fs::read_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied && !prefix.is_empty() => continue,
            files => files.map_err(unreadable(&folder))?,
        };
        for path in files {
            let path = path.map_err(unreadable(&folder))?.path();
            count += 1;
            if count > MAX_ENTRIES {
                return Err(AttachError::TooMuch(root.to_owned(), "100,000 files"));
            }
            // It may have been removed since.
            let Ok(about) = fs::symlink_metadata(&path) else { continue };
            let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
            let entry = Entry { name, path, about };
            let is_folder = entry.about.is_dir();
            if is_folder && prefix.matches('/').count() == depth || !is_wanted(&entry) {
                continue;
            }
            if is_folder {
                folders.push((entry.path.clone(), format!("{}/", entry.name)));
            }
            found.push(entry);
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Returns the name of a link that may lead to the source with `main`.
pub(super) fn linked_main(root: &Path) -> Option<String> {
    let is_main = |name: &str| is_compiled(name) && file_name(name).starts_with("main.");
    let is_wanted = |Entry { name, about, .. }: &Entry| match about.is_symlink() {
        true => is_main(name),
        false => about.is_dir() && !is_of_others(file_name(name)),
    };
    let found = walk(root, NEAR, &is_wanted).unwrap_or_default().into_iter();
    found.map(|entry| entry.name).find(|name| is_main(name))
}

/// Reads the sources of a folder, in the order of their names. Links are skipped, and so are files that a
/// patch cannot name.
/// Fails if the folder cannot be read, is without sources, or has too many files.
pub(super) fn read(root: &Path) -> Result<Vec<Source>, AttachError> {
    let found = walk(root, MAX_DEPTH, &|entry| {
        let (name, about) = (file_name(&entry.name), &entry.about);
        let is_plain = !name.contains(|c: char| c.is_control() || matches!(c, '"' | '\\' | '\u{fffd}'));
        let is_wanted = match about.is_dir() {
            true => !is_of_others(name),
            false => is_source(name) && name != HEADER_NAME && about.is_file() && about.len() <= MAX_SIZE,
        };
        is_plain && is_wanted
    })?;
    let files = found.into_iter().filter(|entry| entry.about.is_file());
    let read = |Entry { name, path, .. }| {
        let text = file::read_regular(&path, MAX_SIZE).map_err(unreadable(&path))?;
        Ok(Source::new(name, text))
    };
    let (mut far, near): (Vec<_>, Vec<_>) = files.partition(|entry| is_far(&entry.name));
    let names: BTreeSet<String> = near.iter().map(|entry| file_name(&entry.name).to_owned()).collect();
    let mut sources = near.into_iter().map(read).collect::<Result<Vec<_>, AttachError>>()?;
    loop {
        let included = sources.iter().flat_map(|source| &source.includes);
        let stems: BTreeSet<String> = included.map(|name| stem(name).to_owned()).collect();
        // Old versions may be in any folder.
        let is_old = |name: &str| is_compiled(name) && names.contains(file_name(name));
        let is_included = |entry: &Entry| stems.contains(stem(&entry.name)) && !is_old(&entry.name);
        let now: Vec<Entry> = far.extract_if(.., |entry| is_included(entry)).collect();
        if now.is_empty() {
            break;
        }
        sources.extend(now.into_iter().map(read).collect::<Result<Vec<_>, AttachError>>()?);
    }
    let others = far.into_iter().filter(|entry| is_compiled(&entry.name)).take(MAX_LOOSE);
    for source in others.map(read) {
        sources.push(Source { is_loose: true, ..source? });
    }
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    if sources.is_empty() { Err(AttachError::NoSources(root.to_owned())) } else { Ok(sources) }
}
