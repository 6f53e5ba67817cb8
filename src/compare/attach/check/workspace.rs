//! The folder in which a check builds and runs a program, locked as long as the check lasts.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::environment::{SEPARATOR, in_copy, moved_caches, writable};
use super::error::{CheckError, NoWorkspace, of_file};
use super::files::{LOCK, remove};
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
/// The entries of the folder for work that are there before its copy: what CMake may use again, and for
/// sanitizers their compilers and the recordings.
const BEFORE: [&str; 3] = ["build", "tools", "recordings"];
/// The workspace in a folder that the user names. Everything else there is the user's.
const IN_KEPT: &str = "roguelike-check";
/// The folder for work, and that for recordings. Everything else in a workspace is the user's.
const WORK: &str = "work";
const RECORDINGS: &str = "recordings";
/// Characters that CMake and make do not take in a path.
const ODD: &str = "\"\\;:#$%*?`";

/// The number of bytes that are left on a nearly full disk.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("only {} KiB are left on the disk; make room, or give another place with --keep", .0 >> 10)]
pub(super) struct LittleRoom(u64);

/// The folder of a check. It has a copy (`source`) of the user's `folder`, the build folder (`build`), the
/// `home` of the recorded program, the folder of its recording while it runs (`run`), and the output of the
/// last program (`log`). The `recordings` are beside it.
pub(super) struct Workspace<'a> {
    pub folder: &'a Path,
    /// The absolute path of the folder for work, in which everything is replaced.
    pub root: PathBuf,
    pub source: PathBuf,
    pub build: PathBuf,
    pub recordings: PathBuf,
    pub home: PathBuf,
    pub run: PathBuf,
    /// The folder for temporary files of a build.
    pub temporary: PathBuf,
    pub log: PathBuf,
    /// The user's variables that name places in the folder, with the same places in the copy.
    pub variables: Vec<(OsString, OsString)>,
    /// The variables of caches in which a build may not write, with places in which it may.
    pub moved_caches: Vec<(&'static str, OsString)>,
    /// The folders in which a build may write.
    pub writable: Vec<PathBuf>,
    /// Locks the workspace while the check lasts. `None` for one inside another.
    _lock: Option<File>,
}

impl Workspace<'_> {
    /// Opens the workspace of a folder: one in `keep`, or one in the cache.
    /// Fails if it cannot be made, belongs to something else, or another check uses it.
    pub fn open<'a>(folder: &'a Path, keep: Option<&Path>) -> Result<Workspace<'a>, CheckError> {
        let real = fs::canonicalize(folder).map_err(of_file(folder))?;
        let root = match keep {
            Some(keep) => keep.join(IN_KEPT),
            None => in_cache(&real)?,
        };
        let refuse = |reason| Err(CheckError::NoWorkspace(root.clone(), reason));
        // In the cache, everything of this name is ours.
        let has_files = fs::read_dir(&root).is_ok_and(|mut all| all.next().is_some());
        if keep.is_some() && has_files && !root.join(LOCK).is_file() {
            return refuse(NoWorkspace::OfOthers);
        }
        let place = resolved(&root);
        if place.to_string_lossy().contains(SEPARATOR) {
            return refuse(NoWorkspace::Separator);
        }
        if place.starts_with(&real) || real.starts_with(&place) {
            return refuse(NoWorkspace::Inside);
        }
        if root.is_symlink() {
            return refuse(NoWorkspace::Link);
        }
        let lock = lock(&root).map_err(of_file(&root))?.ok_or_else(|| CheckError::Busy(root.clone()))?;
        lock.set_modified(SystemTime::now()).map_err(of_file(&root))?;
        if forbids_programs(&root) {
            return refuse(NoWorkspace::NoPrograms);
        }
        let own = [root.join(WORK), root.join(RECORDINGS)];
        let is_taken = |path: &&PathBuf| fs::symlink_metadata(path).is_ok_and(|about| !about.is_dir());
        if let Some(taken) = own.iter().find(is_taken).filter(|_| keep.is_some()) {
            return Err(CheckError::NoWorkspace(taken.clone(), NoWorkspace::InTheWay));
        }
        let [work, recordings] = own;
        Workspace::make(folder, &work, &recordings, Some(lock))
    }

    /// Makes a workspace inside this one.
    pub fn inner(&self, name: &str) -> Result<Workspace<'_>, CheckError> {
        let root = self.root.join(name);
        Workspace::make(self.folder, &root, &root.join(RECORDINGS), None)
    }

    /// Makes the folders of a workspace.
    fn make<'a>(
        folder: &'a Path,
        root: &Path,
        recordings: &Path,
        lock: Option<File>,
    ) -> Result<Workspace<'a>, CheckError> {
        make_folder(root)?;
        make_folder(recordings)?;
        let real = |path| fs::canonicalize(path).map_err(of_file(path));
        let (root, recordings) = (real(root)?, real(recordings)?);
        let [source, build, home, run, temporary] =
            ["source", "build", "home", "run", "tmp"].map(|name| root.join(name));
        make_folder(&source)?;
        make_folder(&build)?;
        let log = root.join("log");
        let variables = in_copy(folder, &source);
        let moved_caches = moved_caches(folder, &source, &temporary);
        let writable = writable(folder, &root);
        Ok(Workspace {
            folder,
            source,
            build,
            recordings,
            home,
            run,
            temporary,
            log,
            root,
            variables,
            moved_caches,
            writable,
            _lock: lock,
        })
    }

    /// Returns the first character of its path that CMake and make do not take.
    pub fn odd(&self) -> Option<char> {
        let is_odd = |c: &char| cfg!(unix) && (c.is_control() || ODD.contains(*c));
        self.root.to_string_lossy().chars().find(is_odd)
    }

    /// Removes the old copy and the leftovers of builds and interrupted checks, and makes the folder for
    /// temporary files.
    pub fn tidy(&self) -> Result<(), CheckError> {
        for rest in fs::read_dir(&self.root).map_err(of_file(&self.root))? {
            let rest = rest.map_err(of_file(&self.root))?;
            let name = rest.file_name();
            if BEFORE.iter().all(|before| name != *before) {
                remove(&rest.path()).map_err(of_file(&rest.path()))?;
            }
        }
        fs::create_dir(&self.temporary).map_err(of_file(&self.temporary))
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

/// Makes a folder, unless it is there. In the cache anything else of its name is damaged, so it goes.
fn make_folder(path: &Path) -> Result<(), CheckError> {
    if fs::symlink_metadata(path).is_ok_and(|about| !about.is_dir()) {
        fs::remove_file(path).map_err(of_file(path))?;
    }
    fs::create_dir_all(path).map_err(of_file(path))
}

/// Returns true for a folder of a disk whose programs the system does not start.
fn forbids_programs(folder: &Path) -> bool {
    #[cfg(target_os = "linux")]
    return rustix::fs::statvfs(folder)
        .is_ok_and(|disk| disk.f_flag.contains(rustix::fs::StatVfsMountFlags::NOEXEC));
    #[cfg(not(target_os = "linux"))]
    {
        let _ = folder;
        false
    }
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
