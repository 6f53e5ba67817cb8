//! What a page takes from the written chapter: in its tables the place of each name, and between its
//! sentences the code.
//!
//! A page names a place by what stands there, because lines change with every chapter: the last cell of a row
//! is `map.rs: fn split`. Several texts, `map.rs: impl Room, fn centre`, are looked for one after the other.
//! Code is shown where the page has a comment on a line of its own: `<!-- code map.rs: fn split -->` shows a
//! whole item. `<!-- code map.rs: fn split ... let cut -->` shows it up to the line that has these words,
//! `<!-- code ... return -->` goes on from there up to another line, and `<!-- code ... -->` shows the rest.

use std::ops::Range;

use crate::program::Sources;

/// Puts file and line into the last cell of every row that names a place, and the code where a page asks for
/// it. A place of a row that the chapter does not have stays as it is.
///
/// # Errors
/// When code is not found, or not shown to its end.
pub fn fill(page: &str, sources: &Sources) -> Result<String, String> {
    let mut text = String::new();
    let (mut rest, mut predicts) = (None, false);
    for line in page.lines() {
        let found = place(line).and_then(|(row, path, looked_for)| {
            let number = find(sources, path, looked_for)?;
            Some(format!("{row}| [{path}:{number}](src/{path}#L{number}) |"))
        });
        let marker = line.strip_prefix("<!-- code ").and_then(|line| line.strip_suffix("-->"));
        let code = marker.map(|marker| code(marker.trim(), sources, &mut rest)).transpose();
        let code = code.map_err(|problem| format!("{problem}: {line}"))?;
        predicts = line.starts_with("> **") || predicts && line.starts_with('>');
        // A quoted bug is no Markdown.
        let is_bug = line.starts_with("> ") && !predicts;
        let line = if is_bug { line.replace('*', "\\*") } else { line.to_owned() };
        text += &code.or(found).unwrap_or(line);
        text.push('\n');
    }
    match rest {
        None => Ok(text),
        Some((path, lines)) => {
            Err(format!("{path} is not shown from line {} on: <!-- code ... -->", lines.start + 1))
        }
    }
}

/// A block of code, with a link to its place. `rest` is the file and the lines of an item that are not shown
/// yet.
fn code<'s>(
    marker: &str,
    sources: &'s Sources,
    rest: &mut Option<(&'s str, Range<usize>)>,
) -> Result<String, String> {
    let (item, end) = marker.split_once("...").unwrap_or((marker, ""));
    if let Some((path, looked_for)) = item.trim().split_once(": ") {
        let (path, _) = sources.get_key_value(path).ok_or("there is no such file")?;
        let line = find(sources, path, looked_for).ok_or("there is no such item")?;
        if rest.replace((path, whole(&sources[path], line - 1))).is_some() {
            return Err("the last item is not shown to its end before".to_owned());
        }
    }
    let (path, lines) = rest.take().ok_or("no item was begun before")?;
    let all: Vec<&str> = sources[path].lines().collect();
    let is_last = |line: &usize| !end.trim().is_empty() && all[*line].contains(end.trim());
    let last = lines.clone().find(is_last).or(end.trim().is_empty().then_some(lines.end - 1));
    let last = last.ok_or("the item has no such line")?;
    // What only closes a block belongs to it.
    let closing = all[last + 1..lines.end].iter().take_while(|line| line.trim() == "}").count();
    let last = last + closing;
    if last + 1 < lines.end {
        *rest = Some((path, last + 1..lines.end));
    }
    let shown = &all[lines.start..=last];
    let filled = shown.iter().filter(|line| !line.is_empty());
    let indent = filled.map(|line| line.len() - line.trim_start().len()).min().unwrap_or_default();
    let shown: Vec<&str> = shown.iter().map(|line| line.get(indent..).unwrap_or_default()).collect();
    let first = lines.start + 1;
    Ok(format!(
        "```rust\n{}\n```\n\n[{path}:{first}](src/{path}#L{first})",
        shown.join("\n").trim_matches('\n')
    ))
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
