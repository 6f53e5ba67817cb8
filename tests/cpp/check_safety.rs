//! `roguelike check` touches nothing of the user's, and calls only a program right that was built now, from the
//! sources as they are, and that ended well.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::check::{FAST, HEADER, Place, SMALL};
use super::program::replace;

/// The small game with statements at the beginning of `main` and at its end.
fn game(begin: &str, end: &str) -> String {
    let text = replace(SMALL, "    SDL_Event event;\n", &format!("    {begin}\n    SDL_Event event;\n"));
    let last = text.rfind('}').unwrap();
    format!("{}    {end}\n}}\n", &text[..last])
}

/// A place with this small game and other files.
fn place(test: &str, main: &str, others: &[(&str, &str)]) -> Place {
    let files = [&[("main.cpp", main), ("trace.hpp", HEADER)], others].concat();
    Place::new(&format!("safe-{test}"), &files)
}

fn run(place: &Place, more: &[&str]) -> Output {
    place.command(&[&["--part", "1", "--seeds", "1"], more].concat()).envs([FAST]).output().unwrap()
}

/// Returns the exit code, and all that was printed.
fn checked(place: &Place, more: &[&str]) -> (Option<i32>, String) {
    said(&run(place, more))
}

fn said(output: &Output) -> (Option<i32>, String) {
    let all = [&output.stdout[..], &output.stderr].concat();
    (output.status.code(), String::from_utf8(all).unwrap())
}

fn assert_checked(place: &Place, more: &[&str], code: i32, words: &str) {
    let (found, said) = checked(place, more);
    assert!(found == Some(code) && said.contains(words), "{code}, {words}: {found:?} {said}");
}

/// A Makefile with a recipe that compiles main.cpp, after these lines of it.
fn makefile(place: &Place, before: &str) -> String {
    let include = place.around.join("include");
    format!("game: main.cpp\n{before}\tc++ -O0 -std=c++17 -I'{}' main.cpp -o game\n", include.display())
}

fn write(place: &Place, name: &str, text: &str) {
    fs::write(place.folder.join(name), text).unwrap();
}

/// A build may put links into the copy. Nothing is removed or written behind them.
#[test]
fn links_in_the_copy_are_not_followed() {
    let place = place("links", SMALL, &[]);
    let lib = place.around.join("elsewhere/lib");
    fs::create_dir_all(&lib).unwrap();
    fs::write(lib.join("shared.cpp"), "int shared();\n").unwrap();
    write(&place, "Makefile", &makefile(&place, &format!("\tln -sfn '{}' lib\n", lib.display())));
    for _ in 0..2 {
        assert_checked(&place, &[], 0, "ok seed");
    }
    fs::create_dir(place.folder.join("lib")).unwrap();
    write(&place, "lib/shared.cpp", "int mine();\n");
    checked(&place, &[]);
    assert_eq!(fs::read_to_string(lib.join("shared.cpp")).unwrap(), "int shared();\n");
    assert_eq!(fs::read_dir(&lib).unwrap().count(), 1);
}

/// A file of the copy may have another name outside, which the build gave it. That one keeps its content, its
/// mode and its time.
#[test]
fn files_with_a_name_outside_stay() {
    let main = game("if (FILE* data = fopen(\"data.txt\", \"a\")) { fputs(\"x\", data); fclose(data); }", "");
    let place = place("hard-links", &main, &[("data.txt", "same\n")]);
    let outside = place.around.join("outside.txt");
    fs::write(&outside, "same\n").unwrap();
    fs::set_permissions(&outside, fs::Permissions::from_mode(0o600)).unwrap();
    let facts = || {
        let about = fs::metadata(&outside).unwrap();
        (about.permissions().mode(), about.modified().unwrap(), fs::read_to_string(&outside).unwrap())
    };
    let before = facts();
    write(&place, "Makefile", &makefile(&place, &format!("\tln -f '{}' data.txt\n", outside.display())));
    for _ in 0..2 {
        assert_checked(&place, &[], 0, "ok seed");
    }
    write(&place, "Makefile", &makefile(&place, ""));
    assert_checked(&place, &[], 0, "ok seed");
    assert_eq!(facts(), before);
}

/// A recorded program has another home, and may not write anywhere else.
#[test]
fn the_program_cannot_reach_the_users_files() {
    let around = place("home", SMALL, &[]).around;
    let (home, outside) = (around.join("home"), around.join("outside"));
    let shared = Path::new("/dev/shm").join(format!("roguelike-{}", std::process::id()));
    fs::create_dir(&home).unwrap();
    fs::write(home.join(".mygame.save"), "precious").unwrap();
    let commands = format!(
        "std::system(\"echo x > $HOME/.mygame.save; echo x > $XDG_DATA_HOME/save; echo x > $TMPDIR/x; cat; \
         (echo x > '{}') 2>/dev/null; (echo x > ../escaped) 2>/dev/null; (echo x > {}) 2>/dev/null; true\");",
        outside.display(),
        shared.display()
    );
    let place = place("home", &game(&commands, ""), &[]);
    fs::create_dir(&home).unwrap();
    fs::write(home.join(".mygame.save"), "precious").unwrap();
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    let output = command.envs([FAST]).env("HOME", &home).env("XDG_DATA_HOME", &home).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(fs::read_to_string(home.join(".mygame.save")).unwrap(), "precious");
    assert_eq!(fs::read_dir(&home).unwrap().count(), 1);
    let is_shared = fs::remove_file(&shared).is_ok();
    if shuts_in(false) {
        // Nor into the folder that has those of the check.
        let all = super::program::files(&place.around);
        assert!(!outside.exists() && !is_shared && !all.iter().any(|(path, _)| path.ends_with("escaped")));
    }
}

