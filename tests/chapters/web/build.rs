//! Copies the chapters' code that the figures run, with two changes. Constants that a reader may change
//! become functions, and the functions in traced.txt record each line that they execute, by its number in the
//! function.

mod traced;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use traced::{Traced, function};

/// The copies: the chapter, its file, and if not all of it is copied, the functions. Functions become methods
/// of `Scene`.
const COPIES: [(u8, &str, &[&str]); 6] = [
    (12, "map.rs", &[]),
    (3, "fov.rs", &[]),
    (7, "dijkstra_map.rs", &[]),
    (5, "game/turn.rs", &["chase", "step_if_free"]),
    (7, "game/turn.rs", &["is_free", "monster_at", "follow_dijkstra_map"]),
    (13, "game/magic.rs", &[]),
];
/// Replacements: the file, the chapter's text, and that of the copy.
const CHANGES: [(&str, &str, &str); 15] = [
    ("map.rs", "crate::rng::", "roguelike::rng::"),
    ("map.rs", "Rng::new(seed)", "crate::chapters::generator(seed)"),
    ("map.rs", "< WALL_CHANCE", "< crate::chapters::wall_chance()"),
    ("fov.rs", "use crate::map::{", "use roguelike::map::{"),
    ("fov.rs", "row..=RADIUS", "row..=crate::chapters::radius()"),
    ("fov.rs", "<= RADIUS * RADIUS", "<= crate::chapters::radius().pow(2)"),
    ("fov.rs", "distance < RADIUS", "distance < crate::chapters::radius()"),
    ("dijkstra_map.rs", "use crate::map::{DIRECTIONS, ", "use roguelike::map::{"),
    ("dijkstra_map.rs", "in DIRECTIONS", "in crate::chapters::directions()"),
    ("game/turn.rs", "DIRECTIONS.map", "crate::chapters::directions().map"),
    ("game/turn.rs", "ddx.abs() >= ddy.abs()", "crate::chapters::is_wider(ddx, ddy)"),
    ("game/magic.rs", "use super::Game;", "use crate::chapters::Reader as Game;"),
    ("game/magic.rs", "use crate::entity::", "use roguelike::entity::"),
    ("game/magic.rs", "use crate::item::{SCROLL_TRUE, ", "use roguelike::item::{"),
    // Only in a message, which is not shown.
    ("game/magic.rs", "SCROLL_TRUE[scroll as usize]", "self.scroll_name(scroll)"),
];

fn main() -> ExitCode {
    match copy() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            println!("cargo::error={problem}");
            ExitCode::FAILURE
        }
    }
}

fn copy() -> Result<(), String> {
    let mut methods = String::new();
    for (chapter, file, functions) in COPIES {
        let source = read(chapter, file)?;
        let mut text = source.clone();
        for Traced { chapter: own, function: name, variables, .. } in
            Traced::all().into_iter().filter(|row| row.file == file)
        {
            let Some((_, copied)) = function(&source, name) else { continue };
            let text_of_own = read(own, file)?;
            if function(&text_of_own, name).is_none_or(|(_, lines)| lines != copied) {
                return Err(format!("{name}: chapters {own} and {chapter} differ"));
            }
            text = text.replace(copied, &with_notes(copied, name, &variables));
        }
        for name in functions {
            methods += function(&text, name).ok_or(format!("{file} has no {name}"))?.1;
            methods += "\n";
        }
        if functions.is_empty() {
            write(file, &changed(file, text)?)?;
        }
    }
    write("turn.rs", &format!("impl super::Scene {{\n{}}}\n", changed("game/turn.rs", methods)?))
}

fn read(chapter: u8, file: &str) -> Result<String, String> {
    let path = format!("../part{chapter:02}/src/{file}");
    println!("cargo::rerun-if-changed={path}");
    fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))
}

