//! A copy of a folder, in which a program is built and run. What has not changed stays as it is, so that it
//! is not compiled again.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{CheckError, of_file};
use crate::attach::folder::EXTENSIONS;
use crate::attach::{HEADER, HEADER_NAME, HEADER_START};
use crate::support::hash::Fnv;
use crate::support::{folders, owned};

/// Maximum size of what is copied, in bytes, and maximum number of files and folders.
const MAX_SIZE: u64 = 512 << 20;
const MAX_ENTRIES: usize = 50_000;
/// Maximum number of folders in one another.
const MAX_DEPTH: usize = 16;
/// Number of copies in the cache. The one that was used longest ago makes room for a new one.
const MAX_COPIES: usize = 4;
/// The file that shows what a folder is, and that is locked while it is used.
const LOCK: &str = "roguelike-check.lock";
/// The save file of the series, without which a recording begins.
pub(super) const SAVE: &str = "savegame.txt";
/// Names of what a compiler writes, and how programs and objects begin.
const OBJECTS: [&str; 6] = [".o", ".obj", ".d", ".pdb", ".ilk", ".gch"];
const PROGRAMS: [&[u8]; 4] = [b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"MZ"];
/// Parts of the names of shared libraries, which begin in the same way.
const LIBRARIES: [&str; 3] = [".so", ".dylib", ".dll"];

/// The folder that has a copy (`source`), what is built from it (`build`), and `recordings`.
pub(super) struct Workspace {
    pub root: PathBuf,
    pub source: PathBuf,
    _lock: File,
}

impl Workspace {
    /// Opens the workspace of a folder: `keep`, or one in the cache.
    ///
    /// # Errors
    /// If it cannot be made, belongs to something else, or is used by another check.
    pub fn open(folder: &Path, keep: Option<&Path>) -> Result<Workspace, CheckError> {
        let real = fs::canonicalize(folder).map_err(of_file(folder))?;
        let root = match keep {
            Some(keep) => keep.to_owned(),
            None => {
                let name = real.file_name().unwrap_or_default().to_string_lossy();
                let hash = Fnv::of(real.as_os_str().as_encoded_bytes());
                let all = folders::cache().map_err(CheckError::Cache)?.join("check");
                let root = all.join(format!("{name}-{hash:016x}"));
                make_room(&all, &root);
                root
            }
        };
        let has_files = fs::read_dir(&root).is_ok_and(|mut all| all.next().is_some());
        if has_files && !root.join(LOCK).is_file() {
            return Err(CheckError::Taken(root));
        }
        fs::create_dir_all(&root).map_err(of_file(&root))?;
        let root = fs::canonicalize(&root).map_err(of_file(&root))?;
        if root.starts_with(&real) || real.starts_with(&root) {
            // It is new and empty, or not to be removed.
            fs::remove_dir(&root).ok();
            return Err(CheckError::Inside(root));
        }
        let lock = File::create(root.join(LOCK)).map_err(of_file(&root))?;
        if !owned::lock(&lock) {
            return Err(CheckError::Busy(folder.to_owned()));
        }
        lock.set_modified(SystemTime::now()).map_err(of_file(&root))?;
        for name in ["source", "build", "recordings"] {
            fs::create_dir_all(root.join(name)).map_err(of_file(&root))?;
        }
        Ok(Workspace { source: root.join("source"), root, _lock: lock })
    }

    /// Copies a folder. `changed` are the names of files that the copy has with other contents, or that are
    /// only there.
    ///
    /// # Errors
    /// If a file cannot be read or written, or there is too much.
    pub fn copy(&self, folder: &Path, changed: &[(String, Vec<u8>)]) -> Result<(), CheckError> {
        let all = entries(folder)?;
        let is_changed = |name: &String| changed.iter().any(|(other, _)| other == name);
        for Entry { name, about } in all.iter().filter(|entry| !is_changed(&entry.name)) {
            let (from, to) = (folder.join(name), self.source.join(name));
            if about.is_dir() {
                fs::create_dir_all(&to).map_err(of_file(&to))?;
                continue;
            }
            let mut bytes = fs::read(&from).map_err(of_file(&from))?;
            if name.ends_with(HEADER_NAME) && bytes.starts_with(HEADER_START) {
                bytes = HEADER.into();
            }
            write_changed(&to, &bytes, Some(about)).map_err(of_file(&to))?;
        }
        for (name, bytes) in changed {
            let to = self.source.join(name);
            write_changed(&to, bytes, None).map_err(of_file(&to))?;
        }
        // Sources that are gone would still be compiled.
        let is_source = |name: &str| EXTENSIONS.iter().any(|end| name.ends_with(&format!(".{end}")));
        let is_there = |name: &String| is_changed(name) || all.iter().any(|entry| entry.name == *name);
        for Entry { name, .. } in entries(&self.source)? {
            if is_source(&name) && !is_there(&name) {
                fs::remove_file(self.source.join(&name)).map_err(of_file(&self.source))?;
            }
        }
        Ok(())
    }
}

