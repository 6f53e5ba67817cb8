//! The files of a folder that a build is made of, at the beginning of a check. One that is saved while the
//! check runs may not be the one that was checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use super::listing::{BUILD_FILES, entries};
use crate::attach::folder::{Entry, file_name, is_source};
use roguelike::support::terminal::complain;
use roguelike::support::text::visible;

/// Maximum number of files that are told.
const MAX_TOLD: usize = 5;

/// The times and sizes of sources and of the files of make and CMake, by their names. A folder that cannot be
/// read counts as empty.
pub(super) struct Files(BTreeMap<String, (Option<SystemTime>, u64)>);

impl Files {
    pub fn of(folder: &Path) -> Files {
        let all = fs::canonicalize(folder).ok().and_then(|folder| entries(&folder).ok());
        let is_of_build = |name: &str| is_source(name) || BUILD_FILES.contains(&name);
        let files = all.into_iter().flatten().filter(|entry| is_of_build(file_name(&entry.name)));
        let seen = |Entry { name, about, .. }: Entry| (name, (about.modified().ok(), about.len()));
        Files(files.map(seen).collect())
    }

    /// Tells which files have changed, are new or are gone since.
    pub fn tell_changed(&self, folder: &Path) {
        let Files(now) = Files::of(folder);
        let is_changed = |name: &&String| self.0.get(*name) != now.get(*name);
        let changed: BTreeSet<&String> = self.0.keys().chain(now.keys()).filter(is_changed).collect();
        let names: Vec<_> = changed.iter().take(MAX_TOLD).map(|name| visible(name)).collect();
        let more = if changed.len() > MAX_TOLD { " and more" } else { "" };
        if !names.is_empty() {
            complain(&format!("{}{more} changed during the check; check again", names.join(", ")));
        }
    }
}
