//! `roguelike check`: real folders of C++ are built, recorded and compared, and stay as they are.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::compiler::root::root;
use super::program::{MAIN, files, folder, replace, without_header};

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
pub const HEADER: &str = include_str!("titles.hpp");
const PACKAGE: &str = "Name: sdl\nDescription: a stand-in\nVersion: 3\n";

/// The miniature in one file, with the mistake that the environment names. It can draw nothing: there is no
/// window.
fn game() -> String {
    let text = replace(&without_header(), "SDL_RenderGlyph(col, row, ch, colour.r);", "std::abort();");
    // A name of the series in another spelling.
    let text = text.replace("next_start", "next_start_slope");
    let mistake = "int main(int argc, char* argv[])\n{\n    if (const char* name = std::getenv(\"MISTAKE\")) mistakes.push_back(name);\n";
    text + &replace(MAIN, "int main(int argc, char* argv[])\n{\n", mistake)
}

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
        running = event.type == 0x300 && event.key.scancode != 41;
        while (std::getenv("MISTAKE") && event.key.scancode == 44) {}
    }
}
"#;

/// A compiler that does not optimize takes half the time.
pub const FAST: (&str, &str) = ("CXXFLAGS", "-O0 -std=c++17");

/// Returns the only folder in the cache.
fn copy(place: &Place) -> PathBuf {
    let copies = fs::read_dir(place.around.join("cache/roguelike-sdl2/check")).unwrap();
    let copies: Vec<PathBuf> = copies.map(|copy| copy.unwrap().path()).collect();
    assert_eq!(copies.len(), 1, "{copies:?}");
    copies[0].clone()
}

/// Right, different and crashed: each has its exit code, and a key and a function to look at.
#[test]
fn a_plain_folder_is_answered() {
    let place = Place::new("check-plain", &[("main.cpp", game())]);
    let check = |mistake: &str, more: &[&str]| {
        let mut command = place.command(more);
        let output = command.env("MISTAKE", mistake).envs([FAST]).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let before = files(&place.folder);
    let (code, answer, complaints) = check("", &["--seeds", "1"]);
    assert_eq!((code, complaints.as_str()), (Some(0), ""), "{answer}");
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines[0], "Part 6, by the names in the sources; --part N chooses another");
    assert!(lines[1].starts_with("ok seed ") && lines.len() == 4, "{answer}");
    assert!(lines[2].starts_with("these keys do not show ") && lines[2].contains(" known bugs of Part 6: "));
    // A constant that the program changes on purpose is no mistake.
    let (code, answer, complaints) = check("radius-8", &["--set", "RADIUS=8", "--seeds", "1"]);
    assert_eq!((code, complaints.as_str()), (Some(0), ""), "{answer}");
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines[1], "with RADIUS 8 as in your program:");
    assert!(lines[2].starts_with("ok seed "), "{answer}");
    for (mistake, words) in [
        (
            "arc-kept",
            &[
                "differs seed ",
                "startSlope = next_start_slope is missing",
                "recording: ",
                "picture: roguelike verify --picture both.png ",
            ][..],
        ),
        (
            "crash",
            &["broke off seed ", "(Space)", "begins a new run (Game::newGame)", "the program crashed: abort"],
        ),
    ] {
        let (code, answer, _) = check(mistake, &[]);
        assert_eq!(code, Some(1), "{mistake}: {answer}");
        for words in words {
            assert!(answer.contains(words), "{mistake}, {words}: {answer}");
        }
        assert_eq!(
            answer.matches("seed ").count(),
            1,
            "no other seed after the first that differs: {answer}"
        );
    }
    assert_eq!(files(&place.folder), before);
}

/// A wrong expression has its place in the sources, with the names that it has there.
#[test]
fn a_wrong_expression_is_found_in_the_sources() {
    let text = replace(&game(), "defender.hp -= damage;", "defender.hp += damage;");
    let line = 1 + text.lines().position(|line| line.contains("defender.hp += damage;")).unwrap();
    let place = Place::new("check-words", &[("main.cpp", text)]);
    let output = place.command(&["--seeds", "1"]).envs([FAST]).output().unwrap();
    let answer = String::from_utf8(output.stdout).unwrap();
    let words = format!("  main.cpp:{line} has 'defender.hp += damage' instead of 'defender.hp -= damage'\n");
    assert!(answer.contains(&words), "{words}: {answer}");
}