/// Returns true if the system can shut a program in, also as far as its signals are concerned.
fn shuts_in(with_signals: bool) -> bool {
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

/// A recorded program sends no signals to others, and a guard that it kills or stops is no good end.
#[test]
fn signals_reach_nobody_else() {
    let others = format!("if (std::system(\"kill -0 {} 2>/dev/null\") == 0) return 1;", std::process::id());
    let place = place("signals", &game(&others, ""), &[]);
    if shuts_in(true) {
        assert_checked(&place, &[], 0, "ok seed");
    }
    let build = format!("c++ -O0 -std=c++17 -I'{}' main.cpp -o game", place.around.join("include").display());
    write(&place, "main.cpp", SMALL);
    assert_checked(&place, &["--build", &format!("{build}; kill -KILL $PPID")], 4, "was killed");
    let stop = "kill -STOP $PPID";
    assert_checked(&place, &["--timeout", "2", "--build", stop], 4, "it ran for 2 seconds");
    let main = format!(
        "#include <csignal>\n#include <unistd.h>\n{}",
        game("", "kill(getppid(), SIGKILL); _exit(0);")
    );
    write(&place, "main.cpp", &main);
    assert_checked(&place, &[], 1, "was killed");
    // What it has started ends with the check.
    let sleep = format!("8{}", std::process::id());
    let started = format!("sleep {sleep} & sleep 0.1; kill -KILL $PPID");
    assert_checked(&place, &["--build", &started], 4, "was killed");
    assert_eq!(running(&format!("sleep\0{sleep}")), 0);
}

/// Returns the number of processes whose command line begins with these words.
fn running(words: &str) -> usize {
    let all =
        fs::read_dir("/proc").unwrap().filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
    all.filter(|line| line.starts_with(words.as_bytes())).count()
}

/// An object is made of every file that the compiler reads, whatever its name and wherever it is.
#[test]
fn everything_that_an_object_is_made_of_counts() {
    let part = |number: &str| format!("\"Roguelike - Part {number}: Map Generation\"\n");
    let main = replace(
        SMALL,
        "\"Roguelike - Part 1: Map Generation\"",
        "\n#include \"title.def\"\n#include \"outer.h\"\n",
    );
    let place = place("made-of", &main, &[("title.def", &part("1"))]);
    let outer = place.around.join("outer");
    fs::create_dir(&outer).unwrap();
    fs::write(outer.join("outer.h"), "").unwrap();
    let flags = format!("-O0 -std=c++17 '-I{}'", outer.display());
    let check = |code| {
        let mut command = place.command(&["--part", "1", "--seeds", "1"]);
        let (found, said) = said(&command.env("CXXFLAGS", &flags).output().unwrap());
        assert_eq!(found, Some(code), "{said}");
    };
    check(0);
    write(&place, "title.def", &part("2"));
    check(1);
    write(&place, "title.def", &part("1"));
    check(0);
    // The same size and time, outside of the folder.
    let header = outer.join("outer.h");
    let time = fs::metadata(&header).unwrap().modified().unwrap();
    fs::write(&header, "\" \"").unwrap();
    fs::File::options().append(true).open(&header).unwrap().set_modified(time).unwrap();
    check(1);
    fs::rename(&header, outer.join("gone.h")).unwrap();
    check(4);
}

/// Compilers do not list what an assembler reads, and which header would have come before the one that they
/// found.
#[test]
fn what_no_list_names_counts() {
    let has_cmake = Command::new("cmake").arg("--version").output().is_ok();
    for list in [None, has_cmake.then_some(CMAKE)] {
        let assembler = |path: &Path| {
            let data = "extern const char words[] asm(\"words\");\n";
            format!(
                "asm(\".data\\nwords: .incbin \\\"{}\\\"\\n.byte 0\\n.text\\n\");\n{data}",
                path.display()
            )
        };
        let around = place("unlisted", SMALL, &[]).around;
        let [data, near, far] = ["data", "near", "far"].map(|name| around.join(name));
        let main = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "FIRST words");
        let main = replace(&main, "FIRST words", "(std::string(FIRST) + words).c_str()");
        let main = format!("#include <string>\n#include <outer.h>\n{}{main}", assembler(&data));
        let place = place("unlisted", &main, &[]);
        list.iter().for_each(|list| write(&place, "CMakeLists.txt", list));
        for folder in [&near, &far] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(far.join("outer.h"), "#define FIRST \"Roguelike - \"\n").unwrap();
        let flags = format!("-O0 -std=c++17 -I{} -I{}", near.display(), far.display());
        let check = |words: &str, code| {
            fs::write(&data, words).unwrap();
            let mut command = place.command(&["--part", "1", "--seeds", "1"]);
            let (found, said) = said(&command.env("CXXFLAGS", &flags).output().unwrap());
            assert_eq!(found, Some(code), "{list:?}: {said}");
        };
        check("Part 1: Map Generation", 0);
        check("Part 1: Mop Generation", 1);
        check("Part 1: Map Generation", 0);
        fs::write(near.join("outer.h"), "#define FIRST \"Rogue - \"\n").unwrap();
        check("Part 1: Map Generation", 1);
        // Without the assembler, an object may be used again.
        let title = "\"Part 1: Map Generation\"";
        write(
            &place,
            "main.cpp",
            &main.replace(&assembler(&data), &format!("const char* words = {title};\n")),
        );
        check("", 1);
        fs::remove_file(near.join("outer.h")).unwrap();
        check("", 0);
        fs::write(near.join("outer.h"), "#define FIRST \"Rogue - \"\n").unwrap();
        check("", 1);
    }
}

/// A program behind a link is not of this build, and files beside it are not the program's.
#[test]
fn a_program_behind_a_link_does_not_count() {
    let main = game("if (FILE* font = fopen(\"own.ttf\", \"r\")) fclose(font);", "");
    let place = place("behind", &main, &[]);
    let elsewhere = place.around.join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    for name in ["own.ttf", "savegame.txt"] {
        fs::write(elsewhere.join(name), "precious").unwrap();
    }
    let build = |link: &str| {
        let include = place.around.join("include");
        format!("{link}; c++ -O0 -std=c++17 -I'{}' main.cpp -o out/game", include.display())
    };
    assert_checked(&place, &["--exe", "out/game", "--build", &build("mkdir out")], 0, "ok seed");
    let linked = build(&format!("ln -s '{}' out", elsewhere.display()));
    assert_checked(&place, &["--exe", "out/game", "--build", &linked], 4, "leaves no program");
    assert_eq!(fs::read_to_string(elsewhere.join("savegame.txt")).unwrap(), "precious");
}

/// Make goes by times, which are those of the user's files: a library that is older than its source is made again.
#[test]
fn make_knows_what_is_old() {
    let main = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "title()");
    let main = replace(&main, "#include \"sdl.h\"\n", "#include \"sdl.h\"\nconst char* title();\n");
    let source = |title: &str| format!("const char* title() {{ return \"Roguelike - Part 1: {title}\"; }}\n");
    let place = place("times", &main, &[("a.cpp", &source("Map Generation"))]);
    let include = place.around.join("include");
    let makefile = format!(
        "game: main.cpp libz.a\n\tc++ -O0 -std=c++17 -I'{}' main.cpp libz.a -o game\n\
         libz.a: a.cpp\n\tc++ -O0 -c a.cpp -o a.o && rm -f libz.a && ar rc libz.a a.o\n",
        include.display()
    );
    write(&place, "Makefile", &makefile);
    assert!(Command::new("make").arg("libz.a").current_dir(&place.folder).output().unwrap().status.success());
    let library = fs::metadata(place.folder.join("libz.a")).unwrap().modified().unwrap();
    write(&place, "a.cpp", &source("Mazes"));
    let changed = fs::File::options().append(true).open(place.folder.join("a.cpp")).unwrap();
    changed.set_modified(library + Duration::from_secs(1)).unwrap();
    assert_checked(&place, &[], 1, "differs");
    // A library without a rule is taken as it is.
    write(&place, "Makefile", makefile.split("libz.a: a.cpp").next().unwrap());
    assert_checked(&place, &[], 0, "ok seed");
}

/// A program whose title is wrong if WRONG is defined.
fn defined() -> String {
    let title = "\"Roguelike - Part 1: Map Generation\"";
    let main = replace(SMALL, title, "TITLE");
    let wrong = "#if __has_include(\"wrong.h\")\n#define WRONG\n#endif\n";
    format!("{wrong}#ifdef WRONG\n#define TITLE \"Mazes\"\n#else\n#define TITLE {title}\n#endif\n{main}")
}

/// Whatever may change a program besides its sources: files of the folder that no list names, those that
/// variables name, packages, and what CMake remembers.
#[test]
fn nothing_is_used_again_without_proof() {
    const SDL_OPTIONS: &str = "target_compile_options(mygame PRIVATE ${SDL_CFLAGS_OTHER})\n";
    let has_cmake = Command::new("cmake").arg("--version").output().is_ok();
    for list in [None, has_cmake.then(|| format!("{CMAKE}{SDL_OPTIONS}include(how.cmake)\n"))] {
        let place = place("proof", &defined(), &[("options", ""), ("how.cmake", "")]);
        list.iter().for_each(|list| write(&place, "CMakeLists.txt", list));
        let [compiler, package] = ["compiler", "packages/sdl3.pc"].map(|name| place.around.join(name));
        let script = |option: &str| fs::write(&compiler, format!("#!/bin/sh\nexec c++ {option} \"$@\"\n"));
        script("").unwrap();
        fs::set_permissions(&compiler, fs::Permissions::from_mode(0o700)).unwrap();
        let options = place.folder.join("options");
        let check = |code, what: &str| {
            let mut command = place.command(&["--part", "1", "--seeds", "1"]);
            let flags = format!("-O0 -std=c++17 @{}", options.display());
            let command = command.env("CXX", &compiler).env("CXXFLAGS", flags);
            let (found, said) = said(&command.output().unwrap());
            assert_eq!(found, Some(code), "{what}, {list:?}: {said}");
        };
        check(0, "at first");
        script("-DWRONG").unwrap();
        check(1, "compiler");
        script("").unwrap();
        check(0, "compiler");
        fs::write(&options, "-DWRONG").unwrap();
        check(1, "options");
        fs::write(&options, "").unwrap();
        let packages = fs::read_to_string(&package).unwrap();
        fs::write(&package, packages.replace("-I", "-DWRONG -I")).unwrap();
        check(1, "package");
        fs::write(&package, packages).unwrap();
        write(&place, "wrong.h", "");
        check(1, "header");
        fs::remove_file(place.folder.join("wrong.h")).unwrap();
        check(0, "header");
        if list.is_some() {
            let how = |way| {
                format!(
                    "option(BAD \"\" {way})\nif(BAD)\ntarget_compile_definitions(mygame PRIVATE WRONG)\nendif()\n"
                )
            };
            write(&place, "how.cmake", &how("OFF"));
            check(0, "option");
            write(&place, "how.cmake", &how("ON"));
            check(1, "option");
        }
    }
}

