//! The options of a comparison.

use super::own_constant::OwnConstant;
use super::own_sources::OwnSources;
use super::stored_trace::StoredTrace;
use roguelike::trace::Kind;

/// The reference of a comparison, and its extent. By default everything is compared with the rules of the
/// series, and a difference starts the search for its causes.
#[derive(Clone, Default)]
pub struct Options<'p> {
    /// The save file that the runs began with, read into memory.
    pub save: Option<String>,
    /// Kinds of lines that are not compared.
    pub ignore: Vec<Kind>,
    /// Constants that the program changes on purpose.
    pub own: Vec<OwnConstant>,
    /// A recording that is expected in place of the steps that the rules give.
    pub older: Option<&'p StoredTrace>,
    /// What is found besides the differences.
    pub wanted: Wanted,
    /// Seconds of processor time, about, that the search for causes may take; by default `SEARCH`.
    pub search: Option<u32>,
    /// The sources of the recorded program, if they are at hand. Causes that they seem to have are searched
    /// first, and reports name places in them.
    pub sources: Option<&'p dyn OwnSources>,
}

/// What a comparison finds besides the differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing.
    Differences,
    /// The causes of the differences.
    #[default]
    Causes,
    /// The causes, or the known bugs that a right recording does not show. The bugs come from the stored
    /// list if the recording has the keys of `roguelike keys`. Otherwise they are searched.
    HiddenBugs,
    /// The same, but the bugs are always searched. The stored lists are made this way.
    SearchedBugs,
}

/// Seconds of processor time, about, after which the search for causes ends by default.
pub const SEARCH: u32 = 10;
/// Seconds of processor time, about, that the search may take at most: a day.
pub const LONGEST_SEARCH: u32 = 86_400;
