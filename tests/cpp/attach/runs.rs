//! The patches of `roguelike attach` fit sources of several layouts, and the patched programs record right runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{apply, attach, patch};
use crate::compiler::root::root;
use crate::parallel::in_parallel;
use crate::program::{MAIN, TEXT, cut, files, folder, replace, without_header};
use crate::recording::parse;
use roguelike_compare::verify::{Options, compare};

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
                if (event.type == 0x300 && event.key.scancode == 44) { map.generate(); draw(); }\n        }\n    }\n    return 0;\n}\n";
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
        let wait = "            SDL_Event event;\n            SDL_WaitEvent(&event);\n            running = event.type == 0x300 ? \
                    handle(event.key.scancode) : event.type != 0x100;\n";
        let text = replace(&plain, wait, "            running = handleInput();\n");
        replace(
            &text,
            "    bool handle(int scancode) {\n",
            "    bool handleInput() {\n        SDL_Event event;\n        bool goes_on = true;\n        while (SDL_PollEvent(&event))\n            \
             if (event.type == 0x100 || event.type == 0x300 && !handle(event.key.scancode)) return false;\n        return goes_on;\n    }\n\n    \
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
    let handle = "running = event.type == 0x300 ? handle(event.key.scancode) : event.type != 0x100;";
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
            running = event.type != 0x100 && (event.type != 0x300 || event.key.scancode != 41);
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
