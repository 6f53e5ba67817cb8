//! Compares C++ programs with the series, step by step: the commands `verify`, `diff`, `check`, `attach`,
//! `keys` and `fov` of `roguelike`.
//!
//! They are a program of their own, so that players do not compile them. [`verify`] replays recordings and
//! finds where they differ and why; [`attach`] adds the recorder to C++ sources, and `check` builds them,
//! records and compares in one step. [`keys`] are the keys to record, and [`mod@fov`] compares algorithms.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
// Outside of tests nothing panics on purpose.
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable, clippy::todo)]

mod args;
pub mod attach;
mod commands;
#[cfg(feature = "picture")]
pub mod drawing;
mod failure;
pub mod fov;
pub mod keys;
mod progress;
pub mod verify;

use std::process::ExitCode;

use args::{Cli, Command, KEYS};
use clap::CommandFactory;
use failure::CompareFailure;
use roguelike::cli::exit;
use roguelike::cli::manual::Share;

/// Runs the command that the command line names, and returns the program's exit code.
pub fn run() -> ExitCode {
    #[cfg(unix)]
    if let Some(code) = attach::check::guard() {
        return code;
    }
    exit::return_errors_of_writes();
    let command = match read_command_line() {
        Ok(command) => command,
        Err(code) => return code,
    };
    exit::exit_code(command.check_outputs().map_err(CompareFailure::from).and_then(|()| match &command {
        Command::Check(args) => commands::check(args),
        Command::Verify(args) => commands::verify(args),
        Command::Diff(args) => commands::diff(args),
        Command::Attach { part, folder, output } => commands::attach(*part, folder, output.output.as_deref()),
        Command::Keys { part, stdlib, output } => {
            let text = keys::key_file(*part, stdlib.unwrap_or_default()).text;
            KEYS.write(output.output.as_deref(), text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Fov(args) => commands::fov(args),
        Command::Generate { prefix } => {
            let mut share = Share::of(prefix);
            share.describe(Cli::command())?;
            share.write()?;
            Ok(ExitCode::SUCCESS)
        }
    }))
}

/// Reads the command line.
/// Fails with an exit code if help or the version was printed, or the use is wrong.
fn read_command_line() -> Result<Command, ExitCode> {
    let Cli { command } = exit::parse(roguelike::cli::words())?;
    command.check().map_err(|error| exit::explain::<Cli>(&error))?;
    Ok(command)
}
