//! Files that are read because a command line names them.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::trace::key_script::{KeyError, KeyScriptError};
use crate::trace::{self, Recording, TraceError};

/// An input file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// It cannot be read.
    #[error("cannot read {path}: {error}; {}", way_out(.error))]
    Read {
        /// Which file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// It begins like a trace and does not go on like one.
    #[error("{path}: {error}")]
    Trace {
        /// Which file.
        path: String,
        /// Where and why.
        error: TraceError,
    },
    /// It, or the text on the command line, has a word that is no key.
    #[error("{path}: {error}")]
    Keys {
        /// Which file, or which option.
        path: String,
        /// Where and why.
        error: KeyScriptError,
    },
}

impl InputError {
    /// Keeps apart that a script cannot be read and that it has a slip.
    pub fn from_keys(name: &str, error: KeyError) -> InputError {
        let path = name.to_owned();
        match error {
            KeyError::Read(error) => InputError::Read { path, error },
            KeyError::Script(error) => InputError::Keys { path, error },
        }
    }
}

/// What may help against it.
fn way_out(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "check how the name is written, or give the whole path",
        ErrorKind::IsADirectory => "give a file in that folder",
        ErrorKind::PermissionDenied => "allow yourself to read it, or give another file",
        _ => "give another file",
    }
}

/// Reads a file of any kind.
///
/// # Errors
/// When that fails, with the file's name.
pub fn read_file(path: &Path) -> Result<Vec<u8>, InputError> {
    fs::read(path).map_err(|error| InputError::Read { path: path.display().to_string(), error })
}

/// The trace that a file of this name holds.
///
/// # Errors
/// When it holds none.
pub fn parse_trace(bytes: &[u8], name: &str) -> Result<Recording, InputError> {
    trace::parse(bytes).map_err(|error| InputError::Trace { path: name.to_owned(), error })
}
