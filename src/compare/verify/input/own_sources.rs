//! The sources of a recorded program, where a report names places in them.

use roguelike_causes::Replaced;

/// The sources of a recorded program.
pub trait OwnSources {
    /// Returns the place of an expression that is used instead of another, with the names of the program.
    fn find(&self, replaced: &Replaced) -> Option<Place>;

    /// Returns the program's name of something in the series, or `None` if it has the same name or is not
    /// found.
    fn own_name(&self, name: &str) -> Option<String>;
}

/// An expression of a program that is used instead of another.
#[derive(Debug, PartialEq, Eq)]
pub struct Place {
    /// The path of the file in its folder.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The expression in the program.
    pub wrong: String,
    /// The one that should be there, or `None` if it has variables whose names in the program are not known.
    pub right: Option<String>,
}
