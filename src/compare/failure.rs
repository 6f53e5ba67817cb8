//! Why a command of `roguelike-compare` fails, and its exit code.

use std::io;

use roguelike::cli::exit::{EndsCommand, Failure};
use roguelike::trace::input::InputError;

use crate::attach::AttachError;
use crate::verify::{UNREADABLE, exit_code};

/// Why a command fails.
#[derive(Debug, thiserror::Error)]
pub enum CompareFailure {
    /// A recording or a save file that cannot be compared.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The answers cannot be written.
    #[error("cannot write the answers: {0}; send them to another place")]
    Answers(io::Error),
    /// The picture cannot be drawn or written.
    #[error("{0}")]
    Picture(String),
    /// No patch can be made.
    #[error(transparent)]
    Attach(#[from] AttachError),
    /// A failure that every command can have.
    #[error(transparent)]
    Command(#[from] Failure),
}

/// Code 1 of `verify` is for a recording that differs.
impl EndsCommand for CompareFailure {
    fn code(&self) -> u8 {
        match self {
            CompareFailure::Input(error) => exit_code(error),
            CompareFailure::Answers(_) | CompareFailure::Picture(_) => UNREADABLE,
            CompareFailure::Attach(_) => 1,
            CompareFailure::Command(failure) => failure.code(),
        }
    }

    fn is_closed_pipe(&self) -> bool {
        matches!(self, CompareFailure::Command(failure) if failure.is_closed_pipe())
    }
}
