//! How the program ends: its exit code, and one line on standard error for every problem.

use std::env;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::cli::args::{Cli, Command};
use crate::desktop::window::display::show_problem;
use crate::support::terminal::complain;
use crate::trace::record::RecordError;

/// The exit code for wrong use: a wrong command line, or a file given to `verify` that is not a trace.
pub(super) const WRONG_USE: u8 = 2;

/// Any error that ends a command. Its text is the line for the user.
pub type Failure = Box<dyn Error>;

/// A problem that ends a command with this exit code.
#[derive(Debug, thiserror::Error)]
#[error("{1}")]
pub(super) struct CodedError(pub(super) u8, pub(super) String);

/// Reads the command line. A file that is its only word is a recording to watch: that is how a desktop opens
/// a file that was dropped on the program.
/// Fails with an exit code if help or the version was printed, or the use is wrong.
pub fn read_command_line() -> Result<Command, ExitCode> {
    let mut words: Vec<OsString> = wild::args_os().collect();
    if let [_, file] = &words[..]
        && is_dropped(file)
    {
        words.splice(1..1, ["play", "--replay"].map(OsString::from));
    }
    let command = Cli::try_parse_from(words).map(|cli| cli.command.unwrap_or(Command::Play(cli.play)));
    command.and_then(|command| command.check().map(|()| command)).map_err(|error| explain(&error))
}

/// Returns true if a word is the name of an existing file, and neither an option nor a command.
fn is_dropped(word: &OsStr) -> bool {
    let is_option = word.as_encoded_bytes().starts_with(b"-");
    !is_option && Cli::command().find_subcommand(word).is_none() && Path::new(word).is_file()
}

/// Returns the exit code for the result of a command, and prints its error.
pub fn exit_code(result: Result<ExitCode, Failure>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            // Errors of files name the file. One without a name is of standard output.
            let place = if error.is::<io::Error>() { "cannot write to standard output: " } else { "" };
            report(&format!("{place}{error}"));
            match (error.downcast_ref(), error.downcast_ref()) {
                (Some(CodedError(code, _)), _) => ExitCode::from(*code),
                (_, Some(RecordError::Exists(_))) => ExitCode::from(WRONG_USE),
                _ => ExitCode::FAILURE,
            }
        }
    }
}

/// Prints the line that ends the program, and shows it in a box where standard error is not shown.
fn report(problem: &str) {
    complain(problem);
    if has_no_terminal() {
        show_problem(problem);
    }
}

/// Returns true if standard error is not shown: in a program that Windows marks as one without a console, and
/// after a double click, which has no arguments, because the console that Windows opens for it closes with
/// the program.
fn has_no_terminal() -> bool {
    #[cfg(windows)]
    {
        use std::os::windows::io::AsRawHandle;
        io::stderr().as_raw_handle().is_null() || env::args_os().len() == 1
    }
    #[cfg(not(windows))]
    false
}

/// Prints help and the version as they are, and a wrong use in one line.
fn explain(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| io::stdout().flush());
        return exit_code(printed.map(|()| ExitCode::SUCCESS).map_err(Failure::from));
    }
    let text = error.to_string();
    let cause = text.split("\n\nUsage:").next().unwrap_or(&text);
    let cause = cause.split("\n\nFor more information").next().unwrap_or(cause);
    let words: Vec<&str> = cause.trim_start_matches("error: ").split_whitespace().collect();
    report(&format!("{}; see '{} --help'", words.join(" "), named_command()));
    ExitCode::from(WRONG_USE)
}

/// Returns the program's name and, if the command line begins with one, the command. Their help has the right
/// options.
fn named_command() -> String {
    let cli = Cli::command();
    let command = env::args_os().nth(1).and_then(|word| cli.find_subcommand(word));
    command.map_or_else(|| "roguelike".to_owned(), |command| format!("roguelike {}", command.get_name()))
}

/// Returns true if the reader of the output closed it. That is no failure: the reader has seen enough.
fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
