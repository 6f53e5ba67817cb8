//! The folder in which a check builds and runs a program, locked as long as the check lasts.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::error::{CheckError, NoWorkspace, of_file};
use super::files::remove;
use roguelike::support::hash::Fnv;
use roguelike::support::{folders, owned};

/// A disk with less room than this, in bytes, may have made a build fail.
const LITTLE_ROOM: u64 = 4 << 20;
/// Number of copies that always stay in the cache, and of those that stay as long as they are recent: the
/// answer of a check names files in its copy.
const MIN_COPIES: usize = 4;
const MAX_COPIES: usize = 32;
const RECENT: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// Maximum length of the readable part of a workspace's name.
const MAX_NAME: usize = 40;
/// The entries of a workspace that stay from one check to the next, with those of sanitizers, and others of
/// ours that an interrupted check leaves.
const OWN: [&str; 6] = [LOCK, "source", "build", "recordings", "sanitized", "tools"];
const REST: [&str; 8] =
    ["source.new", "source.old", "home", "kept", "log.out", "log.err", "works.cpp", "works"];
/// Variables with paths of libraries, headers and packages.
const PATHS: [&str; 9] = [
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "LD_PRELOAD",
    "LIBRARY_PATH",
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "PKG_CONFIG_PATH",
    "CMAKE_PREFIX_PATH",
];
/// Characters that CMake and make do not take in a path.
const ODD: &str = "\"\\;:#$%*?`";
/// The file that marks a workspace as ours, and that is locked while a check uses it.
const LOCK: &str = "roguelike-check.lock";

/// The number of bytes that are left on a nearly full disk.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("only {} KiB are left on the disk; make room, or give another place with --keep", .0 >> 10)]
pub(super) struct LittleRoom(u64);

/// The folder of a check. It has a copy (`source`) of the user's `folder`, the build folder (`build`),
/// `recordings`, the `home` of the recorded program, and the output of the last program (`log`).
pub(super) struct Workspace<'a> {
    pub folder: &'a Path,
    /// The absolute path of the workspace.
    pub root: PathBuf,
    pub source: PathBuf,
    pub build: PathBuf,
    pub recordings: PathBuf,
    pub home: PathBuf,
    pub log: PathBuf,
    /// The user's variables that name places in the folder, with the same places in the copy.
    pub variables: Vec<(&'static str, OsString)>,
    /// The user's own files in a folder that is kept.
    foreign: BTreeSet<OsString>,
    is_kept: bool,
    /// Locks the workspace while the check lasts. `None` for one inside another.
    _lock: Option<File>,
}

impl Workspace<'_> {
    /// Opens the workspace of a folder: `keep`, or one in the cache.
    /// Fails if it cannot be made, belongs to something else, or another check uses it.
    pub fn open<'a>(folder: &'a Path, keep: Option<&Path>) -> Result<Workspace<'a>, CheckError> {
        let real = fs::canonicalize(folder).map_err(of_file(folder))?;
        let root = match keep {
            Some(keep) => keep.to_owned(),
            None => in_cache(&real)?,
        };
        let refuse = |reason| Err(CheckError::NoWorkspace(root.clone(), reason));
        // In the cache, everything of this name is ours.
        let has_files = fs::read_dir(&root).is_ok_and(|mut all| all.next().is_some());
        if keep.is_some() && has_files && !root.join(LOCK).is_file() {
            return refuse(NoWorkspace::OfOthers);
        }
        let place = resolved(&root);
        if place.starts_with(&real) || real.starts_with(&place) {
            return refuse(NoWorkspace::Inside);
        }
        if keep.is_none() && root.is_symlink() {
            return refuse(NoWorkspace::Link);
        }
        let lock = lock(&root).map_err(of_file(&root))?.ok_or_else(|| CheckError::Busy(root.clone()))?;
        lock.set_modified(SystemTime::now()).map_err(of_file(&root))?;
        let is_own = |name: &OsString| OWN.iter().chain(&REST).any(|own| name == own);
        let names = fs::read_dir(&root).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let foreign = names.filter(|name| keep.is_some() && !is_own(name)).collect();
        let mut workspace = Workspace::make(folder, &root, Some(lock))?;
        (workspace.foreign, workspace.is_kept) = (foreign, keep.is_some());
        Ok(workspace)
    }

    /// Makes a workspace inside this one.
    pub fn inner(&self, name: &str) -> Result<Workspace<'_>, CheckError> {
        let root = self.root.join(name);
        if !fs::symlink_metadata(&root).is_ok_and(|about| about.is_dir()) {
            remove(&root).and_then(|()| fs::create_dir(&root)).map_err(of_file(&root))?;
        }
        Workspace::make(self.folder, &root, None)
    }

    /// Makes the folders of a workspace.
    fn make<'a>(folder: &'a Path, root: &Path, lock: Option<File>) -> Result<Workspace<'a>, CheckError> {
        let root = fs::canonicalize(root).map_err(of_file(root))?;
        let [source, build, recordings, home] =
            ["source", "build", "recordings", "home"].map(|name| root.join(name));
        for new in [&source, &build, &recordings] {
            // Nothing else of these names is ours, so it goes.
            if fs::symlink_metadata(new).is_ok_and(|about| !about.is_dir()) {
                fs::remove_file(new).map_err(of_file(new))?;
            }
            fs::create_dir_all(new).map_err(of_file(new))?;
        }
        let log = root.join("log");
        let foreign = BTreeSet::new();
        let variables = in_copy(folder, &source);
        Ok(Workspace {
            folder,
            source,
            build,
            recordings,
            home,
            log,
            root,
            variables,
            foreign,
            is_kept: false,
            _lock: lock,
        })
    }

    /// Returns the first character of its path that CMake and make do not take.
    pub fn odd(&self) -> Option<char> {
        let is_odd = |c: &char| cfg!(unix) && (c.is_control() || ODD.contains(*c));
        self.root.to_string_lossy().chars().find(is_odd)
    }

    /// Removes what a build or an interrupted check has left beside the copy.
    pub fn tidy(&self) -> Result<(), CheckError> {
        for rest in fs::read_dir(&self.root).map_err(of_file(&self.root))? {
            let rest = rest.map_err(of_file(&self.root))?;
            let name = rest.file_name();
            if !self.foreign.contains(&name) && OWN.iter().all(|own| name != *own) {
                remove(&rest.path()).map_err(of_file(&rest.path()))?;
            }
        }
        Ok(())
    }

    /// Returns the room on the disk if it is little enough to explain a failure.
    pub fn little_room(&self) -> Option<LittleRoom> {
        #[cfg(unix)]
        {
            let disk = rustix::fs::statvfs(&self.root).ok()?;
            let room = disk.f_bavail.saturating_mul(disk.f_frsize);
            (room < LITTLE_ROOM).then_some(LittleRoom(room))
        }
        #[cfg(not(unix))]
        None
    }
}

