//! The libraries that CMake has downloaded and built for one check of a watch, which the next may use again.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::dependencies::COMMANDS;
use super::files::remove;
use crate::attach::folder::walk;
use roguelike::support::owned;

/// The folder of CMake's FetchContent in a build folder, and that with its notes in newer versions.
const DOWNLOADS: &str = "_deps";
const NOTES: &str = "CMakeFiles/fc-stamp";

/// The build folder of the last check, unless anything has changed since that its libraries may depend on.
#[derive(Default)]
pub(super) struct Again(Mutex<Option<Made>>);

struct Made {
    /// Another process that checks the same folder replaces the build folder. An open one is never taken for
    /// another.
    folder: File,
    /// The files that have changed since, by their places in the copy.
    changed: BTreeSet<PathBuf>,
}

impl Again {
    fn made(&self) -> MutexGuard<'_, Option<Made>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a build folder for the next check. Systems that cannot open folders keep none.
    pub fn keep(&self, build: &Path) {
        *self.made() = File::open(build).ok().map(|folder| Made { folder, changed: BTreeSet::new() });
    }

    /// Adds files that have changed, or forgets the build folder if more has changed than their contents.
    pub fn add(&self, changed: Option<BTreeSet<PathBuf>>) {
        let mut made = self.made();
        let both = made.take().zip(changed);
        *made = both.map(|(made, changed)| Made { changed: &made.changed | &changed, ..made });
    }

    /// Forgets the build folder. Returns true if only the libraries are left in it, and a copy may use them
    /// again.
    pub fn take(&self, build: &Path, copy: &Path) -> bool {
        let made = self.made().take();
        made.is_some_and(|made| owned::is_at(&made.folder, build) && are_own(&made.changed, build, copy))
            && keep_libraries(build).is_ok()
    }
}

/// Returns true if these files of a copy are sources that CMake has compiled for the program itself, and for
/// nothing that it has downloaded. A command may have read any other file.
fn are_own(changed: &BTreeSet<PathBuf>, build: &Path, copy: &Path) -> bool {
    let text = fs::read(build.join(COMMANDS)).unwrap_or_default();
    let calls: Vec<Value> = serde_json::from_slice(&text).unwrap_or_default();
    let path = |call: &Value, member: &str| PathBuf::from(call[member].as_str().unwrap_or_default());
    let downloads = build.join(DOWNLOADS);
    let (theirs, own): (Vec<&Value>, Vec<&Value>) =
        calls.iter().partition(|call| path(call, "directory").starts_with(&downloads));
    let has = |calls: &[&Value], file: &Path| calls.iter().any(|call| path(call, "file") == file);
    changed.iter().map(|place| copy.join(place)).all(|file| has(&own, &file) && !has(&theirs, &file))
}

/// Removes everything else from a build folder.
fn keep_libraries(build: &Path) -> io::Result<()> {
    let kept = [DOWNLOADS, NOTES];
    let found = walk(build, 2, &|entry| !kept.contains(&entry.name.as_str())).map_err(io::Error::other)?;
    let is_above = |name: &str| kept.iter().any(|kept| Path::new(kept).starts_with(name));
    found.iter().filter(|entry| !is_above(&entry.name)).try_for_each(|entry| remove(&entry.path))
}