/// CMake goes by the times of the user's own files, also in a new copy.
#[test]
fn cmake_makes_what_is_old_in_the_folder() {
    if Command::new("cmake").arg("--version").output().is_err() {
        return;
    }
    let main = replace(&defined(), "#if __has", "#include \"z.h\"\n#if __has");
    let list = format!(
        "{CMAKE}add_custom_command(OUTPUT ${{CMAKE_SOURCE_DIR}}/z.h DEPENDS data.txt COMMAND \
         ${{CMAKE_COMMAND}} -E copy data.txt z.h WORKING_DIRECTORY ${{CMAKE_SOURCE_DIR}})\n\
         target_sources(mygame PRIVATE z.h)\n"
    );
    let place = place(
        "cmake-times",
        &main,
        &[("CMakeLists.txt", &list), ("z.h", ""), ("data.txt", "#define WRONG\n")],
    );
    let old = fs::File::options().append(true).open(place.folder.join("z.h")).unwrap();
    old.set_modified(std::time::SystemTime::now() - Duration::from_secs(1000)).unwrap();
    assert_checked(&place, &[], 1, "differs");
}

/// Make makes everything anew, whatever it finds beside the copy and whatever the times say.
#[test]
fn make_makes_everything_anew() {
    let main = replace(&defined(), "#if __has", "#include \"title.h\"\n#if __has");
    let place = place("make-anew", &main, &[("title.h", "")]);
    let include = place.around.join("include");
    for folder in ["build", "objects", "home"] {
        write(&place, "title.h", "");
        let makefile = format!(
            "game: ../{folder}/main.o\n\tc++ ../{folder}/main.o -o game\n\
             ../{folder}/main.o: main.cpp\n\tmkdir -p ../{folder}\n\tc++ -O0 -std=c++17 -I'{}' -c main.cpp -o $@\n",
            include.display()
        );
        write(&place, "Makefile", &makefile);
        assert_checked(&place, &[], 0, "ok seed");
        write(&place, "title.h", "#define WRONG\n");
        assert_checked(&place, &[], 1, "differs");
    }
    // A library that is newer than its source, and not than the header in it.
    write(&place, "title.h", "");
    let makefile = format!(
        "game: libm.a\n\tc++ libm.a -o game\nlibm.a: main.cpp\n\
         \tc++ -O0 -std=c++17 -I'{}' -c main.cpp -o m.o && ar rc libm.a m.o\n",
        include.display()
    );
    write(&place, "Makefile", &makefile);
    assert!(Command::new("make").arg("libm.a").current_dir(&place.folder).output().unwrap().status.success());
    write(&place, "title.h", "#define WRONG\n");
    assert_checked(&place, &[], 1, "differs");
}

/// A source that the build writes has no lines of the recorder.
#[test]
fn a_source_that_the_build_writes_is_named() {
    let main = "#include \"sdl.h\"\n#include <random>\nstruct Map {};\n\
        int main(int argc, char* argv[]) {\n    std::random_device seed;\n    SDL_Window* window = nullptr;\n    Map map;\n\
        \x20   SDL_Event event;\n    while (true) {\n        SDL_WaitEvent(&event);\n    }\n}\n";
    let place = place("written", main, &[("main.in", main)]);
    fs::remove_file(place.folder.join("trace.hpp")).unwrap();
    write(&place, "Makefile", &format!("{}main.cpp: main.in\n\tcp main.in main.cpp\n", makefile(&place, "")));
    assert_checked(&place, &[], 4, "the build writes main.cpp itself");
}

/// Each of these once made an old program count as right.
#[test]
fn only_a_program_of_this_build_counts() {
    let title = |title: &str| format!("#pragma once\n#define TITLE \"Roguelike - Part 1: {title}\"\n");
    let main = SMALL.replace("\"Roguelike - Part 1: Map Generation\"", "TITLE");
    let main = replace(&main, "#include \"sdl.h\"\n", "#include \"sdl.h\"\n#include \"title.h\"\n");
    let place = place("old", &main, &[("title.h", &title("Map Generation"))]);
    write(&place, "Makefile", &makefile(&place, ""));
    assert_checked(&place, &[], 0, "ok seed");
    // The Makefile does not name the header.
    write(&place, "title.h", &title("Mazes"));
    assert_checked(&place, &[], 1, "differs");
    for flags in ["n", "i", "t", "q"] {
        let mut command = place.command(&["--part", "1", "--seeds", "1"]);
        let output = command.env("MAKEFLAGS", flags).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{flags}: {output:?}");
    }
    write(&place, "title.h", "nonsense\n");
    assert_checked(&place, &[], 4, "does not build");
    write(&place, "title.h", &title("Map Generation"));
    assert_checked(&place, &[], 0, "ok seed");
    // Not this one's program, but one from elsewhere.
    assert_checked(&place, &["--build", "true"], 4, "leaves no program");
    let program = place.around.join("program");
    fs::write(&program, "").unwrap();
    assert_checked(&place, &["--build", "true", "--exe", "../../../program"], 2, "leads out of the folder");
    assert_checked(
        &place,
        &["--build", "true", "--exe", program.to_str().unwrap()],
        2,
        "leads out of the folder",
    );
    // A file that is gone has no effect any more.
    fs::rename(place.folder.join("Makefile"), place.folder.join("GNUmakefile")).unwrap();
    assert_checked(&place, &[], 0, "ok seed");
    fs::remove_file(place.folder.join("GNUmakefile")).unwrap();
    write(&place, "Makefile", "game:\n\tfalse\n");
    assert_checked(&place, &[], 4, "does not build (make)");
}

/// What the program does after its last step counts, too.
#[test]
fn a_program_that_ends_badly_is_not_right() {
    let place = place("end", &game("", "return 1;"), &[]);
    assert_checked(&place, &[], 1, "after its last step: the program ended with exit code 1");
    write(&place, "main.cpp", &game("", "std::fputs(\"x.cpp:1:1: runtime error: y\\n\", stderr);"));
    assert_checked(&place, &[], 1, "after its last step: a sanitizer reports: x.cpp:1:1: runtime error: y");
    // Also in the middle of a large output.
    let much = "for (int i = 0; i < 100000; ++i) std::fputs(\"nothing to see here, go on\\n\", stderr);";
    let report = "std::fputs(\"y.cpp:1:1: runtime error: z\\n\", stderr);";
    write(&place, "main.cpp", &game("", &format!("{much} {report} {much}")));
    assert_checked(&place, &[], 1, "a sanitizer reports: y.cpp:1:1: runtime error: z");
    // And in the run without a turn.
    let counted = replace(
        &game("int waits = 0;", "if (waits == 1) return 3;"),
        "trace::wait(",
        "++waits; trace::wait(",
    );
    write(&place, "main.cpp", &counted);
    assert_checked(&place, &[], 1, "after its last step: the program ended with exit code 3");
}

/// Each run finds the copy as the build left it, and leaves nothing in it.
#[test]
fn a_run_leaves_nothing_to_the_next() {
    let begin = "if (!std::fopen(\"data/old\", \"r\") || std::fopen(\"data/new\", \"r\")) return 7; \
                 std::fclose(std::fopen(\"data/new\", \"w\")); std::fclose(std::fopen(\"main.cpp\", \"w\")); \
                 std::remove(\"data/old\"); std::fclose(std::fopen((std::string(std::getenv(\"HOME\")) + \"/x\").c_str(), \"w\"));";
    let main = format!("#include <string>\n{}", game(begin, ""));
    let place = place("runs", &main, &[("data/old", "1")]);
    assert_checked(&place, &[], 0, "ok seed");
    let left: Vec<_> = super::program::files(&place.around.join("cache")).into_iter().collect();
    let names = |end: &str| left.iter().filter(|(path, _)| path.ends_with(end)).count();
    assert_eq!([names("data/new"), names("data/old"), names("x")], [0, 1, 0]);
    assert!(left.iter().any(|(path, text)| path.ends_with("main.cpp") && *text == main.as_bytes()));
}

