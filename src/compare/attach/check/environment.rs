//! The variables of the tools of a build and of recorded programs.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable with the options of trace.hpp, and the character between them. A program has no arguments, as
/// when its user starts it.
pub(super) const VARIABLE: &str = "ROGUELIKE_TRACE";
pub(super) const SEPARATOR: &str = "\u{1f}";
/// SDL without a window and sound, and tools without colours and questions.
const ENVIRONMENT: [(&str, &str); 8] = [
    ("SDL_VIDEO_DRIVER", "dummy"),
    ("SDL_VIDEODRIVER", "dummy"),
    ("SDL_AUDIO_DRIVER", "dummy"),
    ("SDL_AUDIODRIVER", "dummy"),
    ("SDL_RENDER_DRIVER", "software"),
    ("NO_COLOR", "1"),
    ("TERM", "dumb"),
    ("GIT_TERMINAL_PROMPT", "0"),
];
/// Variables that change what make, git and compilers do or print, or lead to another folder. In a hook, git
/// hands its commands the user's own index.
const REMOVED: [&str; 16] = [
    "OLDPWD",
    "CDPATH",
    "GIT_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_WORK_TREE",
    OF_MAKE[0],
    OF_MAKE[1],
    MAKEFILES,
    "MFLAGS",
    "MAKELEVEL",
    "CLICOLOR_FORCE",
    "CMAKE_COLOR_DIAGNOSTICS",
    "GCC_COLORS",
    "LANGUAGE",
];
/// Of these, the variables with options of make, which may set variables of a Makefile, and the one with the
/// names of more Makefiles.
const OF_MAKE: [&str; 2] = ["MAKEFLAGS", "GNUMAKEFLAGS"];
const MAKEFILES: &str = "MAKEFILES";
/// The folders that a recorded program may think are the user's.
const FOLDERS: [&str; 10] = [
    "HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "XDG_RUNTIME_DIR",
    TEMPORARY[0],
    TEMPORARY[1],
    TEMPORARY[2],
    "APPDATA",
];
/// The variables with the folder of temporary files.
const TEMPORARY: [&str; 3] = ["TMPDIR", "TMP", "TEMP"];
/// Variables with folders of caches and package managers, and the usual places of these in the home folder.
const CACHES: [&str; 5] = ["XDG_CACHE_HOME", "CCACHE_DIR", "SCCACHE_DIR", "CONAN_HOME", "VCPKG_ROOT"];
const USUAL_CACHES: [&str; 5] = [".cache", ".ccache", ".conan", ".conan2", "vcpkg"];
/// The places that tools make in the home folder if such a variable is not set.
const MADE_CACHES: [(&str, &str); 2] = [("XDG_CACHE_HOME", ".cache"), ("CONAN_HOME", ".conan2")];
/// The variable that is stronger than all others of a language, and the beginning of their names.
const LOCALE: &str = "LC_ALL";
const LOCALES: &str = "LC_";

/// Gives a program that runs in this folder its variables: a recorded program if it has a home, or a tool.
pub(super) fn set(command: &mut Command, folder: &Path, home: Option<&Path>) {
    // Makefiles use PWD, and it would lead into the user's own folder.
    command.envs(ENVIRONMENT).env("PWD", folder);
    REMOVED.iter().for_each(|name| _ = command.env_remove(name));
    match home {
        Some(home) => _ = command.envs(FOLDERS.map(|name| (name, home))),
        None => speak_english(command),
    }
}

/// Lets a tool print English, and read and write the user's letters.
fn speak_english(command: &mut Command) {
    if let Some(locale) = env::var_os(LOCALE).filter(|locale| !locale.is_empty()) {
        let names = env::vars_os().map(|(name, _)| name);
        let weaker = names.filter(|name| name.to_string_lossy().starts_with(LOCALES));
        weaker.for_each(|name| _ = command.env_remove(name));
        command.env("LANG", locale);
    }
    command.env_remove(LOCALE).env("LC_MESSAGES", "C");
}

