//! A copy of a folder, in which a program is built and run. Each check makes a new copy and renames it into
//! place. Files keep the times of the user's own, which tell CMake what it has to make of what. Those with
//! lines of the recorder move over from the old copy if they are unchanged, and are new otherwise.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{CheckError, NoWorkspace, of_file};
use crate::attach::folder::{Entry, file_name, walk};
use crate::attach::{AttachError, HEADER, HEADER_NAME, HEADER_START};
use roguelike::support::hash::Fnv;
use roguelike::support::{file, folders, owned};

/// Maximum size of the files that are copied, in bytes.
const MAX_SIZE: u64 = 512 << 20;
/// Maximum number of folders in one another.
pub(super) const MAX_DEPTH: usize = 16;
/// A disk with less room than this, in bytes, may have made a build fail.
const LITTLE_ROOM: u64 = 4 << 20;
/// Number of copies that always stay in the cache, and of those that stay as long as they are recent: the
/// answer of a check names files in its copy.
const MIN_COPIES: usize = 4;
const MAX_COPIES: usize = 32;
const RECENT: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// Maximum length of the readable part of a workspace's name.
const MAX_NAME: usize = 40;
/// The file that marks a workspace as ours, and that is locked while a check uses it.
const LOCK: &str = "roguelike-check.lock";
/// The entries of a workspace that stay from one check to the next, with those of sanitizers.
const OWN: [&str; 6] = [LOCK, "source", "build", "recordings", "sanitized", "tools"];
/// The save file of the series, without which a recording begins.
pub(super) const SAVE: &str = "savegame.txt";
/// Endings of the files that compilers write, and the first bytes of programs and objects.
const OBJECTS: [&str; 6] = [".o", ".obj", ".d", ".pdb", ".ilk", ".gch"];
const PROGRAMS: [&[u8]; 4] = [b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"MZ"];
/// Errors of a full disk, a quota, and a limit for the size of files.
const FULL: [ErrorKind; 3] = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge];
/// Endings of the names of shared libraries, which begin with the same bytes. Numbers may follow the first.
const LIBRARIES: [&str; 3] = [".so", ".dylib", ".dll"];
/// Folders of the system whose files have no end, or may be removed or changed by reading them.
const SYSTEM: [&str; 3] = ["/proc", "/sys", "/dev"];

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
        Workspace::make(folder, &root, Some(lock))
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
        Ok(Workspace { folder, source, build, recordings, home, log, root, _lock: lock })
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

    /// Copies the folder. `changed` has the files that are new or different in the copy. Returns the names of
    /// the entries that were left out, each with the reason.
    /// Fails if the folder cannot be read, the copy cannot be written, or there is too much.
    pub fn copy(&self, changed: &BTreeMap<String, Vec<u8>>) -> Result<Vec<String>, CheckError> {
        let [new, old] = ["source.new", "source.old"].map(|name| self.root.join(name));
        // A build may have left something beside the copy.
        for rest in fs::read_dir(&self.root).map_err(of_file(&self.root))? {
            let rest = rest.map_err(of_file(&self.root))?.path();
            if !rest.file_name().is_some_and(|name| OWN.iter().any(|own| *own == name)) {
                remove(&rest).map_err(of_file(&rest))?;
            }
        }
        let before = walk(&self.source, MAX_DEPTH, &|entry| !entry.about.is_symlink()).unwrap_or_default();
        let before = before.into_iter().filter(|entry| entry.about.is_file());
        let before = before.filter_map(|entry| Some(entry.path.strip_prefix(&self.source).ok()?.to_owned()));
        let folder = fs::canonicalize(self.folder).map_err(of_file(self.folder))?;
        let mut copying = Copying {
            folder,
            from: &self.source,
            to: &new,
            before: before.collect(),
            size: 0,
            changed,
            left_out: Vec::new(),
        };
        fs::create_dir(&new).map_err(of_file(&new))?;
        copying.folder(&copying.folder.clone(), Path::new(""), true)?;
        for (name, bytes) in changed {
            let path = new.join(name);
            // A new text is newer than whatever was made of the user's own one.
            copying.write(Path::new(name), bytes).map_err(of_file(&path))?;
        }
        let left_out = copying.left_out;
        fs::rename(&self.source, &old).map_err(of_file(&self.source))?;
        fs::rename(&new, &self.source).map_err(of_file(&self.source))?;
        remove(&old).map_err(of_file(&old))?;
        Ok(left_out)
    }
}

