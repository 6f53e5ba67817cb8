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
    /// The number of characters on the terminal.
    width: Cell<usize>,
}

impl Progress {
    /// The command begins now.
    pub fn new() -> Progress {
        Progress { printed: Cell::new(Instant::now()), width: Cell::new(0) }
    }

    /// Prints the progress now and then, and removes the line at the end.
    pub fn show(&self, done: u64, total: u64) {
        if done == total {
            self.clear();
        } else {
            self.print(&format!("{done} of {total}"));
        }
    }

    /// Prints a line in place of the last one, but not too often. The command goes on if the terminal is
    /// closed.
    pub fn print(&self, line: &str) {
        if self.printed.get().elapsed() > PAUSE && io::stderr().is_terminal() {
            let width = self.width.get();
            write!(io::stderr(), "\r{line:width$}").ok();
            self.printed.set(Instant::now());
            self.width.set(line.chars().count());
        }
    }

    /// Removes the line.
    pub fn clear(&self) {
        let width = self.width.take();
        if width > 0 {
            // Spaces, because the classic console of Windows would print a control sequence.
            write!(io::stderr(), "\r{:width$}\r", "").ok();
        }
    }
}
