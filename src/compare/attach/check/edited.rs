//! The files of a folder that a build is made of, at the beginning of a check. One that is saved while the
//! check runs may not be the one that was checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use super::listing::{entries, is_of_build};
use super::told::listed;
use crate::attach::folder::{Entry, file_name, is_source};
use roguelike::support::terminal::complain;

/// The times and sizes of sources and of the files of make and CMake, by their names. A folder that cannot be
/// read counts as empty.
pub(super) struct Files(BTreeMap<String, (Option<SystemTime>, u64)>);

impl Files {
    pub fn of(folder: &Path) -> Files {
        let all = fs::canonicalize(folder).ok().and_then(|folder| entries(&folder).ok());
        let is_read = |name: &str| is_source(name) || is_of_build(name);
        let files = all.into_iter().flatten().filter(|entry| is_read(file_name(&entry.name)));
        let seen = |Entry { name, about, .. }: Entry| (name, (about.modified().ok(), about.len()));
        Files(files.map(seen).collect())
    }

    /// Tells which files have changed, are new or are gone since.
    pub fn tell_changed(&self, folder: &Path) {
        let Files(now) = Files::of(folder);
        let is_changed = |name: &&String| self.0.get(*name) != now.get(*name);
        let changed: BTreeSet<&String> = self.0.keys().chain(now.keys()).filter(is_changed).collect();
        if !changed.is_empty() {
            complain(&format!("{} changed during the check; check again", listed(changed)));
        }
    }
}