/// A copy that is being made.
struct Copying<'a> {
    /// The user's folder.
    folder: PathBuf,
    /// The old copy, its files, and the new one.
    from: &'a Path,
    before: BTreeSet<PathBuf>,
    to: &'a Path,
    /// Size of the copied files, in bytes.
    size: u64,
    changed: &'a BTreeMap<String, Vec<u8>>,
    left_out: Vec<String>,
}

impl Copying<'_> {
    /// Copies the entries of a folder to a place in the copy. Links inside the user's folder stay links.
    /// Others are followed if `follows` is true, but not from inside a followed one, because they could lead
    /// round in circles.
    fn folder(&mut self, folder: &Path, place: &Path, follows: bool) -> Result<(), CheckError> {
        for Entry { name, path, about } in entries(folder)? {
            let to = place.join(path.strip_prefix(folder).unwrap_or(&path));
            let copied = if about.is_symlink() {
                match self.link(&path, &to) {
                    Some(linked) => linked,
                    None if !follows => {
                        Err(io::Error::other("a link out of the folder, reached by another link"))
                    }
                    None if leads_too_far(&path, &self.folder) => {
                        Err(io::Error::other("a link to a folder above, or into the system"))
                    }
                    None => match fs::metadata(&path) {
                        Ok(about) if about.is_dir() => {
                            fs::create_dir(self.to.join(&to)).map_err(of_file(&to))?;
                            let target = fs::canonicalize(&path).map_err(of_file(&path))?;
                            self.folder(&target, &to, false)?;
                            Ok(())
                        }
                        about => about.and_then(|about| self.file(&name, &path, &to, &about)),
                    },
                }
            } else if about.is_dir() {
                // A folder that cannot be read is empty in the copy.
                let made = self.to.join(&to);
                fs::create_dir(&made).map_err(of_file(&made))?;
                fs::read_dir(&path).map(drop)
            } else {
                self.file(&name, &path, &to, &about)
            };
            match copied {
                // The system's own error of this kind means a limit for the size of written files.
                Err(error) if error.kind() == ErrorKind::FileTooLarge && error.raw_os_error().is_none() => {
                    return Err(AttachError::TooMuch(self.folder.clone(), "512 MiB").into());
                }
                Err(error) if FULL.contains(&error.kind()) => return Err(of_file(self.to)(error)),
                Err(error) => self.left_out.push(format!("{}: {error}", to.display())),
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Makes a link again that leads to a place inside the user's folder. Returns `None` for other links, and
    /// on systems where links need permissions.
    fn link(&self, path: &Path, to: &Path) -> Option<io::Result<()>> {
        #[cfg(unix)]
        {
            let target = fs::canonicalize(path).ok()?;
            let within = target.strip_prefix(&self.folder).ok()?;
            // The way leads up to the top of the copy, and down to the target.
            let up = to.components().skip(1).map(|_| "..").collect::<PathBuf>();
            let target = up.join(within);
            let target = if target.as_os_str().is_empty() { Path::new(".") } else { &target };
            Some(std::os::unix::fs::symlink(target, self.to.join(to)))
        }
        #[cfg(not(unix))]
        {
            let _ = (path, to);
            None
        }
    }

    /// Copies a file, unless the copy becomes too large.
    fn file(&mut self, name: &str, path: &Path, to: &Path, about: &fs::Metadata) -> io::Result<()> {
        if to.to_str().is_some_and(|name| self.changed.contains_key(name)) {
            return Ok(());
        }
        file::check_regular(about)?;
        let bytes = file::read_regular(path, MAX_SIZE - self.size)?;
        self.size += bytes.len() as u64;
        let is_header = file_name(name) == HEADER_NAME && bytes.starts_with(HEADER_START);
        self.write(to, if is_header { HEADER.as_bytes() } else { &bytes })?;
        let copied = self.to.join(to);
        keep_time(&copied, about)?;
        fs::set_permissions(copied, about.permissions())
    }

    /// Writes a file of the copy, or moves it from the old copy if it is unchanged. The other names of a file
    /// may be outside.
    fn write(&self, name: &Path, bytes: &[u8]) -> io::Result<()> {
        let (old, new) = (self.from.join(name), self.to.join(name));
        let is_own = || fs::symlink_metadata(&old).is_ok_and(|about| !has_names(&about));
        if self.before.contains(name) && is_own() && fs::read(&old).is_ok_and(|old| old == bytes) {
            return fs::rename(&old, &new);
        }
        File::create_new(new)?.write_all(bytes)
    }
}

/// Gives a file the time of the original. On other systems than Unix it has the time of the copy.
fn keep_time(path: &Path, about: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;

        use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
        let time = Timespec { tv_sec: about.mtime(), tv_nsec: about.mtime_nsec() as _ };
        let times = Timestamps { last_access: time, last_modification: time };
        utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW)?;
    }
    #[cfg(not(unix))]
    let _ = (path, about);
    Ok(())
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

/// Removes a file, a link, or a folder with everything in it. Links are not followed. Succeeds if nothing is
/// there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    let gone = |result: io::Result<()>| match result {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    };
    if !fs::symlink_metadata(path).is_ok_and(|about| about.is_dir()) {
        return gone(fs::remove_file(path));
    }
    gone(fs::remove_dir_all(path)).or_else(|_| {
        // A build may leave folders without write permission.
        open_folders(path)?;
        gone(fs::remove_dir_all(path))
    })
}

