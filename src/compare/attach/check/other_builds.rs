//! The ways to build a folder that `check` does not know.

use std::fs;
use std::path::Path;

use super::listing::BUILD_FILES;
use roguelike::support::file;

/// Files of other tools. Those of CMake and make count in a folder below.
const NAMES: [&str; 12] = [
    "meson.build",
    "SConstruct",
    "build.ninja",
    "premake5.lua",
    "xmake.lua",
    "BUILD.bazel",
    "src/Makefile",
    "src/CMakeLists.txt",
    "build/Makefile",
    "configure",
    "Makefile.am",
    "build.zig",
];
/// The files with CMake's options by name.
const PRESETS: [&str; 2] = ["CMakePresets.json", "CMakeUserPresets.json"];
/// The beginning of the Makefiles that CMake writes.
const GENERATED: &[u8] = b"# CMAKE generated file";
/// Endings of the names of projects.
const PROJECTS: [&str; 3] = [".vcxproj", ".pro", ".cbp"];
/// Endings of the names of scripts, which count if they call a compiler.
const SCRIPTS: [&str; 4] = [".sh", ".bat", ".cmd", "justfile"];
const TASKS: &str = ".vscode/tasks.json";
const COMPILERS: [&str; 3] = ["++", "cl.exe", "cl "];
/// Maximum size of a script, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// Returns the names of the files beside a list for CMake with which it may be built in another way.
pub(super) fn beside_cmake(folder: &Path) -> Vec<String> {
    let is_own = |name: &&str| {
        let start = file::start_of(&folder.join(name), MAX_SIZE).ok().flatten().unwrap_or_default();
        !start.is_empty() && !start.starts_with(GENERATED)
    };
    let others = PRESETS.iter().chain(&BUILD_FILES[1..]).copied();
    others.filter(is_own).map(str::to_owned).collect()
}

/// Returns the names of the files in a folder with which somebody else may build it.
pub(super) fn other_builds(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut own: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    own.sort();
    let ends = |name: &str, ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    let calls_compiler = |name: &String| {
        let bytes = file::read_regular(&folder.join(name), MAX_SIZE).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        COMPILERS.iter().any(|compiler| text.contains(compiler))
    };
    let is_script = |name: &String| (ends(name, &SCRIPTS) || name == TASKS) && calls_compiler(name);
    let named = NAMES.iter().filter(|name| folder.join(name).is_file()).map(|name| (*name).to_owned());
    let found = own.into_iter().chain([TASKS.to_owned()]);
    named.chain(found.filter(|name| ends(name, &PROJECTS) || is_script(name))).collect()
}
