//! `roguelike attach`: its patches fit sources of several layouts, and the patched programs record right
//! runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::compiler::root::root;
use super::parallel::in_parallel;
use super::program::{MAIN, TEXT, cut, files, folder, replace, without_header};
use super::recording::parse;
use roguelike_compare::verify::{Options, compare};

fn attach(part: &str, folder: &Path, more: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"));
    program.args(["attach", "--part", part]).arg(folder).args(more).output().unwrap()
}

/// Applies the patch of a folder's sources to them with git.
fn patch(part: &str, folder: &Path) {
    let before = files(folder);
    let output = attach(part, folder, &["-o", folder.join("trace.patch").to_str().unwrap()]);
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    // It says what it changes, and the next command.
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("the patch changes ")
            && said.contains("; next: patch -d ")
            && said.lines().count() == 1,
        "{said}"
    );
    fs::rename(folder.join("trace.patch"), folder.with_extension("patch")).unwrap();
    assert_eq!(files(folder), before, "attach changes nothing itself");
    apply(folder);
}

/// Applies the patch beside a folder to it with git.
fn apply(folder: &Path) {
    let mut git = Command::new("git");
    git.arg("apply").arg(folder.with_extension("patch")).current_dir(folder);
    // The folder is no part of the repository around it.
    git.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap());
    let output = git.output().unwrap_or_else(|error| {
        panic!("git: {error}; install what the tests need: apt-get install -y git");
    });
    assert!(output.status.success(), "{output:?}");
}

