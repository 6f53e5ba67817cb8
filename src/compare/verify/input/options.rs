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
    /// Only find the differences, without a search for their causes.
    pub without_causes: bool,
    /// Seconds of processor time, about, that the search for causes may take; by default `SEARCH`.
    pub search: Option<u32>,
    /// How to find the known bugs that a right recording does not show.
    pub hidden: HiddenBugs,
    /// The sources of the recorded program, if they are at hand. Causes that they seem to have are searched
    /// first, and reports name places in them.
    pub sources: Option<&'p dyn OwnSources>,
}

/// How to find the known bugs that a right recording does not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HiddenBugs {
    /// Nobody wants to know them.
    #[default]
    Unwanted,
    /// Take the stored list if the recording has the keys of `roguelike keys`. Otherwise search.
    Listed,
    /// Search, whatever the keys are. The stored lists are made this way.
    Searched,
}

/// Seconds of processor time, about, after which the search for causes ends by default.
pub const SEARCH: u32 = 10;
