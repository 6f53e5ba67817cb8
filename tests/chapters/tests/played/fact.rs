//! A line of a step: a chapter has no typed facts. The step that holds the lines is that of
//! `src/trace/block.rs`.

use std::fmt;

use crate::part::Part;

/// What a step has to know about a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The key ended the program.
    Quit,
    /// The rows of the map can follow.
    Tiles,
    /// The rows of the window can follow.
    Frame,
    /// Nothing.
    Other,
}

impl Kind {
    /// Returns true: a chapter only has code for the lines of its part.
    pub fn exists_in(self, part: Part) -> bool {
        true
    }
}

/// A value of a typed fact, which does not exist here.
pub enum Value {}

/// A line, without its end.
#[derive(Clone, Debug)]
pub struct Fact {
    pub kind: Kind,
    line: String,
}

impl Fact {
    /// Returns the fact without values: the end of the program.
    pub fn new<const N: usize>(part: Part, kind: Kind, _: [Value; N]) -> Fact {
        Fact { kind, line: "quit".to_owned() }
    }

    /// Returns a line with its values.
    pub fn line(line: impl fmt::Display) -> Fact {
        let line = line.to_string();
        let kind = match line.split(' ').next() {
            Some("tiles") => Kind::Tiles,
            Some("frame") => Kind::Frame,
            _ => Kind::Other,
        };
        Fact { kind, line }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}
