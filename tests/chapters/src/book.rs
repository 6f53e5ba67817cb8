//! All chapters together: folders that lead to each other, a start page, what each chapter changes, an index
//! of the original's names, and a table of contents with which `mdbook build` makes a book of it.

use std::collections::BTreeMap;

use crate::chapter::{Chapter, LAST, root, title};
use crate::diff::diff;
use crate::example;
use crate::files::read;
use crate::index;

/// What mdbook has to know. Without its own preprocessors README.md stays README.html, where links lead.
const BOOK: &str = include_str!("../template/book.toml");
/// In a clone the sources' pages are made by this tool, and the HTML is outside of the book's sources.
const IN_REPOSITORY: [(&str, &str); 2] = [
    ("command = \"chapters mdbook\"", "command = \"cargo run --quiet --manifest-path Cargo.toml -- mdbook\""),
    ("build-dir = \"book\"", "build-dir = \"../../target/book\""),
];
/// How the pages look, beside mdbook's own style.
const STYLE: &str = "book.css";
/// Games, figures and answers: what a page in a browser loads.
const WEB: [&str; 8] = [
    "web/web.css",
    "web/core.js",
    "web/canvas.js",
    "web/game.js",
    "web/beside.js",
    "web/figure.js",
    "web/answers.js",
    "web/module.js",
];
/// The start page of a book in a folder of its own.
pub const START: &str = "README.md";
/// The start page of the chapters in the repository, where README.md is about the tool.
pub const START_IN_REPOSITORY: &str = "chapters.md";
/// The pages that explain the book and its words. They are written by hand.
const GLOSSARY: &str = "glossary.md";
const USING: &str = "using.md";
/// Where the C++ of a part is.
pub const ORIGINAL: &str = "https://github.com/EliteIntegrity/Roguelike-tutorial-series/tree/HEAD/part%20";

/// All files of a book, by their paths.
///
/// `before` is the chapter before the first one, where there is one; it is not in the book itself.
///
/// # Errors
/// When a chapter has no title, or a file of the repository cannot be read.
pub fn files(
    chapters: &[Chapter],
    before: Option<&Chapter>,
    start: &str,
) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    let mut contents = format!("# Summary\n\n[All chapters]({start})\n\n- [How to use this book]({USING})\n");
    let mut rows = String::new();
    for (at, chapter) in chapters.iter().enumerate() {
        let part = chapter.part;
        let title = title(part)?;
        let last = if at > 0 { chapters.get(at - 1) } else { before };
        contents += &format!("- [Part {part}: {title}](part{part:02}/README.md)\n");
        for (task, texts) in example::tasks(part)? {
            let title = texts["README.md"].lines().next().unwrap_or_default().trim_start_matches("# ");
            contents += &format!("  - [Exercise: {title}](part{part:02}/exercises/{task}/README.md)\n");
        }
        let mut changes = String::new();
        if let Some(last) = last {
            let page = format!("diff{:02}-{part:02}.md", last.part);
            let name = format!("What Part {part} changes");
            contents += &format!("  - [{name}]({page})\n");
            changes = format!("[since Part {}]({page})", last.part);
            let text = format!(
                "# {name}\n\nIn a copy of part{:02}, `patch -p1 < ../{page}` turns the program into that of Part {part}. \
                 The patch does not contain the test: copy `tests.rs` and `page.txt` from part{part:02}/src.\n\n{}",
                last.part,
                as_markdown(&diff(last, chapter))
            );
            files.insert(page, text.into_bytes());
        }
        rows += &format!(
            "| {part} | [{title}](part{part:02}/README.md) | [code](part{part:02}/src) | {} | {changes} | [C++]({ORIGINAL}{part}) |\n",
            chapter.lines().count()
        );
        let ways = ways(chapters, at, start)?;
        for (path, bytes) in chapter.files(last)? {
            let is_page = path == "README.md";
            let bytes = if is_page { with_ways(&alone(&bytes, chapters), &ways) } else { bytes };
            files.insert(format!("part{part:02}/{path}"), bytes);
        }
    }
    contents += "- [Names of the C++](names.md)\n- [Glossary](glossary.md)\n";
    files.insert("names.md".to_owned(), index::page(chapters)?.into_bytes());
    files.insert(start.to_owned(), start_page(&rows).into_bytes());
    files.insert("SUMMARY.md".to_owned(), contents.into_bytes());
    let mut book = BOOK.to_owned();
    // The search finds pages, neither the sources nor a solution before its exercise.
    for &Chapter { part, .. } in chapters {
        book += &format!("\"part{part:02}/src\" = {{ enable = false }}\n");
        for task in example::tasks(part)?.keys() {
            book += &format!("\"part{part:02}/exercises/{task}/solution.diff.md\" = {{ enable = false }}\n");
        }
    }
    if start == START {
        for path in [GLOSSARY, USING, STYLE].into_iter().chain(WEB) {
            let place = root().join("tests/chapters").join(path);
            files.insert(path.to_owned(), read(&place)?);
        }
    } else {
        for (alone, in_repository) in IN_REPOSITORY {
            book = book.replace(alone, in_repository);
        }
    }
    files.insert("book.toml".to_owned(), book.into_bytes());
    Ok(files)
}

