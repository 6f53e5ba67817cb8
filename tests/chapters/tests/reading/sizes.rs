//! How large the series and this tool are.

use std::fs;
use std::path::{Path, PathBuf};

use chapters::chapter::root;

/// Maximum number of lines of the series: the files at the top of `src` and in `src/game`.
const SERIES: usize = 4_000;
/// Maximum number of lines of what cuts chapters: `tests/chapters/src` without the files below.
const CUTTER: usize = 3_210;
/// Maximum number of lines of what makes and checks pages, diffs, tasks and the book.
const BOOK: usize = 1_560;

/// Maximum number of lines of what shows chapters to those who read and try them.
const SHOWN: usize = 1_420;

/// What makes pages, diffs, tasks and the book, in `tests/chapters/src`.
const BOOK_FILES: [&str; 8] =
    ["book.rs", "diff.rs", "example.rs", "index.rs", "order.rs", "places.rs", "readme.rs", "repository.rs"];
/// What readers use beside the pages.
const SHOWN_FILES: [&str; 6] = ["along.rs", "colour.rs", "cpp.rs", "html.rs", "pairs.rs", "watch.rs"];
/// What checks them, in `tests/chapters/tests`.
const CHECKS: [&str; 3] = ["exercises.rs", "page/mod.rs", "pages.rs"];

/// The Rust files in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The number of lines of files.
fn lines(files: impl Iterator<Item = PathBuf>) -> usize {
    files.map(|path| fs::read_to_string(path).unwrap().lines().count()).sum()
}

#[test]
fn the_series_and_its_cutter_stay_small() {
    let [src, tool] = ["src", "tests/chapters"].map(|folder| root().join(folder));
    let series = lines([src.clone(), src.join("game")].iter().flat_map(|folder| files(folder)));
    let is_in = |names: &[&str], path: &PathBuf| names.iter().any(|name| path.ends_with(name));
    let (book, rest): (Vec<_>, Vec<_>) =
        files(&tool.join("src")).into_iter().partition(|path| is_in(&BOOK_FILES, path));
    let (shown, cutter): (Vec<_>, Vec<_>) = rest.into_iter().partition(|path| is_in(&SHOWN_FILES, path));
    let checks = CHECKS.map(|name| tool.join("tests").join(name));
    let (cutter, book) = (lines(cutter.into_iter()), lines(book.into_iter().chain(checks)));
    let shown = lines(shown.into_iter());
    println!("series {series} lines, cutter {cutter}, pages and book {book}, for readers {shown}");
    assert!(series <= SERIES && cutter <= CUTTER && book <= BOOK && shown <= SHOWN);
}
