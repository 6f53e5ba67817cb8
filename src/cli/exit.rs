//! The end of a program: its exit code, and one line on standard error for every problem.

use std::env;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

#[cfg(feature = "desktop")]
use crate::cli::runs_error::RunsError;
#[cfg(feature = "desktop")]
use crate::desktop::window::WindowError;
#[cfg(feature = "picture")]
use crate::picture::GlyphError;
use crate::support::terminal::complain;
use crate::trace::input::InputError;
use crate::trace::record::RecordError;

/// The exit code for a command that fails.
const FAILED: u8 = 1;
/// The exit code for wrong use: a wrong command line, or a file given to `verify` that is not a trace.
pub const WRONG_USE: u8 = 2;

/// An error that ends a command. Its text is the line for the user.
pub trait EndsCommand: Display {
    /// Returns the exit code.
    fn code(&self) -> u8;

    /// Returns true if the reader has closed the output. That isn't a failure: it has seen enough.
    fn is_closed_pipe(&self) -> bool;
}

/// The reason why a command of `roguelike` fails.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line is wrong, or names a file that would be overwritten.
    #[error("{0}")]
    WrongUse(String),
    /// Standard output cannot be written.
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
    /// A file cannot be written.
    #[error("cannot write {}: {}; give another place", .0.display(), .1)]
    Write(PathBuf, io::Error),
    /// A file cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The game cannot be recorded.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Nothing can be drawn.
    #[cfg(feature = "picture")]
    #[error(transparent)]
    Drawing(#[from] GlyphError),
    /// Games cannot be listed or given up.
    #[cfg(feature = "desktop")]
    #[error(transparent)]
    Runs(#[from] RunsError),
    /// No window can be opened.
    #[cfg(feature = "desktop")]
    #[error(transparent)]
    Window(#[from] WindowError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl From<String> for Failure {
    fn from(problem: String) -> Failure {
        Failure::Other(problem)
    }
}

impl EndsCommand for Failure {
    fn code(&self) -> u8 {
        match self {
            Failure::WrongUse(_) | Failure::Record(RecordError::Exists(_)) => WRONG_USE,
            _ => FAILED,
        }
    }

    fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

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
pub fn exit_code(result: Result<ExitCode, impl EndsCommand>) -> ExitCode {
    match result {
        Ok(code) => code,
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            report(&error.to_string());
            ExitCode::from(error.code())
        }
    }
}

/// Prints the line that ends the program, and shows it in a box if nobody sees standard error.
fn report(problem: &str) {
    complain(problem);
    #[cfg(feature = "desktop")]
    if has_no_terminal() {
        crate::desktop::window::display::show_problem(problem);
    }
}

/// Returns true if nobody sees standard error: a program of Windows may lack a console, and after a double
/// click, which passes no arguments, Windows closes the console with the program.
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
    let sentences = cause.trim_start_matches("error: ").split("\n\n");
    let sentences = sentences.map(|lines| lines.split_whitespace().collect::<Vec<_>>().join(" "));
    let sentences: Vec<String> = sentences.collect();
    report(&format!("{}; see '{} --help'", sentences.join("; "), named_command::<C>()));
    ExitCode::from(WRONG_USE)
}

/// Returns the command that the command line begins with, or else the program's name, so that its help has
/// the right options. Every command is one of `roguelike`.
fn named_command<C: CommandFactory>() -> String {
    let cli = C::command();
    let command = env::args_os().nth(1).and_then(|word| cli.find_subcommand(word));
    command.map_or_else(|| cli.get_name().to_owned(), |command| format!("roguelike {}", command.get_name()))
}
