//! A run as text: what of `src/trace` it takes to play a recording again.

pub mod block;
pub mod last_key;
pub mod snapshot;

pub use block::{COLOR_DIGITS, Step};
