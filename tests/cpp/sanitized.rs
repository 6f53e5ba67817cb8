//! `roguelike check` finds the place of crashes, of hangs and of behaviour that C++ leaves undefined: function, file
//! and line, and the way there. All with a real compiler.

use std::process::Output;

use super::check::place::{CMAKE, FAST, HEADER, Place, has_cmake};

/// A program with the bug whose number is in a file, so that it is built only once. `act` has one line for each,
/// with a comment. The endless loop sleeps, because a hang is waited for.
const BUGS: &str = r#"#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <unistd.h>
#include <vector>
#include "sdl.h"
#include "trace.hpp"
struct Player { int x = 3; int y = 3; int hp = 10; int maxHp = 10; };
struct Item { bool known; };
struct Monster { int hp = 1; };
int bug() {
    std::FILE* file = std::fopen("BUG", "r");
    int number = 0;
    if (!file || std::fscanf(file, "%d", &number) != 1) std::abort();
    std::fclose(file);
    return number;
}
struct Game {
    std::vector<int> hps{1, 2, 3};
    std::unique_ptr<Monster> boss = std::make_unique<Monster>();
    Monster* target = nullptr;
    Player player;
    int depth(int level) { return level < 0 ? 0 : 1 + depth(level + 1); } // 5
    int large(int zero) { volatile char board[9'000'000] = {}; return board[zero]; } // 13
    int act() {
        int zero = bug() / 100;
        switch (bug()) {
        case 1: return hps[50'000'000]; // 1
        case 2: return target->hp; // 2
        case 3: return 7 / zero; // 3
        case 4:
            for (zero = 1; zero > 0; zero = zero % 7 + 1) usleep(100'000); // 4
            return 0;
        case 5: return depth(1);
        case 6:
            for (auto hp = hps.begin(); hp != hps.end(); ++hp) { // 6
                if (*hp == 3) hps.erase(hp);
            }
            return 0;
        case 7: {
            int& first = hps[0];
            for (int more = 0; more < 100; ++more) hps.push_back(more);
            return first; // 7
        }
        case 8: {
            int order[3] = {0, 1, 2};
            return order[zero + 3] + order[zero + 900'000]; // 8
        }
        case 9: {
            Monster* old = boss.get();
            boss.reset();
            return old->hp; // 9
        }
        case 10: {
            Item item;
            return item.known ? 1 : 2; // 10
        }
        case 11: return hps.at(5); // 11
        case 12: {
            const int& last = hps.back();
            hps.pop_back();
            return last; // 12
        }
        case 13: return large(zero);
        case 14: {
            std::vector<int> tiles;
            for (;;) tiles.push_back(zero); // 14
        }
        case 15: {
            int order[3] = {0, 1, 2};
            return order[zero + 3]; // 15
        }
        }
        return 0;
    }
    void turn() {
        player.x = act() % 2 + 3; // turn
    }
};
int main(int argc, char* argv[]) {
    const bool rules = bug() == 7 || bug() == 9 || bug() == 10 || bug() == 12;
    trace::begin(rules ? 2 : 1, argc, argv);
    Game game;
    SDL_Event event;
    for (bool running = true; running;) {
        if (rules) trace::step().title("Roguelike - Part 2: Player Movement").player(game.player);
        else trace::step().title("Roguelike - Part 1: Map Generation");
        trace::wait(SDL_WaitEvent, &event);
        running = event.type != 0x100 && (event.type != 0x300 || event.key.scancode != 41);
        if (event.type == 0x300 && event.key.scancode != 41) game.turn(); // main
    }
}
"#;

/// A program whose hero has no hit points until the first fight.
const UNSET: &str = r#"#include "sdl.h"
#include "trace.hpp"
struct Player {
    int x = 3, y = 3;
    int hp;
    int maxHp;
};
int main(int argc, char* argv[]) {
    trace::begin(5, argc, argv);
    Player player;
    SDL_Event event;
    for (bool running = true; running;) {
        trace::step().title("Roguelike - Part 5: Combat").player(player);
        trace::wait(SDL_WaitEvent, &event);
        running = event.type != 0x100 && (event.type != 0x300 || event.key.scancode != 41);
    }
}
"#;

fn place(test: &str, main: &str) -> Place {
    let place = Place::new(&format!("sanitized-{test}"), &[("trace.hpp", HEADER)]);
    let bug = format!("{:?}", place.around.join("bug"));
    std::fs::write(place.folder.join("main.cpp"), main.replace("\"BUG\"", &bug)).unwrap();
    place
}

/// Returns the number of the line that ends with this comment.
fn line_of(comment: &str) -> usize {
    1 + BUGS.lines().position(|line| line.ends_with(&format!("// {comment}"))).unwrap()
}

/// Checks a folder whose program has this bug. These tests need the place of a bug, not its cause, so the search
/// gets only a second.
fn check(place: &Place, bug: &str, more: &[&str], variables: &[(&str, &str)]) -> String {
    std::fs::write(place.around.join("bug"), bug).unwrap();
    let mut command = place.command(&[&["--seeds", "1", "--search", "1"], more].concat());
    let own = place.around.join("own");
    std::fs::create_dir_all(&own).unwrap();
    command.envs(variables.iter().copied()).current_dir(&own);
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert!(std::fs::read_dir(&own).unwrap().next().is_none(), "no tool runs in the user's own folder");
    let said = String::from_utf8([stdout, stderr].concat()).unwrap();
    assert!(matches!(status.code(), Some(1 | 2)), "{said}");
    said
}

/// Crashes, hangs, endless calls, too much memory, and bugs that only change what is recorded, or nothing.
#[test]
fn the_place_of_a_bug_is_found() {
    let place = place("bugs", BUGS);
    let build = place.built_once();
    for (number, function, words) in [
        (1, "Game::act", "out-of-bounds index 50000000"),
        (2, "Game::act", "null pointer"),
        (3, "Game::act", "division by zero"),
        (4, "Game::act", "it was here when it was killed"),
        (5, "Game::depth", "functions call each other without end"),
        (6, "Game::act", "after its container has changed"),
        (7, "Game::act", "used after its object is gone"),
        (8, "Game::act", "index 3 out of bounds for type 'int [3]'"),
        (9, "Game::act", "used after its object is gone"),
        (10, "Game::act", "not a valid value for type 'bool'"),
        (11, "Game::act", "vector::_M_range_check"),
        (12, "Game::act", "leads to an element that is gone"),
        (13, "Game::large", "too large for the stack"),
        (14, "Game::act", "it was here when it was killed"),
        (15, "Game::act", "nothing differs, but only by chance"),
    ] {
        let part = if matches!(number, 7 | 9 | 10 | 12) { "2" } else { "1" };
        let number = number.to_string();
        let said = check(
            &place,
            &number,
            &["--part", part, "--sanitize", "--memory", "256", "--build", &build],
            &[],
        );
        let found = format!("at {function} (main.cpp:{})", line_of(&number));
        assert!(said.contains(&found) && said.contains(words), "{number}, {found}, {words}: {said}");
        let way = format!("from Game::turn (main.cpp:{})", line_of("turn"));
        assert!(said.contains(&way) || number == "5", "{way}: {said}");
    }
}

/// A recording may show undefined behaviour, too, if a bug explains only its beginning: this hero has fewer hit points,
/// and loses more from turn 151 on by an index beyond an array.
#[test]
fn a_partly_explained_recording_is_looked_into() {
    let changes = [
        ("const int part = argc > 1 ? std::atoi(argv[1]) : 0;", "const int part = 7;"),
        ("for (int i = 2; i < argc; ++i) {", "for (int i = 1; i < argc; ++i) {"),
        ("hp = maxHp = wrong(\"hp-20\") ? 20 : 30;", "hp = maxHp = 29;"),
        (
            "    void endTurn() {\n",
            "    int turns = 0, order[3] = {0, 1, 2};\n    void endTurn() {\n        \
             if (++turns > 150) m_player.hp -= order[turns % 7] & 1;\n",
        ),
    ];
    let main = changes.iter().fold(include_str!("miniature.cpp").to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    let place = place("partly", &main);
    std::fs::write(place.folder.join("trace.hpp"), include_str!("trace.hpp")).unwrap();
    let said = check(&place, "", &["--part", "7"], &[FAST]);
    assert!(said.contains("it reproduces everything up to step 1"), "{said}");
    assert!(said.contains("at Game::endTurn (main.cpp:"), "{said}");
}

/// A value that nothing sets is named by the line that has it.
#[test]
fn a_member_that_is_never_set_is_named() {
    let place = place("unset", UNSET);
    // Such a compiler writes where it runs, and the other one among the user's temporary files.
    let around = place.around.to_str().unwrap();
    for variable in [("CXX", "c++ -save-temps=cwd"), ("TMPDIR", around)] {
        let said = check(&place, "", &["--part", "5"], &[FAST, variable]);
        let words = "hp of player is never set: give 'hp' an initial value (main.cpp:5)";
        assert!(said.contains(words), "{variable:?}: {said}");
    }
}

/// A sanitizer that the reader has switched on is read, and nothing is built again.
#[test]
fn an_own_sanitizer_is_shown() {
    let place = place("own", BUGS);
    let flags = "-O0 -g -std=c++17 -fsanitize=undefined -fno-sanitize-recover=undefined";
    let variables = [("CXXFLAGS", flags), ("UBSAN_OPTIONS", "print_stacktrace=1")];
    let said = check(&place, "3", &["--part", "1"], &variables);
    let found = format!("at Game::act (main.cpp:{}): division by zero", line_of("3"));
    assert!(said.contains(&found), "{said}");
}

/// Builds of the reader's own get the sanitizers, too, also if they name a version of the compiler. One that
/// calls it by its path does not, and the answer says so.
#[test]
fn other_builds_get_the_sanitizers() {
    let place = place("builds", BUGS);
    let include = place.around.join("include");
    let found = format!("at Game::act (main.cpp:{})", line_of("2"));
    let command = format!("mkdir bin && g++ -std=c++17 -I'{}' main.cpp -o bin/game", include.display());
    let said = check(&place, "2", &["--part", "1", "--build", &command], &[]);
    assert!(said.contains(&found), "{said}");
    let path = std::env::var_os("PATH").unwrap();
    let folders = || std::env::split_paths(&path);
    let files = folders().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let is_version = |name: &String| {
        name.strip_prefix("g++-").is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if let Some(compiler) = names.into_iter().find(is_version) {
        let said = check(&place, "2", &["--part", "1", "--build", &command.replace("g++", &compiler)], &[]);
        assert!(said.contains(&found), "{compiler}: {said}");
    }
    let compiler = folders().map(|folder| folder.join("g++")).find(|path| path.is_file()).unwrap();
    let command = command.replace("g++", compiler.to_str().unwrap());
    let said = check(&place, "2", &["--part", "1", "--build", &command], &[]);
    let words = "the sanitizers could not look for the place: the build does not use them, because it names \
                 its compiler itself; call it c++ there, or add -fsanitize=address,undefined to its options\n";
    assert!(said.contains(words), "{said}");
    std::fs::write(place.around.join("bug"), "0").unwrap();
    let words = words.replace("the place", "undefined behaviour");
    // A linker adds the sanitizers, but not to what was compiled without them.
    let linked = command.replace("-o bin/game", "-c -o main.o") + " && g++ main.o -o bin/game";
    for command in [command, linked] {
        let more = ["--part", "1", "--seeds", "1", "--sanitize", "--build", &command];
        let Output { status, stdout, stderr } = place.command(&more).output().unwrap();
        let said = String::from_utf8([stdout, stderr].concat()).unwrap();
        assert!(status.success() && said.contains(&words) && !said.contains("find no undefined"), "{said}");
    }
    if has_cmake() {
        std::fs::write(place.folder.join("CMakeLists.txt"), CMAKE).unwrap();
        let said = check(&place, "2", &["--part", "1"], &[]);
        assert!(said.contains(&found), "{said}");
    }
}
