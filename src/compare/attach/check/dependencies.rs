//! The files that compilers have read for a build, as they and CMake list them.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::listing::MAX_DEPTH;
use crate::attach::folder::walk;
use roguelike::support::file;

/// Maximum size of a list, in bytes.
const MAX_SIZE: u64 = 256 << 20;
/// The options and variables that name folders with headers.
const OPTIONS: [&str; 4] = ["-isystem", "-iquote", "-idirafter", "-I"];
const VARIABLES: [&str; 3] = ["CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"];
/// The file of a build folder to which CMake writes the calls of compilers.
pub(super) const COMMANDS: &str = "compile_commands.json";
/// The files of a build folder in which CMake names what it has read, and what its tools will read.
const NAMING: [&str; 4] = ["CMakeFiles/Makefile.cmake", "link.txt", "build.make", "build.ninja"];
/// The ending of the names of dependency lists, and the name of the list that [`LISTING`] names.
pub(super) const LIST: &str = "d";
const READ: &str = "roguelike-read.d";
/// The variable with its path, for GCC where it is not told to write a list.
const LISTING: &str = "SUNPRO_DEPENDENCIES";
/// The same for Clang, which writes a path in each line.
const PRINTING: [&str; 2] = ["CC_PRINT_HEADERS", "CC_PRINT_HEADERS_FILE"];
const PRINTED: &str = "roguelike-read.txt";

/// Returns everything that is listed for the build of a copy: the files that compilers or CMake have read,
/// and the folders outside where headers may be found.
pub(super) fn all_listed(copy: &Path, build: &Path) -> BTreeSet<PathBuf> {
    let files = |folder: &Path, end: &str| {
        let found = walk(folder, MAX_DEPTH, &|entry| entry.about.is_dir() || entry.name.ends_with(end));
        let found = found.unwrap_or_default().into_iter().filter(|entry| entry.about.is_file());
        found.map(|entry| entry.path).collect::<Vec<_>>()
    };
    let lists = [copy, build].into_iter().flat_map(|folder| files(folder, &format!(".{LIST}")));
    let printed = fs::read_to_string(build.join(PRINTED)).unwrap_or_default();
    let printed: Vec<PathBuf> = printed.lines().map(|line| copy.join(line)).collect();
    let read = lists.flat_map(|list| listed_in(&list, copy)).chain(printed);
    let naming = NAMING.iter().flat_map(|name| files(build, name));
    let is_outside = |path: &PathBuf| !path.starts_with(copy);
    let named = naming.flat_map(|naming| absolute_paths(&naming)).filter(is_outside);
    let all: Vec<PathBuf> = read.chain(named).collect();
    let folders: Vec<PathBuf> = all.iter().filter_map(|file| Some(file.parent()?.to_owned())).collect();
    let commands = fs::read_to_string(build.join(COMMANDS)).unwrap_or_default();
    let searched = searched(commands.split(|c: char| c.is_whitespace() || "\"\\".contains(c)));
    all.into_iter().chain(folders).chain(searched.into_iter().filter(is_outside)).collect()
}

/// Returns the files in a list that a compiler wrote in a copy, or none if it cannot be read.
pub(super) fn listed_in(list: &Path, copy: &Path) -> Vec<PathBuf> {
    let text = file::read_regular(list, MAX_SIZE).unwrap_or_default();
    // The path of the copy may not be UTF-8, but those in it are.
    let start = format!("{}{MAIN_SEPARATOR}", copy.display());
    let place = |file: String| copy.join(file.strip_prefix(&start).unwrap_or(&file));
    files(&String::from_utf8_lossy(&text)).into_iter().map(place).collect()
}

/// Returns the variables that make compilers list what they read in a build folder. For GCC a path with a
/// space would be two words.
pub(super) fn listing(build: &Path) -> Vec<(&'static str, OsString)> {
    let path = build.join(READ).into_os_string();
    let is_word = path.to_str().is_some_and(|path| !path.contains(char::is_whitespace));
    let printing = [(PRINTING[0], "1".into()), (PRINTING[1], build.join(PRINTED).into_os_string())];
    printing.into_iter().chain(is_word.then_some((LISTING, path))).collect()
}

/// Returns the files whose full paths are in a file of CMake.
fn absolute_paths(naming: &Path) -> Vec<PathBuf> {
    let text = file::read_regular(naming, MAX_SIZE).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let words = text.split(|c: char| c.is_whitespace() || "\"'=,;:()|".contains(c));
    let words: BTreeSet<&str> = words.filter(|word| word.starts_with('/')).collect();
    words.into_iter().map(PathBuf::from).filter(|path| path.is_file()).collect()
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

/// Returns the folders in which the compiler that is called with these words looks for headers.
pub(super) fn searched<'a>(words: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
    let folder = |word: &'a str| OPTIONS.iter().find_map(|option| word.strip_prefix(option)).unwrap_or(word);
    let named = words.map(|word| PathBuf::from(folder(word)));
    let of_variables = VARIABLES.iter().filter_map(env::var_os);
    let of_variables = of_variables.flat_map(|paths| env::split_paths(&paths).collect::<Vec<_>>());
    let is_folder = |path: &PathBuf| path.is_absolute() && path.file_name().is_some() && path.is_dir();
    named.chain(of_variables).filter(is_folder).collect()
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
