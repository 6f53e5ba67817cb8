//! A copy of a folder, in which a program is built and run. What has not changed stays as it is, so that it
//! is not compiled again.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::CheckError;
use crate::attach::folder::EXTENSIONS;
use crate::attach::{HEADER, HEADER_NAME, HEADER_START};
use crate::support::hash::Fnv;
use crate::support::{folders, owned};

/// Maximum size of what is copied, in bytes, and maximum number of files and folders.
const MAX_SIZE: u64 = 512 << 20;
const MAX_ENTRIES: usize = 50_000;
/// Maximum number of folders in one another.
const MAX_DEPTH: usize = 16;
/// Number of copies that are kept. The one that was used longest ago makes room for a new one.
const MAX_COPIES: usize = 4;
/// The file that shows whose folder it is, and that is locked while it is used.
const LOCK: &str = "roguelike-check.lock";
/// The save file of the series, which a recording has to begin without.
pub(super) const SAVE: &str = "savegame.txt";

/// Where a copy lies.
pub(super) struct Workspace {
    /// Has the folders `source`, `build` and `recordings`.
    pub root: PathBuf,
    _lock: File,
}

impl Workspace {
    /// Opens the workspace of a folder: `keep`, or one in the cache.
    ///
    /// # Errors
    /// If it cannot be made, belongs to something else, or is used by another check.
    pub fn open(folder: &Path, keep: Option<&Path>) -> Result<Workspace, CheckError> {
        let cannot = |path: &Path| {
            let path = path.to_owned();
            move |error| CheckError::Write { path, error }
        };
        let real = fs::canonicalize(folder).map_err(cannot(folder))?;
        let root = match keep {
            Some(keep) => keep.to_owned(),
            None => {
                let name = real.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let hash = Fnv::of(real.as_os_str().as_encoded_bytes());
                let all = folders::cache().map_err(CheckError::Cache)?.join("check");
                let root = all.join(format!("{name}-{hash:016x}"));
                make_room(&all, &root);
                root
            }
        };
        let is_foreign = fs::read_dir(&root).is_ok_and(|mut all| all.next().is_some());
        if is_foreign && !root.join(LOCK).is_file() {
            return Err(CheckError::Taken(root));
        }
        fs::create_dir_all(&root).map_err(cannot(&root))?;
        let root = fs::canonicalize(&root).map_err(cannot(&root))?;
        if root.starts_with(&real) || real.starts_with(&root) {
            fs::remove_dir(&root).ok();
            return Err(CheckError::Inside(root));
        }
        let path = root.join(LOCK);
        let lock = File::create(&path).map_err(cannot(&path))?;
        if !owned::lock(&lock) {
            return Err(CheckError::Busy(folder.to_owned()));
        }
        lock.set_modified(SystemTime::now()).map_err(cannot(&path))?;
        for name in ["source", "build", "recordings"] {
            fs::create_dir_all(root.join(name)).map_err(cannot(&root))?;
        }
        Ok(Workspace { root, _lock: lock })
    }

    /// The folder that the copied files are in.
    pub fn source(&self) -> PathBuf {
        self.root.join("source")
    }

    /// Copies a folder. `changed` are the names of files that the copy has with other contents, or that are
    /// only there.
    ///
    /// # Errors
    /// If a file cannot be read or written, or there is too much.
    pub fn copy(&self, folder: &Path, changed: &[(String, Vec<u8>)]) -> Result<(), CheckError> {
        let all = entries(folder)?;
        let target = |name: &str| self.source().join(name);
        let cannot = |path: PathBuf| |error| CheckError::Write { path, error };
        for Entry { name, is_folder, modified, .. } in &all {
            let to = target(name);
            if *is_folder {
                fs::create_dir_all(&to).map_err(cannot(to.clone()))?;
            } else if !changed.iter().any(|(other, _)| other == name) {
                let path = folder.join(name);
                let mut bytes = fs::read(&path).map_err(cannot(path))?;
                if name.ends_with(HEADER_NAME) && bytes.starts_with(HEADER_START) {
                    bytes = HEADER.into();
                }
                // A library that is new in the copy must not be newer than its sources.
                let is_new = !to.exists();
                write_changed(&to, &bytes).map_err(cannot(to.clone()))?;
                if let Some(time) = modified.filter(|_| is_new) {
                    File::options()
                        .append(true)
                        .open(&to)
                        .and_then(|file| file.set_modified(time))
                        .map_err(cannot(to))?;
                }
            }
        }
        for (name, bytes) in changed {
            write_changed(&target(name), bytes).map_err(cannot(target(name)))?;
        }
        // Sources that are gone would still be compiled.
        let is_gone = |name: &String| {
            !all.iter().any(|entry| entry.name == *name) && !changed.iter().any(|(other, _)| other == name)
        };
        let is_source = |name: &String| EXTENSIONS.iter().any(|end| name.ends_with(&format!(".{end}")));
        let old = entries(&self.source())?.into_iter().filter(|entry| !entry.is_folder);
        for name in old.map(|entry| entry.name).filter(is_source).filter(is_gone) {
            fs::remove_file(target(&name)).map_err(cannot(target(&name)))?;
        }
        Ok(())
    }
}

