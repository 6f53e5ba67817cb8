//! The lines that `roguelike attach` adds: where each goes, and what it says where there is no place for one.

use std::fs;
use std::process::Command;

use super::{attach, patch};
use crate::compiler::root::root;
use crate::program::{MAIN, cpp, folder, replace, without_header};

/// A line is inserted before a comment that goes on in the next line, and into a function that is a `try`.
#[test]
fn a_line_finds_its_place_in_unusual_sources() {
    for (test, start, line) in [
        ("comment", "\n{ // begins \\\n  here\n", "+{ trace::begin(1, argc, argv); // begins \\\n"),
        ("try", " try {\n", "+    trace::begin(1, argc, argv);\n"),
    ] {
        let main = format!("int main(int argc, char* argv[]){start}    play();\n}}\n");
        let output = attach("1", &folder(&format!("attach-unusual-{test}"), &[("main.cpp", main)]), &[]);
        let patch = String::from_utf8(output.stdout).unwrap();
        assert!(patch.contains(line), "{patch}");
    }
}

/// The parameters of the function that draws a glyph may have another order and other types.
#[test]
fn a_glyph_is_found_in_other_forms() {
    for (parameters, line) in [
        ("char ch, int col, int row, SDL_Color color", "if (trace::glyph(col, row, ch, color)) return;"),
        (
            "SDL_Renderer* r, int col, int row, char ch, SDL_Color color",
            "if (trace::glyph(col, row, ch, color)) return;",
        ),
        ("int row, int col, char ch, const Colour& c", "if (trace::glyph(col, row, ch, c)) return;"),
        (
            "size_t col, size_t row, char ch, SDL_Color color",
            "if (trace::glyph(static_cast<int>(col), static_cast<int>(row), ch, color)) return;",
        ),
        (
            "SDL_Point at, char ch, SDL_Color color",
            "if (trace::glyph(static_cast<int>(at.x), static_cast<int>(at.y), ch, color)) return;",
        ),
        (
            "int x, int y, char ch, Uint8 r, Uint8 g, Uint8 b",
            "const struct { unsigned char r, g, b; } traced{ r, g, b }; if (trace::glyph(x, y, ch, traced)) return;",
        ),
    ] {
        let main = format!(
            "#include \"sdl.h\"\n#include <cstddef>\nusing std::size_t; using Uint8 = unsigned char;\n\
             struct SDL_Color {{ Uint8 r, g, b, a; }}; using Colour = SDL_Color; struct SDL_Point {{ int x, y; }};\n\
             #ifndef NEVER\nstruct SDL_Renderer;\n#endif\n\
             struct Entity {{ Entity(int x, int y, char glyph, SDL_Color color) {{ (void)x; }} }};\n\
             void drawGlyph({parameters}) {{\n    (void)ch;\n}}\nint main(int c, char** v) {{\n}}\n"
        );
        let folder = folder("attach-glyph-forms", &[("main.cpp", &main)]);
        let patch = String::from_utf8(attach("1", &folder, &[]).stdout).unwrap();
        assert!(patch.contains(&format!("+    {line}\n")), "{parameters}: {patch}");
        let compiled = main
            .replace("#include \"sdl.h\"\n", "#include \"sdl.h\"\n#include \"trace.hpp\"\n")
            .replace("    (void)ch;\n", &format!("    {line}\n    (void)ch;\n"));
        fs::write(folder.join("main.cpp"), compiled).unwrap();
        let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
        let mut command = Command::new(compiler);
        command.args(["-std=c++17", "-fsyntax-only", "-I"]).arg(root().join("tests/cpp"));
        let output = command.arg(folder.join("main.cpp")).output().unwrap();
        assert!(output.status.success(), "{parameters}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// A patch that says what to do next compiles, and records what is drawn.
#[test]
fn a_function_with_other_parameters_draws_no_glyph() {
    for parameters in [
        "SDL_Renderer* renderer, int col, int row, char ch",
        "Canvas& canvas, int col, int row, char ch",
        "float x, float y, char ch, Colour colour",
        "int col, int row, const char* text, Colour colour",
        "int col, int row, char ch, unsigned rgb",
    ] {
        let main = format!("void drawGlyph({parameters}) {{}}\nint main(int c, char** v) {{}}\n");
        let output = attach("1", &folder("attach-glyph", &[("main.cpp", main)]), &[]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.contains("the function that draws a glyph, which was not found"),
            "{parameters}: {said}"
        );
    }
}

/// Of several classes with the same name the longest is the game, and of several functions `add` that of the
/// log records the messages.
#[test]
fn others_of_the_same_name_are_not_taken_for_those_of_the_game() {
    let text = without_header()
        + "#ifdef OLD\nclass Game : Window {\n#endif\nnamespace old { class Game {}; }\n"
        + MAIN;
    let game = text.lines().position(|line| line == "class Game {").unwrap();
    let pack = "struct Pack { void add(const std::string& item) {} };\nstruct Log { void add(std::string line) {} };\n";
    let folder = folder("attach-names", &[("main.cpp", text + pack)]);
    let output = attach("17", &folder, &[]);
    let patch = String::from_utf8(output.stdout).unwrap();
    let hunk = |line: &str| {
        patch.lines().position(|other| other == line).unwrap_or_else(|| panic!("{line}: {patch}"))
    };
    assert_eq!(hunk(" class Game {") + 1, hunk("+    friend struct trace::peek;"), "{game}");
    assert!(patch.contains("{ trace::log(line);}") && !patch.contains("trace::log(item)"), "{patch}");
}

/// Old versions beside the sources that `main` includes get no lines, even if they are longer and come first.
#[test]
fn old_versions_are_not_taken_for_the_game() {
    let game = "#pragma once\n".to_owned() + &without_header();
    let old = replace(&game, "int m_part, ", "int m_part, m_gone = 0, ");
    let draw = "void drawGlyph(int col, int row, char ch, Colour colour)";
    let glyphs = format!("#include \"Game.h\"\n{draw} {{ SDL_RenderGlyph(col, row, ch, colour.r); }}\n");
    let start = game.find("static void drawGlyph").unwrap();
    let end = start + game[start..].find('\n').unwrap();
    let game = format!("{}{draw};{}", &game[..start], &game[end..]);
    let main = format!(
        "// #include \"Game_old.h\"\n#if 0\n#include \"Game_old.h\"\n#endif\n#include \"Game.h\"\n{MAIN}"
    );
    let sources = [
        ("Backup/Game.h", &old),
        ("Backup/GlyphCache.cpp", &glyphs),
        ("Game_old.h", &old),
        ("src/Game.h", &game),
        ("src/GlyphCache.cpp", &glyphs),
        ("src/main.cpp", &main),
    ];
    let output = attach("6", &folder("attach-old", &sources), &[]);
    let patch = String::from_utf8(output.stdout).unwrap();
    for (line, file) in [
        ("friend struct trace::peek;", "src/Game.h"),
        ("trace::step(*this)", "src/Game.h"),
        ("if (trace::glyph(", "src/GlyphCache.cpp"),
    ] {
        let files = patch.split("\n+++ b/").skip(1);
        let of_sources = files.filter(|text| !text.contains("trace.hpp - records"));
        let with_line: Vec<_> = of_sources.filter(|text| text.contains(line)).collect();
        let names: Vec<_> = with_line.iter().filter_map(|text| text.lines().next()).collect();
        assert_eq!(names, [file], "{line}: {patch}");
    }
}

/// Sources in deep folders, and in one called `output`, are of the game if it includes them or their headers.
#[test]
fn sources_far_from_the_top_get_their_lines() {
    let game = without_header();
    let draw = "void drawGlyph(int col, int row, char ch, Colour colour)";
    let glyphs = format!("{draw} {{ SDL_RenderGlyph(col, row, ch, colour.r); }}\n");
    let start = game.find("static void drawGlyph").unwrap();
    let end = start + game[start..].find('\n').unwrap();
    let game =
        format!("#pragma once\n#include \"output/GlyphCache.h\"\n{}{draw};{}", &game[..start], &game[end..]);
    let main = format!("#include \"game/core/world/Game.h\"\n{MAIN}");
    let seed = "#include <random>\nunsigned seed() { return std::random_device{}(); }\n";
    let other = "#include <random>\nint main() { std::random_device rd; }\n".to_owned();
    let sources = [
        ("main.cpp", main),
        ("game/core/world/Game.h", game.clone()),
        ("output/GlyphCache.h", "#pragma once\nint roll() { return rand(); }\n".to_owned()),
        ("output/GlyphCache.cpp", format!("#include \"../game/core/world/Game.h\"\n{glyphs}")),
        ("game/core/world/seeds.cpp", format!("#include \"Game.h\"\n{seed}")),
        ("old/may/first/Game.h", game),
        ("old/may/first/GlyphCache.cpp", format!("#include \"Game.h\"\n{glyphs}")),
        ("old/may/first/main.cpp", other.clone()),
        ("libs/game/tools/random.h", other),
        ("libs/game/tools/random.cpp", seed.to_owned()),
    ];
    let output = attach("6", &folder("attach-far", &sources), &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains("output/GlyphCache.h:2: rand(...)"), "{said}");
    let patch = String::from_utf8(output.stdout).unwrap();
    let names: Vec<&str> = patch.lines().filter_map(|line| line.strip_prefix("+++ b/")).collect();
    let deep = ["game/core/world/Game.h", "game/core/world/seeds.cpp"];
    assert_eq!(names, ["trace.hpp", deep[0], deep[1], "main.cpp", "output/GlyphCache.cpp"], "{patch}");
}

/// Of several programs the one with main.cpp is attached. Data, other encodings, and folders of what a build
/// writes are left alone.
#[test]
fn other_files_are_left_alone() {
    let editor =
        "#include <random>\nint main() { std::random_device rd; while (true) { SDL_PollEvent(&e); } }\n";
    let game = (without_header() + MAIN).into_bytes();
    let sources = [
        ("editor.cpp", editor.as_bytes().to_vec()),
        ("outdoor/game/main.cpp", game),
        ("build-debug/main.cpp", editor.as_bytes().to_vec()),
        ("out2/main.cpp", editor.as_bytes().to_vec()),
        ("notes.h", b"// caf\xe9\n".to_vec()),
        ("data.h", b"// 0000000\n".repeat(500_000)),
    ];
    let several = folder("attach-several", &sources);
    patch("6", &several);
    for (name, text) in [&sources[0], &sources[2], &sources[3]] {
        assert_eq!(fs::read(several.join(name)).unwrap(), *text, "{name}");
    }
    assert_eq!(fs::read_to_string(several.join("outdoor/game/trace.hpp")).unwrap(), cpp("trace.hpp"));
}

/// A line whose place is not found is left out of the patch, and reported.
#[test]
fn places_that_are_not_found_are_reported() {
    let main = "#include <SDL3/SDL.h>\nint main() {\n    SDL_Event event;\n    if (SDL_WaitEvent(&event)) {\n    }\n}\n";
    let folder = folder("attach-missing", &[("main.cpp", main)]);
    let output = attach("17", &folder, &[]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    for words in [
        "trace::seeded_device: no std::random_device was found",
        "main.cpp:4: SDL_WaitEvent has no braced loop: write while (running) {",
        "trace::glyph(col, row, ch, color); goes first into the function that draws a glyph, which was not found",
        "trace::log(line); goes first into MessageLog::add, which was not found",
        "trace::sound(\"win\"); goes first into the function that plays this sound, which was not found",
    ] {
        assert!(said.contains(&format!("left out of the patch: {words}")), "{words}: {said}");
    }
    // Sounds begin in Part 16.
    let sixteen = String::from_utf8(attach("16", &folder, &[]).stderr).unwrap();
    assert!(sixteen.contains("trace::sound(\"hit\"); goes first"), "{sixteen}");
}

/// What cannot be repeated or compared is named, with its line and what to write there.
#[test]
fn seeds_draws_and_keys_that_cannot_be_recorded_are_named() {
    let main = "#include <SDL3/SDL.h>\nstd::mt19937 early{ std::random_device{}() };\nint main(int argc, char** argv) {\n    \
                srand(7);\n    std::mt19937 rng(time(nullptr));\n    \
                std::mt19937 two(std::chrono::steady_clock::now().time_since_epoch().count());\n    int x = rand() % 6;\n    \
                int y = rng() % 6;\n    const bool* held = SDL_GetKeyboardState(nullptr);\n}\n\
                using Device = std::random_device;\ntypedef std::random_device Other;\n\
                std::random_device& device() { static std::random_device device; return device; }\n";
    let generators = folder("attach-seeds", &[("main.cpp", main)]);
    let output = attach("1", &generators, &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    for words in [
        "main.cpp:2: this generator is made before main: make it without a seed, and write NAME.seed(trace::seeded_device{}());",
        "main.cpp:4: srand(...) is not what the series draws with",
        "main.cpp:5: time(...) is a seed that cannot be repeated: write trace::seeded_device{}() in its place",
        "main.cpp:6: time_since_epoch(...) is a seed that cannot be repeated",
        "main.cpp:7: rand(...) gives other numbers than the series",
        "main.cpp:9: SDL_GetKeyboardState(...) cannot be recorded",
    ] {
        assert!(said.contains(&format!("left out of the patch: {words}")), "{words}: {said}");
    }
    // A name for a type makes no generator.
    assert_eq!(said.matches("this generator is made before main").count(), 1, "{said}");
    for early in
        ["auto early = std::make_unique<std::random_device>();", "auto* early = new std::random_device;"]
    {
        let early_one =
            folder("attach-early", &[("main.cpp", format!("{early}\nint main(int c, char** v) {{}}\n"))]);
        let said = String::from_utf8(attach("1", &early_one, &[]).stderr).unwrap();
        assert!(said.contains("main.cpp:1: this generator is made before main"), "{early}: {said}");
    }
}

/// What has no patch that fits is refused in one line, and nothing waits for a pipe.
#[cfg(unix)]
#[test]
fn folders_that_cannot_be_attached_are_refused() {
    let main = "int main(int c, char** v) {}\n";
    let with = |test: &str, sources: &[(&str, &str)]| {
        let path = folder(&format!("attach-refused-{test}"), sources);
        fs::write(path.join("main.cpp"), main).unwrap();
        path
    };
    let real = with("real", &[]);
    let empty = folder("attach-refused-empty", &[("notes.txt", "hello")]);
    let linked_file = folder("attach-refused-link", &[("notes.txt", "hello")]);
    std::os::unix::fs::symlink(real.join("main.cpp"), linked_file.join("main.cpp")).unwrap();
    let linked_main = folder("attach-refused-main", &[("Map.cpp", "struct Map {};\n")]);
    std::os::unix::fs::symlink(real.join("main.cpp"), linked_main.join("main.cpp")).unwrap();
    let pipe = with("pipe", &[]);
    assert!(Command::new("mkfifo").arg(pipe.join("trace.hpp")).status().unwrap().success());
    for (folder, words) in [
        (empty.clone(), "has no C++ sources"),
        (empty.join("nowhere"), "cannot read"),
        (with("twice", &[("a.h", "int x = trace::begin(1);")]), "a.h uses trace.hpp already"),
        (
            with("other", &[("trace.hpp", "int x;")]),
            "trace.hpp is in the way of the header; rename or remove it",
        ),
        (pipe, "trace.hpp is in the way of the header"),
        (linked_file, "has no C++ sources"),
        (linked_main, "main.cpp is a link, and links are left alone; put a copy of the file there"),
        (
            with("several", &[("a.cpp", main), ("old/main.cpp", main)]),
            "a.cpp, main.cpp, old/main.cpp have a main each",
        ),
    ] {
        let output = attach("1", &folder, &[]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && said.contains(words) && said.lines().count() == 1,
            "{words}: {said}"
        );
        assert!(output.stdout.is_empty(), "{words}");
    }
}

/// `-o` replaces a patch of `attach`, and no other patch.
#[test]
fn only_its_own_patch_is_replaced() {
    let folder = folder("attach-over", &[("main.cpp", "int main(int c, char** v) {}\n"), ("fix.patch", "")]);
    let patch = folder.join("fix.patch");
    let attach = || attach("1", &folder, &["-o", patch.to_str().unwrap()]).status.code();
    attach();
    let made = fs::read_to_string(&patch).unwrap();
    fs::write(&patch, format!("{made}\n")).unwrap();
    attach();
    assert_eq!(fs::read_to_string(&patch).unwrap(), made);
    let fix = "diff --git a/Map.cpp b/Map.cpp\n--- a/Map.cpp\n+++ b/Map.cpp\n@@ -1 +1 @@\n-x\n+y\n";
    fs::write(&patch, fix).unwrap();
    assert_eq!((attach(), fs::read_to_string(&patch).unwrap()), (Some(2), fix.to_owned()));
}

/// Sources of any shape are answered in a time that grows with their size.
#[test]
fn hostile_sources_are_answered() {
    let folder = folder(
        "attach-hostile",
        &[
            ("main.cpp", "main(".repeat(80_000)),
            ("calls.cpp", "SDL_PollEvent(".repeat(80_000)),
            ("blocks.cpp", "void f(){".repeat(40_000) + &"SDL_PollEvent(".repeat(10)),
            ("closed.cpp", "(".repeat(80_000) + &"}".repeat(80_000)),
            ("devices.cpp", "std::random_device ".repeat(46_000)),
            (
                "classes.cpp",
                (0..40_000).map(|index| format!("struct S{index} {{ S{index} s; }};\n")).collect(),
            ),
            ("conditions.cpp", "#if A\n#include <a>\n#else\n".repeat(20_000) + "std::random_device r;"),
            ("comments.cpp", "/* R\"x( // \\\n".repeat(40_000)),
        ],
    );
    let output = attach("17", &folder, &[]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A save file with a name of the program's own is recorded from Part 15 on. A name that is not certain, and that
/// of the series, need no line.
#[test]
fn the_own_name_of_the_save_file_is_found() {
    let save = "bool Game::save(const std::string& path) const {\n    std::ofstream file(path);\n}\n";
    let constant = "const char* SAVE_PATH = \"other.txt\";\n";
    let call = "void Game::keys() {\n    save(SAVE_PATH);\n}\n";
    let own = "trace::save_file() = \"other.txt\"; trace::begin(15, argc, argv);";
    for (test, part, text, line) in [
        ("constant", "15", format!("{constant}{save}{call}"), own),
        ("literal", "15", save.replace("(path);", "(\"other.txt\");"), own),
        ("argument", "15", format!("{save}{}", call.replace("SAVE_PATH", "\"other.txt\"")), own),
        ("member", "15", format!("{save}{constant}{}", call.replace("SAVE_PATH", "Game::SAVE_PATH")), own),
        (
            "series",
            "15",
            format!("{}{save}{call}", constant.replace("other", "savegame")),
            "    trace::begin(15, argc, argv);",
        ),
        (
            "two",
            "15",
            format!("{constant}{save}{call}{}", call.replace("SAVE_PATH", "\"b.txt\"")),
            "    trace::begin(15, argc, argv);",
        ),
        (
            "log",
            "15",
            save.replace("save", "log").replace("(path);", "(\"log.txt\");"),
            "    trace::begin(15, argc, argv);",
        ),
        ("early", "14", format!("{constant}{save}{call}"), "    trace::begin(14, argc, argv);"),
    ] {
        let main = format!("{text}int main(int argc, char* argv[]) {{\n    play();\n}}\n");
        let output = attach(part, &folder(&format!("attach-save-{test}"), &[("main.cpp", main)]), &[]);
        let patch = String::from_utf8(output.stdout).unwrap();
        assert!(patch.contains(line), "{test}: {patch}");
    }
}
