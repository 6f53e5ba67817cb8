//! The files that a build and its program have read, for `check --watch`. Inside the copy they come from the
//! system (`opened.rs`), outside of it from the dependency lists of compilers.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::again::Again;
use super::listing::BUILD_FILES;
#[cfg(target_os = "linux")]
use super::opened::Opened;
use crate::attach::folder::is_source;

/// Everything that the builds and programs of a folder have read since the watch began.
#[derive(Default)]
pub(super) struct Reads {
    found: Mutex<Found>,
    /// The build folder of the last check.
    pub again: Again,
}

#[derive(Default)]
struct Found {
    /// Files of the folder, and folders in it whose names were read, by their places in it.
    files: BTreeSet<PathBuf>,
    folders: BTreeSet<PathBuf>,
    /// Files outside, and folders outside from which a compiler takes headers.
    outside: BTreeSet<PathBuf>,
    /// True if the system does not report what was read. Then every file counts.
    is_unknown: bool,
    /// Number of programs that are running.
    running: usize,
    #[cfg(target_os = "linux")]
    opened: Option<Opened>,
}

impl Reads {
    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to look at a new copy.
    pub fn begin(&self, copy: &Path) {
        let mut found = self.found();
        #[cfg(target_os = "linux")]
        {
            found.opened = Opened::new(copy);
            found.is_unknown |= !found.opened.as_ref().is_some_and(|opened| opened.is_whole);
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = copy;
            found.is_unknown = true;
        }
    }

    /// Notes that a program starts, and forgets what the check itself has read before.
    pub fn start(&self) {
        let mut found = self.found();
        if found.running == 0 {
            found.collect(false);
        }
        found.running += 1;
    }

    /// Notes what a running program has read by now.
    pub fn collect(&self) {
        self.found().collect(true);
    }

    /// Notes that a program has ended.
    pub fn end(&self) {
        let mut found = self.found();
        found.collect(true);
        found.running -= 1;
    }

    /// Adds the files and folders that compilers have listed for a build of a copy.
    pub fn add_listed(&self, copy: &Path, root: &Path, listed: BTreeSet<PathBuf>) {
        let mut found = self.found();
        for path in listed {
            match path.strip_prefix(copy) {
                Ok(place) => _ = found.files.insert(place.to_owned()),
                Err(_) if path.starts_with(root) => {}
                Err(_) => _ = found.outside.insert(path),
            }
        }
    }

    /// Returns the files and folders outside.
    pub fn outside(&self) -> BTreeSet<PathBuf> {
        self.found().outside.clone()
    }

    /// Returns true if the content of a file counts: it was read, or the recorder looks into it.
    pub fn has(&self, folder: &Path, path: &Path) -> bool {
        let found = self.found();
        match path.strip_prefix(folder) {
            Ok(place) => found.is_unknown || found.files.contains(place) || has_name(path, &is_source),
            Err(_) => found.outside.contains(path),
        }
    }

    /// Returns true if a build may depend on the existence of a file: its folder was listed, a file of the
    /// same name was read, whose place it may take, or a file that was read mentions its name.
    pub fn concern(&self, folder: &Path, path: &Path) -> bool {
        if self.has(folder, path) || has_name(path, &|name| BUILD_FILES.contains(&name)) {
            return true;
        }
        let found = self.found();
        let place = path.strip_prefix(folder).ok();
        let is_listed = place.and_then(Path::parent).is_some_and(|above| found.folders.contains(above));
        let Some(name) = path.file_name() else { return is_listed };
        let mut all = found.files.iter().chain(&found.outside);
        let word = name.to_string_lossy();
        let mentions = |file: &PathBuf| {
            let text = fs::read(folder.join(file)).unwrap_or_default();
            String::from_utf8_lossy(&text).contains(&*word)
        };
        is_listed || all.any(|read| read.file_name() == Some(name)) || found.files.iter().any(mentions)
    }
}

impl Found {
    /// Takes what the system has told. It only counts if `is_kept` is true.
    fn collect(&mut self, is_kept: bool) {
        #[cfg(target_os = "linux")]
        if let Some(opened) = &self.opened {
            let is_complete = opened.take(&mut |place, is_folder| {
                let all = if is_folder { &mut self.folders } else { &mut self.files };
                is_kept.then(|| all.insert(place));
            });
            self.is_unknown |= !is_complete && is_kept;
        }
        #[cfg(not(target_os = "linux"))]
        let _ = is_kept;
    }
}

fn has_name(path: &Path, is_wanted: &dyn Fn(&str) -> bool) -> bool {
    path.file_name().is_some_and(|name| is_wanted(&name.to_string_lossy()))
}
