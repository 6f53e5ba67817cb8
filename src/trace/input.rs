//! Files that the command line names.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::support::file;
use crate::trace::TraceError;
use crate::trace::key_script::{KeyError, KeyScriptError};

/// Maximum size of a font file, in bytes.
const MAX_FONT: u64 = 64 << 20;

/// An input file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// It cannot be read.
    #[error("cannot read {path}: {error}; {}", way_out(.error))]
    Read {
        /// The file.
        path: String,
        /// The reason.
        error: io::Error,
    },
    /// It is a damaged trace.
    #[error("{path}: {error}")]
    Trace {
        /// The file.
        path: String,
        /// The place and the reason.
        error: TraceError,
    },
    /// A word in it, or in the text on the command line, is no key.
    #[error("{path}: {error}")]
    Keys {
        /// The file or the option.
        path: String,
        /// The place and the reason.
        error: KeyScriptError,
    },
}

impl InputError {
    /// Makes an error of reading keys into one that names the file or the option.
    pub fn from_keys(name: &str, error: KeyError) -> InputError {
        let path = name.to_owned();
        match error {
            KeyError::Read(error) => InputError::Read { path, error },
            KeyError::Script(error) => InputError::Keys { path, error },
        }
    }
}

/// Returns what may help.
fn way_out(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "check how the name is written, or give the whole path",
        ErrorKind::IsADirectory => "give a file in that folder",
        ErrorKind::PermissionDenied => "allow yourself to read it, or give another file",
        _ => "give another file",
    }
}

/// Reads a font file.
///
/// # Errors
/// If that fails or the file is too large, with the file's name.
pub fn read_font(path: &Path) -> Result<Vec<u8>, InputError> {
    let read = file::read_bytes(path, MAX_FONT);
    read.map_err(|error| InputError::Read { path: path.display().to_string(), error })
}