/// What `--exe` names is of this build, and one of several programs has to be named.
#[test]
fn the_program_is_the_one_that_was_meant() {
    let place = place("exe", SMALL, &[("game.sh", "#!/bin/sh\n")]);
    assert_checked(
        &place,
        &["--exe", "nosuch"],
        2,
        "--exe names a program that CMake, make or --build makes",
    );
    let build = |name: &str| {
        format!("c++ -g -O0 -std=c++17 -I'{}' main.cpp -o {name}", place.around.join("include").display())
    };
    let built = Command::new("sh").args(["-c", &build("game.solid")]).current_dir(&place.folder).status();
    assert!(built.unwrap().success());
    for old in ["game.solid", "game.sh"] {
        assert_checked(&place, &["--exe", old, "--build", "true"], 4, "leaves no program");
    }
    fs::remove_file(place.folder.join("game.solid")).unwrap();
    let copied = format!("{}; cp one two", build("one"));
    assert_checked(&place, &["--build", &copied], 0, "ok seed");
    let several = format!("{}; {} -DOTHER -O1", build("one"), build("two"));
    assert_checked(
        &place,
        &["--build", &several],
        4,
        "several programs that have trace.hpp; name one with --exe:\n  one\n  two",
    );
    assert_checked(&place, &["--build", &several, "--exe", "two"], 0, "ok seed");
}

/// Nothing that the program or the build started is there after the check, and memory counts for all of it.
#[test]
fn what_was_started_ends_and_counts() {
    let sleep = format!("9{}", std::process::id());
    let start = format!("std::system(\"setsid sleep {sleep} & sleep {sleep} &\");");
    let place = place("started", &game(&start, ""), &[]);
    let build = format!(
        "setsid sleep {sleep} & c++ -std=c++17 -I'{}' main.cpp -o game",
        place.around.join("include").display()
    );
    for more in [&[][..], &["--build", &build]] {
        assert_checked(&place, more, 0, "ok seed");
        assert_eq!(running(&format!("sleep\0{sleep}")), 0);
    }
    let hungry = "if (fork() == 0) { std::string text(300 << 20, 'x'); sleep(60); } sleep(60);";
    write(&place, "main.cpp", &format!("#include <string>\n#include <unistd.h>\n{}", game(hungry, "")));
    assert_checked(&place, &["--memory", "200"], 2, "more than 200 MiB of memory, with all that it started");
    write(&place, "main.cpp", &game("std::system(\"truncate -s 300M large; sleep 60\");", ""));
    assert_checked(&place, &["--memory", "200"], 2, "it writes more than 200 MiB of files");
    assert!(
        !super::program::files(&place.around.join("cache")).iter().any(|(path, _)| path.ends_with("large"))
    );
}

/// Builds and programs end at their limits, with a word some time before.
#[test]
fn time_and_memory_are_limited() {
    let place = place("limits", SMALL, &[]);
    let (code, said) = checked(&place, &["--timeout", "2", "--build", "sleep 1000"]);
    assert!(code == Some(4) && said.contains("it ran for 2 seconds, which is the limit"), "{said}");
    assert!(said.contains("/bin/sh still runs; it ends after 2 seconds, or with Ctrl-C"), "{said}");
    let hungry = "x=$(head -c 300000000 /dev/zero | tr '\\0' x); sleep 1000";
    assert_checked(&place, &["--memory", "16", "--build", hungry], 4, "more than 128 MiB of memory");
    // Each key takes less than the time after which a program hangs.
    let slow = "std::system(\"sleep 0.7\");\n        trace::wait(";
    let main = place.around.join("slow.cpp");
    fs::write(&main, replace(SMALL, "trace::wait(", slow)).unwrap();
    let program = place.around.join("slow");
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-O0", "-o"]).args([&program, &main]);
    compiler.arg("-I").arg(place.around.join("include")).arg("-I").arg(&place.folder);
    assert!(compiler.status().unwrap().success());
    let copied = format!("cp '{}' game", program.display());
    assert_checked(
        &place,
        &["--timeout", "3", "--build", &copied],
        1,
        "it ran for 3 seconds, which is the limit",
    );
}

/// Returns a check with this many KiB for its copy, on a disk of its own. `None` where a user may not make one.
#[cfg(target_os = "linux")]
fn on_a_small_disk(place: &Place, kibibytes: u32) -> Option<(Option<i32>, String)> {
    let disk = place.around.join("disk");
    fs::create_dir_all(&disk).unwrap();
    let check =
        place.command(&["--part", "1", "--seeds", "1", "--keep", disk.join("kept").to_str().unwrap()]);
    let mount = format!("mount -t tmpfs -o size={kibibytes}k none \"$0\" || exit 99; exec \"$@\"");
    let unshare: [&OsStr; 5] =
        ["unshare".as_ref(), "-rm".as_ref(), "sh".as_ref(), "-c".as_ref(), mount.as_ref()];
    let mut command = Command::new(unshare[0]);
    command.args(&unshare[1..]).arg(&disk).arg(check.get_program()).args(check.get_args());
    command.envs(check.get_envs().filter_map(|(name, value)| Some((name, value?)))).envs([FAST]);
    let (code, said) = said(&command.output().ok()?);
    // 1 is also the code of `unshare` where it is forbidden.
    (code != Some(99) && !said.starts_with("unshare: ")).then_some((code, said))
}

/// Wherever a disk becomes full, in the copy, the build or the recording, the answer is never ok, and names the
/// reason.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named() {
    let place = place("full", SMALL, &[]);
    let mut codes = std::collections::BTreeSet::new();
    let mut kibibytes = 16;
    while kibibytes < 1 << 16 {
        let Some((code, said)) = on_a_small_disk(&place, kibibytes) else { return };
        codes.insert(code);
        if code == Some(0) {
            assert!(said.contains("ok seed") && codes.len() > 2, "{codes:?}: {said}");
            return;
        }
        let is_named = ["No space left", "left on the disk"].iter().any(|words| said.contains(words));
        assert!(is_named && !said.contains("ok seed"), "{kibibytes} KiB: {code:?} {said}");
        kibibytes += kibibytes / 4;
    }
    panic!("{codes:?}");
}

/// A build that asks on the terminal gets no answer, and its question is shown.
#[test]
fn a_build_that_asks_ends() {
    let place = place("asks", SMALL, &[]);
    let command = "printf 'your name? '; read name || echo nobody answers; read name < /dev/tty";
    let check = format!(
        "{:?} check --part 1 --build \"{command}\" '{}'",
        env!("CARGO_BIN_EXE_roguelike-compare"),
        place.folder.display()
    );
    // A terminal of its own, where there is the program that makes one.
    let mut script = Command::new("script");
    script.args(["-qec", &check, "/dev/null"]).env("XDG_CACHE_HOME", place.around.join("cache"));
    match script.stdin(Stdio::null()).output() {
        Ok(output) => {
            let (code, said) = said(&output);
            assert_eq!(code, Some(4), "{said}");
            assert!(said.contains("your name? nobody answers") && said.contains("/dev/tty"), "{said}");
        }
        Err(_) => assert_checked(&place, &["--build", command], 4, "your name? nobody answers"),
    }
}