/// Lets the user change a folder and those in it.
fn open_folders(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            open_folders(&entry.path())?;
        }
    }
    Ok(())
}

/// Creates a file, and removes whatever has its name before.
pub(super) fn create(path: &Path) -> io::Result<File> {
    remove(path)?;
    File::create_new(path)
}

/// Returns the entries of a folder that are copied. A folder comes before the entries in it.
/// Fails if it cannot be read, or has too many files.
pub(super) fn entries(root: &Path) -> Result<Vec<Entry>, AttachError> {
    let is_program = |entry: &Entry| !leads_too_far(&entry.path, root) && is_program(&entry.path);
    walk(root, MAX_DEPTH, &|entry| !is_left_out(entry) && (entry.about.is_dir() || !is_program(entry)))
}

/// Returns true for a link that leads to a folder that contains `folder`, or to files that are no data.
pub(super) fn leads_too_far(path: &Path, folder: &Path) -> bool {
    path.is_symlink()
        && fs::canonicalize(path).is_ok_and(|target| {
            folder != target && folder.starts_with(&target)
                || SYSTEM.iter().any(|system| target.starts_with(system))
        })
}

/// Returns true for an entry that is left out of a copy by its name: it is hidden, the save file, or written
/// by CMake or a compiler. Programs, which have any name, are left out as well.
pub(super) fn is_left_out(Entry { name, path, about }: &Entry) -> bool {
    let file_name = file_name(name);
    file_name.starts_with('.')
        || match about.is_dir() {
            true => path.join("CMakeCache.txt").exists(),
            false => !(about.is_symlink() || about.is_file()) || file_name == SAVE || is_object(name),
        }
}

/// Returns true for a file with more than one name.
pub(super) fn has_names(about: &fs::Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(about) > 1;
    #[cfg(not(unix))]
    {
        let _ = about;
        false
    }
}

/// Returns true for the name of a file that compilers write beside programs.
pub(super) fn is_object(name: &str) -> bool {
    OBJECTS.iter().any(|end| name.ends_with(end))
}

/// Returns true for a file that is a program.
pub(super) fn is_program(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit());
    let start = file::start_of(path, 4).ok().flatten().unwrap_or_default();
    PROGRAMS.iter().any(|program| start.starts_with(program))
        && !LIBRARIES.iter().any(|end| name.ends_with(end))
}