/// Removes the copies that were used longest ago, as far as nobody uses them, so that one more has room.
fn make_room(all: &Path, own: &Path) {
    let copies = fs::read_dir(all).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut copies: Vec<_> = copies
        .filter(|copy| copy != own)
        .filter_map(|copy| Some((fs::metadata(copy.join(LOCK)).ok()?.modified().ok()?, copy)))
        .collect();
    copies.sort_by(|a, b| b.cmp(a));
    for (_, copy) in copies.iter().skip(MAX_COPIES - 1) {
        let lock = File::options().write(true).open(copy.join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            // What cannot be removed now is removed by a later check.
            fs::remove_dir_all(copy).ok();
        }
    }
}

/// Writes a file if it has other contents. Returns true if it had.
fn write_changed(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    // A write-protected file was copied from a write-protected one.
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => fs::write(path, bytes)?,
    }
    Ok(true)
}

/// A file or a folder.
pub(super) struct Entry {
    /// Its path in the folder, with `/`.
    pub name: String,
    is_folder: bool,
    size: u64,
    modified: Option<SystemTime>,
}

/// Returns what is copied of a folder, through links: not what is hidden, what a compiler or CMake wrote, and
/// the save file.
///
/// # Errors
/// If it cannot be read, or there is too much.
pub(super) fn entries(root: &Path) -> Result<Vec<Entry>, CheckError> {
    let cannot = |path: &Path| {
        let path = path.to_owned();
        move |error| CheckError::Write { path, error }
    };
    let (mut found, mut size) = (Vec::new(), 0);
    let mut folders = vec![(String::new(), 0)];
    while let Some((prefix, depth)) = folders.pop() {
        let folder = root.join(&prefix);
        for entry in fs::read_dir(&folder).map_err(cannot(&folder))? {
            let path = entry.map_err(cannot(&folder))?.path();
            // A link that leads nowhere is left out.
            let (Some(name), Ok(about)) =
                (path.file_name().and_then(|name| name.to_str()), fs::metadata(&path))
            else {
                continue;
            };
            let is_other = name.starts_with('.')
                || name == SAVE
                || about.is_dir() && (depth == MAX_DEPTH || path.join("CMakeCache.txt").exists())
                || !about.is_dir() && (!about.is_file() || is_compiled(&path, name));
            if is_other {
                continue;
            }
            let name = format!("{prefix}{name}");
            if about.is_dir() {
                folders.push((format!("{name}/"), depth + 1));
            }
            size += if about.is_file() { about.len() } else { 0 };
            let modified = about.modified().ok();
            found.push(Entry { name, is_folder: about.is_dir(), size: about.len(), modified });
            if size > MAX_SIZE || found.len() > MAX_ENTRIES {
                return Err(CheckError::TooLarge(root.to_owned()));
            }
        }
    }
    // A folder comes before what is in it.
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Returns a number that changes when a file of a folder does.
///
/// # Errors
/// As [`entries`].
pub(super) fn state(folder: &Path) -> Result<u64, CheckError> {
    let entries = entries(folder)?;
    let files = entries.iter().filter(|entry| !entry.is_folder);
    let text: String =
        files.map(|entry| format!("{} {} {:?}\n", entry.name, entry.size, entry.modified)).collect();
    Ok(Fnv::of(text.as_bytes()))
}

/// Returns true for a program or an object, which a copy is not to be built from.
fn is_compiled(path: &Path, name: &str) -> bool {
    let is_named = [".o", ".obj", ".exe", ".d", ".pdb", ".ilk", ".gch"].iter().any(|end| name.ends_with(end));
    // How programs of Linux and macOS begin. Shared libraries of Linux do as well.
    let starts: [&[u8]; 3] = [b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"];
    let is_library = || [".so", ".dylib"].iter().any(|word| name.contains(word));
    let mut start = [0; 4];
    let mut read = || File::open(path).and_then(|mut file| file.read_exact(&mut start));
    is_named || !is_library() && read().is_ok() && starts.contains(&start.as_slice())
}
