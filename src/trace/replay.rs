//! `--replay`: the keys of a trace or of a key file, played in the window.

use std::collections::VecDeque;
use std::path::Path;

use crate::key::Key;
use crate::trace::input::{InputError, parse_trace, read_file};
use crate::trace::key_script::KeyReader;
use crate::trace::{self, Header};

/// Keys that are yet to be pressed, and the game they were recorded in.
#[derive(Debug, Default)]
pub struct Replay {
    /// Next first.
    pub keys: VecDeque<Key>,
    /// How to start the game, when a trace says so.
    pub header: Option<Header>,
}

impl Replay {
    /// Reads a trace or a key file; which of them shows in its first line.
    ///
    /// # Errors
    /// When the file cannot be read or is neither.
    pub fn read(path: &Path) -> Result<Replay, InputError> {
        let bytes = read_file(path)?;
        let name = path.display().to_string();
        if trace::is_trace(&bytes) {
            let recording = parse_trace(&bytes, &name)?;
            return Ok(Replay { keys: recording.keys().collect(), header: Some(recording.header) });
        }
        let keys = KeyReader::new(&bytes[..])
            .collect::<Result<_, _>>()
            .map_err(|error| InputError::from_keys(&name, error))?;
        Ok(Replay { keys, header: None })
    }
}
