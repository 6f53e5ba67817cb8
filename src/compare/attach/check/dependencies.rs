//! The files that something was made of, as compilers have listed them. It is used again only if all of them
//! are the same: headers of the system and files that any name may have, too.

use std::collections::{BTreeSet, HashMap};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use super::files::remove;
use super::listing::MAX_DEPTH;
use crate::attach::folder::{Entry, walk};
use roguelike::support::file;
use roguelike::support::hash::Fnv;

/// Maximum size of a file that a compiler reads, in bytes.
const MAX_SIZE: u64 = 256 << 20;
/// Words that let an assembler, CMake or a compiler read files that nothing lists.
const UNLISTED: [&str; 3] = ["incbin", "add_custom_", "@/"];
/// Maximum time by which a file's date may be older than the clock.
const CLOCK: Duration = Duration::from_millis(10);
/// The options and variables that name folders with headers.
const OPTIONS: [&str; 4] = ["-isystem", "-iquote", "-idirafter", "-I"];
const VARIABLES: [&str; 3] = ["CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"];
/// The file of a build folder that has the contents of files outside of the workspace.
const OUTSIDE: &str = "roguelike-outside.txt";
/// The file of a build folder to which CMake writes the calls of compilers.
const COMMANDS: &str = "compile_commands.json";
/// The files of a build folder in which CMake names what it has read, and what its tools will read.
const NAMING: [&str; 4] = ["CMakeFiles/Makefile.cmake", "link.txt", "build.make", "build.ninja"];
/// The first bytes of a script.
const SCRIPT: &[u8] = b"#!";
/// The ending of the names of objects.
const OBJECT: &str = ".o";
/// The ending of the names of dependency lists, and the name of the list that [`LISTING`] names.
const LIST: &str = ".d";
const READ: &str = "roguelike-read.d";
/// The variable with its path, for compilers that are not told to write a list.
const LISTING: &str = "SUNPRO_DEPENDENCIES";
/// The ending of the files beside objects that have the contents of what these were made of.
const MADE_OF: &str = "made-of";

/// The contents of the files that compilers read, as hashes. Each file is read once.
#[derive(Default)]
pub(super) struct Contents(Mutex<HashMap<PathBuf, Option<u64>>>);

impl Contents {
    /// Returns the hash of a file, or of the names in a folder, or `None` if it cannot be read. A file that
    /// may let others be read that nothing lists is never the same as before.
    pub fn of(&self, path: &Path) -> Option<u64> {
        let read = || if path.is_dir() { hash_of_names(path) } else { hash_of_file(path) };
        let Ok(mut known) = self.0.lock() else { return read() };
        *known.entry(path.to_owned()).or_insert_with(read)
    }

    /// Returns a line for each of these files and folders. `None` if one cannot be read.
    fn describe(&self, paths: &BTreeSet<PathBuf>) -> Option<String> {
        let line = |path: &PathBuf| Some(format!("{:016x} {}\n", self.of(path)?, path.to_str()?));
        paths.iter().map(line).collect()
    }

    /// Stores the contents of the files that an object was made of, beside it, and the names in the folders
    /// where its compiler looks for headers. Stores nothing without a list, or if a file outside of the
    /// workspace has changed since the compiler began.
    pub fn keep(
        &self,
        object: &Path,
        (folder, root): (&Path, &Path),
        searched: &[PathBuf],
        begin: SystemTime,
    ) {
        let list = object.with_extension(&LIST[1..]);
        let files = listed_in(&list).map(|files| files.iter().map(|file| folder.join(file)).collect());
        let is_still = |files: &BTreeSet<PathBuf>| !has_changed(files, root, begin);
        match files.filter(is_still).and_then(|files| self.describe(&with_folders(files, searched))) {
            Some(text) => _ = fs::write(beside(object), text),
            None => _ = remove(&beside(object)),
        }
        // Only the contents count.
        remove(&list).ok();
    }

    /// Returns true if an object is there, and would be made of the same files again.
    pub fn are_those_of(&self, object: &Path) -> bool {
        let kept = fs::read_to_string(beside(object)).unwrap_or_default();
        object.is_file() && !kept.is_empty() && kept.lines().all(|line| self.has(line))
    }

    /// Returns true if the file of a line has the content of the line.
    fn has(&self, line: &str) -> bool {
        let (hash, path) = line.split_once(' ').unwrap_or_default();
        self.of(path.as_ref()).is_some_and(|now| format!("{now:016x}") == hash)
    }
}

