//! The places of names in the tables of a page.
//!
//! A page names a place by its words, because lines change with every chapter: the last cell of a row is
//! `map.rs: fn split`. Several texts, `map.rs: impl Room, fn centre`, are looked for one after the other.

use std::ops::Range;

use crate::program::Sources;

/// Puts file and line into the last cell of every row that names a place. A place that the chapter does not have
/// stays as it is.
pub fn fill(page: &str, sources: &Sources) -> String {
    let mut text = String::new();
    let mut predicts = false;
    for line in page.lines() {
        let found = place(line).and_then(|(row, path, looked_for)| {
            let number = find(sources, path, looked_for)?;
            Some(format!("{row}| [{path}:{number}](src/{path}#L{number}) |"))
        });
        predicts = line.starts_with("> **") || predicts && line.starts_with('>');
        // A quoted bug is no Markdown.
        let is_bug = line.starts_with("> ") && !predicts;
        let line = if is_bug { line.replace('*', "\\*") } else { line.to_owned() };
        text += &found.unwrap_or(line);
        text.push('\n');
    }
    text
}

/// The lines of an item, counted from 0, with its documentation. The text is formatted.
pub fn whole(text: &str, at: usize) -> Range<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let is_about = |line: &&&str| line.trim_start().starts_with("//") || line.trim_start().starts_with("#[");
    let about = lines[..at].iter().rev().take_while(is_about).count();
    let indent = &lines[at][..lines[at].len() - lines[at].trim_start().len()];
    let is_end =
        |line: &&str| ["}", "};", "];", ");"].iter().any(|end| line.strip_prefix(indent) == Some(end));
    let is_open = lines[at].ends_with(['{', '(', '[']);
    let length = lines[at..].iter().position(is_end).filter(|_| is_open).map_or(1, |last| last + 1);
    at - about..at + length
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
