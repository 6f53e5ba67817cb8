//! `roguelike verify --show`: the answer in words, and a window on both runs.

use std::io::{self, BufWriter};
use std::path::Path;

use crate::cli::exit::CANNOT_VERIFY;
use crate::cli::output::IgnoreClosedPipe;
use crate::desktop;
use crate::support::terminal::complain;
use crate::verify::Options;
use crate::verify::side_by_side::verify_and_open;

/// Verifies a recording, and shows it in a window until the user closes that. The exit code is that of
/// verifying.
///
/// # Errors
/// If the answer cannot be written.
pub fn show(file: &Path, options: &Options) -> io::Result<u8> {
    let mut out = BufWriter::new(IgnoreClosedPipe(io::stdout().lock()));
    let (code, both) = verify_and_open(file, options, &mut out, &mut IgnoreClosedPipe(io::stderr()))?;
    drop(out);
    let Some(both) = both else { return Ok(code) };
    match desktop::show::show(both) {
        Ok(()) => Ok(code),
        Err(error) => {
            complain(&error.to_string());
            Ok(CANNOT_VERIFY)
        }
    }
}
