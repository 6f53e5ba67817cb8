//! A copy of a folder, in which a program is built and run. What has not changed stays as it is, so that it
//! is not compiled again.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{CheckError, of_file};
use crate::attach::folder::{Entry, file_name, is_source, walk};
use crate::attach::{AttachError, HEADER, HEADER_NAME, HEADER_START};
use roguelike::support::hash::Fnv;
use roguelike::support::{file, folders, owned};

/// Maximum size of what is copied, in bytes.
const MAX_SIZE: u64 = 512 << 20;
/// Maximum number of folders in one another.
pub(super) const MAX_DEPTH: usize = 16;
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

/// The folder that has a copy (`source`) of the user's `folder`, what is built from it (`build`),
/// `recordings`, and what the program that ran last has printed (`log`).
pub(super) struct Workspace<'a> {
    pub folder: &'a Path,
    pub source: PathBuf,
    pub build: PathBuf,
    pub recordings: PathBuf,
    pub log: PathBuf,
    _lock: File,
}

impl Workspace<'_> {
    /// Opens the workspace of a folder: `keep`, or one in the cache.
    /// Fails if it cannot be made, belongs to something else, or is used by another check.
    pub fn open<'a>(folder: &'a Path, keep: Option<&Path>) -> Result<Workspace<'a>, CheckError> {
        let real = fs::canonicalize(folder).map_err(of_file(folder))?;
        let root = match keep {
            Some(keep) => keep.to_owned(),
            None => in_cache(&real)?,
        };
        let refuse = |reason: &str| Err(CheckError::NoWorkspace(root.clone(), reason.to_owned()));
        let has_files = fs::read_dir(&root).is_ok_and(|mut all| all.next().is_some());
        if has_files && !root.join(LOCK).is_file() {
            return refuse("it has files of something else; give a new folder with --keep");
        }
        fs::create_dir_all(&root).map_err(of_file(&root))?;
        let real_root = fs::canonicalize(&root).map_err(of_file(&root))?;
        if real_root.starts_with(&real) || real.starts_with(&real_root) {
            // It is new and empty, or not to be removed.
            fs::remove_dir(&root).ok();
            return refuse("it would be in the folder that is copied, or that in it; give another --keep");
        }
        let lock = File::create(root.join(LOCK)).map_err(of_file(&root))?;
        if !owned::lock(&lock) {
            return refuse("another check of the folder is running; wait for its end");
        }
        lock.set_modified(SystemTime::now()).map_err(of_file(&root))?;
        let [source, build, recordings] = ["source", "build", "recordings"].map(|name| real_root.join(name));
        for new in [&source, &build, &recordings] {
            fs::create_dir_all(new).map_err(of_file(new))?;
        }
        Ok(Workspace { folder, source, build, recordings, log: real_root.join("log"), _lock: lock })
    }

    /// Copies the folder. `changed` are the files that the copy has with other contents, or that only the
    /// copy has.
    /// Fails if a file cannot be read or written, or there is too much.
    pub fn copy(&self, changed: &BTreeMap<String, Vec<u8>>) -> Result<(), CheckError> {
        let all = entries(self.folder)?;
        if all.iter().map(|entry| entry.about.len()).sum::<u64>() > MAX_SIZE {
            return Err(AttachError::TooMuch(self.folder.to_owned(), "512 MiB").into());
        }
        let write = |name: &str, bytes: &[u8]| {
            let to = self.source.join(name);
            if fs::read(&to).is_ok_and(|old| old == bytes) {
                return Ok(());
            }
            // A file that may not be written is replaced.
            remove(&to).and_then(|()| fs::write(&to, bytes)).map_err(of_file(&to))
        };
        for Entry { name, path, about, .. } in &all {
            let to = self.source.join(name);
            if about.is_dir() {
                fs::create_dir_all(&to).map_err(of_file(&to))?;
            } else if !changed.contains_key(name) {
                let bytes = fs::read(path).map_err(of_file(path))?;
                let is_header = name.ends_with(HEADER_NAME) && bytes.starts_with(HEADER_START);
                write(name, if is_header { HEADER.as_bytes() } else { &bytes })?;
                fs::set_permissions(&to, about.permissions()).map_err(of_file(&to))?;
            }
        }
        changed.iter().try_for_each(|(name, bytes)| write(name, bytes))?;
        // Sources that are gone would still be compiled.
        for Entry { name, path, .. } in entries(&self.source)? {
            if is_source(&name) && !self.folder.join(&name).exists() && !changed.contains_key(&name) {
                fs::remove_file(&path).map_err(of_file(&path))?;
            }
        }
        Ok(())
    }
}

/// Returns the workspace of a folder in the cache. Those that were used longest ago and are not in use make
/// room for it.
fn in_cache(folder: &Path) -> Result<PathBuf, CheckError> {
    let no_cache =
        |reason| CheckError::NoWorkspace("the cache".into(), format!("{reason}; give a folder with --keep"));
    let all = folders::cache().map_err(no_cache)?.join("check");
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let own = all.join(format!("{name}-{:016x}", Fnv::of(folder.as_os_str().as_encoded_bytes())));
    let copies = fs::read_dir(&all).into_iter().flatten().flatten().map(|entry| entry.path());
    let used = |copy: PathBuf| Some((fs::metadata(copy.join(LOCK)).ok()?.modified().ok()?, copy));
    let mut copies: Vec<_> = copies.filter(|copy| *copy != own).filter_map(used).collect();
    copies.sort();
    for (_, copy) in copies.iter().rev().skip(MAX_COPIES - 1) {
        let lock = File::options().write(true).open(copy.join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            // What cannot be removed now is removed by a later check.
            fs::remove_dir_all(copy).ok();
        }
    }
    Ok(own)
}

/// Removes a file if it is there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns what is copied of a folder, through links: not what is hidden, what a compiler or CMake wrote, and
/// the save file. A folder comes before what is in it.
/// Fails if it cannot be read, or has too many files.
pub(super) fn entries(root: &Path) -> Result<Vec<Entry>, AttachError> {
    walk(root, MAX_DEPTH, &|entry| {
        let (Entry { name, path, about, .. }, file_name) = (entry, file_name(&entry.name));
        let is_written = match about.is_dir() {
            true => path.join("CMakeCache.txt").exists(),
            false => !about.is_file() || file_name == SAVE || is_object(name) || is_program(path),
        };
        !is_written && !file_name.starts_with('.') && path.to_str().is_some()
    })
}

/// Returns a number that changes when a file of a folder does; none if the folder cannot be read.
pub(super) fn state(folder: &Path) -> Option<u64> {
    let mut hash = Fnv::default();
    for Entry { name, about, .. } in entries(folder).ok()?.iter().filter(|entry| entry.about.is_file()) {
        hash.write(format!("{name} {} {:?}\n", about.len(), about.modified().ok()).as_bytes());
    }
    Some(hash.finish())
}

/// Returns true for the name of what a compiler writes beside programs.
pub(super) fn is_object(name: &str) -> bool {
    OBJECTS.iter().any(|end| name.ends_with(end))
}

/// Returns true for a file that is a program.
pub(super) fn is_program(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let start = file::start_of(path, 4).ok().flatten().unwrap_or_default();
    PROGRAMS.iter().any(|program| start.starts_with(program))
        && !LIBRARIES.iter().any(|word| name.contains(word))
}
