//! The state of everything that a build reads in a folder, by content.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use notify::RecursiveMode;

use super::copy::{MAX_DEPTH, is_left_out, leads_too_far};
use crate::attach::folder::{Entry, file_name, is_source, walk};
use roguelike::support::file;
use roguelike::support::hash::Fnv;

/// Endings of names, besides those of sources, of the files that direct a build.
const OF_BUILDS: [&str; 11] =
    ["CMakeLists.txt", "akefile", ".cmake", ".mk", ".ninja", ".build", ".lua", ".py", ".sh", ".json", ".in"];
/// Endings of the names of fonts, which every program reads.
const FONTS: [&str; 2] = [".ttf", ".otf"];
/// Maximum size of a file whose content is read, in bytes. A larger one counts by its size and time.
const MAX_SIZE: u64 = 64 << 20;
/// Characters that end a name in a Makefile, a CMakeLists.txt or an `#include`.
const AROUND_NAMES: &str = "\"'<>()[]{}:;=,$&|`";

/// The state of a folder. Two states are equal if a build would read the same in both.
#[derive(Clone, Default)]
pub(super) struct State {
    /// A hash of the names and contents. `None` if the folder cannot be read.
    hash: Option<u64>,
    /// Names of files that build files and `#include`s mention. `*.txt` is one, too.
    mentioned: BTreeSet<String>,
    /// Places outside of the folder to which its links lead: folders, and the folders of files.
    pub linked: Vec<(PathBuf, RecursiveMode)>,
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.hash == other.hash
    }
}

impl State {
    /// Reads the state of a folder.
    pub fn of(folder: &Path) -> State {
        read(folder).unwrap_or_default()
    }

    /// Returns true if a build reads files of this name.
    pub fn reads(&self, name: &str) -> bool {
        let is_mentioned = |mentioned: &String| match mentioned.strip_prefix('*') {
            Some(end) => end.starts_with('.') && name.ends_with(end),
            None => name == mentioned,
        };
        is_source(name) || directs_builds(name) || is_font(name) || self.mentioned.iter().any(is_mentioned)
    }

    /// Adds the names that a text mentions: each word of a file that directs the build, but of a source only
    /// those in lines of the preprocessor.
    fn mention(&mut self, text: &[u8], is_source: bool) {
        let text = String::from_utf8_lossy(text);
        // A rule that removes logs does not read them.
        let lines = text.lines().filter(|line| !is_source || line.trim_start().starts_with('#'));
        let lines = lines.filter(|line| !line.contains("rm "));
        let words =
            lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || AROUND_NAMES.contains(c)));
        let names = words.filter_map(|word| word.rsplit(['/', '\\']).next()).filter(|name| !name.is_empty());
        self.mentioned.extend(names.map(str::to_owned));
    }
}

fn directs_builds(name: &str) -> bool {
    OF_BUILDS.iter().any(|end| name.ends_with(end))
}

fn is_font(name: &str) -> bool {
    FONTS.iter().any(|end| name.ends_with(end))
}

/// Returns the state of a folder, or `None` if it cannot be read.
fn read(folder: &Path) -> Option<State> {
    let folder = fs::canonicalize(folder).ok()?;
    let mut state = State::default();
    let is_copied = |entry: &Entry| !is_left_out(entry) && !leads_too_far(&entry.path, &folder);
    let mut found = walk(&folder, MAX_DEPTH, &is_copied).ok()?;
    let links: Vec<PathBuf> = found.iter().filter(|entry| entry.about.is_symlink()).map(target).collect();
    let is_outside = |target: &PathBuf| !target.starts_with(&folder);
    for target in links.into_iter().filter(is_outside) {
        if target.is_dir() {
            found.extend(walk(&target, MAX_DEPTH, &is_copied).unwrap_or_default());
            state.linked.push((target, RecursiveMode::Recursive));
        } else if let Some(above) = target.parent() {
            state.linked.push((above.to_owned(), RecursiveMode::NonRecursive));
        }
    }
    let mut hash = Fnv::default();
    let (first, others): (Vec<Entry>, Vec<Entry>) = found.into_iter().partition(|entry| {
        let name = file_name(&entry.name);
        is_source(name) || directs_builds(name)
    });
    for entry in &first {
        let content = content(entry);
        state.mention(&content, is_source(file_name(&entry.name)));
        add(&mut hash, entry, &content);
    }
    let others = others.iter().filter(|entry| state.reads(file_name(&entry.name)));
    others.for_each(|entry| add(&mut hash, entry, &content(entry)));
    state.hash = Some(hash.finish());
    Some(state)
}

/// Returns the path to which a link leads, or its own where it leads nowhere.
fn target(entry: &Entry) -> PathBuf {
    fs::canonicalize(&entry.path).unwrap_or_else(|_| entry.path.clone())
}

/// Returns the content of a file, or its size and time if that cannot be read or is too large. Anything else
/// than a file is empty.
fn content(entry: &Entry) -> Vec<u8> {
    let facts = |about: Metadata| format!("{} {:?}", about.len(), about.modified().ok()).into_bytes();
    let about = || fs::metadata(&entry.path).ok().filter(Metadata::is_file).map(facts);
    file::read_regular(&entry.path, MAX_SIZE).unwrap_or_else(|_| about().unwrap_or_default())
}

/// Adds the name and content of a file.
fn add(hash: &mut Fnv, Entry { path, .. }: &Entry, content: &[u8]) {
    for bytes in [path.as_os_str().as_encoded_bytes(), content] {
        hash.write(&(bytes.len() as u64).to_le_bytes());
        hash.write(bytes);
    }
}