/// Makes room for one more copy: removes those that were used longest ago and are not in use.
fn make_room(all: &Path, own: &Path) {
    let copies = fs::read_dir(all).into_iter().flatten().flatten().map(|entry| entry.path());
    let used = |copy: PathBuf| Some((fs::metadata(copy.join(LOCK)).ok()?.modified().ok()?, copy));
    let mut copies: Vec<_> = copies.filter(|copy| copy != own).filter_map(used).collect();
    copies.sort();
    for (_, copy) in copies.iter().rev().skip(MAX_COPIES - 1) {
        let lock = File::options().write(true).open(copy.join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            // What cannot be removed now is removed by a later check.
            fs::remove_dir_all(copy).ok();
        }
    }
}

/// Writes a file if it has other contents, with the permissions of the one that it is a copy of. A library
/// that is new in the copy also has the time of that one, because it must not be newer than its sources.
fn write_changed(path: &Path, bytes: &[u8], about: Option<&Metadata>) -> io::Result<()> {
    let old = fs::read(path);
    if old.as_ref().is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => fs::write(path, bytes)?,
    }
    let Some(about) = about else { return Ok(()) };
    if old.is_err() {
        File::options().append(true).open(path)?.set_modified(about.modified()?)?;
    }
    fs::set_permissions(path, about.permissions())
}

/// A file or a folder.
pub(super) struct Entry {
    /// Its path in the folder, with `/`.
    pub name: String,
    about: Metadata,
}

/// Returns what is copied of a folder, through links: not what is hidden, what a compiler or CMake wrote, and
/// the save file. A folder comes before what is in it.
///
/// # Errors
/// If it cannot be read, or there is too much.
pub(super) fn entries(root: &Path) -> Result<Vec<Entry>, CheckError> {
    let (mut found, mut total) = (Vec::new(), 0);
    let mut folders = vec![(String::new(), 0)];
    while let Some((prefix, depth)) = folders.pop() {
        let folder = root.join(&prefix);
        for entry in fs::read_dir(&folder).map_err(of_file(&folder))? {
            let path = entry.map_err(of_file(&folder))?.path();
            // A link that leads nowhere is left out.
            let (Some(name), Ok(about)) =
                (path.file_name().and_then(|name| name.to_str()), fs::metadata(&path))
            else {
                continue;
            };
            let is_copied = match about.is_dir() {
                true => depth < MAX_DEPTH && !path.join("CMakeCache.txt").exists(),
                false => about.is_file() && name != SAVE && !is_object(name) && !is_program(&path),
            };
            if !is_copied || name.starts_with('.') {
                continue;
            }
            let name = format!("{prefix}{name}");
            if about.is_dir() {
                folders.push((format!("{name}/"), depth + 1));
            }
            total += about.len();
            found.push(Entry { name, about });
            if total > MAX_SIZE || found.len() > MAX_ENTRIES {
                return Err(CheckError::TooLarge(root.to_owned()));
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Returns a number that changes when a file of a folder does.
///
/// # Errors
/// As [`entries`].
pub(super) fn state(folder: &Path) -> Result<u64, CheckError> {
    let mut hash = Fnv::default();
    for Entry { name, about } in entries(folder)?.iter().filter(|entry| entry.about.is_file()) {
        hash.write(format!("{name} {} {:?}\n", about.len(), about.modified().ok()).as_bytes());
    }
    Ok(hash.finish())
}

/// Returns true for the name of what a compiler writes beside programs.
pub(super) fn is_object(name: &str) -> bool {
    OBJECTS.iter().any(|end| name.ends_with(end))
}

/// Returns true for a file that is a program.
pub(super) fn is_program(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(4).read_to_end(&mut start));
    let is_library = LIBRARIES.iter().any(|word| name.contains(word));
    read.is_ok() && !is_library && PROGRAMS.iter().any(|program| start.starts_with(program))
}
