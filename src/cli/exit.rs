//! How the program ends: its exit code, and one line on standard error for every problem.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::support::terminal::complain;
use crate::trace::record::RecordError;

/// The exit code for wrong use: a wrong command line, or a file given to `verify` that is not a trace.
pub const WRONG_USE: u8 = 2;

/// Any error that ends a command. Its text is the line for the user.
pub type Failure = Box<dyn Error>;

/// A problem that ends a command with this exit code.
#[derive(Debug, thiserror::Error)]
#[error("{1}")]
pub struct CodedError(pub u8, pub String);

/// Makes a write beyond the limit for the size of files (`ulimit -f`) return an error, like one on a full
/// disk. By default the signal SIGXFSZ ends the program in the middle of the write. It comes before anything
/// is printed, because the output may be a file with a limit.
pub fn return_errors_of_writes() {
    // The flag is never read. Without a handler the signal has its default effect.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default()).ok();
}

/// Reads the words of a command line, the first of which is the program's name.
///
/// # Errors
/// With an exit code if help or the version was printed, or the use is wrong.
pub fn parse<C: Parser>(words: Vec<OsString>) -> Result<C, ExitCode> {
    C::try_parse_from(words).map_err(|error| explain::<C>(&error))
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
    #[cfg(feature = "desktop")]
    if has_no_terminal() {
        crate::desktop::window::display::show_problem(problem);
    }
}

/// Returns true if standard error is not shown: in a program that Windows marks as one without a console, and
/// after a double click, which has no arguments, because the console that Windows opens for it closes with
/// the program.
#[cfg(feature = "desktop")]
fn has_no_terminal() -> bool {
    #[cfg(windows)]
    {
        use std::os::windows::io::AsRawHandle;
        io::stderr().as_raw_handle().is_null() || env::args_os().len() == 1
    }
    #[cfg(not(windows))]
    false
}

/// Prints help and the version as they are, and a wrong use in one line. Returns the exit code.
pub fn explain<C: CommandFactory>(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| io::stdout().flush());
        return exit_code(printed.map(|()| ExitCode::SUCCESS).map_err(Failure::from));
    }
    let text = error.to_string();
    let cause = text.split("\n\nUsage:").next().unwrap_or(&text);
    let cause = cause.split("\n\nFor more information").next().unwrap_or(cause);
    let words: Vec<&str> = cause.trim_start_matches("error: ").split_whitespace().collect();
    report(&format!("{}; see '{} --help'", words.join(" "), named_command::<C>()));
    ExitCode::from(WRONG_USE)
}

/// Returns the program's name, or the command if the command line begins with one. Their help has the right
/// options. Every command is one of `roguelike`.
fn named_command<C: CommandFactory>() -> String {
    let cli = C::command();
    let command = env::args_os().nth(1).and_then(|word| cli.find_subcommand(word));
    command.map_or_else(|| cli.get_name().to_owned(), |command| format!("roguelike {}", command.get_name()))
}

/// Returns true if the reader of the output closed it. That is not a failure: the reader has seen enough.
fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
