//! The files with which a folder may be built, and which a check does not use.

use std::env;
use std::fs;
use std::path::Path;

use super::listing::GENERATED;
use super::told::listed;
use roguelike::support::file;
use roguelike::support::terminal::complain;

/// The files of CMake, those of make and what makes them, and those of other tools.
pub(super) const OF_CMAKE: &[&str] = &["CMakeLists.txt", "src/CMakeLists.txt"];
pub(super) const OF_MAKE: &[&str] =
    &["GNUmakefile", "makefile", "Makefile", "Makefile.am", "configure", "src/Makefile", "build/Makefile"];
const OF_OTHERS: &[&str] = &[
    "CMakePresets.json",
    "CMakeUserPresets.json",
    "meson.build",
    "build.ninja",
    "SConstruct",
    "premake5.lua",
    "xmake.lua",
    "BUILD.bazel",
    "build.zig",
];
/// The files of these that are in a folder below.
const BELOW: [&str; 3] = ["src/CMakeLists.txt", "src/Makefile", "build/Makefile"];
/// Endings of the names of projects.
const PROJECTS: [&str; 4] = [".sln", ".vcxproj", ".pro", ".cbp"];
/// Endings of the names of scripts, which count if they have one of these words.
const SCRIPTS: [&str; 9] = [".sh", ".ps1", ".bat", ".cmd", "build", "compile", "justfile", "Justfile", TASKS];
const TASKS: &str = ".vscode/tasks.json";
const COMPILERS: [&str; 6] = ["g++", "c++", "$CXX", "cl.exe", "cl ", "cmake "];
/// Maximum size of a script, in bytes.
const MAX_SIZE: u64 = 1 << 20;
/// The ways to a folder, and to those above it that may be the top of its project.
const WAYS: [&str; 3] = ["", "../", "../../"];

/// Tells which files are not used with which the folder may be built, in it and above. Those of `used` are of
/// the tool that builds it.
pub(super) fn tell_unused(folder: &Path, used: &[&str]) {
    let Ok(real) = fs::canonicalize(folder) else { return };
    let home = env::home_dir().and_then(|home| fs::canonicalize(home).ok());
    let mut names = build_files(&real);
    names.extend(BELOW.into_iter().filter(|name| is_build_file(&real, name)).map(str::to_owned));
    names.retain(|name| !used.contains(&name.as_str()));
    let own = names.len();
    // A repository is a project of its own, and so is what is above the user's home.
    let is_within = |folder: &Path| !folder.join(".git").exists() && home.as_deref() != Some(folder);
    for ((way, above), below) in WAYS.iter().zip(real.ancestors()).skip(1).zip(real.ancestors()) {
        if !is_within(below) {
            break;
        }
        names.extend(build_files(above).into_iter().map(|name| format!("{way}{name}")));
    }
    let (are, them) = if names.len() == 1 { ("is", "it") } else { ("are", "them") };
    let advice = match (own, names.len() - own) {
        (0, 0) => return,
        (_, 0) => "give --build CMD",
        (0, _) => "check the folder above",
        _ => "give --build CMD or check the folder above",
    };
    complain(&format!("{} {are} not used; {advice} to build with {them}", listed(names)));
}

/// Returns the names of the files in a folder with which it may be built.
fn build_files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.chain([TASKS.to_owned()]).collect();
    names.retain(|name| is_build_file(folder, name));
    names.sort();
    names
}

/// Returns true for a file with which a folder may be built, unless CMake has written it.
fn is_build_file(folder: &Path, name: &str) -> bool {
    let has_end = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    let is_named = [OF_CMAKE, OF_MAKE, OF_OTHERS].iter().any(|names| names.contains(&name));
    let is_script = !is_named && has_end(&SCRIPTS);
    if !is_script && !is_named && !has_end(&PROJECTS) {
        return false;
    }
    let path = folder.join(name);
    let start = file::start_of(&path, MAX_SIZE).ok().flatten().unwrap_or_default();
    let text = String::from_utf8_lossy(&start);
    let is_own = !is_script || COMPILERS.iter().any(|word| text.contains(word));
    path.is_file() && !start.starts_with(GENERATED) && is_own
}