/// Returns true if something may read files because of this text that nothing lists.
pub(super) fn reads_unlisted(text: &str) -> bool {
    UNLISTED.iter().any(|word| text.contains(word))
}

/// Returns true for a program that is a script: it may read any other file.
pub(super) fn is_script(path: &Path) -> bool {
    file::start_of(path, 2).is_ok_and(|start| start.is_some_and(|start| start == SCRIPT))
}

/// Returns a hash that no other call returns.
pub(super) fn never_the_same(hash: u64) -> u64 {
    Fnv::of(format!("{hash} {:?}", SystemTime::now()).as_bytes())
}

/// Returns the variable that makes compilers list what they read in a build folder. A path with a space would
/// be two words in it.
pub(super) fn listing(build: &Path) -> Option<(&'static str, OsString)> {
    let path = build.join(READ).into_os_string();
    let is_word = path.to_str().is_some_and(|path| !path.contains(char::is_whitespace));
    is_word.then_some((LISTING, path))
}

fn hash_of_file(path: &Path) -> Option<u64> {
    let bytes = file::read_regular(path, MAX_SIZE).ok()?;
    let own = Fnv::of(&bytes);
    // A program has any words.
    let is_text = !bytes.contains(&0);
    let is_unlisted = is_text && reads_unlisted(&String::from_utf8_lossy(&bytes));
    Some(if is_unlisted { never_the_same(own) } else { own })
}

fn hash_of_names(folder: &Path) -> Option<u64> {
    let names: BTreeSet<_> = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.file_name()).collect();
    Some(Fnv::of(format!("{names:?}").as_bytes()))
}

/// Keeps the contents of all files outside of a workspace that a build folder was made of, and the names in
/// the folders where compilers look for headers. Without a list for each object, nothing is kept.
pub(super) fn keep_outside(build: &Path, root: &Path, begin: SystemTime) {
    let outside = outside_of(build, root).filter(|files| !has_changed(files, root, begin));
    let commands = fs::read_to_string(build.join(COMMANDS)).unwrap_or_default();
    let mut searched = searched(commands.split(|c: char| c.is_whitespace() || "\"\\".contains(c)));
    searched.retain(|path| !path.starts_with(root));
    let path = build.join(OUTSIDE);
    match outside.and_then(|files| Contents::default().describe(&with_folders(files, &searched))) {
        Some(text) => _ = fs::write(path, text),
        // Without the file, the folder is cleared.
        None => _ = remove(&path),
    }
}

/// Returns the files outside of a workspace that compilers have read for a build folder, or that CMake names
/// in it. `None` if an object lacks its list, as all do that Ninja makes.
fn outside_of(build: &Path, root: &Path) -> Option<BTreeSet<PathBuf>> {
    let files = |end| {
        let found = walk(build, MAX_DEPTH, &|entry| is_named(entry, end)).unwrap_or_default();
        found.into_iter().filter(|entry| entry.about.is_file()).map(|entry| entry.path)
    };
    let list_of = |object: PathBuf| {
        let mut list = object.into_os_string();
        list.push(LIST);
        PathBuf::from(list)
    };
    let lists: Vec<PathBuf> = files(OBJECT).map(list_of).collect();
    let is_listed = !lists.is_empty() && lists.iter().all(|list| list.is_file());
    let read = files(LIST).filter_map(|list| listed_in(&list)).flatten().map(PathBuf::from);
    let named = NAMING.iter().flat_map(|name| files(name)).flat_map(|naming| absolute_paths(&naming));
    let outside = read.chain(named).filter(|path| path.is_absolute() && !path.starts_with(root));
    is_listed.then(|| outside.collect())
}

/// Returns the files whose full paths are in a file of CMake.
fn absolute_paths(naming: &Path) -> Vec<PathBuf> {
    let text = file::read_regular(naming, MAX_SIZE).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let words = text.split(|c: char| c.is_whitespace() || "\"'=,;:()|".contains(c));
    let words: BTreeSet<&str> = words.filter(|word| word.starts_with('/')).collect();
    words.into_iter().map(PathBuf::from).filter(|path| path.is_file()).collect()
}

/// Returns true if none of these files has changed, whatever its time.
pub(super) fn is_outside_same(build: &Path) -> bool {
    let contents = Contents::default();
    fs::read_to_string(build.join(OUTSIDE)).is_ok_and(|kept| kept.lines().all(|line| contents.has(line)))
}

