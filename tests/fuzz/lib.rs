//! The rules of every game, and what the fuzzers try.

pub mod rules;
pub mod targets;
