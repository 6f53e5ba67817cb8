//! The answers of `roguelike check`: each has its exit code, the place of what is wrong, and what helps.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::place::{FAST, HEADER, Place, SMALL, assert_checked, checked, game, place, said, write};
use crate::program::{MAIN, files, replace, without_header};

/// The miniature in one file, with the mistake whose name is in a file. It can draw nothing: there is no window.
fn miniature(mistake: &Path) -> String {
    let text = replace(&without_header(), "SDL_RenderGlyph(col, row, ch, colour.r);", "std::abort();");
    // A name of the series in another spelling.
    let text = text.replace("next_start", "next_start_slope");
    let begin = "int main(int argc, char* argv[])\n{\n";
    let mistake = format!(
        "{begin}    if (std::FILE* file = std::fopen({mistake:?}, \"r\")) {{\n        static char name[32];\n        \
         if (std::fscanf(file, \"%31s\", name) == 1) mistakes.push_back(name);\n        std::fclose(file);\n    }}\n"
    );
    // Arguments of its own change what it does.
    text + &replace(MAIN, begin, &mistake).replace("argc > 99", "argc > 1")
}

/// Right, different and crashed: each has its exit code, and a key and a function to look at.
#[test]
fn a_plain_folder_is_answered() {
    let place = Place::new("check-plain", &[("main.cpp", "")]);
    let mistake_file = place.around.join("mistake");
    write(&place, "main.cpp", &miniature(&mistake_file));
    let build = place.built_once();
    let check = |mistake: &str, more: &[&str]| {
        fs::write(&mistake_file, mistake).unwrap();
        let build = if mistake.is_empty() { &[][..] } else { &["--build", &build] };
        let output = place.command(&[more, build].concat()).envs([FAST]).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let before = files(&place.folder);
    let (code, answer, complaints) = check("", &["--seeds", "1"]);
    assert_eq!((code, complaints.as_str()), (Some(0), ""), "{answer}");
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines[0], "Part 6, by the names in the sources; --part N chooses another");
    assert!(lines[1].starts_with("ok seed ") && lines.len() == 4, "{answer}");
    assert!(lines[2].contains(" known bugs of Part 6 do not show with these keys: "));
    // A constant that the program changes on purpose is no mistake.
    let (code, answer, complaints) = check("radius-8", &["--set", "RADIUS=8", "--seeds", "1"]);
    assert_eq!((code, complaints.as_str()), (Some(0), ""), "{answer}");
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines[1], "with RADIUS 8 as in your program:");
    assert!(lines[2].starts_with("ok seed "), "{answer}");
    let (code, answer, _) = check("arc-kept", &[]);
    assert_eq!(code, Some(1), "{answer}");
    for words in [
        "differs seed ",
        "startSlope = next_start_slope is missing",
        "recording: ",
        "picture: roguelike verify --picture both.png ",
    ] {
        assert!(answer.contains(words), "{words}: {answer}");
    }
    assert_eq!(answer.matches("seed ").count(), 1, "no other seed after the first that differs: {answer}");
    assert_eq!(files(&place.folder), before);
}

/// A wrong expression has its place in the sources, with the names that it has there.
#[test]
fn a_wrong_expression_is_found_in_the_sources() {
    let text = replace(&miniature(Path::new("none")), "defender.hp -= damage;", "defender.hp += damage;");
    let line = 1 + text.lines().position(|line| line.contains("defender.hp += damage;")).unwrap();
    let place = Place::new("check-words", &[("main.cpp", text)]);
    let output = place.command(&["--seeds", "1"]).envs([FAST]).output().unwrap();
    let answer = String::from_utf8(output.stdout).unwrap();
    let words = format!("  main.cpp:{line} has 'defender.hp += damage' instead of 'defender.hp -= damage'\n");
    assert!(answer.contains(&words), "{words}: {answer}");
}