/// Returns the variables that lead to the folder of temporary files.
pub(super) fn temporary_in(folder: &Path) -> [(&'static str, OsString); 3] {
    TEMPORARY.map(|name| (name, folder.into()))
}

/// Returns the words of a text, with a shell's quotation marks.
pub(super) fn words(text: &str) -> Vec<OsString> {
    let plain = || text.split_whitespace().map(str::to_owned).collect();
    let words = if cfg!(windows) { plain() } else { shlex::split(text.trim()).unwrap_or_else(plain) };
    words.into_iter().map(OsString::from).collect()
}

/// Returns what make would take from variables that are removed, each with its variable: `HARD=1`, and the
/// names of Makefiles.
pub(super) fn unused_of_make() -> impl Iterator<Item = (&'static str, String)> {
    let all = |name| words(&env::var(name).unwrap_or_default()).into_iter();
    let text = |name: &'static str, word: OsString| (name, word.to_string_lossy().into_owned());
    let set = OF_MAKE.into_iter().flat_map(move |name| all(name).map(move |word| text(name, word)));
    let set = set.filter(|(_, word)| word.contains('=') && !word.starts_with('-'));
    set.chain(all(MAKEFILES).map(move |word| text(MAKEFILES, word)))
}

/// Returns the folders in which the build of a folder may write: its workspace, and caches, unless these
/// contain the folder or are in it. What it left in the system's folders of temporary files, the user's own
/// build might take for its own.
pub(super) fn writable(folder: &Path, workspace: &Path) -> Vec<PathBuf> {
    let usual = USUAL_CACHES.iter().filter_map(|name| Some(named("HOME")?.join(name)));
    let all = CACHES.iter().copied().filter_map(named).chain(usual);
    let caches = all.filter_map(|path| outside(&path, folder));
    std::iter::once(workspace.to_owned()).chain(caches).collect()
}

/// Returns the variables of caches in which the build of a folder may not write: those in the folder, with
/// the same places in its copy, and those that do not exist yet or contain the folder. These lead to a place
/// among the temporary files instead.
pub(super) fn moved_caches(folder: &Path, copy: &Path, temporary: &Path) -> Vec<(&'static str, OsString)> {
    let made = |name: &str| {
        let (_, place) = MADE_CACHES.iter().find(|(variable, _)| *variable == name)?;
        Some(named("HOME")?.join(place))
    };
    let moved = |name: &&'static str| {
        let cache = named(name).or_else(|| made(name))?;
        let inside = place_in(&cache, folder).map(|place| copy.join(place));
        let is_moved = || cfg!(target_os = "linux") && outside(&cache, folder).is_none();
        Some((*name, inside.or_else(|| is_moved().then(|| temporary.join(name)))?.into()))
    };
    CACHES.iter().filter_map(moved).collect()
}

/// Returns the path in a variable that is set.
fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// Returns the real path of a place that exists, does not contain the folder and is not in it.
fn outside(place: &Path, folder: &Path) -> Option<PathBuf> {
    let real = real(folder);
    fs::canonicalize(place).ok().filter(|path| !real.starts_with(path) && !path.starts_with(&real))
}

/// Returns the way from the folder to a place in it, which may not exist.
fn place_in(place: &Path, folder: &Path) -> Option<PathBuf> {
    real(place).strip_prefix(real(folder)).ok().map(Path::to_owned)
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Returns the variables that name places in a folder, with the same places in its copy: a build would take
/// the user's old libraries and programs, or sources without the recorder.
pub(super) fn in_copy(folder: &Path, copy: &Path) -> Vec<(OsString, OsString)> {
    let own = [&FOLDERS[..], &CACHES, &REMOVED, &["PWD"]].concat();
    let others = env::vars_os().filter(|(name, _)| !own.iter().any(|own| name == own));
    let of_copy = others.filter_map(|(name, paths)| {
        // A word may be called like a file of the folder, but not in a list of paths.
        let is_list = name.to_string_lossy().ends_with("PATH");
        let moved = |path: PathBuf| {
            let place = place_in(&path, folder).filter(|_| is_list || path.is_absolute());
            place.map_or(path, |place| copy.join(place))
        };
        let now = env::join_paths(env::split_paths(&paths).map(moved)).ok()?;
        (now != paths).then_some((name, now))
    });
    of_copy.collect()
}
