//! `roguelike attach`: its patches fit sources of several layouts, and the patched programs record right
//! runs.

#[path = "common/scratch.rs"]
mod scratch;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use roguelike::trace;
use roguelike::verify::{Options, compare};
use scratch::scratch;

fn cpp(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cpp").join(name)).unwrap()
}

/// Replaces a text that is there once.
fn replace(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replacen(from, to, 1)
}

/// Removes everything from one text to the end of another.
fn cut(text: &str, from: &str, to: &str) -> String {
    let start = text.find(from).unwrap_or_else(|| panic!("{from}"));
    let end = start + text[start..].find(to).unwrap_or_else(|| panic!("{to}")) + to.len();
    text[..start].to_owned() + &text[end..]
}

/// The miniature program as it was before it recorded anything: with SDL's names, and without trace.hpp.
fn without_header() -> String {
    let mut text = cpp("miniature.cpp");
    for (from, to) in [
        (
            "#include \"trace.hpp\"\n",
            "#include \"sdl.h\"\n#include <iostream>\n#include <random>\n#include <vector>\n",
        ),
        (
            "            Event event;\n            trace::wait(waitEvent, &event);\n",
            "            SDL_Event event;\n            SDL_WaitEvent(&event);\n",
        ),
        ("{ trace::glyph(col, row, ch, colour); }", "{ SDL_RenderGlyph(col, row, ch, colour.r); }"),
        ("logOutput(nullptr, 0, Priority::Info, text.c_str());", "SDL_Log(\"%s\", text.c_str());"),
        ("    friend struct trace::peek;\n", ""),
        ("        trace::new_frame();\n", ""),
        (
            "    std::string m_title;\n",
            "    std::string m_title;\n    SDL_Window m_shown;\n    SDL_Window* m_window = &m_shown;\n",
        ),
        (
            "std::to_string(m_player.maxHp);\n    }\n",
            "std::to_string(m_player.maxHp);\n        SDL_SetWindowTitle(m_window, m_title.c_str());\n    }\n",
        ),
    ] {
        text = replace(&text, from, to);
    }
    text = text.replace("trace::seeded_device", "std::random_device");
    text =
        cut(&text, "            if (m_part >= 6) trace::step", "HeroDead;\n".trim_start_matches("HeroDead;"));
    text = cut(&text, "            else stepAsInMain", "\n");
    text = cut(&text, "    // What a reader of Parts 1 to 5 writes in main", "    }\n");
    text = cut(&text, "struct Event {", "};\n");
    text = cut(&text, "// Without keys to replay", "}\n");
    text = cut(&text, "// SDL's log calls back", "trace::sdl_log;\n");
    text.truncate(text.find("// ---- the command line").unwrap());
    assert!(!text.contains("trace::"), "{text}");
    text
}

const MAIN: &str = "int main(int argc, char* argv[])\n{\n    // A reader's own options.\n    if (argc > 99) return argv[0][0];\n    \
                    Game(6).run();\n}\n";

/// A function that draws a text. It has as many parameters as the one that draws a glyph, and its file comes
/// before the other's.
const TEXT: &str = "void drawText(int col, int row, const char* text, Colour colour)\n{\n    \
                    for (; *text; ++text) drawGlyph(col++, row, *text, colour);\n}\n";

/// Writes sources into a folder of their own.
fn folder(test: &str, sources: &[(&str, &str)]) -> PathBuf {
    let folder = scratch(test);
    for (name, text) in sources {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn attach(part: &str, folder: &Path, more: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_roguelike"));
    program.args(["attach", "--part", part]).arg(folder).args(more).output().unwrap()
}

/// Applies the patch of a folder's sources to them with git.
fn patch(part: &str, folder: &Path) {
    let before: Vec<(PathBuf, String)> = files(folder);
    let output = attach(part, folder, &["-o", folder.join("trace.patch").to_str().unwrap()]);
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    fs::rename(folder.join("trace.patch"), folder.with_extension("patch")).unwrap();
    assert_eq!(files(folder), before, "attach changes nothing itself");
    let mut git = Command::new("git");
    git.arg("apply").arg(folder.with_extension("patch")).current_dir(folder);
    // The folder is no part of the repository around it.
    git.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap());
    let output = git.output().unwrap_or_else(|error| {
        panic!("git: {error}; install what the tests need: apt-get install -y git");
    });
    assert!(output.status.success(), "{output:?}");
}

fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push((path.clone(), fs::read_to_string(&path).unwrap()));
        }
    }
    files.sort();
    files
}

