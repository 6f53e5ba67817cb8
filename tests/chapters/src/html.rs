//! What mdbook's HTML lacks: pages of the source files, with an anchor for each line. On a code host a page
//! leads to `src/fov.rs#L39`; in the book the same link leads to the page of that file.
//!
//! This is a preprocessor of mdbook: it gets the book as JSON and returns it changed.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use serde_json::{Value, json};

use crate::colour::block;
use crate::files::{self, collect};
use crate::order::in_order;
use crate::pairs;
use crate::repository;

#[path = "../web/pages.rs"]
pub mod web;
use web::{searched, with_scripts};

/// Changes a book: links to files and folders that are no pages lead to pages, and the pages are added behind
/// the others.
///
/// # Errors
/// When the input is not from mdbook, or a file cannot be read.
pub fn preprocess(input: &str) -> Result<String, String> {
    let mut input: Value = serde_json::from_str(input).map_err(|error| format!("no book: {error}"))?;
    let root = PathBuf::from(input[0]["root"].as_str().ok_or("the book has no root")?);
    let mut found = BTreeMap::new();
    let series =
        input[0]["config"]["preprocessor"]["chapters"]["series"].as_str().map(|path| root.join(path));
    let items =
        input[1]["items"].as_array_mut().ok_or("the book has no pages: mdbook 0.5 or later is needed")?;
    if let Some(clone) = series {
        add_pairs(&clone, items)?;
    }
    for item in items.iter_mut() {
        lead_to_pages(item, &root, &mut found)?;
    }
    // The files of a folder have pages too.
    let folders: Vec<String> = found.keys().filter(|path| root.join(path).is_dir()).cloned().collect();
    for folder in folders {
        let files = collect(&root.join(&folder))?;
        let line = |path: &String| format!("- [{path}](src/{path}.md)\n");
        found.insert(folder.clone(), in_order(files.keys()).into_iter().map(line).collect());
        found
            .extend(files.iter().map(|(path, text)| (format!("{folder}/{path}"), block(text, 1, &|_| None))));
    }
    let pages = found.iter().map(|(path, text)| {
        let (folder, _) = path.split_once('/').unwrap_or_default();
        let up = "../".repeat(path.matches('/').count());
        page(path, path, &format!("# {path}\n\n[{folder}]({up}{folder}/README.md)\n\n{text}"), &["Sources"])
    });
    let pages: Vec<Value> = pages.collect();
    let list: String = found.keys().map(|path| format!("- [{path}]({path}.md)\n")).collect();
    let mut sources = page("Sources", "sources", &format!("# Sources\n\n{list}"), &[]);
    sources["Chapter"]["sub_items"] = Value::Array(pages);
    items.push(sources);
    Ok(input[1].to_string())
}

/// Puts a page with the C++ beside the Rust below each chapter. The reader has a clone of the series, and names its
/// folder in the configuration `preprocessor.chapters.series`.
fn add_pairs(clone: &Path, items: &mut [Value]) -> Result<(), String> {
    let chapters = repository::read()?;
    for item in items {
        let own = item["Chapter"]["path"]
            .as_str()
            .and_then(|path| path.strip_prefix("part")?.get(..2)?.parse().ok());
        let Some(chapter) = chapters.iter().find(|chapter| Some(chapter.part) == own) else { continue };
        let name = format!("Part {}: C++ beside Rust", chapter.part);
        let path = format!("part{:02}/beside", chapter.part);
        let title = item["Chapter"]["name"].as_str().unwrap_or_default().to_owned();
        let pairs = page(&name, &path, &pairs::page_of_book(chapter, clone)?, &[&title]);
        if let Some(below) = item["Chapter"]["sub_items"].as_array_mut() {
            below.push(pairs);
        }
    }
    Ok(())
}

/// A page of the book, as mdbook has it. Its number says how deep in the table of contents it stands.
fn page(name: &str, path: &str, content: &str, around: &[&str]) -> Value {
    json!({"Chapter": {
        "name": name, "content": content, "number": vec![1; around.len() + 1], "sub_items": [],
        "path": format!("{path}.md"), "source_path": null, "parent_names": around,
    }})
}

/// Changes the links of a page and of those below it, and notes the contents of the pages they lead to then:
/// those of files as HTML, of folders nothing yet.
fn lead_to_pages(item: &mut Value, root: &Path, found: &mut BTreeMap<String, String>) -> Result<(), String> {
    let chapter = &mut item["Chapter"];
    if let (Some(own), Some(content)) = (chapter["path"].as_str(), chapter["content"].as_str()) {
        let folder = Path::new(own).parent().unwrap_or(Path::new(""));
        let mut text = with_scripts(content, own, root)?;
        // What stands in a block of code is no link.
        let prose = content.split("```").step_by(2).flat_map(|prose| prose.split("](").skip(1));
        for target in prose.filter_map(|rest| rest.split(')').next()) {
            let (file, line) =
                target.split_once('#').map_or((target, None), |(file, line)| (file, Some(line)));
            let path = plain(&folder.join(file));
            let place = root.join(&path);
            let is_page = matches!(file, "" | ".") || file.ends_with(".md") || file.ends_with(".png");
            if is_page || !place.exists() {
                continue;
            }
            let line = line.map_or(String::new(), |line| format!("#{line}"));
            text = text.replace(&format!("]({target})"), &format!("]({file}.md{line})"));
            let html =
                if place.is_dir() { String::new() } else { block(&files::text(&place)?, 1, &|_| None) };
            found.insert(path, html);
        }
        chapter["content"] = json!(searched(&text));
    }
    for item in chapter["sub_items"].as_array_mut().into_iter().flatten() {
        lead_to_pages(item, root, found)?;
    }
    Ok(())
}

/// A path without `..`, with slashes.
fn plain(path: &Path) -> String {
    let mut names: Vec<&str> = Vec::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(names.pop()),
            component => names.extend(component.as_os_str().to_str()),
        }
    }
    names.join("/")
}
