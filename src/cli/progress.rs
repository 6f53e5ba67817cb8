//! How far a long command is, on standard error.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two lines, and before the first one.
const PAUSE: Duration = Duration::from_millis(500);

/// Returns a function that prints how much is done, if it is time to, on a terminal only. It removes the line
/// at the end. A terminal that is closed is ignored: the command goes on.
pub(super) fn progress(total: u64) -> impl FnMut(u64) {
    let (mut printed, mut is_shown) = (Instant::now(), false);
    move |done| {
        let line = format!("{done} of {total}");
        if printed.elapsed() > PAUSE && io::stderr().is_terminal() {
            write!(io::stderr(), "\r{line}").ok();
            (printed, is_shown) = (Instant::now(), true);
        }
        if done == total && is_shown {
            // Blanks instead of a control sequence, which the classic console of Windows would print.
            write!(io::stderr(), "\r{:1$}\r", "", line.len()).ok();
        }
    }
}
