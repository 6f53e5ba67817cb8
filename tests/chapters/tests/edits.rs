//! Edits that a maintainer could make to the sources: each is cut well, or refused with a sentence that
//! names the line and says what to write instead.

use chapters::check::Checker;
use chapters::cut::{Purpose, cut};
use chapters::part_checks::Choice;
use chapters::program::Sources;
use chapters::text::{Changes, Text};

const PART: &str = "
#[derive(Clone, Copy)]
pub struct Part(u8);
impl Part {
    pub const LAST: Part = Part(3);
    pub const fn has_player(self) -> bool { self.0 >= 2 }
    pub const fn has_fog(self) -> bool { self.0 >= 3 }
}
";

const MAIN: &str = "
mod game;
mod part;
use part::Part;
fn main() {
    let mut game = game::Game::new(Part::LAST, 3);
    for word in std::env::args() {
        game.press(&word);
    }
    println!(\"{}\", game.text());
}
";

/// A small program. `STATEMENTS` and `ITEMS` are edited.
const GAME: &str = "use crate::part::Part;

/// The game.
pub struct Game {
    part: Part,
    steps: u32,
    /// Part 3: how far one sees.
    radius: u32,
}

impl Game {
    pub fn new(part: Part, steps: u32) -> Game {
        Game { part, steps, radius: 11 }
    }

    pub fn press(&mut self, word: &str) {
        if self.part.has_player() && word == \"step\" {
            self.steps += 1;
        }
        if self.part.has_fog() {
            self.steps += self.radius;
        }
STATEMENTS
    }

    pub fn text(&self) -> String {
        format!(\"{} steps\", self.steps)
    }
}

ITEMS
";

/// What chapters 2 and 3 have in place of some statements and items.
fn edited(statements: &str, items: &str) -> [Result<String, String>; 2] {
    let game = GAME.replace("STATEMENTS", statements).replace("ITEMS", items);
    let sources = [("main.rs", MAIN), ("part.rs", PART), ("game.rs", &game)];
    let sources: Sources = sources.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    [2, 3].map(|part| {
        let checker = Checker::new(part)?;
        let chapter = cut(&sources, &Choice { part, library: String::new() }, Purpose::Reading, &checker)?;
        Ok(checker.format(&chapter)?.remove("game.rs").unwrap())
    })
}

/// The texts of both chapters. Nothing may be left of the part check.
fn cuts(statements: &str, items: &str) -> [String; 2] {
    let chapters = edited(statements, items).map(|chapter| chapter.unwrap_or_else(|error| panic!("{error}")));
    for text in &chapters {
        assert!(!text.to_lowercase().contains("part.") && !text.contains("Part)"), "{text}");
    }
    assert!(!chapters[0].contains("radius") && chapters[1].contains("radius"), "{chapters:#?}");
    chapters
}

/// A word is in chapter 3 and not in chapter 2.
fn comes_with_fog(statements: &str, items: &str, word: &str) {
    let [before, after] = cuts(statements, items);
    assert!(!before.contains(word), "{word} is left: {before}");
    assert!(after.contains(word), "{word} is gone: {after}");
}

/// Chapter 2 is refused, at a line of `src/game.rs`.
fn refused(statements: &str, items: &str, line: u32, advice: &str) {
    let [before, _] = edited(statements, items);
    let error = before.unwrap_err();
    assert!(error.contains(&format!("src/game.rs:{line}: ")) && error.contains(advice), "{error}");
}

#[test]
fn a_helper_function() {
    comes_with_fog(
        "if self.part.has_fog() { self.steps += double(self.steps); }",
        "fn double(number: u32) -> u32 { number * 2 }",
        "double",
    );
}

#[test]
fn a_trait() {
    comes_with_fog(
        "if self.part.has_fog() { self.steps = self.reach(); }",
        "trait Reach { fn reach(&self) -> u32; }
        impl Reach for Game { fn reach(&self) -> u32 { self.steps + self.radius } }",
        "Reach",
    );
}

#[test]
fn a_match_on_a_tuple_with_a_part_check() {
    refused(
        "match (self.part.has_fog(), self.steps) { (true, 3) => self.steps = 0, _ => {} }",
        "",
        23,
        "directly",
    );
}

#[test]
fn a_stored_part_check() {
    refused("let fog = self.part.has_fog(); if fog { self.steps = 0; }", "", 23, "cannot be stored");
}

#[test]
fn a_field_that_is_only_written_so_far() {
    let main = GAME.replace("    steps: u32,\n", "    steps: u32,\n    last: u32,\n");
    let main = main.replace("radius: 11 }", "radius: 11, last: 0 }");
    let main = main.replace("STATEMENTS", "self.last = self.steps;").replace("ITEMS", "");
    let sources = [("main.rs", MAIN), ("part.rs", PART), ("game.rs", &main)];
    let sources: Sources = sources.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    let choice = Choice { part: 3, library: String::new() };
    let chapter = cut(&sources, &choice, Purpose::Reading, &Checker::new(3).unwrap()).unwrap();
    let text = &chapter["game.rs"];
    assert!(!text.contains("last"), "{text}");
}

#[test]
fn an_option_by_part() {
    refused(
        "let light = self.part.has_fog().then_some(4); if let Some(light) = light { self.steps += light; }",
        "",
        23,
        "directly in an `if`",
    );
}

#[test]
fn a_constant_by_part() {
    let [before, after] = cuts(
        "if self.steps > limit(self.part) { self.steps = 0; }",
        "const fn limit(part: Part) -> u32 { if part.has_fog() { 9 } else { 4 } }",
    );
    assert!(before.contains("const fn limit() -> u32 {\n    4\n}"), "{before}");
    assert!(after.contains("const fn limit() -> u32 {\n    9\n}"), "{after}");
}

#[test]
fn a_generic_helper() {
    comes_with_fog(
        "if self.part.has_fog() { self.steps = largest(self.steps, 7); }",
        "fn largest<T: Ord>(a: T, b: T) -> T { if a > b { a } else { b } }",
        "largest",
    );
}

#[test]
fn a_closure() {
    comes_with_fog(
        "let next = |number: u32| number + 1;
        if self.part.has_fog() { self.steps = next(next(self.steps)); }",
        "",
        "next",
    );
}

#[test]
fn a_nested_module() {
    comes_with_fog(
        "if self.part.has_fog() { self.steps = haze::far(self.steps); }",
        "mod haze { pub fn far(number: u32) -> u32 { number * 3 } }",
        "haze",
    );
}

#[test]
fn an_early_return() {
    let [before, after] = cuts("if !self.part.has_fog() { return; }\nself.steps *= 5;", "");
    assert!(!before.contains("return") && !before.contains("*= 5"), "{before}");
    assert!(!after.contains("return") && after.contains("*= 5"), "{after}");
}

#[test]
fn a_comment_line() {
    let [before, after] = cuts(
        "// Fog is cold.\nif self.part.has_fog() { self.steps -= 1; }\n// Always.\nself.steps += 2;",
        "",
    );
    assert!(
        !before.contains("cold") && before.contains("        // Always.\n        self.steps += 2;\n"),
        "{before}"
    );
    assert!(
        after.contains("        // Fog is cold.\n        self.steps -= 1;\n        // Always.\n"),
        "{after}"
    );
}

#[test]
fn a_field_of_a_later_part_without_its_part_check() {
    refused("self.steps += self.radius;", "", 23, "under its part check");
}

#[test]
fn moved_text_keeps_the_numbers_of_its_lines() {
    let mut changes = Changes::default();
    changes.delete(0, 2..6);
    changes.replace(0, 8..9, "xyz");
    let mut text = Text::new("a\nb\nc\nd\ne\nf\n");
    changes.apply(&mut [&mut text]);
    assert_eq!(text.now, "a\nd\nxyz\nf\n");
    assert_eq!([0, 2, 4, 6, 8].map(|at| text.line(at)), [1, 4, 5, 5, 6]);
}

#[test]
fn of_changes_that_overlap_the_outer_one_is_made() {
    let mut changes = Changes::default();
    changes.replace(0, 4..7, "x");
    changes.delete(0, 2..8);
    changes.replace(0, 9..10, "y");
    let mut text = Text::new("0123456789");
    changes.apply(&mut [&mut text]);
    assert_eq!(text.now, "018y");
}