impl Drop for Workspace<'_> {
    fn drop(&mut self) {
        // In a folder that is kept, the next check could not tell what a build has left from the user's own.
        if self.is_kept {
            self.tidy().ok();
        }
    }
}

/// Returns the variables that name places in a folder, with the same places in its copy: a program would load
/// the user's old libraries, and a compiler read sources without the recorder.
fn in_copy(folder: &Path, copy: &Path) -> Vec<(&'static str, OsString)> {
    let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let moved = |path: PathBuf| {
        let found = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        found.strip_prefix(&real).map_or(path, |place| copy.join(place))
    };
    let of_name = |name: &&'static str| {
        let paths = env::var_os(name)?;
        let now = env::join_paths(env::split_paths(&paths).map(moved)).ok()?;
        (now != paths).then_some((*name, now))
    };
    PATHS.iter().filter_map(of_name).collect()
}

/// Returns the real path of a file or folder, whose last parts may not exist yet.
fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let found = absolute.ancestors().find_map(|above| Some((fs::canonicalize(above).ok()?, above)));
    found.map_or_else(
        || absolute.clone(),
        |(real, above)| real.join(absolute.strip_prefix(above).unwrap_or(Path::new(""))),
    )
}

/// Makes a workspace and locks it. Returns `None` if another check holds the lock.
fn lock(root: &Path) -> io::Result<Option<File>> {
    let path = root.join(LOCK);
    loop {
        fs::create_dir_all(root)?;
        if fs::symlink_metadata(&path).is_ok_and(|about| !about.is_file()) {
            return Err(io::Error::other(format!("{LOCK} is in the way; remove it")));
        }
        let mut lock = match File::options().create(true).truncate(false).write(true).open(&path) {
            // Another check has just removed the workspace.
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            lock => lock?,
        };
        if !owned::lock(&lock) {
            return Ok(None);
        }
        if owned::is_at(&lock, &path) {
            // Tools that tidy up remove empty files.
            lock.write_all(b"This folder belongs to roguelike check.\n")?;
            return Ok(Some(lock));
        }
    }
}

/// Returns the workspace of a folder in the cache, and removes old workspaces that are not in use.
fn in_cache(folder: &Path) -> Result<PathBuf, CheckError> {
    let no_cache = |reason| CheckError::NoWorkspace("the cache".into(), reason);
    let cache = folders::cache().map_err(|error| no_cache(error.into()))?;
    if !cache.ancestors().nth(2).is_some_and(Path::is_dir) {
        return Err(no_cache(NoWorkspace::NoHome));
    }
    let all = cache.join("check");
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    // CMake and make stumble over other characters.
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || "-_.".contains(*c);
    let name: String = name.chars().filter(is_plain).take(MAX_NAME).collect();
    let own = all.join(format!("{name}-{:016x}", Fnv::of(folder.as_os_str().as_encoded_bytes())));
    let copies = fs::read_dir(&all).into_iter().flatten().flatten().map(|entry| entry.path());
    let used = |copy: PathBuf| Some((fs::metadata(copy.join(LOCK)).ok()?.modified().ok()?, copy));
    let others = copies.filter(|copy| *copy != own && !copy.is_symlink());
    let mut copies: Vec<_> = others.filter_map(used).collect();
    copies.sort();
    let others = copies.iter().rev().enumerate().skip(MIN_COPIES - 1);
    let is_recent = |used: &SystemTime| used.elapsed().is_ok_and(|age| age < RECENT);
    for (_, (_, copy)) in others.filter(|(index, (used, _))| index + 1 >= MAX_COPIES || !is_recent(used)) {
        // A later check removes a copy that cannot be removed now.
        remove_workspace(copy).ok();
    }
    Ok(own)
}

/// Removes a workspace that no check uses. The locked file goes last, so the lock is held to the end.
fn remove_workspace(root: &Path) -> io::Result<()> {
    let path = root.join(LOCK);
    let lock = owned::open_itself(&path)?;
    if lock.try_lock().is_err() || !owned::is_at(&lock, &path) {
        return Ok(());
    }
    for entry in fs::read_dir(root)? {
        let other = entry?.path();
        if other != path {
            remove(&other)?;
        }
    }
    fs::remove_file(&path)?;
    drop(lock);
    fs::remove_dir(root)
}
