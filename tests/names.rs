//! A follower finds the Rust of every class and function of the original by its C++ name.
//!
//! `names/names.txt` is the list. Each row must lead to an item of that name whose documentation has the C++
//! name in backticks. The chapter tables of the README and of the library's front page are made from the same
//! list: `TABLES=write cargo test --test names` writes them.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use roguelike::part::Part;

/// A row of the list.
struct Name {
    part: u8,
    cpp: String,
    /// Below src/.
    file: String,
    /// The item's name, or `-` for the file itself.
    rust: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(&path))
        .unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

fn names() -> Vec<Name> {
    let list = read("tests/names/names.txt");
    let rows = list.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let fields: Vec<&str> = row.split_whitespace().collect();
        let [part, cpp, file, rust] = fields[..] else { panic!("a row has four fields: {row}") };
        let [cpp, file, rust] = [cpp, file, rust].map(str::to_owned);
        Name { part: part.parse().unwrap(), cpp, file, rust }
    })
    .collect()
}

/// An item found in a source file.
struct Item {
    /// The line of its definition, from 1.
    line: usize,
    documentation: String,
    body: String,
}

/// The item of a row. Where a file has several of one name, the one whose documentation names the C++.
fn find(name: &Name) -> Option<Item> {
    let text = read(Path::new("src").join(&name.file));
    let lines: Vec<&str> = text.lines().collect();
    if name.rust == "-" {
        let documentation =
            lines.iter().take_while(|line| line.starts_with("//!")).map(|line| format!("{line}\n"));
        return Some(Item { line: 1, documentation: documentation.collect(), body: String::new() });
    }
    let items =
        (0..lines.len()).filter(|&index| defines(lines[index], &name.rust)).map(|index| item(&lines, index));
    let mut items: Vec<Item> = items.collect();
    let named = items.iter().position(|item| names_it(&item.documentation, &name.cpp));
    match named {
        Some(index) => Some(items.swap_remove(index)),
        None => items.into_iter().next(),
    }
}

/// Returns true if the line defines a function, a type or a constant of this name.
fn defines(line: &str, name: &str) -> bool {
    let mut words = line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
    let is_definition = |word: &str| matches!(word, "fn" | "struct" | "enum" | "const" | "mod");
    let is_before = |word: &str| matches!(word, "pub" | "crate" | "super" | "const");
    loop {
        match words.next() {
            Some("const") if words.clone().next() == Some("fn") => {}
            Some(word) if is_definition(word) => return words.next() == Some(name),
            Some(word) if is_before(word) => {}
            _ => return false,
        }
    }
}

/// The item whose definition is on this line: its documentation above, its body down to the closing brace.
fn item(lines: &[&str], index: usize) -> Item {
    let above = lines[..index].iter().rev();
    let mut documentation: Vec<&str> = above
        .map(|line| line.trim_start())
        .take_while(|line| line.starts_with("///") || line.starts_with("#["))
        .collect();
    documentation.reverse();
    let indent: String = lines[index].chars().take_while(|c| *c == ' ').collect();
    let ends = [format!("{indent}}}"), format!("{indent}];")];
    let is_end = |line: &&str| ends.iter().any(|end| end == line);
    let one_line = lines[index].ends_with([';', '}']);
    let length = if one_line { 0 } else { lines[index..].iter().position(is_end).unwrap_or(0) };
    Item {
        line: index + 1,
        documentation: documentation.join("\n"),
        body: lines[index..=index + length].join("\n"),
    }
}

/// Returns true if the text has the C++ name in backticks, with or without its class.
fn names_it(text: &str, cpp: &str) -> bool {
    let plain = cpp.rsplit("::").next().unwrap_or(cpp);
    text.split('`')
        .skip(1)
        .step_by(2)
        .any(|quoted| quoted == cpp || quoted.rsplit("::").next() == Some(plain))
}

