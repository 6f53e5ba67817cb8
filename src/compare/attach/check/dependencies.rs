//! The files that an object was made of, as its compiler listed them. An object is used again only if all of
//! them are the same: headers of the system and files that any name may have, too.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::copy::{MAX_DEPTH, remove};
use crate::attach::folder::{Entry, walk};
use roguelike::support::file;
use roguelike::support::hash::Fnv;

/// Maximum size of a file that a compiler reads, in bytes.
const MAX_SIZE: u64 = 256 << 20;

/// The contents of the files that compilers read, as hashes. Each file is read once.
#[derive(Default)]
pub(super) struct Contents(Mutex<HashMap<PathBuf, Option<u64>>>);

impl Contents {
    /// Returns the hash of a file, or `None` if it cannot be read.
    pub fn of(&self, path: &Path) -> Option<u64> {
        let read = || file::read_regular(path, MAX_SIZE).ok().map(|bytes| Fnv::of(&bytes));
        let Ok(mut known) = self.0.lock() else { return read() };
        *known.entry(path.to_owned()).or_insert_with(read)
    }

    /// Returns a line for each file in the list that a compiler wrote (`-MD`). `None` if the list or one of
    /// its files cannot be read.
    fn describe(&self, list: &Path, folder: &Path) -> Option<String> {
        let text = String::from_utf8(file::read_regular(list, MAX_SIZE).ok()?).ok()?;
        let line = |path: String| Some(format!("{:016x} {path}\n", self.of(&folder.join(path.as_str()))?));
        files(&text).into_iter().map(line).collect()
    }

    /// Keeps the contents of the files that an object was made of, beside it. Without a list, nothing is
    /// kept.
    pub fn keep(&self, object: &Path, folder: &Path) {
        let list = object.with_extension("d");
        match self.describe(&list, folder) {
            Some(text) => _ = fs::write(beside(object), text),
            None => _ = remove(&beside(object)),
        }
        // Only the contents count.
        remove(&list).ok();
    }

    /// Returns true if an object is there, and would be made of the same files again.
    pub fn are_those_of(&self, object: &Path, folder: &Path) -> bool {
        let Ok(kept) = fs::read_to_string(beside(object)) else { return false };
        object.is_file() && !kept.is_empty() && kept.lines().all(|line| self.has(line, folder))
    }

    /// Returns true if the file of a line has the content of the line.
    fn has(&self, line: &str, folder: &Path) -> bool {
        let (hash, path) = line.split_once(' ').unwrap_or_default();
        self.of(&folder.join(path)).is_some_and(|now| format!("{now:016x}") == hash)
    }
}

/// The file of a build folder that has the contents of files outside of the workspace.
const OUTSIDE: &str = "roguelike-outside.txt";

/// Keeps the contents of all files outside of a workspace that compilers have read for a build folder, as far
/// as there are lists of them.
pub(super) fn keep_outside(build: &Path, root: &Path) {
    let contents = Contents::default();
    let is_list = |entry: &Entry| entry.about.is_dir() || entry.name.ends_with(".d");
    let lists = walk(build, MAX_DEPTH, &is_list).unwrap_or_default().into_iter();
    let lists = lists.filter_map(|list| file::read_regular(&list.path, MAX_SIZE).ok());
    let read = lists.flat_map(|text| files(&String::from_utf8_lossy(&text)));
    let outside: BTreeSet<String> =
        read.filter(|path| Path::new(path).is_absolute() && !Path::new(path).starts_with(root)).collect();
    let lines =
        outside.into_iter().filter_map(|path| Some(format!("{:016x} {path}\n", contents.of(path.as_ref())?)));
    // Without the file, the folder is cleared.
    fs::write(build.join(OUTSIDE), lines.collect::<String>()).ok();
}

/// Returns true if none of these files has changed, whatever its time.
pub(super) fn is_outside_same(build: &Path) -> bool {
    let contents = Contents::default();
    fs::read_to_string(build.join(OUTSIDE))
        .is_ok_and(|kept| kept.lines().all(|line| contents.has(line, build)))
}

/// Returns the file beside an object.
pub(super) fn beside(object: &Path) -> PathBuf {
    object.with_extension("made-of")
}

/// Returns the files of a rule for make, without its target. A backslash before a space or a `#` belongs to a
/// name, and one at the end of a line continues the rule.
fn files(rule: &str) -> Vec<String> {
    let rule = rule.replace("\\\r\n", " ").replace("\\\n", " ");
    let rule = rule.lines().next().unwrap_or_default();
    let rule = rule.split_once(": ").map_or("", |(_, files)| files);
    let names = rule.replace("\\ ", "\0").replace("\\#", "#").replace("$$", "$");
    names.split_whitespace().map(|name| name.replace('\0', " ")).collect()
}
