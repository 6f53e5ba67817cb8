//! How far a long command is, on standard error.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The progress of a long command. It is printed on a terminal only.
pub(super) struct Progress {
    total: u64,
    /// When it was printed last. At first, when the command began.
    printed: Instant,
    is_shown: bool,
}

impl Progress {
    /// Time between two lines, and before the first one.
    const PAUSE: Duration = Duration::from_millis(500);

    pub(super) fn new(total: u64) -> Progress {
        Progress { total, printed: Instant::now(), is_shown: false }
    }

    /// Prints the progress if it is time to. The end removes the line. A terminal that is closed is ignored:
    /// the command goes on.
    pub(super) fn show(&mut self, done: u64) {
        let line = format!("{done} of {}", self.total);
        let is_due = self.printed.elapsed() > Self::PAUSE && io::stderr().is_terminal();
        if is_due {
            write!(io::stderr(), "\r{line}").ok();
            self.printed = Instant::now();
            self.is_shown = true;
        }
        if self.is_shown && done == self.total {
            // Blanks instead of a control sequence, which the classic console of Windows would print.
            write!(io::stderr(), "\r{:1$}\r", "", line.len()).ok();
        }
    }
}
