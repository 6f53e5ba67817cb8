//! The commands of `roguelike-compare`: `roguelike verify` starts that program, as `cargo` and `git` start
//! theirs.

use std::env;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Subcommand;

use crate::cli::args::CompareCommand;
use crate::cli::exit::Failure;

/// The program that compares.
const PROGRAM: &str = "roguelike-compare";

/// Returns true if these words are a command of the other program, or `help` and a command.
pub(super) fn is_handed_over(words: &[OsString]) -> bool {
    let command = words.iter().find(|word| *word != "help").and_then(|word| word.to_str());
    command.is_some_and(CompareCommand::has_subcommand)
}

/// Runs the other program with these words: the one beside this program, or else the one on `PATH`. On Unix
/// it takes the place of this program, so signals, standard input and the exit code are its own.
/// Fails if it is not installed.
pub(super) fn hand_over(words: Vec<OsString>) -> Result<ExitCode, Failure> {
    let file = format!("{PROGRAM}{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().map(|program| program.with_file_name(&file)).ok();
    let program = beside.filter(|path| path.is_file()).unwrap_or_else(|| PathBuf::from(file));
    let mut command = Command::new(&program);
    command.args(&words);
    #[cfg(unix)]
    let error = std::os::unix::process::CommandExt::exec(&mut command);
    #[cfg(not(unix))]
    let error = match command.status() {
        // A program that was killed lacks an exit code.
        Ok(status) => {
            return Ok(ExitCode::from(status.code().and_then(|code| code.try_into().ok()).unwrap_or(1)));
        }
        Err(error) => error,
    };
    let problem = match error.kind() {
        ErrorKind::NotFound => {
            let name = words.iter().find(|word| *word != "help").map(|word| word.to_string_lossy());
            let name = name.unwrap_or_default();
            format!(
                "'{name}' is a command of {PROGRAM}, which is not installed; \
                 'cargo install --locked --path src/compare' in the repository installs it"
            )
        }
        _ => format!("cannot start {}: {error}", program.display()),
    };
    Err(Failure::WrongUse(problem))
}
