//! How far a long command is, on standard error.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two lines, and before the first one.
const PAUSE: Duration = Duration::from_millis(500);

/// The progress of a long command. It is printed on a terminal only.
pub struct Progress {
    /// When it was printed last. At first, when the command began.
    printed: Cell<Instant>,
    is_shown: Cell<bool>,
}

impl Progress {
    /// The command begins now.
    #[expect(clippy::new_without_default, reason = "what it returns depends on the time")]
    pub fn new() -> Progress {
        Progress { printed: Cell::new(Instant::now()), is_shown: Cell::new(false) }
    }

    /// Prints the progress if it is time to. The end removes the line. A terminal that is closed is ignored:
    /// the command goes on.
    pub fn show(&self, done: u64, total: u64) {
        let line = format!("{done} of {total}");
        if self.printed.get().elapsed() > PAUSE && io::stderr().is_terminal() {
            write!(io::stderr(), "\r{line}").ok();
            self.printed.set(Instant::now());
            self.is_shown.set(true);
        }
        if done == total && self.is_shown.take() {
            // Blanks instead of a control sequence, which the classic console of Windows would print.
            write!(io::stderr(), "\r{:1$}\r", "", line.len()).ok();
        }
    }
}
