//! A folder of C++ for each test of `roguelike check`, the small program in it, and how it is checked.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::compiler::root::root;
use crate::program::{files, folder, replace};

/// A folder of a test, and what `check` needs around it: a cache, and packages that lead to the stand-in for
/// SDL.
pub struct Place {
    pub folder: PathBuf,
    pub around: PathBuf,
}

impl Place {
    pub fn new(test: &str, sources: &[(&str, impl AsRef<[u8]>)]) -> Place {
        let around = folder(test, &[("packages/sdl3-ttf.pc", PACKAGE)]);
        let sdl = root().join("tests/cpp/sdl.h");
        fs::create_dir_all(around.join("include")).unwrap();
        fs::copy(sdl, around.join("include/sdl.h")).unwrap();
        let package = format!("{PACKAGE}Cflags: -I{}\n", around.join("include").display());
        fs::write(around.join("packages/sdl3.pc"), package).unwrap();
        Place { folder: folder(&format!("{test}/mygame"), sources), around }
    }

    /// The words that call a compiler, for build files and commands.
    pub fn compiler(&self) -> String {
        format!("c++ -O0 -std=c++17 -I'{}'", self.around.join("include").display())
    }

    /// A command for `--build` that compiles main.cpp only in the first check, also with sanitizers, for tests that
    /// change what the program reads.
    pub fn built_once(&self) -> String {
        // A build may write in a cache.
        format!(
            "once=\"$XDG_CACHE_HOME/${{CXX:+sanitized-}}once\"; [ -e \"$once\" ] || \
             ${{CXX:-c++}} -O0 -std=c++17 -I'{}' main.cpp -o \"$once\"; cp \"$once\" game",
            self.around.join("include").display()
        )
    }

