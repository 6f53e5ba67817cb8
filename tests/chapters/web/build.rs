//! Copies the map of the series, with a constant that a figure changes.
//!
//! Figure 12 has a slider for the share of walls. In the series it is a constant, so the figure works on a copy
//! in which a function returns it.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// The file of the series, from the folder of this package.
const SERIES: &str = "../../../src/map.rs";
/// What is other in the copy: where other modules are, and the constant.
const CHANGES: [(&str, &str); 2] =
    [("crate::rng", "roguelike::rng"), ("< WALL_CHANCE", "< super::wall_chance()")];

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed={SERIES}");
    match copy() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            println!("cargo::error={SERIES}: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn copy() -> Result<(), String> {
    let mut text = fs::read_to_string(SERIES).map_err(|error| error.to_string())?;
    for (series, copy) in CHANGES {
        if text.matches(series).count() != 1 {
            return Err(format!("'{series}' is not there once; change it in build.rs of the book's module"));
        }
        text = text.replace(series, copy);
    }
    // Documentation of a whole file cannot be included.
    let text: String = text.lines().filter(|line| !line.starts_with("//!")).flat_map(|l| [l, "\n"]).collect();
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("map.rs"), text).map_err(|error| error.to_string())
}