#[test]
fn every_name_of_the_original_leads_to_its_rust() {
    let mut missing = Vec::new();
    for name in names() {
        match find(&name) {
            None => missing.push(format!("{}: no {} in src/{}", name.cpp, name.rust, name.file)),
            Some(item) if !names_it(&item.documentation, &name.cpp) => {
                missing.push(format!(
                    "src/{}:{}: {} does not name `{}`",
                    name.file, item.line, name.rust, name.cpp
                ));
            }
            Some(_) => {}
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// What the documentation quotes from the original exists there: names in backticks that are spelled like
/// C++.
#[test]
fn no_name_is_quoted_that_the_original_does_not_have() {
    let names = names();
    let is_known = |word: &str| names.iter().any(|name| name.cpp.rsplit("::").next() == Some(word));
    for file in series() {
        for line in read(&file).lines().filter(|line| line.trim_start().starts_with("//")) {
            for quoted in line.split('`').skip(1).step_by(2) {
                let word = quoted.rsplit("::").next().unwrap_or(quoted);
                assert!(!is_camel_case(word) || is_known(word), "{}: `{quoted}`", file.display());
            }
        }
    }
}

/// Returns true for a name like `carveTile`.
fn is_camel_case(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.contains(|c: char| c.is_ascii_uppercase())
        && word.chars().all(|c| c.is_ascii_alphanumeric())
}

/// The files of the series: the top of src, and src/game.
fn series() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["src", "src/game", "src/game/save"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    files.sort();
    files
}

/// The part that each question of `Part` asks for, from its documentation: `Part 8 on: ...`.
fn questions() -> BTreeMap<String, u8> {
    let text = read("src/part.rs");
    let lines: Vec<&str> = text.lines().collect();
    let mut questions = BTreeMap::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(question) = line.trim().strip_prefix("pub const fn has_") else { continue };
        let question = format!("has_{}", question.split('(').next().unwrap());
        let about = lines[index - 1].trim();
        let digits: String =
            about.trim_start_matches("/// Part ").chars().take_while(char::is_ascii_digit).collect();
        let part: u8 = digits.parse().unwrap_or_else(|_| panic!("{question} does not say its part: {about}"));
        assert!(
            line.trim().starts_with("pub const fn") && lines[index + 1].contains(&format!(">= {part}")),
            "{question}"
        );
        questions.insert(question, part);
    }
    questions
}

/// For each part the names that it brings, and the functions that it changes: their bodies ask for the part.
/// A function that the original does not have is listed under its name here.
fn chapters() -> BTreeMap<u8, (Vec<String>, Vec<String>)> {
    let mut chapters: BTreeMap<u8, (Vec<String>, Vec<String>)> =
        (1..=17).map(|part| (part, Default::default())).collect();
    let mut of_line: BTreeMap<(String, usize), Name> = BTreeMap::new();
    for name in names() {
        let line = find(&name).unwrap().line;
        chapters.get_mut(&name.part).unwrap().0.push(link(&name.cpp, &name.file, line));
        of_line.entry((name.file.clone(), line)).or_insert(name);
    }
    for file in series().into_iter().filter(|file| !file.ends_with("main.rs")) {
        let text = read(&file);
        let file = file.strip_prefix("src").unwrap().display().to_string();
        let lines: Vec<&str> = text.lines().collect();
        for index in (0..lines.len()).filter(|&index| function(lines[index]).is_some()) {
            let body = item(&lines, index).body;
            let original = of_line.get(&(file.clone(), index + 1));
            let name = original.map_or_else(|| function(lines[index]).unwrap(), |name| &name.cpp);
            for (question, part) in questions() {
                let brought = original.is_some_and(|name| name.part >= part);
                if body.contains(&format!(".{question}()")) && !brought {
                    chapters.get_mut(&part).unwrap().1.push(link(name, &file, index + 1));
                }
            }
        }
    }
    chapters
}

/// The name of the function that a line defines, if it does.
fn function(line: &str) -> Option<&str> {
    let name = line.split("fn ").nth(1)?.split(['(', '<']).next()?;
    defines(line, name).then_some(name)
}

fn link(name: &str, file: &str, line: usize) -> String {
    format!("[`{name}`](src/{file}#L{line})")
}

/// The table of the README.
fn readme_table() -> String {
    let mut table = "| part | chapter | brings | changes |\n|---|---|---|---|\n".to_owned();
    for (number, (brings, changes)) in chapters() {
        let part = Part::new(number).unwrap();
        table += &format!("| {part} | {} | {} | {} |\n", part.name(), brings.join(" "), changes.join(" "));
    }
    table
}

/// The table of the library's front page: the same names, without links.
fn front_page_table() -> String {
    let mut table = "//! | part | chapter | brings | changes |\n//! |---|---|---|---|\n".to_owned();
    let plain = |links: Vec<String>| {
        let names: Vec<String> =
            links.iter().map(|link| link[1..].split(']').next().unwrap().to_owned()).collect();
        names.join(" ")
    };
    for (number, (brings, changes)) in chapters() {
        let part = Part::new(number).unwrap();
        table += &format!("//! | {part} | {} | {} | {} |\n", part.name(), plain(brings), plain(changes));
    }
    table
}

/// Checks what stands between two lines of a file, or writes it.
fn check_section(file: &str, begin: &str, end: &str, expected: &str) {
    let text = read(file);
    let start = text.find(begin).unwrap_or_else(|| panic!("{file} lacks {begin}")) + begin.len();
    let stop = start + text[start..].find(end).unwrap_or_else(|| panic!("{file} lacks {end}"));
    if env::var_os("TABLES").is_some_and(|value| value == "write") {
        fs::write(root().join(file), format!("{}{expected}{}", &text[..start], &text[stop..])).unwrap();
        return;
    }
    assert!(
        text[start..stop] == *expected,
        "the table of {file} is old: TABLES=write cargo test --test names"
    );
}

#[test]
fn the_tables_of_the_chapters_are_those_of_the_list() {
    check_section(
        "README.md",
        "<!-- chapters -->\n",
        "<!-- end of chapters -->",
        &format!("\n{}\n", readme_table()),
    );
    check_section(
        "src/lib.rs",
        "//! # The chapters\n",
        "//! # From a key to the screen",
        &format!("//!\n{}//!\n", front_page_table()),
    );
}