fn write(file: &str, text: &str) -> Result<(), String> {
    let name = Path::new(file).file_name().unwrap_or_default();
    let path = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join(name);
    // Documentation of a whole file cannot be included. Other modules of the book use what is private here.
    let lines = text.lines().filter(|line| !line.starts_with("//!"));
    let mut is_trait = false;
    let public = |line: &str| {
        let code = line.trim_start();
        is_trait = if code == line && !code.is_empty() {
            line.starts_with("impl ") && line.contains(" for ")
        } else {
            is_trait
        };
        let is_private = !is_trait && ["fn ", "const "].iter().any(|word| code.starts_with(word));
        format!("{}{}{code}\n", &line[..line.len() - code.len()], if is_private { "pub " } else { "" })
    };
    let text: String = lines.map(public).collect();
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn changed(file: &str, mut text: String) -> Result<String, String> {
    for (_, chapter, copy) in CHANGES.iter().filter(|change| change.0 == file) {
        if !text.contains(chapter) {
            return Err(format!("'{chapter}' is not in {file}; change it in build.rs of the book's module"));
        }
        text = text.replace(chapter, copy);
    }
    Ok(text)
}

/// Returns a formatted function that notes its lines. A line is noted before its statement is executed, but
/// after it if that gives one of the `shown` variables a value.
fn with_notes(text: &str, name: &str, shown: &[&str]) -> String {
    let declared = |number: usize, pattern: &str| -> String {
        let words = pattern.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let names = words.filter(|word| shown.contains(word));
        names.map(|name| format!("crate::trace::declared({number}, \"{name}\", &{name});\n")).collect()
    };
    let (mut out, mut is_statement) = (String::new(), false);
    // The ends of statements of several lines, and the notes that belong there.
    let mut waiting: Vec<(String, String)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        let code = code.split(" // ").next().unwrap_or(code);
        // An arm of a `match` isn't a statement. Notes go into its block.
        let branch = code.split_once(" => ").filter(|(_, block)| *block == "{").map(|(pattern, _)| pattern);
        let statement = is_statement && !code.starts_with(['}', ')', '/']) && !code.contains(" => ");
        let operator = [" = ", " += ", " -= "].into_iter().find(|operator| code.contains(operator));
        let assigned = operator.and_then(|operator| Some(code.split_once(operator)?.0));
        let pattern =
            ["let ", "for ", "while let ", "if let "].iter().find_map(|word| code.strip_prefix(word));
        let end = if code.starts_with("for ") { " in " } else { " = " };
        let (left, right) = pattern.and_then(|rest| rest.split_once(end)).unwrap_or_default();
        let notes = declared(number, left);
        // The variables of a closure: `let zap = |body: &mut Entity| {`.
        let arguments = right.strip_prefix('|').and_then(|rest| rest.split_once("| "));
        let (mut line, mut before, mut after) = (line.to_owned(), String::new(), String::new());
        if number == 0 {
            after = format!("let _call = crate::trace::call(\"{name}\");\n{}", declared(number, code));
        } else if let Some((_, value)) = arguments.filter(|_| statement && shown.contains(&left)) {
            // A closure of one line gives its name a value whenever it is called.
            let value = value.trim_end_matches(';');
            let noted = format!("crate::trace::returned({number}, \"{left}\", {value})");
            line = line.replace(value, &noted);
        } else if let Some((arguments, "{")) = arguments.filter(|_| statement) {
            before = format!("crate::trace::executed({number}, false);\n");
            after = declared(number, arguments);
        } else if let Some(pattern) = branch {
            let declared = declared(number, pattern);
            let executed = || format!("crate::trace::executed({number}, false);\n");
            after = if declared.is_empty() { executed() } else { declared };
        } else if statement && code.starts_with("let ") && !notes.is_empty() && !code.ends_with(';') {
            waiting.push((indent.to_owned(), notes));
        } else if statement && !notes.is_empty() {
            after = notes;
        } else if statement && assigned.is_some_and(|name| shown.contains(&name)) {
            let name = assigned.unwrap_or_default();
            after = format!("crate::trace::assigned({number}, \"{name}\", &{name});\n");
        } else if statement {
            before = format!("crate::trace::executed({number}, {});\n", code.contains("return"));
        }
        if waiting
            .last()
            .is_some_and(|(start, _)| code.starts_with('}') && code.ends_with(';') && start == indent)
        {
            after += &waiting.pop().unwrap_or_default().1;
        }
        out += &format!("{before}{line}\n{after}");
        if !code.is_empty() && !code.starts_with('/') {
            is_statement = code.ends_with([';', '{', '}']);
        }
    }
    out
}