/// A file may become a folder or a link, and the reverse. Links stay links, unless they lead out of the folder.
#[test]
fn the_copy_is_what_the_folder_is() {
    let place = place("types", SMALL, &[("inner/x", "1")]);
    let keep = place.around.join("kept");
    let check = || assert_checked(&place, &["--keep", keep.to_str().unwrap()], 0, "ok seed");
    let data = place.folder.join("data");
    fs::write(&data, "1").unwrap();
    check();
    fs::remove_file(&data).unwrap();
    fs::create_dir(&data).unwrap();
    fs::write(data.join("x"), "2").unwrap();
    check();
    assert_eq!(fs::read_to_string(keep.join("source/data/x")).unwrap(), "2");
    fs::remove_dir_all(&data).unwrap();
    symlink("inner", &data).unwrap();
    symlink(".", place.folder.join("inner/round")).unwrap();
    symlink(place.folder.join("inner/x"), place.folder.join("absolute")).unwrap();
    fs::create_dir_all(place.around.join("out")).unwrap();
    fs::write(place.around.join("out/y"), "3").unwrap();
    symlink(place.around.join("out"), place.folder.join("linked")).unwrap();
    symlink("/", place.around.join("out/root")).unwrap();
    let (code, said) = checked(&place, &["--keep", keep.to_str().unwrap()]);
    assert!(
        code == Some(0)
            && said.contains("not in the copy: linked/root, because it is a link out of the folder"),
        "{said}"
    );
    let source = keep.join("source");
    assert_eq!(fs::read_link(source.join("data")).unwrap(), Path::new("inner"));
    assert_eq!(fs::read_link(source.join("inner/round")).unwrap(), Path::new("../inner"));
    assert_eq!(fs::read_link(source.join("absolute")).unwrap(), Path::new("inner/x"));
    assert_eq!(fs::read_to_string(source.join("linked/y")).unwrap(), "3");
    assert!(!source.join("linked").is_symlink());
    // What the build makes goes, also where nothing may be removed.
    let build = format!(
        "mkdir shut && touch shut/x && chmod 500 shut && c++ -std=c++17 -I'{}' main.cpp -o game",
        place.around.join("include").display()
    );
    for _ in 0..2 {
        assert_checked(&place, &["--keep", keep.to_str().unwrap(), "--build", &build], 0, "ok seed");
    }
    check();
    assert!(!source.join("shut").exists());
}

pub const CMAKE: &str = "cmake_minimum_required(VERSION 3.16)\nproject(mygame CXX)\nset(CMAKE_CXX_STANDARD 17)\n\
    find_package(PkgConfig REQUIRED)\npkg_check_modules(SDL REQUIRED sdl3)\nfile(GLOB_RECURSE sources *.cpp)\n\
    add_executable(mygame ${sources})\ntarget_include_directories(mygame PRIVATE ${SDL_INCLUDE_DIRS})\n";

/// CMake keeps what is right, and nothing else: its folder may move, its configuration may fail, its variables
/// may change. What has not changed is not compiled again.
#[test]
fn cmake_is_not_in_its_own_way() {
    if Command::new("cmake").arg("--version").output().is_err() {
        return;
    }
    let other = ("other.cpp", "int other() { return 1; }\n");
    let place = place("cmake", SMALL, &[("CMakeLists.txt", CMAKE), other]);
    // A name over which CMake would stumble.
    let odd = place.around.join("a;b\"c:d");
    fs::rename(&place.folder, &odd).unwrap();
    let odd = Place { folder: odd, around: place.around.clone() };
    assert_checked(&odd, &[], 0, "ok seed");
    fs::rename(&odd.folder, &place.folder).unwrap();
    symlink(".", place.folder.join("inc")).unwrap();
    let [keep, moved] = ["kept", "moved"].map(|name| place.around.join(name));
    let check = |keep: &Path, code| assert_checked(&place, &["--keep", keep.to_str().unwrap()], code, "");
    check(&keep, 0);
    let object = || {
        let all = super::program::files(&keep.join("build"));
        let (path, _) = all.into_iter().find(|(path, _)| path.ends_with("other.cpp.o")).unwrap();
        fs::metadata(path).unwrap().modified().unwrap()
    };
    let compiled = object();
    write(&place, "main.cpp", &format!("// changed\n{SMALL}"));
    check(&keep, 0);
    assert_eq!(object(), compiled);
    // Also where a new text is older than the object.
    write(&place, "other.cpp", "nonsense\n");
    let old = fs::File::options().write(true).open(place.folder.join("other.cpp")).unwrap();
    old.set_modified(compiled - Duration::from_secs(1000)).unwrap();
    check(&keep, 4);
    write(&place, "other.cpp", "int other() { return 1; }\n");
    check(&keep, 0);
    fs::rename(&keep, &moved).unwrap();
    check(&moved, 0);
    write(&place, "CMakeLists.txt", &format!("{CMAKE}nonsense(\n"));
    check(&moved, 4);
    write(&place, "CMakeLists.txt", CMAKE);
    check(&moved, 0);
    let mut command = place.command(&["--part", "1", "--seeds", "1", "--keep", moved.to_str().unwrap()]);
    let output = command.env("CXXFLAGS", "-Dmain=other_name").output().unwrap();
    assert_eq!(output.status.code(), Some(4), "CXXFLAGS count: {output:?}");
}

/// CMake goes by times, too, and these are right however a text got its place.
#[test]
fn cmake_takes_no_old_object_for_new() {
    if Command::new("cmake").arg("--version").output().is_err() {
        return;
    }
    let title = |title: &str| format!("#define TITLE \"Roguelike - Part 1: {title}\"\n");
    let main = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "TITLE");
    let main = replace(
        &main,
        "#include \"sdl.h\"\n",
        "#include \"sdl.h\"\n#include \"title.h\"\n#include <over.h>\n",
    );
    let list = format!("{CMAKE}target_include_directories(mygame PRIVATE near far)\n");
    let (right, wrong) = (title("Map Generation"), title("Mazes"));
    let files = [
        ("CMakeLists.txt", &*list),
        ("right.h", &*right),
        ("wrong.h", &*wrong),
        ("near/empty.h", ""),
        ("far/over.h", ""),
    ];
    let place = place("stale", &main, &files);
    symlink("right.h", place.folder.join("title.h")).unwrap();
    let check = |code, words| assert_checked(&place, &[], code, words);
    check(0, "ok seed");
    // A link leads to a file that was there before.
    let link = place.folder.join("title.h");
    fs::remove_file(&link).unwrap();
    symlink("wrong.h", &link).unwrap();
    check(1, "differs");
    fs::remove_file(&link).unwrap();
    symlink("right.h", &link).unwrap();
    check(0, "ok seed");
    // A header takes the place of another one.
    write(&place, "near/over.h", &format!("#undef TITLE\n{}", title("Mazes")));
    check(1, "differs");
    fs::remove_file(place.folder.join("near/over.h")).unwrap();
    check(0, "ok seed");
    // A header outside of the folder gets another text and an older time.
    let outside = place.around.join("include/sdl.h");
    let text = fs::read_to_string(&outside).unwrap();
    let time = fs::metadata(&outside).unwrap().modified().unwrap() - Duration::from_secs(1000);
    for (more, code, words) in [("#error changed\n", 4, "changed"), ("", 0, "ok seed")] {
        fs::write(&outside, format!("{text}{more}")).unwrap();
        fs::File::options().append(true).open(&outside).unwrap().set_modified(time).unwrap();
        check(code, words);
    }
    // The clock was an hour ahead.
    for (path, _) in super::program::files(&place.around.join("cache")) {
        let file = fs::File::options().append(true).open(path).unwrap();
        let time = file.metadata().unwrap().modified().unwrap();
        file.set_modified(time + Duration::from_secs(3600)).unwrap();
    }
    write(&place, "right.h", &title("Mazes"));
    check(1, "differs");
}

