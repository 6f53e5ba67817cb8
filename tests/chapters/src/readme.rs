//! The page that a chapter begins with: what was written by hand, then what the chapter adds and changes.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::along::Along;
use crate::chapter::{Chapter, root, title};
use crate::files;
use crate::nodes::{Kind, Node, Nodes};
use crate::order::in_order;
use crate::places::fill;
use crate::program::{Program, Sources};

/// Functions, types and constants.
pub const ITEMS: [Kind; 2] = [Kind::Item, Kind::Member];

/// The README of a chapter that follows on another.
///
/// # Errors
/// When the page or the list of names cannot be read.
pub fn readme(chapter: &Chapter, before: Option<&Chapter>) -> Result<String, String> {
    let part = chapter.part;
    let read = |path: &str| files::text(&root().join(path));
    let mut text = format!("# Part {part}: {}\n\n", title(part)?);
    let page = read(&format!("tests/chapters/pages/{part:02}.md"))?;
    let pictures = read("tests/chapters/steps/commands.txt")?;
    let picture = format!("{part:02}-steps.png: ");
    let drawn = pictures.lines().find_map(|line| line.strip_prefix(&picture)).unwrap_or_default();
    let shown = format!("![The algorithm at work]({part:02}-steps.png)\n\n```sh\n{drawn}\n```");
    let page = page.replace("<!-- steps -->", &shown);
    let page = Along::new(&page, chapter, before).map_err(|problem| format!("page {part}: {problem}"))?.page;
    text += fill(&page, &chapter.sources).trim_end();
    text += "\n\n";
    text += &changes(chapter, before, &read("tests/names/names.tsv")?)?;
    Ok(text)
}

/// What a chapter adds and changes, file by file.
fn changes(chapter: &Chapter, before: Option<&Chapter>, list: &str) -> Result<String, String> {
    let now = items(&chapter.sources, &ITEMS)?;
    let earlier = before.map(|before| items(&before.sources, &ITEMS)).transpose()?.unwrap_or_default();
    let mut text = match before {
        Some(before) => format!("## What is new since Part {}\n\n", before.part),
        None => "## What is in it\n\n".to_owned(),
    };
    text += "The list uses the names in this program. Where the original has a different name, it follows in \
             brackets.\n\n";
    let alone = |text: &str| text.replace("pub ", ""); // What is `pub` follows from other files.
    for path in in_order(chapter.sources.keys()) {
        let Some(items) = now.get(path) else { continue };
        let old = earlier.get(path);
        let mut added = Vec::new();
        let mut changed = Vec::new();
        for (name, body) in items {
            let shown = shown(name, body, list);
            match old.and_then(|old| old.iter().find(|(known, _)| known == name)) {
                None => added.push(shown),
                Some((_, known)) if alone(known) != alone(body) => changed.push(shown),
                Some(_) => {}
            }
        }
        let new = if before.is_some() && old.is_none() { " (new file)" } else { "" };
        if added.is_empty() && changed.is_empty() {
            continue;
        }
        write!(text, "- [{path}](src/{path}){new}").map_err(|error| error.to_string())?;
        if !added.is_empty() {
            text += &format!(" adds {}", added.join(", "));
        }
        if !changed.is_empty() {
            text += if added.is_empty() { " changes " } else { "; changes " };
            text += &changed.join(", ");
        }
        text += "\n";
    }
    Ok(text)
}

/// An item's name, with that of the original if it is another. Its documentation has it in backticks: spelled
/// alike, or right behind a bracket.
fn shown(name: &str, text: &str, list: &str) -> String {
    match original(name, text, list) {
        Some(original) if Some(original.as_str()) != name.rsplit("::").next() => {
            format!("`{name}` [`{original}`]")
        }
        _ => format!("`{name}`"),
    }
}

/// The original's name of an item, if its documentation has it.
pub fn original(name: &str, text: &str, list: &str) -> Option<String> {
    let own = name.rsplit("::").next().unwrap_or(name);
    let letters = |name: &str| name.replace('_', "").to_lowercase();
    let known = |original: &&str| list.lines().any(|row| row.split('\t').nth(1) == Some(original));
    let text: String = text.lines().take_while(|line| line.trim_start().starts_with("//")).collect();
    let quoted = text.split('`').skip(1).step_by(2);
    let bracketed = text.split("(`").skip(1).filter_map(|rest| rest.split('`').next());
    let [mut quoted, mut bracketed] = [quoted.collect::<Vec<_>>(), bracketed.collect()]
        .map(|names| names.into_iter().filter_map(|name| name.rsplit("::").next()).filter(known));
    let found = quoted.find(|original| letters(original) == letters(own)).or_else(|| bracketed.next());
    found.map(str::to_owned)
}

/// What each file declares of some kinds, by the names that readers know it by, with its text.
pub fn items(sources: &Sources, kinds: &[Kind]) -> Result<BTreeMap<String, Vec<(String, String)>>, String> {
    let mut items: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for file in Program::parse(sources)?.files {
        let nodes = Nodes::of(&file.tree);
        let text = file.text();
        let found = items.entry(file.path.clone()).or_default();
        for node in nodes.nodes.iter().filter(|node| kinds.contains(&node.kind)) {
            let name = &text[node.name.clone()];
            let is_part = [Kind::Field, Kind::Variant].contains(&node.kind);
            let around: &[Kind] = if is_part { &[Kind::Item] } else { &[Kind::Impl, Kind::TraitImpl] };
            let block = nodes.around(around, &node.range);
            // What stands in a function belongs to it.
            let inside = |outer: &Node| {
                ITEMS.contains(&outer.kind)
                    && outer.range.start < node.range.start
                    && node.range.end <= outer.range.end
            };
            let module = text[node.range.clone()].ends_with(';') && text[..node.name.start].ends_with("mod ");
            if module
                || !is_part && nodes.nodes.iter().any(inside)
                || block.is_some_and(|block| block.kind == Kind::TraitImpl)
            {
                continue;
            }
            // Methods, fields and variants are known by their type, everything else by its own name.
            let known = block
                .map_or_else(|| name.to_owned(), |block| format!("{}::{name}", &text[block.name.clone()]));
            found.push((known, text[node.range.clone()].to_owned()));
        }
    }
    items.retain(|_, found| !found.is_empty());
    Ok(items)
}
