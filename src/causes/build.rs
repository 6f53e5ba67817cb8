//! Writes the copy of the series with the edits that the search tries.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

mod generator;

/// List of the edits that do not compile, and of the functions that were checked.
const CHECKED: &str = "checked.txt";
/// Mistakes as edits of the series.
const ROWS: &str = "rows.txt";
/// The folder of the series.
const SERIES: &str = "..";

/// Maximum number of mistakes that are named because they are left out.
const MOST_WARNINGS: usize = 5;

fn main() -> ExitCode {
    match copy_series() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            println!("cargo::error={problem}");
            ExitCode::FAILURE
        }
    }
}

fn copy_series() -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=CHECK_EDITS");
    for file in ["build.rs", "generator", CHECKED, ROWS] {
        println!("cargo::rerun-if-changed={file}");
    }
    // Cargo runs the script in the folder of the package.
    let read = |name: &str| fs::read_to_string(name).map_err(|error| format!("{name}: {error}"));
    let checked = generator::Checked::read(&read(CHECKED)?, env::var_os("CHECK_EDITS").is_some());
    let copy = generator::copy(Path::new(SERIES), &checked, &read(ROWS)?)?;
    for file in &copy.files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    for row in copy.left_out.iter().take(MOST_WARNINGS) {
        println!("cargo::warning=verify does not try this mistake any more: {row}");
    }
    if copy.left_out.len() > MOST_WARNINGS {
        let more = copy.left_out.len() - MOST_WARNINGS;
        println!("cargo::warning=verify does not try {more} more mistakes: the series was changed");
    }
    let files = [
        ("series.rs", copy.series),
        ("left_out.txt", copy.left_out.join("\n")),
        ("names.txt", copy.names),
        ("edits.txt", copy.edits),
        ("checked.txt", copy.checked),
    ];
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for (name, text) in files {
        fs::write(out.join(name), text).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}