/// Compiles the sources of a folder, records a run, and checks that it is right and whole.
fn assert_right(part: &str, folder: &Path) {
    let recorded = record(folder);
    let recording = parse(&recorded).unwrap();
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
    let headers = root().join("tests/cpp");
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

/// Up to Part 5 everything is in `main`, in variables or in a struct.
#[test]
fn a_program_whose_state_is_in_main_is_attached() {
    let main = "struct World { Map map; };\n\nauto main() -> int {\n    SDL_Window shown;\n    SDL_Window* window = &shown;\n    \
                SDL_SetWindowTitle(window, \"Roguelike - Part 1: Map Generation\");\n    Map map;\n    const auto draw = [&] {\n        \
                for (int y = 0; y < ROWS; ++y)\n            for (int x = 0; x < COLUMNS; ++x)\n                \
                if (map.isFloor(x, y)) drawGlyph(x, y, '.', Colour{72, 66, 60});\n                else drawGlyph(x, y, '#', Colour{130, 120, 150});\n    };\n    \
                map.generate();\n    draw();\n    for (bool running = true; running;)\n    {\n        SDL_Event event;\n        \
                while (SDL_PollEvent(&event)) {\n            if (event.type == 0x100 || event.key.scancode == 41) { running = false; break; }\n            \
                if (event.key.scancode == 44) { map.generate(); draw(); }\n        }\n    }\n    return 0;\n}\n";
    let in_struct = main
        .replace("    Map map;\n", "    World w;\n")
        .replace("map.i", "w.map.i")
        .replace("map.g", "w.map.g");
    for (main, name) in [(main, "map"), (&in_struct, "w.map")] {
        let folder = folder(&format!("attach-main-{name}"), &[("main.cpp", without_header() + main)]);
        patch("1", &folder);
        let text = fs::read_to_string(folder.join("main.cpp")).unwrap();
        let step = format!("        trace::step().title(SDL_GetWindowTitle(window)).map({name});\n");
        assert!(text.contains(&step), "{text}");
        assert!(text.contains("while (trace::wait(SDL_PollEvent, &event)) {\n"), "{text}");
        if main == in_struct {
            assert_right("1", &folder);
        }
    }
}

/// The loop of the miniature, written in another way.
fn with_loop(text: &str, other: &str) -> String {
    let start = text.find("        for (bool running = true; running;) {").unwrap();
    let end = start + text[start..].find("\n        }\n").unwrap() + "\n        }\n".len();
    format!("{}{other}\n{}", &text[..start], &text[end..])
}

/// Each way of writing the same program is attached and records the same run: three of them, or all with
/// `VARIANTS=all`.
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
    let handle = "running = event.type == 0x300 && handle(event.key.scancode);";
    let looped = |text: &str| with_loop(&plain, &text.replace("HANDLE", handle));
    // What a compiler skips, and what it reads otherwise than it looks.
    let hard_to_read = {
        let text = replace(&plain, "class Game {", "#define API\nclass API [[maybe_unused]] Game {");
        let text = replace(&text, "int main(int argc, char* argv[])", "auto main() -> int");
        let text = cut(&text, "    // A reader's own options.", "[0][0];\n");
        // All includes but one stand in a comment or a condition.
        let text = text.replacen("#include \"sdl.h\"\n", "", 1);
        format!(
            "\u{feff}#include \"sdl.h\"\n/*\n#include <none>\n*/\n#if 0\nint main(int argc, char* argv[]) {{ don't; SDL_WaitEvent(&old); }}\n\
             #else // used\n#endif\nstatic const char* const HELP = R\"help(\nint main() {{ \" std::random_device )help\";\n// std::random_device \\\nstd::random_device in_a_comment;\n{text}static const auto help_ = HELP[0];\n"
        )
    };
    let other_tiles = {
        let text = plain
            .replace("TileType::Floor", "TileType::Ground")
            .replace("{ Wall, Floor }", "{ Wall, Ground }");
        let text = replace(&text, "    Tile tiles[ROWS][COLUMNS];\n", "");
        let text = replace(
            &text,
            "    std::mt19937 m_rng;\n    bool m_seeded",
            "    Tile m_grid[COLUMNS][ROWS];\n    friend class Game;\n    friend class View;\n    std::mt19937 m_rng;\n    bool m_seeded",
        );
        let text = text
            .replace("for (auto& row : tiles)", "for (auto& row : m_grid)")
            .replace("map.tiles)", "map.m_grid)");
        let text = text
            .replace("bool visible = false, explored = false;", "bool inView = false, discovered = false;");
        let text = text.replace(".visible", ".inView").replace(".explored", ".discovered");
        let text = text.replace("->visible", "->inView").replace("->explored", "->discovered");
        ["[y][x]", "[m.y][m.x]"].iter().fold(text, |text, place| {
            let turned = place.split_inclusive(']').rev().collect::<String>();
            text.replace(&format!("tiles{place}"), &format!("m_grid{turned}"))
        })
    };
    let callbacks = {
        let text = looped("");
        let text = replace(
            &text,
            "    void run() {",
            "    bool press(int scancode) { return handle(scancode); }\n    void run() {",
        );
        let text = replace(&text, MAIN, "");
        "#define SDL_MAIN_USE_CALLBACKS\n".to_owned()
            + &text
            + "struct App {\n    Game game{6};\n    bool running = true;\n};\n\
               SDL_AppResult SDL_AppInit(void** state, int, char**) {\n    auto* app = new App;\n    app->game.run();\n    *state = app;\n    \
               return SDL_APP_CONTINUE;\n}\nSDL_AppResult SDL_AppIterate(void* state) {\n    auto* app = static_cast<App*>(state);\n    \
               return app->running ? SDL_APP_CONTINUE : SDL_APP_SUCCESS;\n}\nSDL_AppResult SDL_AppEvent(void* state, SDL_Event* event) {\n    \
               auto& app = *static_cast<App*>(state);\n    if (event->type == 0x300 && app.game.press(event->key.scancode)) return SDL_APP_CONTINUE;\n    \
               return SDL_APP_SUCCESS;\n}\nvoid SDL_AppQuit(void* state, SDL_AppResult) { delete static_cast<App*>(state); }\n"
    };
    let variants: [(&str, Vec<u8>); 17] = [
        ("namespace-and-other-list", in_namespace.replace("m_monsters", "m_foes").into()),
        ("own-state", own_state.into()),
        ("all-renamed", all_renamed.into()),
        ("helper", helper.into()),
        ("keycodes", keycodes.into()),
        ("windows", plain.replace('\n', "\r\n").into()),
        ("tabs", plain.replace("    ", "\t").into()),
        ("own-line-braces", plain.replace(") {\n", ")\n{\n").into()),
        ("poll", plain.replace("SDL_WaitEvent(&event)", "while (!SDL_PollEvent(&event)) break").into()),
        ("hard-to-read", hard_to_read.into()),
        // A byte of Latin-1 beside a line that is added stays as it is.
        ("latin-1", {
            let text = plain.replace("// A reader's own options.", "// \u{1}");
            let text = replace(&text, "    void run() {\n", "    void run() { // \u{1}\n");
            text.bytes().map(|byte| if byte == 1 { 0xe9 } else { byte }).collect()
        }),
        ("wait-first", looped("        bool running = true;\n        SDL_Event event;\n        while (running) {\n            SDL_WaitEvent(NULL);\n            while (running && SDL_PollEvent(&event)) { HANDLE }\n        }").into()),
        ("wait-in-condition", looped("        bool running = true;\n        SDL_Event event;\n        while (running && SDL_WaitEvent(&event)) {\n            HANDLE\n        }").into()),
        ("do-while", looped("        bool running = true;\n        SDL_Event event;\n        do {\n            SDL_WaitEvent(&event);\n            do { HANDLE } while (running && SDL_PollEvent(&event));\n        } while (running);").into()),
        ("timeout", looped("        bool running = true;\n        for (SDL_Event event; running;) {\n            if (SDL_WaitEventTimeout(&event, 100)) { HANDLE }\n        }").into()),
        ("other-tiles", other_tiles.into()),
        ("callbacks", callbacks.into()),
    ];
    let all = std::env::var("VARIANTS").is_ok_and(|which| which == "all");
    let step = if all { 1 } else { variants.len().div_ceil(3) };
    let chosen: Vec<_> = variants.iter().step_by(step).collect();
    in_parallel(&chosen, |(name, text)| {
        println!("variant {name}");
        let folder = folder(&format!("attach-variant-{name}"), &[("my game.cpp", text)]);
        patch("6", &folder);
        assert_right("6", &folder);
    });
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
    let folder = folder("attach-seeds", &[("main.cpp", main)]);
    let output = attach("1", &folder, &[]);
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
        let folder = self::folder(
            "attach-early",
            &[("main.cpp", format!("{early}\nint main(int c, char** v) {{}}\n"))],
        );
        let said = String::from_utf8(attach("1", &folder, &[]).stderr).unwrap();
        assert!(said.contains("main.cpp:1: this generator is made before main"), "{early}: {said}");
    }
}

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
    assert_eq!(
        fs::read_to_string(several.join("outdoor/game/trace.hpp")).unwrap(),
        super::program::cpp("trace.hpp")
    );
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

