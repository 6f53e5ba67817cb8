//! The contents of the files that a build reads, compared with those of an earlier check.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use notify::RecursiveMode;

use super::dependencies::changed;
use super::listing::{Item, Listing, What};
use super::reads::Reads;
use roguelike::support::file;
use roguelike::support::hash::Fnv;

/// Maximum size of a file whose content is read, in bytes. A larger one counts by its size and time.
const MAX_SIZE: u64 = 64 << 20;
/// Maximum number of links on the way to a file. Linux follows as many.
const MAX_LINKS: usize = 40;
/// The permissions to run a file.
#[cfg(unix)]
const RUNNING: u32 = 0o111;

/// The files of a folder, and those outside that its build reads, by their paths.
#[derive(Clone, Default)]
pub(super) struct State {
    /// The folder as the user names it, and its real path.
    named: PathBuf,
    folder: PathBuf,
    /// `None` if the folder cannot be read.
    seen: Option<BTreeMap<PathBuf, Seen>>,
    /// Places outside to which links of the folder lead: folders, and the folders of files.
    pub linked: Vec<(PathBuf, RecursiveMode)>,
}

/// The entry at a path.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Seen {
    Folder,
    Link(PathBuf),
    /// A file with the hash of its content, unless only its name is known.
    File(Option<u64>),
}

/// The entry at a path in a later state, and its inode.
pub(super) type Change = (Option<Seen>, Option<u64>);

impl State {
    /// Reads the state of a folder, with the contents of all its files.
    pub fn whole(folder: &Path, reads: &Reads) -> State {
        let state = State::of(folder, reads, true);
        state.unwrap_or_else(|| State { named: folder.to_owned(), ..State::default() })
    }

    fn of(named: &Path, reads: &Reads, is_whole: bool) -> Option<State> {
        let folder = fs::canonicalize(named).ok()?;
        let items = Listing::of(&folder).ok()?.items;
        let mut state =
            State { named: named.to_owned(), folder: folder.clone(), seen: None, linked: Vec::new() };
        let mut seen = BTreeMap::new();
        for Item { place, path, what } in items {
            if path.is_symlink() && !matches!(what, What::Link(_)) {
                state.linked.extend(linked(&path));
                state.linked.extend(folders_of_links(&path));
            }
            let path = folder.join(place);
            let has_content = || is_whole || reads.has(&folder, &path);
            let found = match what {
                What::Folder => Seen::Folder,
                What::Link(target) => Seen::Link(target),
                What::File(_) => Seen::File(has_content().then(|| content(&path)).flatten()),
            };
            seen.insert(path, found);
        }
        state.seen = Some(seen);
        state.add_outside(reads, |_| false);
        Some(state)
    }

    /// Adds the files outside, which are known only after a check. A file that has changed since the check
    /// began counts as changed, even if its content is the old one again.
    pub fn complete(&mut self, reads: &Reads, begin: SystemTime) {
        let is_new = |path: &Path| changed(path).is_some_and(|changed| changed > begin);
        for (path, seen) in self.seen.iter_mut().flatten() {
            match seen {
                Seen::File(Some(hash)) if is_new(path) => *hash = !*hash,
                _ => {}
            }
        }
        self.add_outside(reads, is_new);
    }

    fn add_outside(&mut self, reads: &Reads, is_new: impl Fn(&Path) -> bool) {
        let Some(seen) = &mut self.seen else { return };
        for path in reads.outside() {
            if let Ok(names) = fs::read_dir(&path) {
                for path in names.flatten().map(|entry| entry.path()).filter(|path| !is_new(path)) {
                    seen.entry(path).or_insert(Seen::File(None));
                }
            } else if matches!(seen.get(&path), None | Some(Seen::File(None))) {
                let hash = content(&path).map(|hash| if is_new(&path) { !hash } else { hash });
                seen.insert(path, Seen::File(hash));
            }
        }
    }

    /// Returns the paths of everything in it.
    pub fn paths(&self) -> BTreeSet<PathBuf> {
        self.seen.iter().flat_map(BTreeMap::keys).cloned().collect()
    }

