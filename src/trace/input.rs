//! Files that the command line names.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::keys::script::KeyError;
use crate::trace::TraceError;

/// An input file that cannot be used.
#[allow(missing_docs, reason = "the texts tell what the fields are")]
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// It cannot be read.
    #[error("cannot read {path}: {error}; {}", advice(.error))]
    Read { path: String, error: io::Error },
    /// It is a damaged trace.
    #[error("{path}: {error}")]
    Trace { path: String, error: TraceError },
    /// A word in it, or in the text on the command line, names no key.
    #[error("{path}: {error}")]
    Keys { path: String, error: KeyError },
}

impl InputError {
    /// Adds the name of the file or the option to an error of reading keys.
    pub fn from_keys(name: &str, error: KeyError) -> InputError {
        let path = name.to_owned();
        match error {
            KeyError::Read(error) => InputError::Read { path, error },
            error => InputError::Keys { path, error },
        }
    }
}

/// Returns what the user can do about an error of reading a file.
fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "check how the name is written, or give the whole path",
        ErrorKind::IsADirectory => "give a file in that folder",
        ErrorKind::PermissionDenied => "allow yourself to read it, or give another file",
        _ => "give another file",
    }
}

/// Returns true if a path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns what messages call a file.
pub fn name_of(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}
