//! Recordings that are read whole.

#![allow(dead_code, reason = "the tests that share this file need different parts of it")]

use roguelike::key::Key;
use roguelike::trace::{Header, Reader, RecordedStep, TraceError};

#[derive(Debug, PartialEq)]
pub struct Recording {
    pub header: Header,
    pub steps: Vec<RecordedStep>,
}

impl Recording {
    /// Returns the keys that were pressed, in order.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.steps.iter().filter_map(|recorded| recorded.step.key)
    }
}

/// Reads a recording in any encoding.
pub fn parse(bytes: &[u8]) -> Result<Recording, TraceError> {
    let reader = Reader::new(bytes)?;
    Ok(Recording { header: reader.header().clone(), steps: reader.collect::<Result<_, _>>()? })
}
