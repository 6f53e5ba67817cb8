//! Reads the sources of a program from its folder and the folders in it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::source::Source;
use super::{AttachError, HEADER_NAME};
use crate::support::file;

/// The extensions of sources.
pub(super) const EXTENSIONS: [&str; 6] = ["cpp", "h", "hpp", "cc", "cxx", "hh"];
/// How many folders down sources are searched for.
const MAX_DEPTH: usize = 2;
/// Folders of other programs, of libraries and of what the compiler writes.
const OTHER_FOLDERS: [&str; 8] = [".", "build", "cmake-build", "out", "extern", "third", "vendor", "vcpkg"];
/// Maximum size of a source, in bytes. A larger one has data, and is left alone.
pub(super) const MAX_SIZE: u64 = 4 << 20;
/// Maximum number of sources.
pub(super) const MAX_SOURCES: usize = 1000;
/// Maximum number of files and folders of any kind.
pub(super) const MAX_ENTRIES: usize = 100_000;
/// Maximum size of all sources together, in bytes.
pub(super) const MAX_TOTAL: usize = 16 << 20;

/// The sources of a folder.
pub(super) struct Folder {
    /// In the order of their names.
    pub sources: Vec<Source>,
    /// The names of those that are links, or in folders that are.
    pub links: BTreeSet<String>,
    /// Sources that were not read, each with the reason.
    pub not_read: Vec<String>,
}

/// Reads the sources of a folder.
///
/// # Errors
/// If it cannot be read, has no sources or too many, or one whose name a patch cannot hold.
pub(super) fn read(root: &Path) -> Result<Folder, AttachError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |error| AttachError::Read { path, error }
    };
    let mut found = Folder { sources: Vec::new(), links: BTreeSet::new(), not_read: Vec::new() };
    let real_root = fs::canonicalize(root).map_err(unreadable(root))?;
    let (mut total, mut entries) = (0, 0);
    // Folders that are still to be read: name, depth, and true if a link leads to it.
    let mut folders = vec![(String::new(), 0, false)];
    while let Some((prefix, depth, is_linked)) = folders.pop() {
        let folder = root.join(&prefix);
        for entry in fs::read_dir(&folder).map_err(unreadable(&folder))? {
            entries += 1;
            if entries > MAX_ENTRIES {
                return Err(AttachError::TooMany(root.to_owned()));
            }
            let path = entry.map_err(unreadable(&folder))?.path();
            let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_folder = path.is_dir();
            let is_source =
                path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known));
            let is_wanted = match is_folder {
                true => depth < MAX_DEPTH && !OTHER_FOLDERS.iter().any(|other| file_name.starts_with(other)),
                false => is_source && path.is_file() && file_name != HEADER_NAME,
            };
            // What a link leads to is read under its own name if it is in the folder.
            let is_link = path.is_symlink();
            let is_inside = || fs::canonicalize(&path).is_ok_and(|target| target.starts_with(&real_root));
            if !is_wanted || is_link && is_inside() {
                continue;
            }
            let is_linked = is_linked || is_link;
            let is_plain = |name: &&str| !name.contains(|c: char| c.is_control() || c == '"' || c == '\\');
            let name = path.file_name().and_then(|name| name.to_str()).filter(is_plain);
            let name = name.map(|name| format!("{prefix}{name}"));
            if is_folder {
                folders.extend(name.map(|name| (format!("{name}/"), depth + 1, is_linked)));
                continue;
            }
            let Some(name) = name else { return Err(AttachError::Name(path)) };
            match file::read_regular(&path, MAX_SIZE) {
                Err(error) if matches!(error.kind(), io::ErrorKind::FileTooLarge) => {
                    found.not_read.push(format!("{name} was not read: {error}"));
                }
                text => {
                    let text = text.map_err(unreadable(&path))?;
                    total += text.len();
                    if total > MAX_TOTAL {
                        return Err(AttachError::TooLarge(root.to_owned()));
                    }
                    found.links.extend(Some(name.clone()).filter(|_| is_linked));
                    found.sources.push(Source::new(name, text));
                }
            }
            if found.sources.len() > MAX_SOURCES {
                return Err(AttachError::TooMany(root.to_owned()));
            }
        }
    }
    found.sources.sort_by(|a, b| a.name.cmp(&b.name));
    if found.sources.is_empty() {
        return Err(AttachError::NoSources(PathBuf::from(root)));
    }
    Ok(found)
}