    /// A command that checks the folder.
    pub fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"));
        command.arg("check").args(more).arg(&self.folder);
        command.env("XDG_CACHE_HOME", self.around.join("cache"));
        command.env("PKG_CONFIG_PATH", self.around.join("packages"));
        command
    }

    /// Checks the folder, which must not change. Returns the exit code, the answer and the complaints.
    pub fn check(&self, more: &[&str]) -> (Option<i32>, String, String) {
        let before = files(&self.folder);
        let output = self.command(more).output().unwrap();
        assert_eq!(files(&self.folder), before, "the folder is never changed");
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

/// The header that small programs use as their trace.hpp.
pub const HEADER: &str = include_str!("../titles.hpp");

const PACKAGE: &str = "Name: sdl\nDescription: a stand-in\nVersion: 3\n";

/// A program that records only the title of Part 1, for tests of how a program is built and run: it compiles in
/// a fraction of the miniature's time. It hangs after Space if the variable MISTAKE is set, and crashes after the
/// end of `main` if LATE is set.
pub const SMALL: &str = r#"#include <cstdlib>
#include "sdl.h"
#include "trace.hpp"
struct Late { ~Late() { if (std::getenv("LATE")) std::abort(); } } late;
int main(int argc, char* argv[]) {
    trace::begin(1, argc, argv);
    SDL_Event event;
    for (bool running = true; running;) {
        trace::step().title("Roguelike - Part 1: Map Generation");
        trace::wait(SDL_WaitEvent, &event);
        running = event.type != 0x100 && (event.type != 0x300 || event.key.scancode != 41);
        while (std::getenv("MISTAKE") && event.key.scancode == 44) {}
    }
}
"#;

/// A compiler that does not optimize takes half the time.
pub const FAST: (&str, &str) = ("CXXFLAGS", "-O0 -std=c++17");

/// The small game with statements at the beginning of `main` and at its end.
pub fn game(begin: &str, end: &str) -> String {
    let text = replace(SMALL, "    SDL_Event event;\n", &format!("    {begin}\n    SDL_Event event;\n"));
    let last = text.rfind('}').unwrap();
    format!("{}    {end}\n}}\n", &text[..last])
}

/// A place with this small game and other files.
pub fn place(test: &str, main: &str, others: &[(&str, &str)]) -> Place {
    let files = [&[("main.cpp", main), ("trace.hpp", HEADER)], others].concat();
    Place::new(&format!("small-{test}"), &files)
}

/// Checks the small game, and returns the exit code and all that was printed.
pub fn checked(place: &Place, more: &[&str]) -> (Option<i32>, String) {
    let mut command = place.command(&[&["--part", "1", "--seeds", "1"], more].concat());
    said(&command.envs([FAST]).output().unwrap())
}

/// Returns the exit code, and all that was printed.
pub fn said(output: &Output) -> (Option<i32>, String) {
    let all = [&output.stdout[..], &output.stderr].concat();
    (output.status.code(), String::from_utf8(all).unwrap())
}

/// Checks the small game, and expects this exit code and an answer with these words.
pub fn assert_checked(place: &Place, more: &[&str], code: i32, words: &str) {
    let (found, said) = checked(place, more);
    assert!(found == Some(code) && said.contains(words), "{code}, {words}: {found:?} {said}");
}

/// A Makefile with a recipe that compiles main.cpp, after these lines of it.
pub fn makefile(place: &Place, before: &str) -> String {
    format!("game: main.cpp\n{before}\t{} main.cpp -o game\n", place.compiler())
}

pub fn has_cmake() -> bool {
    Command::new("cmake").arg("--version").output().is_ok()
}

/// A CMakeLists.txt that compiles all sources.
pub const CMAKE: &str = "cmake_minimum_required(VERSION 3.16)\nproject(mygame CXX)\nset(CMAKE_CXX_STANDARD 17)\n\
    find_package(PkgConfig REQUIRED)\npkg_check_modules(SDL REQUIRED sdl3)\nfile(GLOB_RECURSE sources *.cpp)\n\
    add_executable(mygame ${sources})\ntarget_include_directories(mygame PRIVATE ${SDL_INCLUDE_DIRS})\n";

/// A program whose title is wrong if WRONG is defined.
pub fn defined() -> String {
    let title = "\"Roguelike - Part 1: Map Generation\"";
    let main = replace(SMALL, title, "TITLE");
    let wrong = "#if __has_include(\"wrong.h\")\n#define WRONG\n#endif\n";
    format!("{wrong}#ifdef WRONG\n#define TITLE \"Mazes\"\n#else\n#define TITLE {title}\n#endif\n{main}")
}

/// The small game, which writes the text of a C++ expression into its recording as a comment. That tells which
/// program was recorded, without the search for the cause of a difference.
pub fn telling(expression: &str) -> String {
    game(&format!("std::fprintf(trace::the_recorder().out, \"# told %s\\n\", {expression});"), "")
}

/// Checks such a program, which must be right, and expects that it tells these words.
pub fn assert_told(check: &mut Command, words: &str) {
    let (code, said) = said(&check.output().unwrap());
    let folder = said.lines().find_map(|line| line.strip_prefix("recordings: ")).map(PathBuf::from);
    let recording = folder.map(|folder| fs::read_to_string(folder.join("part1-seed0.trace")).unwrap());
    let is_told = recording.is_some_and(|text| text.contains(&format!("\n# told {words}\n")));
    assert!(code == Some(0) && is_told, "'{words}': {code:?} {said}");
}

pub fn write(place: &Place, name: &str, text: &str) {
    fs::write(place.folder.join(name), text).unwrap();
}

/// Returns true if the system can shut a program in, also as far as its signals are concerned.
pub fn shuts_in(with_signals: bool) -> bool {
    #[cfg(target_os = "linux")]
    {
        use landlock::{ABI, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, Scope};
        let rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let rules = rules.handle_access(AccessFs::from_write(ABI::V5));
        let rules = if with_signals { rules.and_then(|rules| rules.scope(Scope::Signal)) } else { rules };
        rules.and_then(Ruleset::create).is_ok()
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = with_signals;
        false
    }
}

/// Returns a command that another program starts, which these words call.
pub fn through(words: &[&str], command: &Command) -> Command {
    let mut outer = Command::new(words[0]);
    outer.args(&words[1..]).arg(command.get_program()).args(command.get_args());
    outer.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    outer
}
