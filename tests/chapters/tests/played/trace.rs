//! A run as text: what of `src/trace` it takes to play a recording again.

pub mod block;
pub mod happened;

/// How much a trace says about each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Every fact, tiles and screen as hashes.
    Normal,
    /// Tiles and screen as pictures too.
    Full,
    /// One hash over all facts.
    Brief,
    /// As [`Form::Full`], with the colour of each tile.
    Colors,
}
