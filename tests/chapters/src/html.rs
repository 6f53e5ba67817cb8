//! What mdbook's HTML lacks: pages of the source files, with an anchor for each line. On a code host a page
//! leads to `src/fov.rs#L39`; in the book the same link leads to the page of that file.
//!
//! This is a preprocessor of mdbook: it gets the book as JSON and returns it changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde_json::{Value, json};

use crate::chapter::{LAST, collect};
use crate::colour::{Language, lines};
use crate::order::in_order;
use crate::program::Sources;

/// Changes a book: links to files and folders that are no pages lead to pages, and the pages are added behind
/// the others.
///
/// # Errors
/// When the input is not from mdbook, or a file cannot be read.
pub fn preprocess(input: &str) -> Result<String, String> {
    let problem = |what: &str| format!("mdbook's input has no {what}");
    let mut input: Value = serde_json::from_str(input).map_err(|error| problem(&error.to_string()))?;
    let root = PathBuf::from(input[0]["root"].as_str().ok_or_else(|| problem("root"))?);
    let mut found = BTreeMap::new();
    let items = input[1]["items"].as_array_mut().ok_or_else(|| problem("items"))?;
    for item in items.iter_mut() {
        lead_to_pages(item, &root, &mut found)?;
    }
    // The files of a folder have pages too.
    for folder in found.keys().filter(|path| root.join(path).is_dir()).cloned().collect::<Vec<_>>() {
        let mut files = Sources::new();
        collect(&root.join(&folder), "", &mut files)?;
        let list: String =
            in_order(files.keys()).iter().map(|path| format!("- [{path}](src/{path}.md)\n")).collect();
        found.insert(folder.clone(), list);
        found.extend(files.iter().map(|(path, text)| (format!("{folder}/{path}"), source(path, text))));
    }
    let mut list = String::new();
    let mut parts = Vec::new();
    for part in 1..=LAST {
        let folder = format!("part{part:02}/");
        let paths = in_order(found.keys().filter(|path| path.starts_with(&folder)));
        let [of_part, around] = [format!("Part {part}"), "Sources".to_owned()];
        let mut pages = Vec::new();
        for path in paths {
            let up = "../".repeat(path.matches('/').count());
            let text = format!("# {path}\n\n[{of_part}]({up}{folder}README.md)\n\n{}", found[path]);
            match path[folder.len()..].strip_prefix("src") {
                Some("") => {
                    list += &format!("- [{of_part}]({path}.md)\n");
                    parts.push(page(&of_part, path, &text, &[&around]));
                }
                name => {
                    let name = name.map_or(&path[folder.len()..], |name| &name[1..]);
                    pages.push(page(name, path, &text, &[&around, &of_part]));
                }
            }
        }
        if let Some(part) = parts.last_mut().filter(|_| !pages.is_empty()) {
            part["Chapter"]["sub_items"] = Value::Array(pages);
        }
    }
    let mut sources = page("Sources", "sources", &format!("# Sources\n\n{list}"), &[]);
    sources["Chapter"]["sub_items"] = Value::Array(parts);
    items.push(sources);
    Ok(input[1].to_string())
}

/// A page of the book, as mdbook has it. Its number says how deep in the table of contents it stands.
fn page(name: &str, path: &str, content: &str, around: &[&str]) -> Value {
    json!({"Chapter": {
        "name": name, "content": content, "number": vec![1; around.len() + 1], "sub_items": [],
        "path": format!("{path}.md"), "source_path": null, "parent_names": around,
    }})
}

/// A source file as HTML.
fn source(path: &str, text: &str) -> String {
    let lines = lines(text, Language::of(path), &|_| None);
    let lines = (1..).zip(lines).map(|(number, line)| format!("<span id=\"L{number}\">{line}\n</span>"));
    format!("<pre class=\"source hljs\">{}</pre>\n", lines.collect::<String>())
}

/// Changes the links of a page and of those below it, and notes what they lead to: folders without a text,
/// files with their page.
fn lead_to_pages(item: &mut Value, root: &Path, found: &mut BTreeMap<String, String>) -> Result<(), String> {
    let Some(chapter) = item.get_mut("Chapter") else { return Ok(()) };
    let folder = chapter["path"].as_str().and_then(|path| Path::new(path).parent()).map(Path::to_owned);
    if let (Some(folder), Some(content)) = (folder, chapter["content"].as_str()) {
        let mut text = String::new();
        // What stands in a block of code is no link.
        for (at, piece) in content.split("```").enumerate() {
            let mut links = piece.split("](").filter(|_| at % 2 == 0);
            text += if at > 0 { "```" } else { "" };
            text += links.next().unwrap_or(piece);
            for link in links {
                let (target, rest) = link.split_once(')').unwrap_or((link, ""));
                let (file, line) = target.split_once('#').unwrap_or((target, ""));
                let path = plain(&folder.join(file));
                let place = root.join(&path);
                let is_page = file.contains("://")
                    || file.is_empty()
                    || [".md", ".png"].iter().any(|end| file.ends_with(end));
                text += "](";
                if is_page || !place.exists() {
                    text += target;
                } else {
                    text += &format!("{file}.md{}{line}", if line.is_empty() { "" } else { "#" });
                    let read = |place: &Path| {
                        fs::read_to_string(place)
                            .map_err(|error| format!("cannot read {}: {error}", place.display()))
                    };
                    let html = if place.is_dir() { String::new() } else { source(&path, &read(&place)?) };
                    found.insert(path, html);
                }
                text += &format!("){rest}");
            }
        }
        chapter["content"] = json!(text);
    }
    for item in chapter["sub_items"].as_array_mut().into_iter().flatten() {
        lead_to_pages(item, root, found)?;
    }
    Ok(())
}

/// A path below the book's folder without `..`, with slashes.
fn plain(path: &Path) -> String {
    let mut names: Vec<&str> = Vec::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(names.pop()),
            Component::Normal(name) => names.extend(name.to_str()),
            _ => {}
        }
    }
    names.join("/")
}
