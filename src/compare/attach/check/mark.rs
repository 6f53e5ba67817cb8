//! What a build folder was made of, in a file in it. Where anything else might make a difference than the
//! sources that a compiler receives, nothing in the folder is used again.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::dependencies::{Contents, is_script, never_the_same, reads_unlisted};
use super::error::CheckError;
use super::files::create;
use super::listing::entries;
use super::tools::words;
use roguelike::support::hash::Fnv;

/// Variables that do not change what CMake and compilers do.
const OTHERS: [&str; 8] = ["PWD", "OLDPWD", "SHLVL", "_", "XDG_CACHE_HOME", "WINDOWID", "COLUMNS", "LINES"];
/// The variables whose words may name programs and files.
pub(super) const COMMANDS: [&str; 6] = ["CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS", "CMAKE_TOOLCHAIN_FILE"];
/// The compilers if no variable names one.
const USUAL: [&str; 2] = ["cc", "c++"];
/// The file in a build folder.
const NAME: &str = "roguelike-check.txt";

/// A description of everything that goes into a build.
pub(super) struct Mark {
    /// A hash of the way to build: the environment, the programs and files that they name, the places of all
    /// files of the copy, and the contents of those that no compiler receives by name.
    way: u64,
    /// The hashes of the others.
    sources: BTreeMap<String, u64>,
}

impl Mark {
    /// Describes the build of a copy. `packages` are the options of SDL.
    /// Fails if the copy cannot be read.
    pub fn of(source: &Path, sources: &[&str], packages: &str) -> Result<Mark, CheckError> {
        let contents = Contents::default();
        let mut way = Fnv::default();
        let variables = env::vars_os().filter(|(name, _)| OTHERS.iter().all(|other| name != other));
        let variables: BTreeMap<OsString, OsString> = variables.collect();
        let start = format!("{source:?} {packages:?} {variables:?}\n");
        way.write(start.as_bytes());
        let named = named_files(source);
        if reads_unlisted(&start) || named.iter().any(|path| is_script(path)) {
            way.write(&never_the_same(0).to_le_bytes());
        }
        for path in named {
            way.write(format!("{path:?} {:?}\n", contents.of(&path)).as_bytes());
        }
        let mut own = BTreeMap::new();
        for entry in entries(source)? {
            let target = fs::read_link(&entry.path).unwrap_or_default();
            way.write(format!("{} {target:?}\n", entry.name).as_bytes());
            let Some(hash) = contents.of(&entry.path) else { continue };
            match sources.contains(&entry.name.as_str()) {
                true => _ = own.insert(entry.name, hash),
                false => way.write(&hash.to_le_bytes()),
            }
        }
        Ok(Mark { way: way.finish(), sources: own })
    }

    /// Returns true if everything in a build folder was made in the same way.
    pub fn has_way_of(&self, build: &Path) -> bool {
        read(build).is_some_and(|(mark, _)| mark.way == self.way)
    }

    /// Returns true if the times in a build folder show which sources have changed since: each of these is
    /// newer than everything there. Times to come show nothing.
    pub fn has_times_of(&self, build: &Path, source: &Path) -> bool {
        let Some((mark, made)) = read(build).filter(|(mark, _)| mark.way == self.way) else { return false };
        let now = SystemTime::now();
        let is_new = |name: &String| {
            let time = fs::metadata(source.join(name)).and_then(|about| about.modified());
            time.is_ok_and(|time| made < time && time <= now)
        };
        let mut changed = self.sources.iter().filter(|(name, hash)| mark.sources.get(*name) != Some(hash));
        made <= now && changed.all(|(name, _)| is_new(name))
    }

    /// Removes the mark of a build folder. Without one, nothing in it is used again.
    pub fn remove(build: &Path) -> io::Result<()> {
        super::files::remove(&build.join(NAME))
    }

    /// Marks a build folder.
    pub fn write(&self, build: &Path) -> io::Result<()> {
        let mut file = create(&build.join(NAME))?;
        let sources = self.sources.iter().map(|(name, hash)| format!("{hash:016x} {name}\n"));
        let text = format!("{:016x}\n{}", self.way, sources.collect::<String>());
        file.write_all(text.as_bytes())
    }

    /// Returns the path of the mark in a build folder.
    pub fn path(build: &Path) -> PathBuf {
        build.join(NAME)
    }
}

/// Reads the mark of a build folder, and its time.
fn read(build: &Path) -> Option<(Mark, SystemTime)> {
    let path = Mark::path(build);
    let made = File::open(&path).ok()?.metadata().ok()?.modified().ok()?;
    let text = fs::read_to_string(path).ok()?;
    let mut lines = text.lines();
    let way = u64::from_str_radix(lines.next()?, 16).ok()?;
    let source = |line: &str| {
        let (hash, name) = line.split_once(' ')?;
        Some((name.to_owned(), u64::from_str_radix(hash, 16).ok()?))
    };
    Some((Mark { way, sources: lines.map(source).collect::<Option<_>>()? }, made))
}

/// Returns the compilers, and the files that the words of the variables name, like `ccache`, `@options` or
/// `-specs=FILE`.
fn named_files(source: &Path) -> Vec<PathBuf> {
    let given = COMMANDS.iter().flat_map(|name| words(&env::var(name).unwrap_or_default()));
    let all: Vec<OsString> = given.chain(USUAL.map(OsString::from)).collect();
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).chain([source.to_owned()]).collect();
    let names = all.iter().filter_map(|word| word.to_str()?.rsplit(['@', '=', ',']).next());
    let names = names.filter(|name| !name.is_empty());
    names
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .filter(|path| path.is_file())
        .collect()
}
