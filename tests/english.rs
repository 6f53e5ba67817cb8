//! What people read is written for a reader: none of the kinds of sentences that were translated word by word.
//!
//! The test fails on a kind of sentence, never on a wording. Comments are not among the texts.

#[path = "common/texts.rs"]
mod texts;

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;
use texts::texts_of;

/// Each kind of sentence, its pattern, and how one writes it instead.
const KINDS: [(&str, &str, &str); 6] = [
    (
        "a clause as a noun",
        r"(^|[.:] )What [a-z]",
        "begin with the thing that acts: \"The result is a tree\", not \"What comes out is a tree\"",
    ),
    (
        "code that asks or tells",
        r"\b(asks|is asked|are asked|tells|is told|are told)\b",
        "code checks, reads, prints, shows, returns",
    ),
    (
        "stand for be",
        r"\bstands? (in|at|before|there|beside|below|for|twice|once)\b",
        "write is, are, means",
    ),
    (
        "a word used as in another language",
        r"\balone\b|\banew\b|\banother one\b|\bother ones\b|\bmend(s|ed)?\b",
        "write only, again, another, others, fix",
    ),
    ("is no X", r"\b(is|are) no [a-z]+", "write isn't, aren't, or doesn't"),
    ("a clipped clause", r"[;.] [Nn]one (if|as|where)\b|, in words\b|\bled to\b", "write the whole sentence"),
];

/// Idioms that have a pattern and are good English.
const IDIOMS: [&str; 5] = ["left alone", "leaves alone", "there is no", "there are no", "There are no"];

/// Texts that have a pattern for a reason: a part of the text, and the reason.
const EXCEPTIONS: [(&str, &str); 0] = [];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the files below a folder with an ending.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut folders = vec![root().join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns each kind of sentence that a paragraph has.
fn faults(path: &Path, paragraph: &str) -> Vec<String> {
    let paragraph = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let paragraph = IDIOMS.iter().fold(paragraph, |text, idiom| text.replace(idiom, "..."));
    let kinds = KINDS.iter().filter_map(|(kind, pattern, instead)| {
        let found = Regex::new(pattern).unwrap().find(&paragraph)?;
        let around = &paragraph[..paragraph.len().min(paragraph.ceil_char_boundary(found.end() + 40))];
        let around = &around[around.floor_char_boundary(found.start().saturating_sub(40))..];
        let is_exception = EXCEPTIONS.iter().any(|(part, _)| paragraph.contains(part));
        let place = path.strip_prefix(root()).unwrap().display();
        (!is_exception).then(|| format!("{place}: {kind}: ...{around}...\n    {instead}"))
    });
    kinds.collect()
}

/// Pages and help, paragraph by paragraph, without blocks of code.
#[test]
fn pages_are_written_for_a_reader() {
    let mut pages = vec![root().join("README.md")];
    for folder in ["src", ".ci", "tests"] {
        pages.extend(files(folder, "md"));
    }
    pages.extend(files("src/cli/help", "txt"));
    // The written chapters repeat the pages that they are written from.
    let is_written = |path: &PathBuf| {
        let path = path.strip_prefix(root().join("tests/chapters")).unwrap_or(Path::new(""));
        let first = path.iter().next().map_or("", |first| first.to_str().unwrap());
        ["part", "diff", "tries", "names"].iter().any(|start| first.starts_with(start))
    };
    pages.retain(|path| !is_written(path));
    let mut found = Vec::new();
    for path in &pages {
        let text = fs::read_to_string(path).unwrap();
        for text in text.split("```").step_by(2) {
            found.extend(text.split("\n\n").flat_map(|paragraph| faults(path, paragraph)));
        }
    }
    assert!(pages.len() > 20 && found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

/// The texts in the code that people see: the window's, the reports', the search's.
#[test]
fn texts_in_the_code_are_written_for_a_reader() {
    let mut found = Vec::new();
    let mut count = 0;
    for path in files("src", "rs").iter().filter(|path| !path.iter().any(|folder| folder == "tests")) {
        let code = fs::read_to_string(path).unwrap();
        for text in texts_of(&code).unwrap_or_else(|| panic!("{}", path.display())) {
            count += 1;
            found.extend(faults(path, &text));
        }
    }
    let rows = root().join("src/causes/rows.txt");
    for line in fs::read_to_string(&rows).unwrap().lines().filter(|line| !line.starts_with(['#', '-', '+'])) {
        found.extend(faults(&rows, line));
    }
    assert!(count > 1000 && found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

/// Every exception is still needed.
#[test]
fn exceptions_are_few_and_needed() {
    assert!(EXCEPTIONS.len() <= 20);
}
