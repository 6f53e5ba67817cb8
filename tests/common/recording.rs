//! Recordings that are read whole.

#![allow(dead_code, reason = "the tests that share this file need different parts of it")]

use roguelike::key::Key;
use roguelike::trace::{Fact, Header, Reader, RecordedStep, TraceError, Tracer};

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

    /// Plays the keys again: every line that is recorded comes out.
    pub fn assert_comes_out(&self) {
        let (mut tracer, _) = Tracer::new(self.header.setup());
        for recorded in &self.steps {
            let (step, line) = (tracer.replay(recorded), recorded.line);
            if let Some(hash) = recorded.hash {
                assert_eq!(step.hash(), hash, "line {line}");
                continue;
            }
            // The runs that are kept have few kinds of lines.
            let recorded = recorded.step.facts();
            let is_recorded = |fact: &&Fact| recorded.iter().any(|other| other.kind == fact.kind);
            assert!(step.facts().iter().filter(is_recorded).eq(recorded), "line {line}");
        }
    }
}

/// Reads a recording in any encoding.
pub fn parse(bytes: &[u8]) -> Result<Recording, TraceError> {
    let reader = Reader::new(bytes)?;
    Ok(Recording { header: reader.header().clone(), steps: reader.collect::<Result<_, _>>()? })
}
