//! The command line: its options, and the commands that need no window.

pub mod args;
pub mod commands;
