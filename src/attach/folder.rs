//! Reads the sources of a program from its folder and the folders in it.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use super::source::Source;
use super::{AttachError, HEADER_NAME};
use crate::support::file;

/// How many folders down sources are searched for.
const MAX_DEPTH: usize = 2;
/// Folders of other programs, of libraries and of what the compiler writes.
const OTHER_FOLDERS: [&str; 8] = [".", "build", "cmake-build", "out", "extern", "third", "vendor", "vcpkg"];
/// Maximum size of a source, in bytes. A larger one has data, and is left alone.
pub(super) const MAX_SIZE: u64 = 4 << 20;
/// Maximum number of files and folders of any kind.
const MAX_ENTRIES: usize = 100_000;
/// Maximum size of all sources together, in MiB.
const MAX_TOTAL: usize = 16;

/// A file or a folder in a folder.
pub(super) struct Entry {
    /// Its path in the folder, with `/`.
    pub name: String,
    pub path: PathBuf,
    /// What it is, behind any link.
    pub about: Metadata,
    /// True if it is a link, or in one.
    pub is_linked: bool,
}

impl Entry {
    /// Returns its name without those of the folders that it is in.
    pub fn file_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }
}

/// Returns true for the name of a C++ source.
pub(super) fn is_source(name: &str) -> bool {
    [".cpp", ".h", ".hpp", ".cc", ".cxx", ".hh"].iter().any(|end| name.ends_with(end))
}

/// Returns the error of a path that cannot be read.
fn unreadable(path: &Path) -> impl FnOnce(std::io::Error) -> AttachError + use<> {
    let path = path.to_owned();
    |error| AttachError::Read { path, error }
}

/// Returns the error of a folder that has more than this.
pub(super) fn too_much(root: &Path, limit: usize, what: &str) -> AttachError {
    AttachError::TooMuch(root.to_owned(), format!("{limit} {what}"))
}

/// Returns what is in a folder and in at most `depth` folders below each other, as far as it is wanted, in
/// the order of the names. Of a folder that is not wanted nothing is.
/// Fails if a folder cannot be read, or there are too many files.
pub(super) fn walk(
    root: &Path,
    depth: usize,
    is_wanted: impl Fn(&Entry) -> bool,
) -> Result<Vec<Entry>, AttachError> {
    let (mut found, mut count) = (Vec::new(), 0);
    let mut folders = vec![(root.to_owned(), String::new(), false)];
    while let Some((folder, prefix, is_linked)) = folders.pop() {
        for path in fs::read_dir(&folder).map_err(unreadable(&folder))? {
            let path = path.map_err(unreadable(&folder))?.path();
            count += 1;
            if count > MAX_ENTRIES {
                return Err(too_much(root, MAX_ENTRIES, "files"));
            }
            // A link that leads nowhere is left out.
            let Ok(about) = fs::metadata(&path) else { continue };
            let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
            let entry = Entry { name, about, is_linked: is_linked || path.is_symlink(), path };
            let is_folder = entry.about.is_dir();
            if is_folder && prefix.matches('/').count() == depth || !is_wanted(&entry) {
                continue;
            }
            if is_folder {
                folders.push((entry.path.clone(), format!("{}/", entry.name), entry.is_linked));
            }
            found.push(entry);
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Reads the sources of a folder, in the order of their names.
/// Fails if it cannot be read, has no sources or too many, or one whose name a patch cannot hold.
pub(super) fn read(root: &Path) -> Result<Vec<Source>, AttachError> {
    let real_root = fs::canonicalize(root).map_err(unreadable(root))?;
    let is_small_file = |about: &Metadata| about.is_file() && about.len() <= MAX_SIZE;
    let is_plain = |path: &Path| {
        path.to_str().is_some_and(|name| !name.contains(|c: char| c.is_control() || matches!(c, '"' | '\\')))
    };
    let mut found = walk(root, MAX_DEPTH, |entry| {
        let (name, path) = (entry.file_name(), &entry.path);
        // What a link leads to is read under its own name if it is in the folder.
        let is_inside = || fs::canonicalize(path).is_ok_and(|target| target.starts_with(&real_root));
        let is_wanted = match entry.about.is_dir() {
            true => is_plain(name.as_ref()) && !OTHER_FOLDERS.iter().any(|other| name.starts_with(other)),
            false => is_source(name) && is_small_file(&entry.about) && name != HEADER_NAME,
        };
        is_wanted && !(path.is_symlink() && is_inside())
    })?;
    found.retain(|entry| entry.about.is_file());
    if found.is_empty() {
        return Err(AttachError::NoSources(root.to_owned()));
    }
    let mut total = 0;
    let read = |Entry { name, path, is_linked, .. }| {
        if !is_plain(path.file_name().unwrap_or_default().as_ref()) {
            return Err(AttachError::Name(path));
        }
        let text = file::read_regular(&path, MAX_SIZE).map_err(unreadable(&path))?;
        total += text.len();
        if total > MAX_TOTAL << 20 {
            return Err(too_much(root, MAX_TOTAL, "MiB"));
        }
        Ok(Source::new(name, text, is_linked))
    };
    found.into_iter().map(read).collect()
}
