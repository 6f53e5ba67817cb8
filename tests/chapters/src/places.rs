//! The tables of a page: C++ name, Rust name, and the place in the written chapter.
//!
//! A page names a place by what stands there, because lines change with every chapter: the last cell of a row
//! is `map.rs: fn split`. Several texts, `map.rs: impl Room, fn centre`, are looked for one after the other.

use crate::program::Sources;

/// Puts file and line into the last cell of every row that names a place. A place that the chapter does not
/// have stays as it is.
pub fn fill(page: &str, sources: &Sources) -> String {
    let mut text = String::new();
    for line in page.lines() {
        let found = place(line).and_then(|(row, path, looked_for)| {
            let number = find(sources, path, looked_for)?;
            Some(format!("{row}| [{path}:{number}](src/{path}#L{number}) |"))
        });
        text += found.as_deref().unwrap_or(line);
        text.push('\n');
    }
    text
}

/// The row before its last cell, the file, and what is looked for in it.
pub fn place(line: &str) -> Option<(&str, &str, &str)> {
    let (row, cell) = line.strip_prefix("| ")?.strip_suffix(" |")?.rsplit_once("| ")?;
    let (path, looked_for) = cell.trim_end().split_once(": ")?;
    let row = &line[..row.len() + 2];
    path.ends_with(".rs").then_some((row, path, looked_for))
}

/// The number of the line, counted from 1.
fn find(sources: &Sources, path: &str, looked_for: &str) -> Option<usize> {
    let mut lines = (1..).zip(sources.get(path)?.lines());
    let mut found = None;
    for text in looked_for.split(", ") {
        found = Some(lines.find(|(_, line)| has(line, text))?.0);
    }
    found
}

/// Returns true if a line of code, not of comments, has the words `text` in it.
fn has(line: &str, text: &str) -> bool {
    let is_name = |character: char| character.is_alphanumeric() || character == '_';
    let code = line.trim_start();
    !code.starts_with("//")
        && code
            .match_indices(text)
            .any(|(at, _)| !code[..at].ends_with(is_name) && !code[at + text.len()..].starts_with(is_name))
}
