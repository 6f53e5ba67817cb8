//! A game as text, as far as playing a recording again takes it.

pub mod block;
pub mod fact;
pub mod last_key;
pub mod snapshot;

pub use block::Step;