/// Compiles the sources of a folder, records a run, and checks that it is right and whole.
fn assert_right(part: &str, folder: &Path) {
    let sources = files(folder).into_iter().map(|(path, _)| path);
    let sources: Vec<PathBuf> =
        sources.filter(|path| path.extension().is_some_and(|end| end == "cpp")).collect();
    let program = folder.join("game");
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cpp");
    // The folder's own trace.hpp is the one that is included.
    fs::copy(headers.join("sdl.h"), folder.join("sdl.h")).unwrap();
    let output = Command::new(compiler)
        .args(["-std=c++17", "-o"])
        .arg(&program)
        .arg("-I")
        .arg(folder)
        .args(&sources)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let keys = "Right*4 Down*4 Left*3 Up*3 Space Right*5 Down*5 Escape";
    let output = Command::new(&program).args(["--seed", "42", "--keys", keys, "--full"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let recording = trace::parse(&output.stdout).unwrap();
    assert_eq!(recording.header.part.to_string(), part);
    let verdict = compare(&output.stdout, &Options::default()).unwrap();
    assert!(verdict.is_ok() && verdict.not_compared.is_empty() && verdict.steps == 26, "{verdict:?}");
    // Without arguments the program plays as before.
    let output = Command::new(&program).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
}

/// One file has everything, also an `#include` after the class. The loop is inside of the class.
#[test]
fn a_program_in_one_file_is_attached() {
    let folder =
        folder("attach-one-file", &[("game.cpp", &(without_header() + "#include <cstdio>\n" + MAIN))]);
    patch("6", &folder);
    assert_right("6", &folder);
}

/// The layout of the series: a file for each class, the loop in Game.cpp, and lines that end as on Windows.
#[test]
fn a_program_in_the_layout_of_the_series_is_attached() {
    let text = without_header();
    let start = text.find("    void run() {").unwrap();
    let end = start + text[start..].find("\n    }\n").unwrap() + "\n    }\n".len();
    let run = format!("#include \"Game.h\"\n\n{TEXT}\nvoid Game::run()\n")
        + text[start..end].trim_start_matches("    void run() ").trim_end()
        + "\n";
    let text = text[..start].to_owned() + "    void run();\n" + &text[end..];
    let draw = "void drawGlyph(int col, int row, char ch, Colour colour)";
    let text = replace(
        &text,
        &format!("static {draw} {{ SDL_RenderGlyph(col, row, ch, colour.r); }}"),
        &format!("{draw};"),
    );
    let header = format!("#pragma once\n{text}");
    let glyphs =
        format!("#include \"Game.h\"\n\n{draw}\n{{\n    SDL_RenderGlyph(col, row, ch, colour.r);\n}}\n");
    let windows = |text: &str| text.replace('\n', "\r\n");
    let sources = [
        ("Game.h", header.as_str()),
        ("Game.cpp", &windows(&run)),
        ("GlyphCache.cpp", &glyphs),
        ("main.cpp", &format!("#include \"Game.h\"\n\n{MAIN}")),
    ];
    let folder = folder("attach-series", &sources);
    patch("6", &folder);
    assert_right("6", &folder);
}

/// Classes and functions may have other names, and the sources lie in folders.
#[test]
fn renamed_classes_in_other_folders_are_attached() {
    let names = [
        ("Game", "Session"),
        ("drawGlyph", "put"),
        ("Map ", "Dungeon "),
        ("Map&", "Dungeon&"),
        ("Map*", "Dungeon*"),
        ("Map:", "Dungeon:"),
    ];
    let renamed = |text: &str| names.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let header =
        "#ifndef SESSION_H\n#define SESSION_H\n".to_owned() + &renamed(&without_header()) + "#endif\n";
    let main = "#include \"../include/Session.h\"\n\n".to_owned() + &renamed(MAIN);
    let text = "#include \"include/Session.h\"\n\n".to_owned() + &renamed(TEXT);
    let sources = [("Text.cpp", text.as_str()), ("include/Session.h", &header), ("src/main.cpp", &main)];
    let folder = folder("attach-renamed", &sources);
    patch("6", &folder);
    assert!(folder.join("src/trace.hpp").is_file());
    assert_right("6", &folder);
}

/// Up to Part 5 everything is in `main`.
#[test]
fn a_program_whose_state_is_in_main_is_attached() {
    let main = "int main(int argc, char** argv) {\n    (void)argc, (void)argv;\n    SDL_Window shown;\n    SDL_Window* window = &shown;\n    \
                SDL_SetWindowTitle(window, \"Roguelike - Part 1: Map Generation\");\n    Map map;\n    const auto draw = [&map] {\n        \
                for (int y = 0; y < ROWS; ++y)\n            for (int x = 0; x < COLUMNS; ++x)\n                \
                if (map.isFloor(x, y)) drawGlyph(x, y, '.', Colour{72, 66, 60});\n                else drawGlyph(x, y, '#', Colour{130, 120, 150});\n    };\n    \
                map.generate();\n    draw();\n    for (bool running = true; running;)\n    {\n        SDL_Event event;\n        \
                while (SDL_PollEvent(&event)) {\n            if (event.type == 0x100 || event.key.scancode == 41) { running = false; break; }\n            \
                if (event.key.scancode == 44) { map.generate(); draw(); }\n        }\n    }\n}\n";
    let folder = folder("attach-main", &[("main.cpp", &(without_header() + main))]);
    patch("1", &folder);
    let text = fs::read_to_string(folder.join("main.cpp")).unwrap();
    assert!(text.contains("        trace::step().title(SDL_GetWindowTitle(window)).map(map);\n"), "{text}");
    assert!(text.contains("while (trace::wait(SDL_PollEvent, &event)) {\n"), "{text}");
    assert_right("1", &folder);
}

/// A line whose place is not found is left out of the patch, and reported.
#[test]
fn places_that_are_not_found_are_reported() {
    let main = "#include <SDL3/SDL.h>\nint main() {\n    SDL_Event event;\n    while (SDL_WaitEvent(&event)) {\n    }\n}\n";
    let folder = folder("attach-missing", &[("main.cpp", main)]);
    let output = attach("17", &folder, &[]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    for words in [
        "trace::seeded_device: no std::random_device was found",
        "main.cpp: trace::begin(17, argc, argv); goes first into main, which needs (int argc, char* argv[])",
        "main.cpp: SDL_WaitEvent stands in the head of its loop: write while (running) {",
        "trace::glyph(col, row, ch, color); goes first into the function that draws a glyph, which was not found",
        "trace::log(line); goes first into MessageLog::add, which was not found",
        "trace::sound(\"win\"); goes first into the function that plays this sound, which was not found",
    ] {
        assert!(told.contains(&format!("left out of the patch: {words}")), "{words}: {told}");
    }
    // Sounds begin in Part 16.
    let sixteen = String::from_utf8(attach("16", &folder, &[]).stderr).unwrap();
    assert!(sixteen.contains("trace::sound(\"hit\"); goes first"), "{sixteen}");
    // What is left is the header alone.
    let patch = String::from_utf8(output.stdout).unwrap();
    assert!(
        patch.starts_with("diff --git a/trace.hpp b/trace.hpp\nnew file")
            && patch.matches("diff ").count() == 1
    );
}

#[test]
fn folders_that_cannot_be_attached_are_refused() {
    let empty = folder("attach-empty", &[("notes.txt", "hello")]);
    let attached =
        folder("attach-twice", &[("main.cpp", "int main(int c, char** v) { trace::begin(1, c, v); }")]);
    for (folder, words) in [
        (empty.clone(), "has no C++ sources"),
        (attached, "main.cpp uses trace.hpp already"),
        (empty.join("nowhere"), "cannot read"),
    ] {
        let output = attach("1", &folder, &[]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && told.contains(words) && told.lines().count() == 1, "{told}");
    }
}
