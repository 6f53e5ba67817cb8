//! Options of CMake that the user has chosen in a build folder. A check builds without them, and names them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::compiler::OPTIMIZED;
use super::listing::NotCopied;
use super::workspace::Workspace;
use roguelike::support::file;
use roguelike::support::terminal::complain;
use roguelike::support::text::{shortened, visible};

/// The file in which CMake remembers options, and what it has found.
pub(super) const CACHE: &str = "CMakeCache.txt";
/// Maximum size of this file, in bytes.
const MAX_SIZE: u64 = 4 << 20;
/// Maximum number of options of a file, and of files, that are told.
const MAX_TOLD: usize = 5;
/// The entry with the folder of the sources.
const HOME: &str = "CMAKE_HOME_DIRECTORY";
/// Types of entries that users do not set, or that are paths.
const OTHER_TYPES: [&str; 4] = ["INTERNAL", "STATIC", "PATH", "FILEPATH"];
/// The type of an option that the user has given and CMakeLists.txt does not declare.
const UNDECLARED: &str = "UNINITIALIZED";
/// Options that a check gives CMake itself.
const GIVEN: [&str; 2] = ["CMAKE_EXPORT_COMPILE_COMMANDS", "CMAKE_CXX_FLAGS_INIT"];

/// The options of a build folder.
struct Chosen {
    /// For each name, its type and value.
    values: BTreeMap<String, (String, String)>,
    /// The folder of the sources.
    home: String,
}

impl Workspace<'_> {
    /// Names the options in the user's build folders that differ from those of the copy. The copy lacks these
    /// folders.
    pub fn tell_options(&self, not_copied: &[NotCopied]) {
        let own = [&self.build, &self.source].into_iter().find_map(|folder| Chosen::of(&folder.join(CACHE)));
        let (Some(own), Ok(folder)) = (own, fs::canonicalize(self.folder)) else { return };
        let different = not_copied.iter().filter_map(|NotCopied { place, .. }| {
            let place = if place.ends_with(CACHE) { place.clone() } else { place.join(CACHE) };
            let theirs = Chosen::of(&folder.join(&place))?;
            // A folder in it may be of another program, or may have been moved.
            let is_of_folder = fs::canonicalize(&theirs.home).is_ok_and(|home| home == folder);
            let names = theirs.unlike(&own);
            (is_of_folder && !names.is_empty()).then_some((place, names))
        });
        for (place, names) in different.take(MAX_TOLD) {
            let more = if names.len() > MAX_TOLD { " and more" } else { "" };
            let them = if names.len() == 1 { "it" } else { "them" };
            complain(&format!(
                "not used: {}{more} of {}; give --build CMD to build with {them}",
                names[..names.len().min(MAX_TOLD)].join(", "),
                visible(&place.to_string_lossy()),
            ));
        }
    }
}

impl Chosen {
    /// Reads the file in which CMake has kept them. Returns `None` if it cannot be read.
    fn of(path: &Path) -> Option<Chosen> {
        let text = file::read_regular(path, MAX_SIZE).ok()?;
        let text = String::from_utf8_lossy(&text);
        let (mut values, mut home) = (BTreeMap::new(), String::new());
        for line in text.lines().filter(|line| !line.starts_with(['#', '/'])) {
            let Some(((name, ty), value)) =
                line.split_once('=').and_then(|(start, value)| Some((start.rsplit_once(':')?, value)))
            else {
                continue;
            };
            if name == HOME {
                value.clone_into(&mut home);
            } else if !OTHER_TYPES.contains(&ty) && !GIVEN.contains(&name) {
                values.insert(name.to_owned(), (ty.to_owned(), value.to_owned()));
            }
        }
        Some(Chosen { values, home })
    }

    /// Returns each option that has another value than in `own`, as `NAME=VALUE`.
    fn unlike(&self, own: &Chosen) -> Vec<String> {
        let is_unlike = |(name, (ty, value)): &(&String, &(String, String))| match own.values.get(*name) {
            Some((_, ours)) => !is_same(ty, value, ours),
            // Generators have entries of their own.
            None => (ty == UNDECLARED || !name.starts_with("CMAKE_")) && !is_same(ty, value, ""),
        };
        let unlike = self.values.iter().filter(is_unlike);
        unlike.map(|(name, (_, value))| shortened(&format!("{name}={value}"))).collect()
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
