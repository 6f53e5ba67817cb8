//! The run of a page as a test of the written chapter: `cargo test` there plays it.
//!
//! The page's first command draws its picture, `roguelike shot --part 7 --seed 25 --keys 'Right*14' ...`. The
//! test gets the seed and the keys from it. What comes out stands beside the page, in `07.txt`.

use std::collections::BTreeMap;

use crate::chapter::root;
use crate::files::{entries, text};
use crate::program::Sources;
use crate::shapes::renamed;

/// The module of the test, in a chapter's `main.rs`.
const TEST: &str = "#[cfg(test)]\nmod tests;\n";
/// The tests of all chapters. Those of chapters 15 and 16 come last.
pub const TESTS: &str = include_str!("../template/tests.rs");

/// The run of a page.
pub struct Example {
    /// The command that draws the picture.
    pub command: String,
    /// The seed.
    pub seed: u32,
    /// The names of the keys, and how often each is pressed.
    pub keys: Vec<(String, u32)>,
}

/// Where a page and what belongs to it are: `md` is the page, `txt` its run, `png` its picture.
pub fn file(part: u8, kind: &str) -> std::path::PathBuf {
    root().join(format!("tests/chapters/pages/{part:02}.{kind}"))
}

/// The tasks of a chapter that ask for code, by their names: a page, a test and a solution each.
///
/// # Errors
/// When a file of the repository cannot be read.
pub fn tasks(part: u8) -> Result<BTreeMap<String, BTreeMap<&'static str, String>>, String> {
    let folder = root().join(format!("tests/chapters/exercises/{part:02}"));
    let mut tasks = BTreeMap::new();
    for (name, place) in entries(&folder)? {
        let mut files = BTreeMap::new();
        for file in ["README.md", "test.rs", "solution.diff"] {
            files.insert(file, text(&place.join(file))?);
        }
        tasks.insert(name, files);
    }
    Ok(tasks)
}

/// The code of the tests of a chapter and of those before it: what they name is visible, and stays so.
///
/// # Errors
/// When a file of the repository cannot be read.
pub fn code_of_tests(part: u8) -> Result<String, String> {
    let mut code = TESTS.to_owned();
    for part in 1..=part {
        code.extend(tasks(part)?.into_values().map(|files| files["test.rs"].clone()));
    }
    Ok(code)
}

/// Finds the run in the text of a page.
///
/// # Errors
/// When the page has no command that draws a picture, or it is not understood.
pub fn example(page: &str) -> Result<Example, String> {
    let command = page.lines().find_map(|line| line.strip_prefix("$ roguelike shot "));
    let command = command.ok_or("the page has no command that draws its picture")?;
    let after = |option: &str| command.split_once(option).map(|(_, rest)| rest.trim_start());
    let seed = after("--seed").and_then(|rest| rest.split(' ').next()?.parse().ok());
    let seed = seed.ok_or_else(|| format!("no seed in '{command}'"))?;
    let keys = after("--keys '").and_then(|rest| rest.split_once('\'')).map_or("", |(keys, _)| keys);
    let mut pressed = Vec::new();
    for key in keys.split_whitespace() {
        let (name, times) = key.split_once('*').unwrap_or((key, "1"));
        let times = times.parse().map_err(|_| format!("'{key}' is no key of a page"))?;
        pressed.push((name.to_owned(), times));
    }
    Ok(Example { command: command.to_owned(), seed, keys: pressed })
}

/// The files of the test, by their paths in the written chapter.
///
/// # Errors
/// When the page or its run cannot be read.
pub fn files(part: u8, sources: &Sources) -> Result<BTreeMap<String, String>, String> {
    let read = |kind: &str| text(&file(part, kind));
    let Example { seed, keys, .. } = example(&read("md")?)?;
    let source = |path: &str| sources.get(path).map_or("", String::as_str);
    let keys: Vec<String> =
        keys.iter().map(|(name, times)| format!("({}, {times})", constant(name))).collect();
    let mut tests = TESTS
        .replace("SEED: u32 = 0", &format!("SEED: u32 = {seed}"))
        .replace("KEYS: &[(Scancode, u32)] = &[];", &list("KEYS: &[(Scancode, u32)] = ", &keys));
    if !source("main.rs").contains("game.log.drain(..)") {
        let (before, rest) = tests.split_once("            for message in").unwrap_or_default();
        let after = rest.split_once("            }\n").unwrap_or_default().1;
        tests = format!("{before}{after}").replace("messages and the picture\n//! with", "picture with\n//!");
    }
    if !source("screen.rs").contains("const ROWS") {
        tests = tests.replace("ROWS", "MAP_HEIGHT").replace("MAP_HEIGHT, render", "render");
        tests = tests.replace("map::MAP_WIDTH", "map::{MAP_HEIGHT, MAP_WIDTH}");
    }
    if source("game.rs").contains("const TITLE") {
        tests = tests.replace("\"{}\", game.title", "\"{TITLE}\"").replace("::Game;", "::{Game, TITLE};");
    }
    // Chapters 15 and 16 bring a test of their own.
    let tests: String = tests.split_inclusive("\n}\n").take(usize::from(part.clamp(14, 16)) - 13).collect();
    let tests = renamed(&tests, part);
    Ok([("src/tests.rs", tests), ("src/page.txt", read("txt")?)]
        .map(|(path, text)| (path.to_owned(), text))
        .into())
}

/// Returns `main.rs` with the module of the test behind its other modules.
pub fn with_test(main: &str) -> String {
    let after = main.rfind("\nmod ").and_then(|last| Some(last + main[last..].find(";\n")? + 2)).unwrap_or(0);
    format!("{}{TEST}{}", &main[..after], &main[after..])
}

/// A list as rustfmt writes it: on one line if it is short enough.
fn list(name: &str, elements: &[String]) -> String {
    let line = format!("{name}&[{}];", elements.join(", "));
    if line.len() + "const ".len() <= 110 {
        line
    } else {
        format!("{name}&[\n    {},\n];", elements.join(",\n    "))
    }
}

/// A key as SDL calls it.
fn constant(name: &str) -> String {
    match name {
        "." => "Scancode::Period".to_owned(),
        digit if digit.starts_with(|first: char| first.is_ascii_digit()) => format!("Scancode::Num{digit}"),
        other => format!("Scancode::{other}"),
    }
}