/// Folders that grow, cannot be read, or have unusual names.
#[test]
fn unusual_files_are_no_obstacle() {
    let place = place("unusual", SMALL, &[("._main.cpp", "from a Mac")]);
    // Whoever reads this file waits for the system's next words.
    for (target, name) in [("/proc/kmsg", "log"), ("/", "root")] {
        symlink(target, place.folder.join(name)).unwrap();
        let left_out =
            format!("not in the copy: {name}, because it is a link to a folder above, or into the system");
        assert_checked(&place, &[], 0, &left_out);
    }
    let large = fs::File::create(place.folder.join("huge.log")).unwrap();
    large.set_len(600 << 20).unwrap();
    assert_checked(&place, &[], 2, "more than 512 MiB");
    fs::remove_file(place.folder.join("huge.log")).unwrap();
    // Root may read everything.
    write(&place, "secret.txt", "x");
    fs::set_permissions(place.folder.join("secret.txt"), fs::Permissions::from_mode(0o000)).unwrap();
    let is_root = fs::read(place.folder.join("secret.txt")).is_ok();
    assert_checked(
        &place,
        &[],
        0,
        if is_root {
            "ok seed"
        } else {
            "not in the copy: secret.txt, because it cannot be read: Permission denied"
        },
    );
    fs::set_permissions(place.folder.join("secret.txt"), fs::Permissions::from_mode(0o600)).unwrap();
    let pipes = (0..7).map(|number| place.folder.join(format!("pipe{number}.h")));
    assert!(Command::new("mkfifo").args(pipes).status().unwrap().success());
    assert_checked(&place, &[], 0, "not in the copy: pipe0.h, because it is neither a file nor a folder");
    assert_checked(&place, &[], 0, "not in the copy: and 4 more");
    fs::create_dir(place.folder.join(".secret")).unwrap();
    write(&place, ".secret/x.h", "");
    write(&place, "main.cpp", &format!("#include \".secret/x.h\"\n{SMALL}"));
    assert_checked(&place, &[], 4, "not in the copy: .secret, because it is hidden");
    write(&place, "main.cpp", SMALL);
    let long = "x".repeat(240);
    fs::rename(place.folder.join("main.cpp"), place.folder.join(format!("{long}.cpp"))).unwrap();
    fs::write(place.folder.join(OsStr::from_bytes(b"caf\xe9.dat")), "").unwrap();
    assert_checked(&place, &[], 0, "ok seed");
    for name in [long.as_bytes(), b"caf\xe9", b"with blank", b"x.so"] {
        let folder = place.around.join(OsStr::from_bytes(name));
        fs::rename(&place.folder, &folder).unwrap();
        let renamed = Place { folder, around: place.around.clone() };
        assert_checked(&renamed, &[], 0, "ok seed");
        fs::rename(&renamed.folder, &place.folder).unwrap();
    }
    let home = place.around.join("no-such-home");
    let mut command = place.command(&[]);
    let output = command.env("HOME", &home).env_remove("XDG_CACHE_HOME").output().unwrap();
    assert!(said(&output).1.contains("the home folder does not exist"), "{output:?}");
    assert!(!home.exists());
}

/// Where tools stumble over the path of the copy, that is said. Where /proc is not mounted, too.
#[cfg(target_os = "linux")]
#[test]
fn unusual_places_have_an_answer() {
    let place = place("places", SMALL, &[]);
    let has_cmake = Command::new("cmake").arg("--version").output().is_ok();
    for list in [None, has_cmake.then_some(CMAKE)] {
        list.iter().for_each(|list| write(&place, "CMakeLists.txt", list));
        for odd in [" ", "'", "(", "&", ";", "\"", ":", "\n", "%", "$", "#", "\\"] {
            let keep = place.around.join(format!("a{odd}b"));
            let (code, said) = checked(&place, &["--keep", keep.to_str().unwrap()]);
            let is_refused = code == Some(2) && said.contains("in its path makes CMake and make stumble");
            assert!(code == Some(0) && said.contains("ok seed") || is_refused, "{odd:?}, {list:?}: {said}");
            assert_eq!(is_refused, list.is_some() && !" '(&".contains(odd), "{odd:?}");
        }
    }
    let check = place.command(&["--part", "1", "--seeds", "1"]);
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", "mount -t tmpfs none /proc || exit 99; exec \"$@\"", "sh"]);
    command.arg(check.get_program()).args(check.get_args());
    command.envs(check.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if let Ok(output) = command.output() {
        let (code, said) = said(&output);
        // A user may not mount anything everywhere.
        let is_forbidden = code == Some(99) || said.starts_with("unshare: ");
        assert!(is_forbidden || code == Some(2) && said.contains("/proc is not mounted"), "{said}");
    }
}

/// A program that ends before its keys do, without a reason in the series, is not right.
#[test]
fn a_program_that_ends_early_is_not_right() {
    let main = replace(
        SMALL,
        "trace::wait(",
        "static int waits = 0;\n        if (++waits > 3) break;\n        trace::wait(",
    );
    let place = place("early", &main, &[]);
    assert_checked(&place, &[], 1, "the program ended before the keys did");
}

/// Where the user calls `check` from makes no difference: PWD does not lead back into the folder.
#[test]
fn the_folder_is_not_built_in() {
    let place = place("inside", SMALL, &[("obj/notes.txt", "precious")]);
    let include = place.around.join("include");
    let makefile = format!(
        "OBJ := $(PWD)/obj\n$(PWD)/game: $(OBJ)/main.o\n\tc++ $(OBJ)/main.o -o $@\n$(OBJ)/main.o: main.cpp\n\
         \trm -rf $(OBJ); mkdir -p $(OBJ)\n\tc++ -O0 -std=c++17 -I'{}' -c main.cpp -o $@\n",
        include.display()
    );
    write(&place, "Makefile", &makefile);
    let before = super::program::files(&place.folder);
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    let (code, said) = said(&command.current_dir(&place.folder).env("PWD", &place.folder).output().unwrap());
    assert_eq!(super::program::files(&place.folder), before);
    assert!(code == Some(0) && said.contains("ok seed"), "{said}");
}

/// Make makes nothing again that is outside of the copy, and runs no rule twice that cannot run twice.
#[test]
fn make_does_what_the_users_make_does() {
    let place = place("rules", SMALL, &[("obj/notes.txt", "mine")]);
    let outside = place.around.join("keys.cfg");
    fs::write(&outside, "precious").unwrap();
    let include = place.around.join("include");
    let compile = format!("\tc++ -O0 -std=c++17 -I'{}' main.cpp -o game\n", include.display());
    let keys = outside.display();
    if shuts_in(false) {
        write(&place, "Makefile", &format!("game: main.cpp {keys}\n{compile}{keys}:\n\techo default > $@\n"));
        assert_checked(&place, &[], 0, "ok seed");
        assert_eq!(fs::read_to_string(&outside).unwrap(), "precious");
    }
    write(&place, "Makefile", &format!("game: main.cpp | obj\n{compile}obj:\n\tmkdir obj\n"));
    assert_checked(&place, &[], 0, "ok seed");
    // These rules run one after the other.
    write(&place, "main.cpp", &format!("#include \"made.h\"\n{SMALL}"));
    let serial = format!("all: made game\nmade:\n\tsleep 1; touch made.h\ngame: main.cpp\n{compile}");
    write(&place, "Makefile", &serial);
    assert_checked(&place, &[], 0, "ok seed");
}

/// Hidden files and odd environments count, and what is not used is named.
#[test]
fn everything_that_changes_the_build_is_in_the_copy() {
    let place = place("optional", &defined(), &[(".local.mk", "DEFS = -DWRONG\n")]);
    let include = place.around.join("include");
    let makefile = format!(
        "-include .local.mk\ngame: main.cpp\n\tc++ -O0 -std=c++17 $(DEFS) -I'{}' main.cpp -o game\n",
        include.display()
    );
    write(&place, "Makefile", &makefile);
    assert_checked(&place, &[], 1, "differs");
    fs::remove_file(place.folder.join("Makefile")).unwrap();
    write(&place, "meson.build", "");
    assert_checked(&place, &[], 0, "meson.build is not used; give --build CMD to build with it");
    write(&place, "main.cpp", &format!("#include \"more.cpp\"\n{SMALL}"));
    write(&place, "more.cpp", "int more() { return 1; }\n");
    assert_checked(&place, &[], 0, "ok seed");
    let print = format!(
        "echo 'AddressSanitizer: OFF'; c++ -O0 -std=c++17 -I'{}' main.cpp -o game",
        include.display()
    );
    assert_checked(&place, &["--build", &print], 0, "ok seed");
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    let (code, text) = said(&command.env("CXXFLAGS", OsStr::from_bytes(b"-I./caf\xe9")).output().unwrap());
    assert!(code == Some(2) && text.contains("CXXFLAGS is not UTF-8"), "{text}");
    let check = place.command(&["--part", "1", "--seeds", "1"]);
    let mut command = Command::new("env");
    command.arg("--ignore-signal=CHLD").arg(check.get_program()).args(check.get_args());
    command.envs(check.get_envs().filter_map(|(name, value)| Some((name, value?)))).envs([FAST]);
    let (code, text) = said(&command.output().unwrap());
    // Older systems have no such option.
    assert!(code == Some(0) || text.contains("unrecognized option"), "{text}");
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    let (code, text) = said(&command.envs([FAST]).env("LD_PRELOAD", "/nowhere.so").output().unwrap());
    assert!(code == Some(0), "{text}");
}