    /// Returns the places of the files that differ from an earlier state, or `None` if more differs than
    /// contents of files in the folder. Any name may come or go outside that no build concerns.
    pub fn changed_files(&self, before: &State, reads: &Reads) -> Option<BTreeSet<PathBuf>> {
        let (old, new) = (before.seen.as_ref()?, self.seen.as_ref()?);
        let is_file = |seen: Option<&Seen>| matches!(seen, Some(Seen::File(_)));
        let mut changed = BTreeSet::new();
        for path in old.keys().chain(new.keys()).filter(|path| old.get(*path) != new.get(*path)) {
            match path.strip_prefix(&self.folder) {
                Ok(place) if is_file(old.get(path)) && is_file(new.get(path)) => {
                    changed.insert(place.to_owned());
                }
                Err(_) if !reads.concern(&self.folder, path) => {}
                _ => return None,
            }
        }
        (self.folder == before.folder).then_some(changed)
    }

    /// Returns what a build would read in another way now.
    pub fn changes(&self, reads: &Reads) -> BTreeMap<PathBuf, Change> {
        let now = State::of(&self.named, reads, false).and_then(|now| now.seen);
        let (Some(before), Some(now)) = (&self.seen, &now) else {
            let is_changed = self.seen.is_some() != now.is_some();
            return is_changed.then(|| (self.named.clone(), (None, None))).into_iter().collect();
        };
        let paths: BTreeSet<&PathBuf> = before.keys().chain(now.keys()).collect();
        let of_path = |path: &PathBuf| {
            let (before, now) = (before.get(path), now.get(path));
            let is_changed = match (before, now) {
                (Some(Seen::File(before)), Some(Seen::File(now))) => {
                    before.is_some() && now.is_some() && before != now
                }
                _ => before != now && reads.concern(&self.folder, path),
            };
            is_changed.then(|| (path.clone(), (now.cloned(), number(path))))
        };
        paths.into_iter().filter_map(of_path).collect()
    }
}

/// Returns where a link leads that leads out of the folder.
fn linked(path: &Path) -> Option<(PathBuf, RecursiveMode)> {
    let target = fs::canonicalize(path).ok()?;
    match target.is_dir() {
        true => Some((target, RecursiveMode::Recursive)),
        false => Some((target.parent()?.to_owned(), RecursiveMode::NonRecursive)),
    }
}

/// Returns the folders of all links on the way to a file or folder, each of which may lead elsewhere later.
pub(super) fn folders_of_links(path: &Path) -> Vec<(PathBuf, RecursiveMode)> {
    let mut found = Vec::new();
    let (mut real, mut rest) = (PathBuf::new(), parts(path));
    while let Some(part) = rest.pop_front().filter(|_| found.len() < MAX_LINKS) {
        let next = real.join(&part);
        match fs::read_link(&next) {
            Ok(target) => {
                found.push((real.clone(), RecursiveMode::NonRecursive));
                rest = parts(&target).into_iter().chain(rest).collect();
            }
            // `real` has no links, so its last part is the one that `..` takes away.
            Err(_) if part == ".." => _ = real.pop(),
            Err(_) => real = next,
        }
    }
    found
}

/// Returns the parts of a path. That of the root begins at the top again when it is joined.
fn parts(path: &Path) -> VecDeque<OsString> {
    path.components().map(|part| part.as_os_str().to_owned()).collect()
}

/// Returns the hash of a file, or of its size and time if that cannot be read or is too large, and of who may
/// run it.
fn content(path: &Path) -> Option<u64> {
    let about = fs::metadata(path).ok().filter(Metadata::is_file)?;
    let facts = || format!("{} {:?}", about.len(), about.modified().ok()).into_bytes();
    let mut hash = Fnv::default();
    hash.write(&file::read_regular(path, MAX_SIZE).unwrap_or_else(|_| facts()));
    #[cfg(unix)]
    hash.write(&(std::os::unix::fs::MetadataExt::mode(&about) & RUNNING).to_le_bytes());
    Some(hash.finish())
}

/// Returns the inode of a file. A file that is replaced has a new one.
fn number(path: &Path) -> Option<u64> {
    #[cfg(unix)]
    return Some(std::os::unix::fs::MetadataExt::ino(&fs::symlink_metadata(path).ok()?));
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}
