//! A recording that ends although the program had not: the program crashed, hung or was stopped.

use super::turn::Turn;
use roguelike::key::Key;

/// Where a recording broke off. Only one that marks its end can show it.
#[derive(Clone, Debug)]
pub struct BrokeOff {
    /// The number of the step that is missing.
    pub step: usize,
    /// The key that the program received after the last whole step, if it was one.
    pub key: Option<Key>,
    /// How the recording ended.
    pub ending: Ending,
    /// The missing step by the right rules, if it has a key.
    pub turn: Option<Turn>,
}

/// How a recording that broke off ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The recorder stopped the program, for this reason.
    Stopped(String),
    /// The program never finished handling a key.
    InKey,
    /// The close button of the window was pressed, and the program did not end in an orderly way.
    Closing,
    /// The program never waited for a key.
    NoKey,
    /// Of its own accord, though keys or the close button were still to come.
    Early,
    /// Between two keys.
    Waiting,
}
