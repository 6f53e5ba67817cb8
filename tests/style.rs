//! Comments and documentation read alike everywhere: lines of at most 110 columns, in plain words.

use std::fs;
use std::path::{Path, PathBuf};

/// Maximum length of a line of a comment.
const COLUMNS: usize = 110;

/// Words that make a reader guess, where a technical term or a plain sentence exists.
const RIDDLES: [&str; 5] = ["whoever", "Whoever", "who has it", "so many ", "is none that"];

/// Every Rust file below src and tests.
fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src"), root.join("tests")];
    let mut files = vec![root.join("build.rs")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.extension() {
                Some(extension) if extension == "rs" => files.push(path),
                None if path.is_dir() && !path.ends_with("target") => folders.push(path),
                _ => {}
            }
        }
    }
    files
}

/// The comments of a file: line number and text.
fn comments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| line.trim_start().starts_with("//"))
}

#[test]
fn comments_end_at_the_same_column() {
    let mut long = Vec::new();
    for path in sources() {
        let text = fs::read_to_string(&path).unwrap();
        // A row of a table cannot be broken.
        for (number, line) in comments(&text).filter(|(_, line)| !line.starts_with("//! |")) {
            if line.chars().count() > COLUMNS {
                long.push(format!("{}:{number}", path.display()));
            }
        }
    }
    assert!(long.is_empty(), "longer than {COLUMNS} columns:\n{}", long.join("\n"));
}

/// Code ends there too. Only a text can be too long to be broken by `cargo fmt`.
#[test]
fn code_ends_at_the_same_column() {
    let mut long = Vec::new();
    for path in sources().iter().filter(|path| path.starts_with(concat!(env!("CARGO_MANIFEST_DIR"), "/src")))
    {
        let text = fs::read_to_string(path).unwrap();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.contains('"')) {
            if line.chars().count() > COLUMNS {
                long.push(format!("{}:{number}", path.display()));
            }
        }
    }
    assert!(long.is_empty(), "longer than {COLUMNS} columns:\n{}", long.join("\n"));
}

#[test]
fn comments_are_no_riddles() {
    for path in sources().iter().filter(|path| !path.ends_with("tests/style.rs")) {
        let text = fs::read_to_string(path).unwrap();
        for (number, line) in comments(&text) {
            for riddle in RIDDLES {
                assert!(!line.contains(riddle), "{}:{number}: {riddle}", path.display());
            }
        }
    }
}
