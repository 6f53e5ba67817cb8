//! Texts that people read are free of seven patterns of stilted English, such as a clause used as a noun.
//!
//! The test fails on a kind of sentence, never on a wording. Comments are not among the texts.

#[path = "common/texts.rs"]
mod texts;

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;
use texts::texts_of;

/// Each kind of sentence, its pattern, and how one writes it instead.
const KINDS: [(&str, &str, &str); 7] = [
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
    ("stand for be", r"\bstands? (in|at|before|there|beside|below|for|twice|once)\b", "write is, are, means"),
    (
        "a word used as in another language",
        r"\balone\b|\banew\b|\banother one\b|\bother ones\b|\bmend(s|ed)?\b",
        "write only, again, another, others, fix",
    ),
    ("is no X", r"\b(is|are) no [a-z]+", "write isn't, aren't, or doesn't"),
    ("of for to", r"\b(a|the|each) (call|change) of\b", "write a call to, a change to"),
    ("a clipped clause", r"[;.] [Nn]one (if|as|where)\b|, in words\b|\bled to\b", "write the whole sentence"),
];

/// Idioms that have a pattern and are good English.
const IDIOMS: [&str; 8] = [
    "left alone",
    "leaves alone",
    "here is no",
    "here are no",
    "is no longer",
    "are no longer",
    "is no better",
    "are no more",
];

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
        let before = paragraph[..found.start()].chars().rev().take(40).collect::<Vec<char>>();
        let before: String = before.into_iter().rev().collect();
        let after: String = paragraph[found.start()..].chars().take(60).collect();
        let place = path.strip_prefix(root()).unwrap().display();
        Some(format!("{place}: {kind}: ...{before}{after}...\n    {instead}"))
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
    pages.extend(files("src/compare/help", "txt"));
    // The book has tests of its own.
    pages.retain(|path| !path.starts_with(root().join("tests/chapters")));
    let mut found = Vec::new();
    for path in &pages {
        let text = fs::read_to_string(path).unwrap();
        for text in text.split("```").step_by(2) {
            found.extend(text.split("\n\n").flat_map(|paragraph| faults(path, paragraph)));
        }
    }
    assert!(pages.len() >= 20 && found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

/// The texts in the code that people see: those of the window, of the reports and of the search.
#[test]
fn texts_in_the_code_are_written_for_a_reader() {
    let mut found = Vec::new();
    let mut count = 0;
    for path in files("src", "rs").iter().filter(|path| !path.starts_with(root().join("src/causes/tests"))) {
        let code = fs::read_to_string(path).unwrap();
        for text in texts_of(&code).unwrap_or_else(|| panic!("{}", path.display())) {
            count += 1;
            found.extend(faults(path, &text));
        }
    }
    assert!(count > 1000 && found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}