/// What has not changed is not compiled again. With a header that has changed, everything is.
#[test]
fn only_what_has_changed_is_compiled() {
    let place =
        Place::new("check-again", &[("main.cpp", SMALL), ("trace.hpp", HEADER), ("unused.h", "int x;\n")]);
    let objects = || {
        let output = place.command(&["--seeds", "1"]).envs([FAST]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let mut objects = files(&copy(&place).join("build"));
        objects.retain(|(path, _)| path.extension().is_some_and(|end| end == "o"));
        assert_eq!(objects.len(), 1);
        objects.remove(0).0
    };
    let modified = |object: &Path| object.metadata().unwrap().modified().unwrap();
    let first = objects();
    let compiled = modified(&first);
    assert_eq!(modified(&objects()), compiled);
    fs::write(place.folder.join("unused.h"), "int y;\n").unwrap();
    assert_ne!(modified(&objects()), compiled);
}

/// A program that hangs is stopped, with the key that it hangs in, and one that crashes at its end is not
/// right.
#[test]
fn a_hanging_program_is_answered() {
    let place = Place::new("check-hang", &[("main.cpp", SMALL), ("trace.hpp", HEADER)]);
    let output = place.command(&[]).env("MISTAKE", "hang").envs([FAST]).output().unwrap();
    let answer = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{answer}");
    for words in ["broke off seed ", "(Space)", "begins a new run (main)", "no step came for 5 seconds"] {
        assert!(answer.contains(words), "{words}: {answer}");
    }
    // Also one whose recording is right.
    let output = place.command(&[]).env("LATE", "1").envs([FAST]).output().unwrap();
    let answer = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{answer}");
    assert!(
        answer.contains("ok seed ") && answer.contains("after its last step: the program crashed: abort"),
        "{answer}"
    );
}

/// Runs a Makefile, and starts the program where its font is.
#[test]
fn a_makefile_is_run() {
    let font =
        "    if (std::FILE* font = std::fopen(\"fonts/own.ttf\", \"r\")) std::fclose(font); else return 1;\n";
    let main = replace(SMALL, "    SDL_Event event;\n", &format!("{font}    SDL_Event event;\n"));
    let makefile = "bin/game: src/main.cpp\n\tmkdir -p bin/fonts && cp fonts/own.ttf bin/fonts && rm -r fonts\n\t\
                    $(CXX) -std=c++17 -I$(SDL) $(CXXFLAGS) -o bin/game src/main.cpp\n";
    let sources = [
        ("src/main.cpp", main.as_str()),
        ("src/trace.hpp", HEADER),
        ("Makefile", makefile),
        ("fonts/own.ttf", ""),
    ];
    let place = Place::new("check-make", &sources);
    let include = place.around.join("include");
    let mut command = place.command(&["--seeds", "1"]);
    let output = command.env("SDL", include).envs([FAST]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// Builds with CMake, or says that it is not installed. The gate has it.
#[test]
fn a_cmake_folder_is_built() {
    let list = "cmake_minimum_required(VERSION 3.16)\nproject(mygame CXX)\nset(CMAKE_CXX_STANDARD 17)\n\
        find_package(PkgConfig REQUIRED)\npkg_check_modules(SDL REQUIRED sdl3)\n\
        add_executable(mygame main.cpp)\ntarget_include_directories(mygame PRIVATE ${SDL_INCLUDE_DIRS})\n";
    let sources = [("main.cpp", SMALL), ("trace.hpp", HEADER), ("CMakeLists.txt", list)];
    let (code, answer, complaints) = Place::new("check-cmake", &sources).check(&["--seeds", "1"]);
    if Command::new("cmake").arg("--version").output().is_ok() {
        assert_eq!((code, complaints.as_str()), (Some(0), ""), "{answer}");
    } else {
        assert_eq!(code, Some(4), "{answer}");
        assert!(
            complaints.contains("cmake is not installed; install it, or give --build CMD"),
            "{complaints}"
        );
    }
}

/// Errors have the names and the lines of the user's own files, also behind the lines that are added.
#[test]
fn a_program_that_does_not_build_is_answered() {
    let text = "#include \"sdl.h\"\n#include <random>\n\
        void drawGlyph(int col, int row, char ch, SDL_Event colour) {}\n\
        int main(int argc, char* argv[]) {\n    int here = nowhere;\n"
        .to_owned()
        + &"    int x = nothing;\n".repeat(5)
        + "    std::random_device seed;\n    SDL_Window* window;\n    Map map;\n    SDL_Event event;\n\
           \x20   while (true) {\n        SDL_WaitEvent(&event);\n    }\n}\n";
    let line = 5;
    let plain = Place::new("check-broken", &[("main.cpp", text.as_str())]);
    let makefile = ("Makefile", "all:\n\t$(CXX) -std=c++17 -I$(SDL) -c main.cpp\n");
    let make = Place::new("check-broken-make", &[("main.cpp", text.as_str()), makefile]);
    for place in [plain, make] {
        let output = place.command(&[]).env("SDL", place.around.join("include")).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        let first = format!("\n  {}:{line}:16: error: ", place.folder.join("main.cpp").display());
        assert!(said.starts_with("roguelike: it does not build (") && said.contains(&first), "{said}");
        assert!(said.contains("\n  ... and ") && said.lines().count() == 7, "{said}");
    }
}

/// The user's own command, and a program with a name of its own.
#[test]
fn an_own_command_builds() {
    let place = Place::new("check-command", &[("main.cpp", SMALL), ("trace.hpp", HEADER)]);
    let command = format!(
        "mkdir out && c++ -std=c++17 -I'{}' main.cpp -o out/decoy && cp out/decoy out/mine",
        place.around.join("include").display()
    );
    let build = ["--build", &command, "--exe", "out/mine", "--seeds", "1"];
    let (code, answer, complaints) = place.check(&build);
    assert_eq!((code, complaints.as_str()), (Some(0), ""), "{answer}");
    let (code, _, complaints) = place.check(&["--build", "echo no rule >&2; exit 3"]);
    assert_eq!(
        (code, complaints.as_str()),
        (Some(4), "roguelike: it does not build (echo no rule >&2; exit 3):\n  no rule\n")
    );
    let (code, _, complaints) = place.check(&["--build", "true", "--exe", "out/none"]);
    assert!(code == Some(4) && complaints.contains("the build leaves no program"), "{complaints}");
}

/// What has no place is named with its line. Nothing is built.
#[test]
fn sources_without_a_place_for_a_line_are_answered() {
    let text = replace(&game(), "    // A reader's own options.\n", "    srand(7);\n");
    let line = 1 + text.lines().position(|line| line == "    srand(7);").unwrap();
    let place = Place::new("check-no-place", &[("main.cpp", text)]);
    let (code, _, complaints) = place.check(&[]);
    assert_eq!(code, Some(2));
    assert!(
        complaints.contains(&format!("\n  main.cpp:{line}: srand(...) is not what the series draws with")),
        "{complaints}"
    );
    assert!(!place.around.join("cache").exists());
    let (code, _, complaints) = Place::new("check-empty", &[("notes.txt", "")]).check(&[]);
    assert!(code == Some(2) && complaints.contains("has no C++ sources"), "{complaints}");
    let nowhere =
        Command::new(env!("CARGO_BIN_EXE_roguelike-compare")).args(["check", "/nowhere"]).output().unwrap();
    assert_eq!(nowhere.status.code(), Some(3));
}

/// The folder of `--keep` has copy, program and recordings. It may neither be somebody's nor in the folder.
#[test]
fn a_copy_can_be_kept() {
    let place = Place::new("check-keep", &[("main.cpp", "int main() {}\n")]);
    let build = ["--build", "true", "--keep"];
    let keep = place.around.join("kept");
    let check = |keep: &Path| place.check(&[&build[..], &[keep.to_str().unwrap()]].concat());
    assert_eq!(check(&keep).0, Some(2), "no place");
    let main = "#include \"sdl.h\"\nint main(int argc, char** argv) { trace::begin(1, argc, argv); }\n";
    fs::write(place.folder.join("main.cpp"), main).unwrap();
    let (code, _, complaints) = check(&keep);
    assert!(code == Some(4) && complaints.contains("leaves no program"), "{complaints}");
    assert_eq!(
        fs::read_to_string(keep.join("source/main.cpp")).unwrap(),
        main,
        "the lines are there already"
    );
    assert!(!place.around.join("cache").exists());
    // What others made or is hidden is no part of the copy.
    for (name, is_copied) in [
        ("savegame.txt", false),
        ("main.o", false),
        (".git/x", false),
        ("out/CMakeCache.txt", false),
        ("lib/own.a", true),
    ] {
        let path = place.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
        check(&keep);
        assert_eq!(keep.join("source").join(name).exists(), is_copied, "{name}");
    }
    // A source that is gone, and one that is new.
    fs::rename(place.folder.join("main.cpp"), place.folder.join("other.cpp")).unwrap();
    check(&keep);
    assert!(!keep.join("source/main.cpp").exists() && keep.join("source/other.cpp").exists());
    let (code, _, complaints) = check(&place.around.join("include"));
    assert!(code == Some(2) && complaints.contains("has files of something else"), "{complaints}");
    let (code, _, complaints) = check(&place.folder.join("inside"));
    assert!(code == Some(2) && complaints.contains("would be in the folder that is copied"), "{complaints}");
}

/// A program that ends before its first step says why.
#[test]
fn a_program_that_records_nothing_is_answered() {
    // A line of standard output comes in the middle of one of standard error.
    let main = "#include <chrono>\n#include <cstdio>\n#include <thread>\n#include \"trace.hpp\"\n\
        int main(int argc, char** argv) {\n\
        trace::begin(1, argc, argv);\n\
        std::fputs(\"a file \", stderr);\n\
        std::this_thread::sleep_for(std::chrono::milliseconds(50));\n\
        std::puts(\"no font\");\n\
        std::fflush(stdout);\n\
        std::this_thread::sleep_for(std::chrono::milliseconds(50));\n\
        std::fputs(\"is missing\\n\", stderr);\n}\n";
    let place = Place::new("check-nothing", &[("main.cpp", main)]);
    fs::write(place.folder.join("trace.hpp"), "// trace.hpp - records a run of an older version").unwrap();
    let build = ["--build", "c++ -std=c++17 main.cpp -o game"];
    let (code, _, complaints) = place.check(&build);
    assert!(
        code == Some(2)
            && complaints
                .starts_with("roguelike: the program ended before its first step; its last lines:\n"),
        "{complaints}"
    );
    for line in ["\n  no font\n", "\n  a file is missing\n"] {
        assert!(complaints.contains(line), "{complaints}");
    }
}

/// The cache has the copies that were used last, and all that are recent.
#[test]
fn the_cache_is_bounded() {
    let main = "int main(int argc, char** argv) { trace::begin(1, argc, argv); }\n";
    let place = Place::new("check-cache", &[("main.cpp", main)]);
    let folders = place.around.join("cache/roguelike-sdl2/check");
    for number in 0..6 {
        let folder = place.around.join(format!("game{number}"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("main.cpp"), main).unwrap();
        let mut command = place.command(&["--build", "true"]);
        assert_eq!(command.arg(folder).output().unwrap().status.code(), Some(2), "one folder at a time");
        let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"));
        command.env("XDG_CACHE_HOME", place.around.join("cache")).args(["check", "--build", "true"]);
        assert_eq!(
            command.arg(place.around.join(format!("game{number}"))).output().unwrap().status.code(),
            Some(4)
        );
    }
    let left = || {
        let copies = fs::read_dir(&folders).unwrap().map(|copy| copy.unwrap().path());
        let mut copies: Vec<PathBuf> = copies.collect();
        copies.sort();
        copies
    };
    assert_eq!(left().len(), 6, "all are recent");
    let week = std::time::Duration::from_secs(7 * 24 * 60 * 60);
    for (number, copy) in (0..).zip(left()) {
        let lock = fs::File::options().append(true).open(copy.join("roguelike-check.lock")).unwrap();
        lock.set_modified(
            std::time::SystemTime::now() - 2 * week + number * std::time::Duration::from_secs(60),
        )
        .unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"));
    command.env("XDG_CACHE_HOME", place.around.join("cache")).args(["check", "--build", "true"]);
    command.arg(place.around.join("game5")).output().unwrap();
    let names: Vec<String> =
        left().iter().map(|copy| copy.file_name().unwrap().to_string_lossy()[..5].to_owned()).collect();
    assert_eq!(names, ["game2", "game3", "game4", "game5"]);
}

/// Nothing that was started goes on when the check is killed, and the next check is not in its way.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_check_leaves_its_cache_alone() {
    let place = Place::new("check-killed", &[("main.cpp", SMALL), ("trace.hpp", HEADER)]);
    let mut command = place.command(&["--seeds", "1"]);
    let mut child = command.env("MISTAKE", "hang").envs([FAST]).stdout(Stdio::null()).spawn().unwrap();
    let of_cache = || {
        let cache = place.around.join("cache").into_os_string().into_string().unwrap();
        let all = fs::read_dir("/proc")
            .unwrap()
            .filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
        all.map(|line| String::from_utf8_lossy(&line).into_owned())
            .filter(|line| line.contains(&cache))
            .count()
    };
    // The compiler first, then the program with its keys.
    let hangs = |(path, text): &(PathBuf, Vec<u8>)| {
        path.extension().is_some_and(|end| end == "trace")
            && String::from_utf8_lossy(text).contains("# key Space")
    };
    let is_recorded = || files(&place.around).iter().any(hangs);
    while !is_recorded() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(of_cache() > 0);
    child.kill().unwrap();
    child.wait().unwrap();
    while of_cache() > 0 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let output = place.command(&["--seeds", "1"]).envs([FAST]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}
