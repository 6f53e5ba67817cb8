//! `roguelike attach`: its patches fit sources of several layouts, and the patched programs record right
//! runs.

#[path = "common/parallel.rs"]
mod parallel;
#[path = "common/scratch.rs"]
mod scratch;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use parallel::in_parallel;
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
    // It says what it changes, and the next command.
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("the patch changes ")
            && told.contains("; next: patch -d ")
            && told.lines().count() == 1,
        "{told}"
    );
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
    let recorded = record(folder);
    let recording = trace::parse(&recorded).unwrap();
    assert_eq!(recording.header.part.to_string(), part);
    let verdict = compare(&recorded, &Options::default()).unwrap();
    assert!(verdict.is_ok() && verdict.not_compared.is_empty() && verdict.steps == 26, "{verdict:?}");
    // Without arguments the program plays as before.
    let output = Command::new(folder.join("game")).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
}

/// Compiles the sources of a folder, and records a run.
fn record(folder: &Path) -> Vec<u8> {
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
    output.stdout
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

/// Each way of writing the same program is attached and records the same run: three of them each time, all
/// with `VARIANTS=all`.
#[test]
fn variants_of_the_miniature_are_attached() {
    let plain = without_header() + "#include <cstdio>\n" + MAIN;
    let keycodes = {
        let text = replace(&plain, "handle(event.key.scancode)", "handle(event.key.key)");
        let codes = "A = 4, D = 7, S = 22, W = 26, ESCAPE = 41, SPACE = 44, RIGHT = 79, LEFT = 80, DOWN = 81, UP = 82;";
        let keys = "A = 'a', D = 'd', S = 's', W = 'w', ESCAPE = 27, SPACE = 32, RIGHT = 79 | 1 << 30, LEFT = 80 | 1 << 30, \
                    DOWN = 81 | 1 << 30, UP = 82 | 1 << 30;";
        replace(&text, codes, keys)
    };
    let helper = {
        let wait = "            SDL_Event event;\n            SDL_WaitEvent(&event);\n            running = event.type == 0x300 && \
                    handle(event.key.scancode);\n";
        let text = replace(&plain, wait, "            running = handleInput();\n");
        replace(
            &text,
            "    bool handle(int scancode) {\n",
            "    bool handleInput() {\n        SDL_Event event;\n        bool goes_on = true;\n        while (SDL_PollEvent(&event))\n            \
             if (event.type == 0x100 || !handle(event.key.scancode)) return false;\n        return goes_on;\n    }\n\n    \
             bool handle(int scancode) {\n",
        )
    };
    let own_state = {
        let at = plain.find("class Game {").unwrap();
        let (before, game) = plain.split_at(at);
        let members = "    Map m_map;\n    Player m_player;\n    std::vector<Monster> m_monsters;\n";
        let mut game = replace(game, members, "    World m_world;\n");
        for member in ["map", "player", "monsters"] {
            game = game.replace(&format!("m_{member}"), &format!("m_world.{member}"));
        }
        let world =
            "struct World {\n    Map map;\n    Player player;\n    std::vector<Monster> monsters;\n};\n\n";
        format!("{before}{world}{game}")
    };
    let all_renamed = {
        let names = [
            "m_player",
            "m_monsters",
            "m_map",
            "m_rng",
            "m_state",
            "m_part",
            "m_title",
            "m_window",
            "m_shown",
        ];
        names.iter().fold(plain.clone(), |text, name| text.replace(name, &format!("{}_", &name[2..])))
    };
    let in_namespace = {
        let at = plain.find("// ---- mistakes").unwrap();
        let plain = plain.replace("#include <cstdio>\n", "");
        let (head, rest) = plain.split_at(at);
        let (body, main) = rest.split_at(rest.find("int main(").unwrap());
        format!("{head}namespace mine {{\n{body}}}\n{}", main.replace("Game(6)", "mine::Game(6)"))
    };
    let variants: [(&str, String); 11] = [
        ("namespace", in_namespace),
        ("own-state", own_state),
        ("all-renamed", all_renamed),
        ("helper", helper),
        ("keycodes", keycodes),
        ("windows", plain.replace('\n', "\r\n")),
        ("tabs", plain.replace("    ", "\t")),
        ("own-line-braces", plain.replace(") {\n", ")\n{\n")),
        ("byte-order-mark", format!("\u{feff}{plain}")),
        ("poll", plain.replace("SDL_WaitEvent(&event)", "while (!SDL_PollEvent(&event)) break")),
        (
            "renamed",
            plain.replace("m_player", "player_").replace("m_monsters", "monsters_").replace("m_map", "map_"),
        ),
    ];
    let all = std::env::var("VARIANTS").is_ok_and(|which| which == "all");
    // Others each time, as processes have other numbers.
    let first = std::process::id() as usize % variants.len();
    let count = if all { variants.len() } else { 3 };
    let chosen: Vec<_> = variants.iter().cycle().skip(first).take(count).collect();
    in_parallel(&chosen, |(name, text)| {
        println!("variant {name}");
        let folder = folder(&format!("attach-variant-{name}"), &[("my game.cpp", text)]);
        patch("6", &folder);
        assert_right("6", &folder);
    });
}

/// A kind of floor with another name is told with the line that records the map, and this line compiles.
#[test]
fn a_floor_of_another_name_is_recorded_with_the_line_that_is_told() {
    let text = without_header() + MAIN;
    let text =
        text.replace("TileType::Floor", "TileType::Ground").replace("{ Wall, Floor }", "{ Wall, Ground }");
    let folder = folder("attach-ground", &[("game.cpp", &text)]);
    patch("6", &folder);
    let verdict = compare(&record(&folder), &Options::default()).unwrap();
    fs::remove_file(folder.join("game")).unwrap();
    assert_eq!(verdict.not_compared, ["tiles"]);
    let line = verdict.hints[0].split_once("; write ").unwrap().1;
    let attached = fs::read_to_string(folder.join("game.cpp")).unwrap();
    fs::write(folder.join("game.cpp"), replace(&attached, "trace::step(*this)", line)).unwrap();
    assert_right("6", &folder);
}

/// What cannot be repeated or compared is named, with its line and what to write there.
#[test]
fn seeds_draws_and_keys_that_cannot_be_recorded_are_named() {
    let main = "#include <SDL3/SDL.h>\nstd::mt19937 early{ std::random_device{}() };\nint main(int argc, char** argv) {\n    \
                srand(7);\n    std::mt19937 rng(time(nullptr));\n    \
                std::mt19937 two(std::chrono::steady_clock::now().time_since_epoch().count());\n    int x = rand() % 6;\n    \
                int y = rng() % 6;\n    const bool* held = SDL_GetKeyboardState(nullptr);\n}\n";
    let folder = folder("attach-seeds", &[("main.cpp", main)]);
    let output = attach("1", &folder, &[]);
    let told = String::from_utf8(output.stderr).unwrap();
    for words in [
        "main.cpp:2: this generator is made before main: make it without a seed, and write NAME.seed(trace::seeded_device{}());",
        "main.cpp:4: srand(...) is not what the series draws with",
        "main.cpp:5: the time is no seed that can be repeated: write trace::seeded_device{}() in its place",
        "main.cpp:6: a clock is no seed that can be repeated",
        "main.cpp:7: rand() gives other numbers than the series",
        "main.cpp:9: SDL_GetKeyboardState tells which keys are held down",
    ] {
        assert!(told.contains(&format!("left out of the patch: {words}")), "{words}: {told}");
    }
}

/// Sources of any shape are answered soon.
#[test]
fn hostile_sources_are_answered() {
    let nested = "main(".repeat(80_000);
    let (calls, blocks) =
        ("SDL_PollEvent(".repeat(80_000), "void f(){".repeat(40_000) + &"SDL_PollEvent(".repeat(10));
    let folder =
        folder("attach-hostile", &[("main.cpp", &nested), ("calls.cpp", &calls), ("blocks.cpp", &blocks)]);
    // Looking for each bracket's partner by itself takes minutes.
    let output = attach("17", &folder, &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    fs::write(folder.join("main.cpp"), "int main(int c, char** v) {}").unwrap();
    fs::write(folder.join("trace.hpp"), b"\xff\xfe").unwrap();
    let told = String::from_utf8(attach("1", &folder, &[]).stderr).unwrap();
    assert!(told.contains("trace.hpp is in the way of the header") && told.lines().count() == 1, "{told}");
    fs::remove_file(folder.join("trace.hpp")).unwrap();
    let large = "int x;\n".repeat(500_000);
    (0..5).for_each(|index| fs::write(folder.join(format!("large{index}.cpp")), &large).unwrap());
    let told = String::from_utf8(attach("1", &folder, &[]).stderr).unwrap();
    assert!(told.contains("more than 16 MiB") && told.lines().count() == 1, "{told}");
}

#[cfg(unix)]
#[test]
fn names_that_a_patch_cannot_hold_are_refused() {
    let folder = folder("attach-names", &[("main.cpp", "int main() {}"), ("two\nlines.cpp", "int x;")]);
    let told = String::from_utf8(attach("1", &folder, &[]).stderr).unwrap();
    assert!(told.contains("cannot be named in a patch") && told.lines().count() == 1, "{told}");
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
