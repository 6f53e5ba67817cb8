//! The progress of a long command, on standard error.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two lines, and before the first one.
const PAUSE: Duration = Duration::from_millis(500);

/// The progress of a long command. It is printed on a terminal only.
pub struct Progress {
    /// The last time that it was printed, at first the start of the command.
    printed: Cell<Instant>,
    is_shown: Cell<bool>,
}

impl Progress {
    /// The command begins now.
    #[expect(clippy::new_without_default, reason = "what it returns depends on the time")]
    pub fn new() -> Progress {
        Progress { printed: Cell::new(Instant::now()), is_shown: Cell::new(false) }
    }

    /// Prints the progress now and then, and removes the line at the end. The command goes on if the terminal
    /// is closed.
    pub fn show(&self, done: u64, total: u64) {
        let line = format!("{done} of {total}");
        if self.printed.get().elapsed() > PAUSE && io::stderr().is_terminal() {
            write!(io::stderr(), "\r{line}").ok();
            self.printed.set(Instant::now());
            self.is_shown.set(true);
        }
        if done == total && self.is_shown.take() {
            // Spaces, because the classic console of Windows would print a control sequence.
            write!(io::stderr(), "\r{:1$}\r", "", line.len()).ok();
        }
    }
}
