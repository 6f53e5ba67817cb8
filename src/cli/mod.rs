//! The command line: its options, and all commands but `play`.
//! `roguelike` and `roguelike-compare` share `exit` (the end of a program), `output` and `overwrite` (files),
//! `manual` and `values` (options).

#[cfg(feature = "desktop")]
mod args;
#[cfg(feature = "desktop")]
mod commands;
pub mod exit;
#[cfg(feature = "desktop")]
mod font;
#[cfg(feature = "desktop")]
mod generate;
#[cfg(feature = "desktop")]
mod hand_over;
pub mod manual;
pub mod output;
pub mod overwrite;
#[cfg(feature = "desktop")]
mod run;
#[cfg(feature = "desktop")]
mod runs;
#[cfg(feature = "desktop")]
mod runs_error;
pub mod values;

pub use exit::Failure;

#[cfg(feature = "desktop")]
pub use {args::PlayArgs, font::load_font, run::run};

/// The version, with the commit that the program was built from and its date, as far as they are known.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("ROGUELIKE_COMMIT"), ")");

/// Returns the words of the command line. On Windows, names with a star are replaced by the names of files.
pub fn words() -> Vec<std::ffi::OsString> {
    wild::args_os().collect()
}
