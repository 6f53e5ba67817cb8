//! Writes the copy of the series with the edits that the search tries.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

mod generator;

use generator::CopyError;

/// List of the edits that do not compile, and of the functions that were checked.
const CHECKED: &str = "checked.txt";
/// Mistakes as edits of the series.
const ROWS: &str = "rows.txt";

fn main() -> ExitCode {
    match copy_series() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            println!("cargo::error={problem}");
            ExitCode::FAILURE
        }
    }
}

fn copy_series() -> Result<(), CopyError> {
    println!("cargo::rerun-if-env-changed=CHECK_EDITS");
    for file in ["build.rs", "generator", CHECKED, ROWS] {
        println!("cargo::rerun-if-changed={file}");
    }
    // Cargo runs the script in the folder of the package. The series is in the one around it.
    let failed = |name: &str| {
        let path = PathBuf::from(name);
        |error| CopyError::File { path, error }
    };
    let read = |name: &str| fs::read_to_string(name).map_err(failed(name));
    let checked = generator::Checked::read(&read(CHECKED)?, env::var_os("CHECK_EDITS").is_some());
    let copy = generator::copy(Path::new(".."), &checked, &read(ROWS)?)?;
    for file in &copy.files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    if let Some(row) = copy.left_out.first() {
        let count = copy.left_out.len();
        println!("cargo::warning=verify does not try {count} mistakes of rows.txt, one of them: {row}");
    }
    let files = [
        ("series.rs", copy.series),
        ("left_out.txt", copy.left_out.join("\n")),
        ("edits.txt", copy.edits),
        ("checked.txt", copy.checked),
    ];
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for (name, text) in files {
        fs::write(out.join(name), text).map_err(failed(name))?;
    }
    Ok(())
}
