//! C++ programs of readers, which record nothing yet, for the tests that attach the recorder.
#![allow(dead_code, reason = "the tests that share this file need different parts of it")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[path = "../common/scratch.rs"]
mod scratch;

use super::compiler::root::root;
use scratch::scratch;

/// Returns a file of this folder.
pub fn cpp(name: &str) -> String {
    fs::read_to_string(root().join("tests/cpp").join(name)).unwrap()
}

/// Replaces a text that is there once.
pub fn replace(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replacen(from, to, 1)
}

/// Removes everything from one text to the end of another.
pub fn cut(text: &str, from: &str, to: &str) -> String {
    let start = text.find(from).unwrap_or_else(|| panic!("{from}"));
    let end = start + text[start..].find(to).unwrap_or_else(|| panic!("{to}")) + to.len();
    text[..start].to_owned() + &text[end..]
}

/// The miniature program as it was before it recorded anything: with SDL's names, and without trace.hpp.
pub fn without_header() -> String {
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

/// The `main` of a program with a class for its game.
pub const MAIN: &str = "int main(int argc, char* argv[])\n{\n    // A reader's own options.\n    if (argc > 99) return argv[0][0];\n    \
                    Game(6).run();\n}\n";

/// A function that draws a text. It has as many parameters as the one that draws a glyph, and its file comes
/// before the other's.
pub const TEXT: &str = "void drawText(int col, int row, const char* text, Colour colour)\n{\n    \
                    for (; *text; ++text) drawGlyph(col++, row, *text, colour);\n}\n";

/// Writes sources into a folder of their own.
pub fn folder(test: &str, sources: &[(&str, impl AsRef<[u8]>)]) -> PathBuf {
    let folder = scratch(test);
    for (name, text) in sources {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Returns all files below a folder, with their contents. What another process, like a compiler, removes
/// meanwhile is not among them.
pub fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in if_there(fs::read_dir(folder)).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.extend(if_there(fs::read(&path)).map(|text| (path, text)));
        }
    }
    files.sort();
    files
}

/// Returns what was read; none if it is gone.
fn if_there<T>(read: io::Result<T>) -> Option<T> {
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        read => Some(read.unwrap()),
    }
}
