//! The program of the comparers.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    roguelike_compare::run()
}