/// A program that hangs is stopped, with the key that it hangs in, and one that crashes at its end is not
/// right.
#[test]
fn a_hanging_program_is_answered() {
    // It waits for ever, which costs less than an endless loop.
    let main = replace(SMALL, "scancode == 44) {}", "scancode == 44) std::system(\"sleep 1\");");
    let place = Place::new("check-hang", &[("main.cpp", main.as_str()), ("trace.hpp", HEADER)]);
    let output = place.command(&[]).env("MISTAKE", "hang").envs([FAST]).output().unwrap();
    let answer = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{answer}");
    for words in [
        "broke off seed ",
        "(Space)",
        "begins a new game (main)",
        "no step came for 5 seconds, which is the limit\n",
    ] {
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
        std::fputs(\"is missing\\n\", stderr);\n\
        for (int i = 0; i < 2000000; ++i) std::fputc('x', stderr);\n}\n";
    let place = Place::new("check-nothing", &[("main.cpp", main)]);
    fs::write(place.folder.join("trace.hpp"), "// trace.hpp - records a run of an older version").unwrap();
    let build = ["--build", "c++ -std=c++17 main.cpp -o game"];
    let (code, _, complaints) = place.check(&build);
    let (header, rest) = complaints.split_once('\n').unwrap();
    assert!(header.contains("trace.hpp, because the newest trace.hpp takes its place"), "{complaints}");
    let ended = "roguelike: the program ended before its first step; its last lines:\n";
    assert!(code == Some(2) && rest.starts_with(ended), "{complaints}");
    for line in ["\n  no font\n", "\n  a file is missing\n"] {
        assert!(complaints.contains(line), "{complaints}");
    }
    assert!(complaints.len() < 2000, "a line without an end is cut");
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
        assert!(
            said.starts_with("roguelike: the program does not build (") && said.contains(&first),
            "{said}"
        );
        assert!(said.contains("\n  ... and ") && said.lines().count() == 7, "{said}");
    }
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
    // A linker's own words come before its driver's summary.
    write(&place, "extra.o", "\0");
    let empty = "echo 'int main() {}' >m.cc; echo 'int x; int y() { return x; }' >y.cc";
    for (link, words) in [
        ("c++ m.cc extra.o -o game", "cannot find extra.o: No such file"),
        ("c++ m.cc extra.o -o game", "not in the copy: extra.o, because a compiler"),
        ("c++ m.cc -o nowhere/game", "nowhere/game: No such file"),
        ("c++ m.cc ./nowhere.so", "cannot find ./nowhere.so"),
        ("c++ m.cc -T nowhere.ld", "nowhere.ld"),
        ("echo x >x.o; c++ m.cc x.o", "ld:x.o:"),
        ("c++ -fno-pic -c y.cc; c++ -shared y.o", "recompile with -fPIC"),
    ] {
        assert_checked(&place, &["--build", &format!("{empty}; {link}")], 4, words);
    }
    write(&place, "Makefile", "game:\n\techo 'int main() {}' >m.cc; c++ m.cc extra.o -o game\n");
    assert_checked(&place, &[], 4, "not in the copy: extra.o, because a compiler");
    ["Makefile", "extra.o"].iter().for_each(|name| fs::remove_file(place.folder.join(name)).unwrap());
    // Only a file that cannot be written is out of reach.
    write(&place, "made.sh", "true\n");
    let (_, said_of_script) = checked(&place, &["--build", "./made.sh"]);
    if cfg!(target_os = "linux") && said_of_script.contains("ermission denied") {
        assert!(said_of_script.contains("this file is not executable; chmod +x"), "{said_of_script}");
        assert!(!said_of_script.contains("can write only"), "{said_of_script}");
    }
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

/// What has no place is named with its line. Nothing is built.
#[test]
fn sources_without_a_place_for_a_line_are_answered() {
    let text = replace(&miniature(Path::new("none")), "    // A reader's own options.\n", "    srand(7);\n");
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
        struct Tile { bool floor = true, visible = true, explored = true; };\nstruct Map { Tile tiles[25][40]; };\n\
        void drawGlyph(float x, float y, const char* text) {}\n\
        int main(int argc, char* argv[]) {\n    std::random_device seed;\n    SDL_Window shown; SDL_Window* window = &shown;\n\
        \x20   SDL_SetWindowTitle(window, \"Roguelike - Part 1: Map Generation\");\n\
        \x20   Map map;\n    SDL_Event event;\n    bool running = true;\n    while (running) {\n\
        \x20       SDL_WaitEvent(&event);\n        running = event.type != 0x100 && (event.type != 0x300 || event.key.scancode != 41);\n    }\n}\n";
    let place = place("no-glyph", main, &[]);
    fs::remove_file(place.folder.join("trace.hpp")).unwrap();
    assert_checked(&place, &[], 0, "the screen is not compared");
}

/// Sources that no compiler gets are told.
#[test]
fn sources_that_are_not_compiled_are_told() {
    let main = format!("#include \"y.C\"\n// Not \"x.C\".\n{SMALL}");
    let others = [("a/b/c/deep.cpp", ""), ("vendor/v.cpp", ""), ("x.C", ""), ("y.C", "")];
    let place = place("told", &main, &others);
    assert_checked(&place, &[], 0, "not compiled: a/b/c/deep.cpp, vendor/v.cpp, x.C; give --build CMD");
}

/// The recorder may be in a library, whose program has to be named.
#[test]
fn a_library_with_the_recorder_is_named() {
    // Only `main` may end without a return.
    let main = replace(&game("", "return 0;"), "int main(", "int play(");
    let place = place("library", &main, &[]);
    let build = format!(
        "{} -fPIC -shared main.cpp -o libplay.so; \
         echo 'int play(int, char**); int main(int c, char** v) {{ return play(c, v); }}' > start.cc; \
         c++ start.cc -L. -lplay -Wl,-rpath,$PWD -o game",
        place.compiler()
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

/// A library in a deep folder that the program includes keeps no check from an answer, and its classes are not
/// taken for those of the game.
#[test]
fn libraries_in_deep_folders_are_no_obstacle() {
    let library = "namespace trace { class Trace {}; }\nclass Game { int many[] = { 0, 0, 0, 0 };\n\
                   int roll() { return rand(); } };\n";
    let main = format!("#include \"lib/json/include/json.h\"\n{}{MAIN}", without_header());
    let library = library.replace("many", &"many, ".repeat(5000));
    let sources = [("main.cpp", main), ("lib/json/include/json.h", library)];
    let place = Place::new("check-deep-library", &sources);
    let keep = place.around.join("kept");
    let (code, _, complaints) =
        place.check(&["--part", "6", "--build", "false", "--keep", keep.to_str().unwrap()]);
    assert!(code == Some(4) && complaints.contains("lib/json/include/json.h:3: rand(...)"), "{complaints}");
    let main = fs::read_to_string(keep.join("roguelike-check/work/source/main.cpp")).unwrap();
    assert!(main.contains("friend struct trace::peek;"), "the game's own class");
}
