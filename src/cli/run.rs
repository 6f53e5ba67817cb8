//! The program: reads its command line, and runs the command.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::cli::args::{Cli, Command, PlayArgs};
use crate::cli::exit::{self, Failure};
use crate::cli::hand_over::{hand_over, is_handed_over};
use crate::cli::{self, commands, generate, runs};

/// Runs the command that the command line names, and returns the program's exit code. `play` opens the
/// window.
pub fn run(play: impl FnOnce(&PlayArgs) -> Result<ExitCode, Failure>) -> ExitCode {
    exit::return_errors_of_writes();
    let words: Vec<OsString> = env::args_os().skip(1).collect();
    if is_handed_over(&words) {
        return exit::exit_code(hand_over(words));
    }
    let command = match read_command_line() {
        Ok(command) => command,
        Err(code) => return code,
    };
    let success = |()| ExitCode::SUCCESS;
    exit::exit_code(command.check_outputs().and_then(|()| match &command {
        Command::Play(args) if args.text => commands::play_text(args).map(success),
        Command::Play(args) => play(args),
        Command::Trace(args) => commands::trace(args),
        Command::Shot(args) => commands::shot(args),
        Command::Steps(args) => commands::steps(args),
        Command::Runs { give_up } => runs::runs(give_up.as_deref()).map(success),
        Command::Generate { prefix } => generate::generate(prefix).map(success),
        Command::Compare(_) => hand_over(words),
    }))
}

/// Reads the command line. A file as its only word is a recording to watch, because a desktop passes a file
/// that way if it is dropped on the program. Fails with an exit code if help or the version was printed, or
/// the use is wrong.
fn read_command_line() -> Result<Command, ExitCode> {
    let mut words = cli::words();
    if let [_, file] = &words[..]
        && is_dropped(file)
    {
        words.splice(1..1, ["play", "--replay"].map(OsString::from));
    }
    let cli: Cli = exit::parse(words)?;
    let command = cli.command.unwrap_or(Command::Play(cli.play));
    command.check().map_err(|error| exit::explain::<Cli>(&error))?;
    Ok(command)
}

/// Returns true if a word is the name of an existing file, and neither an option nor a command.
fn is_dropped(word: &OsStr) -> bool {
    let is_option = word.as_encoded_bytes().starts_with(b"-");
    !is_option && Cli::command().find_subcommand(word).is_none() && Path::new(word).is_file()
}