/// A folder in which CMake has built among the sources has its old headers, and all its folders.
#[test]
fn cmake_among_the_sources_is_built_anew() {
    if Command::new("cmake").arg("--version").output().is_err() {
        return;
    }
    let main = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "TITLE");
    let main = format!("#include \"config.h\"\n#include \"lib/lib.h\"\n{main}");
    let lib = [("lib/lib.h", ""), ("lib/CMakeLists.txt", ""), ("lib/CMakeCache.txt", "")];
    let place =
        place("in-source", &main, &[&lib[..], &[("config.h.in", "#define TITLE \"@WORDS@\"\n")]].concat());
    let configure = |words: &str| {
        let list = format!(
            "{}set(WORDS \"Roguelike - Part 1: {words}\")\nconfigure_file(config.h.in config.h)\n",
            CMAKE.replace("GLOB_RECURSE", "GLOB")
        );
        write(&place, "CMakeLists.txt", &list);
    };
    configure("Map Generation");
    let mut cmake = Command::new("cmake");
    cmake
        .args(["-S", ".", "-B", "."])
        .current_dir(&place.folder)
        .env("PKG_CONFIG_PATH", place.around.join("packages"));
    assert!(cmake.output().unwrap().status.success());
    assert_checked(&place, &[], 0, "ok seed");
    configure("Mazes");
    assert_checked(&place, &[], 1, "differs");
}

/// Files of the user stay in a kept folder, and what a build leaves there goes. Files of CMake that lead back into
/// the user's folder are not copied.
#[test]
fn a_kept_folder_has_room_for_others() {
    let place = place("kept", SMALL, &[]);
    let keep = place.around.join("kept");
    let build = format!(
        "echo x > ../left; c++ -O0 -std=c++17 -I'{}' main.cpp -o game",
        place.around.join("include").display()
    );
    let check =
        || assert_checked(&place, &["--keep", keep.to_str().unwrap(), "--build", &build], 0, "ok seed");
    check();
    fs::create_dir(keep.join("old")).unwrap();
    fs::write(keep.join("notes.txt"), "mine").unwrap();
    check();
    assert!(keep.join("old").is_dir() && !keep.join("left").exists());
    assert_eq!(fs::read_to_string(keep.join("notes.txt")).unwrap(), "mine");
    for name in ["CMakeCache.txt", "cmake_install.cmake"] {
        write(&place, name, "");
    }
    write(&place, "Makefile", "# CMAKE generated file: DO NOT EDIT!\nall:\n\tfalse\n");
    assert_checked(&place, &["--keep", keep.to_str().unwrap(), "--build", "make"], 4, "No targets");
}

/// Whoever opens a recording that is a pipe would wait for ever, and one process may end before another.
#[test]
fn a_recording_is_a_file_of_one_program() {
    let pipes = "for trace in ../recordings/*.trace; do rm $trace; mkfifo $trace; done";
    let make = format!("std::atexit([] {{ std::system(\"{pipes}\"); }});");
    let place = place("pipe", &game(&make, ""), &[]);
    assert_checked(&place, &[], 2, "ended before its first step");
    let forks = "if (fork() == 0) std::exit(0); wait(nullptr);";
    let ends = "trace::wait(SDL_WaitEvent, &event); static int waits = 0; if (++waits > 4) _exit(0);";
    let main = replace(&game(forks, ""), "trace::wait(SDL_WaitEvent, &event);", ends);
    write(&place, "main.cpp", &format!("#include <sys/wait.h>\n#include <unistd.h>\n{main}"));
    assert_checked(&place, &[], 1, "broke off");
}

/// A program of another part, or with libraries that the user has built before, is not what was asked for.
#[test]
fn the_program_is_of_this_part_and_this_build() {
    let main = replace(SMALL, "\"Roguelike - Part 1: Map Generation\"", "title()");
    let main = format!("const char* title();\n{main}");
    let title = |title: &str| format!("const char* title() {{ return \"Roguelike - Part 1: {title}\"; }}\n");
    let place = place("this", &main, &[("title.cpp", &title("Map Generation"))]);
    let makefile = format!(
        "game: main.cpp libtitle.so\n\tc++ -O0 -std=c++17 -I'{}' main.cpp -L. -ltitle -o game\n\
         libtitle.so: title.cpp\n\tc++ -shared -fPIC title.cpp -o $@\n",
        place.around.join("include").display()
    );
    write(&place, "Makefile", &makefile);
    let check = |part: &str| {
        let mut command = place.command(&["--part", part, "--seeds", "1"]);
        said(&command.env("LD_LIBRARY_PATH", &place.folder).output().unwrap())
    };
    let mut make = Command::new("make");
    assert!(make.arg("libtitle.so").current_dir(&place.folder).output().unwrap().status.success());
    assert_eq!(check("1").0, Some(0));
    let (code, other) = check("5");
    assert!(code == Some(2) && other.contains("the sources record Part 1 (trace::begin)"), "{other}");
    write(&place, "title.cpp", &title("Mazes"));
    assert_eq!(check("1").0, Some(1));
}

/// A program has the user's own language and letters.
#[test]
fn a_program_has_the_users_locale() {
    let begin = "if (std::setlocale(LC_ALL, \"\") && std::mblen(\"\\xe2\\x96\\x88\", 3) != 3) return 7;";
    let main = format!("#include <clocale>\n{}", game(begin, ""));
    let place = place("locale", &main, &[]);
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    let command = command.envs([FAST]).env_remove("LC_ALL").env("LANG", "C.UTF-8");
    let (code, text) = said(&command.output().unwrap());
    assert_eq!(code, Some(0), "{text}");
}

/// Sources that no compiler gets are told.
#[test]
fn sources_that_are_not_compiled_are_told() {
    let place = place("told", SMALL, &[("a/b/c/deep.cpp", ""), ("vendor/v.cpp", ""), ("x.C", "")]);
    assert_checked(&place, &[], 0, "not compiled: a/b/c/deep.cpp, vendor/v.cpp, x.C; give --build CMD");
}

/// The recorder may be in a library, whose program has to be named.
#[test]
fn a_library_with_the_recorder_is_named() {
    let main = replace(SMALL, "int main(", "int play(");
    let place = place("library", &main, &[]);
    let build = format!(
        "c++ -O0 -std=c++17 -fPIC -shared -I'{}' main.cpp -o libplay.so; \
         echo 'int play(int, char**); int main(int c, char** v) {{ return play(c, v); }}' > start.cc; \
         c++ start.cc -L. -lplay -Wl,-rpath,$PWD -o game",
        place.around.join("include").display()
    );
    write(&place, "main.cpp", &format!("{main}\n#ifdef NEVER\nint main();\n#endif\n"));
    assert_checked(
        &place,
        &["--build", &build],
        4,
        "trace.hpp is in the library libplay.so; name the program",
    );
    assert_checked(&place, &["--build", &build, "--exe", "game"], 0, "ok seed");
}

/// The user's own options of a sanitizer do not hide what it finds.
#[test]
fn a_report_in_another_file_counts() {
    let place =
        place("log-path", &game("volatile int* data = new int[2]; delete[] data; data[1] = 1;", ""), &[]);
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    command.env("CXXFLAGS", "-O0 -std=c++17 -fsanitize=address");
    let options = format!("log_path={}:exitcode=0", place.around.join("log").display());
    let (code, text) = said(&command.env("ASAN_OPTIONS", options).output().unwrap());
    let has_none = code == Some(4);
    assert!(has_none || code != Some(0) && text.contains("a sanitizer reports"), "{text}");
}

