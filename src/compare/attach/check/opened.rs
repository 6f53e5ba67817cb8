//! Reports the files of a folder that other programs read and the folders that they list, and changes in
//! folders of headers (inotify).

use std::collections::HashMap;
use std::ffi::OsStr;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};

use rustix::io::Errno;

use super::listing::MAX_DEPTH;
use crate::attach::folder::{Entry, file_name, walk};

/// Size of the buffer for events, in bytes.
const ROOM: usize = 1 << 14;
/// The folder in which git has its own files, which may be many.
const GIT: &str = ".git";

/// A folder that the system watches.
pub(super) struct Opened {
    watch: OwnedFd,
    /// The folders in it, by the system's numbers for them.
    folders: HashMap<i32, PathBuf>,
    /// False if one of them cannot be watched.
    pub is_whole: bool,
}

impl Opened {
    /// Begins to watch a folder and those in it, except for that of git. `None` if the system cannot.
    pub fn new(root: &Path) -> Option<Opened> {
        let watch = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).ok()?;
        let is_wanted = |entry: &Entry| entry.about.is_dir() && file_name(&entry.name) != GIT;
        let found = walk(root, MAX_DEPTH, &is_wanted).ok()?;
        let all = std::iter::once(root.to_owned()).chain(found.into_iter().map(|entry| entry.path));
        let all: Vec<PathBuf> = all.collect();
        // The second is of programs that read files and write them.
        let wanted = WatchFlags::CLOSE_NOWRITE | WatchFlags::ACCESS | WatchFlags::ONLYDIR;
        let add = |path: &PathBuf| {
            let number = inotify::add_watch(&watch, path, wanted).ok()?;
            Some((number, path.strip_prefix(root).ok()?.to_owned()))
        };
        let folders: HashMap<_, _> = all.iter().filter_map(add).collect();
        let is_whole = folders.len() == all.len();
        Some(Opened { watch, folders, is_whole })
    }

    /// Takes the places of all files and folders since the last time. The second argument is true for a
    /// folder. Returns false if some were lost.
    pub fn take(&self, take: &mut dyn FnMut(PathBuf, bool)) -> bool {
        let mut room = [MaybeUninit::uninit(); ROOM];
        let mut reader = Reader::new(&self.watch, &mut room);
        let mut is_complete = true;
        while let Ok(event) = reader.next() {
            is_complete &= !event.events().contains(ReadFlags::QUEUE_OVERFLOW);
            let Some(folder) = self.folders.get(&event.wd()) else { continue };
            let name = event.file_name().map(|name| OsStr::from_bytes(name.to_bytes()));
            let place = name.map_or_else(|| folder.clone(), |name| folder.join(name));
            take(place, event.events().contains(ReadFlags::ISDIR));
        }
        is_complete
    }
}

/// Folders whose changes are reported, but not the reading of their files: every compiler on the system reads
/// headers.
pub(super) struct Folders(Arc<OwnedFd>);

impl Folders {
    /// Begins without a folder, and calls `notice` after each change. `None` if the system cannot.
    pub fn new(notice: impl Fn() + Send + 'static) -> Option<Folders> {
        let watch = Arc::new(inotify::init(CreateFlags::CLOEXEC).ok()?);
        let folders = Folders(watch.clone());
        let report = move || {
            let mut room = [MaybeUninit::uninit(); ROOM];
            let mut reader = Reader::new(&*watch, &mut room);
            loop {
                match reader.next().map(drop) {
                    Ok(()) => notice(),
                    Err(Errno::INTR) => {}
                    Err(_) => return,
                }
            }
        };
        thread::Builder::new().spawn(report).ok()?;
        Some(folders)
    }

    /// Adds a folder, unless it was added before. Returns false if the system has no room for it.
    pub fn add(&self, folder: &Path) -> bool {
        let written = WatchFlags::CLOSE_WRITE | WatchFlags::CREATE | WatchFlags::DELETE | WatchFlags::MOVE;
        let replaced = WatchFlags::ATTRIB | WatchFlags::DELETE_SELF | WatchFlags::MOVE_SELF;
        inotify::add_watch(&*self.0, folder, written | replaced).is_ok()
    }
}
