//! Options of CMake that the user has chosen in a build folder. A check builds without them, and names them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::compiler::OPTIMIZED;
use super::listing::NotCopied;
use super::told::{complain_of_each, listed};
use super::workspace::Workspace;
use roguelike::support::file;
use roguelike::support::text::{shortened, visible};

/// The file in which CMake remembers options, and what it has found.
pub(super) const CACHE: &str = "CMakeCache.txt";
/// Maximum size of this file, in bytes.
const MAX_SIZE: u64 = 4 << 20;
/// Maximum number of entries that are looked at beside the folder.
const MAX_BESIDE: usize = 1000;
/// The entries with the folder of the sources, and with that of the build.
const HOME: &str = "CMAKE_HOME_DIRECTORY";
const BUILD: &str = "CMAKE_CACHEFILE_DIR";
/// Types of entries that users do not set.
const OTHER_TYPES: [&str; 2] = ["INTERNAL", "STATIC"];
/// Types of entries that are paths, and the end of the value of one that CMake has not found.
const FILE: &str = "FILEPATH";
const PATHS: [&str; 2] = ["PATH", FILE];
const NOT_FOUND: &str = "-NOTFOUND";
/// The beginning of the names of CMake's own entries. Files among them are its tools, except for these.
const OF_CMAKE: &str = "CMAKE_";
const TOOLCHAIN: &str = "CMAKE_TOOLCHAIN_FILE";
const CHOSEN: [&str; 3] = [TOOLCHAIN, "CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER"];
/// The type of an option that the user has given without one, and the line above each that CMakeLists.txt
/// does not declare.
const UNDECLARED: &str = "UNINITIALIZED";
const NO_HELP: &str = "//No help, variable specified on the command line.";
/// Options that a check gives CMake itself.
const GIVEN: [&str; 2] = ["CMAKE_EXPORT_COMPILE_COMMANDS", "CMAKE_CXX_FLAGS_INIT"];

/// An option of a build folder.
struct Choice {
    ty: String,
    value: String,
    /// True if the user has given it and CMakeLists.txt does not declare it.
    is_undeclared: bool,
}

/// The options of a build folder.
struct Chosen {
    values: BTreeMap<String, Choice>,
    /// The folder of the sources, and that of the build.
    home: String,
    build: String,
}

impl Workspace<'_> {
    /// Names the options in the user's build folders that differ from those of the copy, which lacks these
    /// folders: they are in the folder or beside it.
    pub fn tell_options(&self, not_copied: &[NotCopied]) {
        let own = [&self.build, &self.source].into_iter().find_map(|folder| Chosen::of(&folder.join(CACHE)));
        let (Some(own), Ok(folder)) = (own, fs::canonicalize(self.folder)) else { return };
        let entries = fs::read_dir(folder.join("..")).into_iter().flatten().flatten();
        let beside = entries.take(MAX_BESIDE).map(|entry| Path::new("..").join(entry.file_name()));
        let inside = not_copied.iter().map(|NotCopied { place, .. }| place.clone());
        let different = inside.chain(beside).filter_map(|place| {
            let place = if place.ends_with(CACHE) { place } else { place.join(CACHE) };
            let theirs = Chosen::of(&folder.join(&place))?;
            // A folder in it may be of another program, or may have been moved.
            let is_of_folder = fs::canonicalize(&theirs.home).is_ok_and(|home| home == folder);
            let names = theirs.unlike(&own);
            (is_of_folder && !names.is_empty()).then_some((place, names))
        });
        complain_of_each(
            "not used: ",
            different.map(|(place, names)| {
                let them = if names.len() == 1 { "it" } else { "them" };
                let place = visible(&place.to_string_lossy());
                format!("{} of {place}; give --build CMD to build with {them}", listed(names))
            }),
        );
    }
}

impl Chosen {
    /// Reads the file in which CMake has kept them. Returns `None` if it cannot be read.
    fn of(path: &Path) -> Option<Chosen> {
        let text = file::read_regular(path, MAX_SIZE).ok()?;
        let text = String::from_utf8_lossy(&text);
        let (mut values, mut home, mut build) = (BTreeMap::new(), String::new(), String::new());
        for (line, above) in text.lines().zip(std::iter::once("").chain(text.lines())) {
            let Some(((name, ty), value)) = line
                .split_once('=')
                .filter(|_| !line.starts_with(['#', '/']))
                .and_then(|(start, value)| Some((start.rsplit_once(':')?, value)))
            else {
                continue;
            };
            let is_tool = ty == FILE && name.starts_with(OF_CMAKE) && !CHOSEN.contains(&name);
            match name {
                HOME => value.clone_into(&mut home),
                BUILD => value.clone_into(&mut build),
                _ if is_tool || OTHER_TYPES.contains(&ty) || GIVEN.contains(&name) => {}
                _ => {
                    let is_undeclared = ty == UNDECLARED || above == NO_HELP;
                    let [ty, value] = [ty, value].map(str::to_owned);
                    values.insert(name.to_owned(), Choice { ty, value, is_undeclared });
                }
            }
        }
        Some(Chosen { values, home, build })
    }

    /// Returns each option that has another value than in `own`, as `NAME=VALUE`.
    fn unlike(&self, own: &Chosen) -> Vec<String> {
        let is_unlike = |(name, theirs): &(&String, &Choice)| match own.values.get(*name) {
            _ if theirs.value.ends_with(NOT_FOUND) => false,
            Some(ours) => {
                !is_same(&theirs.ty, &theirs.value, &ours.value)
                    && self.without_folders(&theirs.value) != own.without_folders(&ours.value)
            }
            // Generators and searches have entries of their own.
            None => {
                let is_of_others = !name.starts_with(OF_CMAKE) && !PATHS.contains(&&*theirs.ty);
                // A list may look whether there is one that it does not declare.
                theirs.is_undeclared
                    || (is_of_others || *name == TOOLCHAIN) && !is_same(&theirs.ty, &theirs.value, "")
            }
        };
        let unlike = self.values.iter().filter(is_unlike);
        unlike.map(|(name, theirs)| shortened(&format!("{name}={}", theirs.value))).collect()
    }

    /// Returns a value without the paths of the sources and of the build, which a copy has elsewhere.
    fn without_folders(&self, value: &str) -> String {
        value.replace(&self.build, "").replace(&self.home, "")
    }
}

/// Returns true if two values of an option of this type mean the same.
fn is_same(ty: &str, theirs: &str, ours: &str) -> bool {
    let [truth, other] = [theirs, ours].map(truth);
    let words = |value: &'_ str| {
        let words = value.split_whitespace().filter(|word| *word != OPTIMIZED);
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    matches!(ty, "BOOL" | UNDECLARED) && truth.is_some() && truth == other || words(theirs) == words(ours)
}

/// Returns whether CMake takes a value for true, or `None` for other texts.
fn truth(value: &str) -> Option<bool> {
    match value.to_uppercase().as_str() {
        "1" | "ON" | "YES" | "TRUE" | "Y" => Some(true),
        "" | "0" | "OFF" | "NO" | "FALSE" | "N" => Some(false),
        _ => None,
    }
}