/// Errors have what helps: names of symbols, the compiler's notes, causes that compilers do not know.
#[test]
fn the_cure_is_in_the_answer() {
    let place = place("cure", &game("extern void nowhere(int); nowhere(1);", ""), &[]);
    assert_checked(&place, &[], 4, "undefined reference to `nowhere(int)'");
    for name in ["a.cpp", "b.cpp"] {
        write(&place, name, "int twice() { return 1; }\n");
    }
    write(&place, "main.cpp", SMALL);
    assert_checked(&place, &[], 4, "multiple definition of `twice()'");
    write(&place, "b.cpp", "");
    write(&place, "main.cpp", &game("std::unordered_map<int, int> map;", ""));
    assert_checked(&place, &[], 4, "#include <unordered_map>");
    write(&place, "main.cpp", &format!("#include \"..\\map.h\"\n{SMALL}"));
    assert_checked(&place, &[], 4, "only Windows takes \\ in an #include");
    write(&place, "main.cpp", SMALL);
    let late = "printf 'a.cpp:1:1: error: first\\n'; yes | head -c 4000000; printf 'a.cpp:9:9: error: last\\n'; exit 1";
    assert_checked(&place, &["--build", late], 4, "error: last");
    assert_checked(&place, &["--build", "yes"], 4, "it prints more than 256 MiB");
    for (compiler, code, words) in [
        (" ", 0, "ok seed"),
        ("true", 4, "true ends without an error, and writes nothing"),
        ("/nowhere/c++", 4, "/nowhere/c++ is not installed"),
        ("/dev/null", 4, "cannot start: Permission denied"),
        ("c++ '-DWORDS=a b'", 0, "ok seed"),
    ] {
        let mut command = place.command(&["--part", "1", "--seeds", "1"]);
        let (found, said) = said(&command.envs([FAST]).env("CXX", compiler).output().unwrap());
        assert!(found == Some(code) && said.contains(words), "{compiler}: {said}");
    }
    let mut command = place.command(&["--part", "1", "--seeds", "1"]);
    write(&place, "a.cpp", "int x = nothing;\n");
    let colours = "-std=c++17 -fdiagnostics-color=always";
    let (_, said) = said(&command.env("CXXFLAGS", colours).output().unwrap());
    assert!(
        said.contains("a.cpp:1:9: error: ") && !said.contains('\u{1b}') && !said.contains("u{1b}"),
        "{said}"
    );
}

/// The user's own header and namespace are not taken for the recorder.
#[test]
fn own_names_are_not_the_recorders() {
    let main = SMALL.replace("trace::", "").replace("#include \"trace.hpp\"\n", "");
    let place = place("own-names", &main, &[]);
    write(&place, "trace.hpp", "// My own.\n");
    let main = "#include \"sdl.h\"\n#include <random>\nstruct Map {};\n\
        int main(int argc, char* argv[]) {\n    std::random_device seed;\n    SDL_Window* window = nullptr;\n    Map map;\n\
        \x20   SDL_Event event;\n    while (true) {\n        SDL_WaitEvent(&event);\n    }\n}\n";
    write(&place, "main.cpp", main);
    assert_checked(&place, &[], 2, "trace.hpp is in the way of the header");
    fs::remove_file(place.folder.join("trace.hpp")).unwrap();
    write(
        &place,
        "main.cpp",
        &format!("namespace trace {{ int begin(); }}\nint x = trace::begin();\n{main}"),
    );
    assert_checked(&place, &[], 2, "has a namespace trace of its own");
}

/// A part is reached by what is implemented.
#[test]
fn a_declaration_reaches_no_part() {
    let main = format!("{SMALL}\nstruct Player {{ int x; }};\nvoid tryMove(int dx) {{ dx = 1; }}\n");
    let place = place("part", &main, &[]);
    write(
        &place,
        "FOV.cpp",
        "struct FOV { static void castLight(int); };\nvoid use() { FOV fov; FOV::castLight(1); }\n",
    );
    assert_checked(&place, &["--build", "false"], 4, "");
    let guessed = |words: &str| {
        let (_, said) = said(&place.command(&["--build", "false"]).output().unwrap());
        assert!(said.starts_with(words), "{said}");
    };
    guessed("Part 2, by the names");
    write(
        &place,
        "FOV.cpp",
        "struct FOV { static void castLight(int); };\nvoid FOV::castLight(int x) { x = 1; }\n",
    );
    guessed("Part 3, by the names");
}

/// A screen that cannot be recorded costs nothing but the comparison of the screen.
#[test]
fn a_missing_glyph_is_said() {
    let main = "#include \"sdl.h\"\n#include <random>\n\
        struct Tile { bool floor = true, visible = true, explored = true; };\nstruct Map { Tile tiles[36][64]; };\n\
        void drawGlyph(float x, float y, const char* text) {}\n\
        int main(int argc, char* argv[]) {\n    std::random_device seed;\n    SDL_Window shown; SDL_Window* window = &shown;\n\
        \x20   Map map;\n    SDL_Event event;\n    bool running = true;\n    while (running) {\n\
        \x20       SDL_WaitEvent(&event);\n        running = event.type == 0x300;\n    }\n}\n";
    let place = place("no-glyph", main, &[]);
    fs::remove_file(place.folder.join("trace.hpp")).unwrap();
    assert_checked(&place, &["--search", "1"], 1, "the screen is not compared");
}

/// A folder of the next test: how it is built, and which answer it has.
struct Checked {
    place: Place,
    build: Option<&'static str>,
    round: usize,
}

impl Checked {
    /// Changes the program, checks it, and returns the answer with the right one. Some checks are killed in the
    /// middle, and have none.
    fn check(&mut self, chance: u32) -> Option<(Output, i32)> {
        self.round += 1;
        let (main, code) = match self.round % 3 {
            0 => (SMALL.replace("Map Gen", "Mop Gen"), 1),
            1 => (SMALL.to_owned(), 0),
            _ => (SMALL.replace("SDL_Event event;", "SDL_Event event = nonsense;"), 4),
        };
        fs::write(self.place.folder.join("main.cpp"), format!("{main}// {}\n", self.round)).unwrap();
        let build =
            self.build.map(|name| if name == "make" { makefile(&self.place, "") } else { CMAKE.to_owned() });
        let name = if self.build == Some("make") { "Makefile" } else { "CMakeLists.txt" };
        build.iter().for_each(|text| fs::write(self.place.folder.join(name), text).unwrap());
        let mut command = self.place.command(&["--part", "1", "--seeds", "1"]);
        let mut child = command.envs([FAST]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        if !chance.is_multiple_of(4) {
            return Some((child.wait_with_output().unwrap(), code));
        }
        std::thread::sleep(Duration::from_millis(u64::from(chance) % 2000));
        child.kill().unwrap();
        child.wait().unwrap();
        None
    }
}

/// Many checks of one cache at a time, of which some are killed, give right answers only. The cache has room for
/// few of the folders.
#[test]
fn checks_at_once_give_right_answers() {
    let is_long = std::env::var("CHECKS").is_ok_and(|value| value == "all");
    let (count, folders, threads) = if is_long { (200, 20, 8) } else { (24, 6, 4) };
    let first = place("at-once", SMALL, &[]);
    let has_cmake = Command::new("cmake").arg("--version").output().is_ok();
    let folders: Vec<_> = (0..folders)
        .map(|number| {
            let folder = first.around.join(format!("game{number}"));
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("trace.hpp"), HEADER).unwrap();
            let build = [None, Some("make"), has_cmake.then_some("cmake")][number % 3];
            let place = Place { folder, around: first.around.clone() };
            Mutex::new(Checked { place, build, round: number })
        })
        .collect();
    let (next, answers) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let chance = (number as u32 + 1).wrapping_mul(2_654_435_761) >> 8;
                    let mut folder = folders[number % folders.len()].lock().unwrap();
                    if let Some((output, code)) = folder.check(chance) {
                        assert_eq!(output.status.code(), Some(code), "check {number}: {output:?}");
                        answers.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    println!("{count} checks, {} answers, all right; the others were killed", answers.into_inner());
    // What lies under our name without a lock is taken over.
    for copy in fs::read_dir(first.around.join("cache/roguelike-sdl2/check")).unwrap() {
        fs::remove_file(copy.unwrap().path().join("roguelike-check.lock")).ok();
    }
    let (output, code) = folders[0].lock().unwrap().check(1).unwrap();
    assert_eq!(output.status.code(), Some(code), "{output:?}");
}
