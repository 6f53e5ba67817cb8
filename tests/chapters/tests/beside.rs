//! `chapters beside`: C++ of our own, in the places where the series has its files, beside the Rust of a
//! chapter.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chapters::chapter::root;
use chapters::html;
use serde_json::{Value, json};

/// A header with a method in its class, and one that is declared only.
const HEADER: &str = "#pragma once
// A grid.
class DijkstraMap
{
public:
    static const int UNREACHABLE = 99;
    int dist[3][3];
    void compute(const Map& map, int goalX, int goalY);
    int at(int x, int y) const { return dist[y][x]; } // '{' is no block
};
";
/// Two constants on a line, a use of a constant that is no definition, a call before a definition, and a name
/// that is Rust's under another one.
const GAME: &str = "#include \"Game.h\"
const SDL_Color WALL_LIT = { 1, 2, 3, 255 }, FLOOR_LIT = { 4, 5, 6, 255 };

void Game::newGame()
{
    updateTitle(); monstersAct();
}

// What the monsters do.
void Game::monstersAct()
{
    int bestVal = m_toPlayer.at(m.x, m.y);
    const int& far = bounds[DijkstraMap::UNREACHABLE];
}

void Game::updateTitle() { SDL_SetWindowTitle(m_window, \"<{\"); }
";
const FOV: &str = "void FOV::compute(Map& map, int originX, int originY)\n{\n    int oct = 0;\n}\n";

/// A folder of the test's own, with these files.
fn clone(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("beside").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn beside(folder: &Path, part: &str, clone: &str) -> Output {
    let mut chapters = Command::new(env!("CARGO_BIN_EXE_chapters"));
    chapters.args(["beside", part, clone, "-o", "page.html"]).current_dir(folder).output().unwrap()
}

/// The pairs of a page: the text on the left, and that on the right.
fn pairs(page: &str) -> Vec<(String, String)> {
    let plain = |html: &str| {
        let text: String =
            html.split('<').map(|tag| tag.split_once('>').map_or(tag, |(_, text)| text)).collect();
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
    };
    let pairs = page.split("<div class=\"pair\">").skip(1);
    pairs
        .filter_map(|pair| pair.split_once("</div><div>"))
        .map(|(left, right)| (plain(left), plain(right)))
        .collect()
}

#[test]
fn functions_stand_beside_each_other() {
    let files = [
        ("part 7/DijkstraMap.h", HEADER),
        ("part 7/Game.cpp", GAME),
        ("Part03/FOV.cpp", FOV),
        ("part 9/FOV.cpp", "later"),
    ];
    let folder = clone("series", &files);
    let output = beside(&folder, "7", ".");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains("has no main.cpp"), "{said}");
    assert!(!said.contains("FOV.cpp"), "that of part 3 is not changed since: {said}");
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(!page.contains("http"), "the page needs no network");
    let pairs = pairs(&page);
    for (left, right) in [
        ("class DijkstraMap", "pub struct DijkstraMap"),
        ("int UNREACHABLE = 99", "const UNREACHABLE"),
        ("int at(int x, int y)", "fn at("),
        ("WALL_LIT = ", "const WALL_LIT"),
        ("WALL_LIT = ", "const FLOOR_LIT"),
        ("void Game::newGame()", "fn new_game("),
        ("const int& far", "fn follow_dijkstra_map("),
        ("void Game::monstersAct()", "fn monsters_act("),
        ("void Game::updateTitle()", "fn update_title("),
        // The class is a module, and the other `compute` is no part of it.
        ("void FOV::compute(", "fov.rs:"),
    ] {
        let pair = pairs.iter().find(|pair| pair.0.contains(left)).unwrap_or_else(|| panic!("no {left}"));
        assert!(pair.1.contains(right), "{left} stands beside {}", pair.1);
    }
    // What has no Rust has a reason, and names light up together.
    let reason = pairs.iter().find(|pair| pair.0.contains("void FOV::compute(")).unwrap();
    assert!(reason.1.contains("oct: the octant itself is the loop's variable"), "{}", reason.1);
    assert_eq!(page.matches("data-name=\"best_val\">bestVal<").count(), 1);
    assert!(page.contains("data-name=\"best_val\">best_val<"));
    // All of the C++ is there, once and in its order, and all of the Rust.
    let left: String = pairs.iter().map(|(left, _)| left.as_str()).collect();
    for text in [HEADER, FOV, GAME] {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let found: Vec<&str> = left.lines().filter(|line| lines.contains(line)).collect();
        assert!(lines.iter().all(|line| found.contains(line)), "{left}");
    }
    let chapter = fs::read_to_string(root().join("tests/chapters/part07/src/dijkstra_map.rs")).unwrap();
    let functions = chapter.lines().filter(|line| line.contains("fn "));
    assert!(functions.into_iter().all(|line| pairs.iter().any(|pair| pair.1.contains(line.trim()))));
}

/// The small program that tests the header for people with a C++ build is one file that is laid out in its
/// own way.
#[test]
fn another_layout_is_no_error() {
    let miniature = fs::read_to_string(root().join("tests/cpp/miniature.cpp")).unwrap();
    let folder = clone("miniature", &[("part 5/main.cpp", &miniature)]);
    let output = beside(&folder, "5", ".");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    let left: String = pairs(&page).into_iter().map(|(left, _)| left).collect();
    let lines = miniature.lines().filter(|line| !line.trim().is_empty());
    assert!(lines.into_iter().all(|line| left.contains(line.trim_end())));
}

#[test]
fn wrong_folders_are_one_line() {
    let folder = clone("wrong", &[("notes", "")]);
    fs::write(folder.join("page.html"), "mine").unwrap();
    for (part, clone, words) in [
        ("7", ".", "has no files of part 7"),
        ("7", "nowhere", "cannot read nowhere"),
        ("18", ".", "no chapter"),
    ] {
        let output = beside(&folder, part, clone);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.lines().count() == 1 && error.contains(words), "{error}");
    }
    fs::create_dir(folder.join("part 1")).unwrap();
    fs::write(folder.join("part 1/Map.h"), "struct Room { };").unwrap();
    assert!(!beside(&folder, "1", ".").status.success());
    assert_eq!(fs::read_to_string(folder.join("page.html")).unwrap(), "mine");
}

/// A book whose reader has a clone has a page of pairs below each chapter, with the words of the chapter's page.
#[test]
fn a_book_shows_the_pairs_of_a_clone() {
    let clone = clone("book", &[("part 3/FOV.cpp", FOV)]);
    let chapter = json!({"Chapter": {
        "name": "Part 3", "path": "part03/README.md", "content": "# Part 3\n\n`std::mt19937`", "sub_items": [],
    }});
    let preprocess = |preprocessor: Value| {
        let context =
            json!({"root": root().join("tests/chapters"), "config": {"preprocessor": preprocessor}});
        let input = json!([context, {"items": [chapter.clone()]}]);
        let book = html::preprocess(&input.to_string()).unwrap();
        serde_json::from_str::<Value>(&book).unwrap()["items"][0]["Chapter"].take()
    };
    let with_clone = preprocess(json!({"chapters": {"series": clone}}));
    let page = &with_clone["sub_items"][0]["Chapter"];
    assert_eq!(page["path"], "part03/beside.md");
    let text = page["content"].as_str().unwrap();
    let (left, right) = text.split_once("</div><div>").unwrap();
    assert!(left.contains("originX") && right.contains("lights") && right.contains("fov.rs"), "{text}");
    // What the page says before its code is there too.
    let own = std::fs::read_to_string(root().join("tests/chapters/pages/03.md")).unwrap();
    let prose = own.split("\n\n").filter(|words| words.starts_with(char::is_alphabetic));
    assert!(prose.filter(|words| text.contains(*words)).count() > 0, "{text}");
    // Without a clone there is nothing of it, and the last word of a name is found by the search.
    let without = preprocess(json!({"chapters": {}}));
    assert!(without["sub_items"].as_array().unwrap().is_empty());
    assert!(without["content"].as_str().unwrap().contains("<div hidden>mt19937</div>"), "{without}");
}
