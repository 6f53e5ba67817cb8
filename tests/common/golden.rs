//! The recordings of the original.

use std::fs;
use std::path::{Path, PathBuf};

use super::recording::{Recording, parse};

/// Returns a file or a folder of the recordings.
pub fn golden(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(path)
}

/// Returns the recorded run of this name, whole or brief.
pub fn recording(name: &str) -> Recording {
    let files = ["trace", "brief"].map(|form| golden("traces").join(format!("{name}.{form}")));
    let bytes = files.iter().find_map(|file| fs::read(file).ok()).expect("there is such a recording");
    parse(&bytes).unwrap()
}