/// The page that lists all chapters.
fn start_page(rows: &str) -> String {
    format!(
        "# Roguelikes in C++ with SDL3, in Rust on SDL2\n\n\
         Seventeen parts lead from an empty folder to a game with magic, saves and a victory. Each part is \
         a small program with a page and exercises. Begin with [how to use this book](using.md). \
         [The index](names.md) gives the Rust for every C++ name, and [the glossary](glossary.md) explains \
         Rust and roguelike terms.\n\n\
         | part | page | code | lines | changes | original |\n| ---: | --- | --- | ---: | --- | --- |\n{rows}"
    )
}

/// The links of a chapter's page to what is around it.
fn ways(chapters: &[Chapter], at: usize, start: &str) -> Result<String, String> {
    let part = chapters[at].part;
    let mut links = vec![
        format!("[All chapters](../{start})"),
        format!("[how to use this book](../{USING})"),
        format!("[glossary](../{GLOSSARY})"),
    ];
    if let Some(before) = at.checked_sub(1).map(|at| chapters[at].part) {
        links.push(format!("before: [Part {before}: {}](../part{before:02}/README.md)", title(before)?));
        links.push(format!("[what Part {part} changes](../diff{before:02}-{part:02}.md)"));
    }
    links.push(format!("[the C++]({ORIGINAL}{part})"));
    if let Some(next) = chapters.get(at + 1).map(|next| next.part) {
        links.push(format!("next: [Part {next}: {}](../part{next:02}/README.md)", title(next)?));
    }
    Ok(links.join(" | "))
}

/// A page without the links to chapters that are not beside it.
pub fn alone(page: &[u8], beside: &[Chapter]) -> Vec<u8> {
    let mut text = String::from_utf8_lossy(page).into_owned();
    for part in (1..=LAST).filter(|part| beside.iter().all(|chapter| chapter.part != *part)) {
        text = text.replace(&format!("[Part {part}](../part{part:02}/README.md)"), &format!("Part {part}"));
    }
    text.into_bytes()
}

/// A page with links below its title.
fn with_ways(page: &[u8], ways: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(page);
    let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
    format!("{title}\n\n{ways}\n{rest}").into_bytes()
}

/// A unified diff as Markdown, with a heading for each file.
fn as_markdown(diff: &str) -> String {
    let mut text = String::new();
    let mut lines = diff.lines().peekable();
    while let Some(line) = lines.next() {
        let new =
            lines.peek().and_then(|next| next.strip_prefix("+++ ")).filter(|_| line.starts_with("--- "));
        if let Some(new) = new {
            let path = if new == "/dev/null" { &line["--- ".len()..] } else { new };
            let file = path.split_once("/src/").map_or(path, |(_, file)| file);
            text += if text.is_empty() { "" } else { "```\n\n" };
            text += &format!("## {file}\n\n```diff\n");
        }
        text += line;
        text.push('\n');
    }
    text + "```\n"
}