/// Returns true if one of these files is outside of a workspace and has changed since a time.
fn has_changed(files: &BTreeSet<PathBuf>, root: &Path, since: SystemTime) -> bool {
    let outside = files.iter().filter(|file| !file.starts_with(root));
    outside.filter_map(|file| changed(file)).any(|changed| changed > since - CLOCK)
}

/// Returns the time when a file was written or got its name.
pub(super) fn changed(path: &Path) -> Option<SystemTime> {
    let about = fs::metadata(path).ok()?;
    #[cfg(unix)]
    return {
        use std::os::unix::fs::MetadataExt;
        let nanoseconds = u32::try_from(about.ctime_nsec()).ok()?;
        Some(SystemTime::UNIX_EPOCH + Duration::new(u64::try_from(about.ctime()).ok()?, nanoseconds))
    };
    #[cfg(not(unix))]
    about.modified().ok()
}

/// Adds the folders of files, and those where compilers look for headers.
fn with_folders(files: BTreeSet<PathBuf>, searched: &[PathBuf]) -> BTreeSet<PathBuf> {
    let folders: Vec<PathBuf> = files.iter().filter_map(|file| Some(file.parent()?.to_owned())).collect();
    files.into_iter().chain(folders).chain(searched.iter().cloned()).collect()
}

/// Returns the folders in which the compiler that is called with these words looks for headers.
pub(super) fn searched<'a>(words: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
    let folder = |word: &'a str| OPTIONS.iter().find_map(|option| word.strip_prefix(option)).unwrap_or(word);
    let named = words.map(|word| PathBuf::from(folder(word)));
    let of_variables = VARIABLES.iter().filter_map(env::var_os);
    let of_variables = of_variables.flat_map(|paths| env::split_paths(&paths).collect::<Vec<_>>());
    let is_folder = |path: &PathBuf| path.is_absolute() && path.file_name().is_some() && path.is_dir();
    named.chain(of_variables).filter(is_folder).collect()
}

/// Returns everything that compilers have listed for the builds in these folders, of which the first is the
/// one in which they ran: the files, and the folders outside where they look for headers.
pub(super) fn all_listed(folders: &[&Path]) -> BTreeSet<PathBuf> {
    let is_list =
        |entry: &Entry| is_named(entry, LIST) || is_named(entry, MADE_OF) || is_named(entry, OUTSIDE);
    let lists = folders.iter().filter_map(|folder| walk(folder, MAX_DEPTH, &is_list).ok()).flatten();
    let read = |Entry { path, .. }: Entry| -> Option<BTreeSet<PathBuf>> {
        if path.extension()? == &LIST[1..] {
            let files = listed_in(&path)?.into_iter().map(|file| folders[0].join(file)).collect();
            return Some(with_folders(files, &[]));
        }
        let text = fs::read_to_string(path).ok()?;
        Some(text.lines().filter_map(|line| Some(line.split_once(' ')?.1.into())).collect())
    };
    let listed: BTreeSet<PathBuf> = lists.filter_map(read).flatten().collect();
    listed.into_iter().chain(searched(std::iter::empty())).collect()
}

fn is_named(entry: &Entry, end: &str) -> bool {
    entry.about.is_dir() || entry.name.ends_with(end)
}

/// Returns the file beside an object.
pub(super) fn beside(object: &Path) -> PathBuf {
    object.with_extension(MADE_OF)
}

/// Returns the files in a list that a compiler wrote. `None` if it cannot be read.
fn listed_in(list: &Path) -> Option<Vec<String>> {
    Some(files(&String::from_utf8(file::read_regular(list, MAX_SIZE).ok()?).ok()?))
}

/// Returns the files of rules for make, without their targets. A backslash before a space or a `#` belongs to
/// a name, and one at the end of a line continues the rule.
fn files(rules: &str) -> Vec<String> {
    let rules = rules.replace("\\\r\n", " ").replace("\\\n", " ");
    let rules = rules.lines().filter_map(|rule| Some(rule.split_once(": ")?.1));
    let names = |rule: &str| rule.replace("\\ ", "\0").replace("\\#", "#").replace("$$", "$");
    let names: Vec<String> = rules.map(names).collect();
    let names = names.iter().flat_map(|names| names.split_whitespace());
    names.map(|name| name.replace('\0', " ")).collect()
}
