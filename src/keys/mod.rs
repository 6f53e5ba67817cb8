//! Keys by name: SDL's names of keys, and scripts of such names.

mod names;
pub mod script;
