//! Reports the files of a folder that other programs read, and the folders that they list (inotify).

use std::collections::HashMap;
use std::ffi::OsStr;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};

use super::listing::MAX_DEPTH;
use crate::attach::folder::walk;

/// Size of the buffer for events, in bytes.
const ROOM: usize = 1 << 14;

/// A folder that the system watches.
pub(super) struct Opened {
    watch: OwnedFd,
    /// The folders in it, by the system's numbers for them.
    folders: HashMap<i32, PathBuf>,
}

impl Opened {
    /// Begins to watch a folder and those in it. `None` if the system cannot.
    pub fn new(root: &Path) -> Option<Opened> {
        let watch = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).ok()?;
        let found = walk(root, MAX_DEPTH, &|entry| entry.about.is_dir()).ok()?;
        let all = std::iter::once(root.to_owned()).chain(found.into_iter().map(|entry| entry.path));
        // The second is of programs that read files and write them.
        let wanted = WatchFlags::CLOSE_NOWRITE | WatchFlags::ACCESS | WatchFlags::ONLYDIR;
        let add = |path: PathBuf| {
            let number = inotify::add_watch(&watch, &path, wanted).ok()?;
            Some((number, path.strip_prefix(root).ok()?.to_owned()))
        };
        let folders = all.map(add).collect::<Option<_>>()?;
        Some(Opened { watch, folders })
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
