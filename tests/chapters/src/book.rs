//! All chapters together: a start page, what each of them changes, and a table of contents with which
//! `mdbook build` makes a book of it.

use std::collections::BTreeMap;

use crate::chapter::{Chapter, title};
use crate::diff::diff;

/// What `mdbook` has to know.
const BOOK: &str =
    "[book]\ntitle = \"Roguelikes in C++ with SDL3, in Rust on SDL2\"\nlanguage = \"en\"\nsrc = \".\"\n";

/// The pages of a book, by their paths.
pub struct Book {
    pages: BTreeMap<String, String>,
    contents: String,
    start: String,
}

impl Default for Book {
    fn default() -> Book {
        Book::new()
    }
}

impl Book {
    /// A book without chapters.
    pub fn new() -> Book {
        let title = "# Roguelikes in C++ with SDL3, in Rust on SDL2";
        let start = "Each chapter is a program of its own: `cd part01`, then `cargo run`. Its page says what it brings, \
                     and what became of it in Rust. The differences show every changed line.\n\n\
                     | Part | | Lines | Changes |\n| ---: | --- | ---: | --- |\n";
        Book {
            pages: BTreeMap::from([("book.toml".to_owned(), BOOK.to_owned())]),
            contents: "# Summary\n\n[All chapters](README.md)\n\n".to_owned(),
            start: format!("{title}\n\n{start}"),
        }
    }

    /// Adds a chapter, and what it changes in the one before.
    ///
    /// # Errors
    /// When the chapter has no title.
    pub fn add(&mut self, chapter: &Chapter, before: Option<&Chapter>) -> Result<(), String> {
        let (part, title) = (chapter.part, title(chapter.part)?);
        self.contents += &format!("- [Part {part}: {title}](part{part:02}/README.md)\n");
        let mut changes = String::new();
        if let Some(before) = before {
            let page = format!("diff{:02}-{part:02}.md", before.part);
            let name = format!("What Part {part} changes");
            self.contents += &format!("  - [{name}]({page})\n");
            changes = format!("[since Part {}]({page})", before.part);
            self.pages.insert(page, format!("# {name}\n\n{}", as_markdown(&diff(before, chapter))));
        }
        let lines = chapter.lines();
        self.start += &format!("| {part} | [{title}](part{part:02}/README.md) | {lines} | {changes} |\n");
        Ok(())
    }

    /// All pages, by their paths.
    pub fn pages(mut self) -> BTreeMap<String, String> {
        self.pages.insert("README.md".to_owned(), self.start);
        self.pages.insert("SUMMARY.md".to_owned(), self.contents);
        self.pages
    }
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

#[cfg(test)]
mod tests {
    use super::as_markdown;

    #[test]
    fn each_file_has_a_heading() {
        let diff = "--- part01/src/a.rs\n+++ part02/src/a.rs\n@@ -1 +1 @@\n-x\n+y\n\
                    --- /dev/null\n+++ part02/src/game/b.rs\n@@ -0,0 +1 @@\n+z\n";
        let page = "## a.rs\n\n```diff\n--- part01/src/a.rs\n+++ part02/src/a.rs\n@@ -1 +1 @@\n-x\n+y\n```\n\n\
                    ## game/b.rs\n\n```diff\n--- /dev/null\n+++ part02/src/game/b.rs\n@@ -0,0 +1 @@\n+z\n```\n";
        assert_eq!(as_markdown(diff), page);
    }
}