/// A game of Part 17 whose members have other names.
const RENAMED: &str = r#"#include "sdl.h"
#include <vector>
enum class ItemCategory { Potion, Weapon, Armour, Scroll, Amulet };
struct Item { ItemCategory category = ItemCategory::Potion; int bonus = 0; };
struct Player { int x = 1, y = 1; };
class Game {
public:
    explicit Game(SDL_Window* window) : m_window(window) {}
    void run() {
        SDL_Event event;
        for (bool running = true; running;) {
            SDL_WaitEvent(&event);
            running = event.type == 0x300 && event.key.scancode != 41;
        }
    }
private:
    SDL_Window* m_window;
    Player m_player;
    bool m_armed = true, m_armourOn = true;
    Item m_wielded{ ItemCategory::Weapon, 4 };
    Item m_wornNow{ ItemCategory::Armour, 3 };
    int m_gold = 7, m_strExtra = 2, m_spellPower = 6, m_amuletsFound = 1;
};
int main(int, char**) {
    SDL_Window window;
    Game(&window).run();
}
"#;

/// Single members with other names are read, too: by their types and a word in their names.
#[test]
fn members_with_other_names_are_recorded() {
    let folder = folder("attach-members", &[("main.cpp", RENAMED)]);
    // The other lines have no place in so small a program, which its exit code says.
    attach("17", &folder, &["-o", folder.with_extension("patch").to_str().unwrap()]);
    apply(&folder);
    let recorded = String::from_utf8(record(&folder)).unwrap();
    for line in ["bonus strength 2 magic 6", "amulets 1", "wield weapon:4", "wear armour:3"] {
        assert!(recorded.contains(&format!("\n{line}\n")), "{line}: {recorded}");
    }
}
