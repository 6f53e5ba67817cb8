//! A progress bar on standard error.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The progress of a long command. It is drawn on a terminal only.
pub(super) struct ProgressBar {
    total: u64,
    begin: Instant,
    /// When the bar was drawn last.
    drawn: Option<Instant>,
}

impl ProgressBar {
    /// A command that ends sooner shows no bar.
    const DELAY: Duration = Duration::from_secs(1);
    /// Time between two drawings.
    const PAUSE: Duration = Duration::from_millis(100);
    const WIDTH: u64 = 40;
    /// Number of characters of the longest line: the bar, its brackets, two numbers of ten digits and " of ".
    const LONGEST_LINE: usize = 67;

    pub(super) fn new(total: u64) -> ProgressBar {
        ProgressBar { total, begin: Instant::now(), drawn: None }
    }

    /// Draws the bar if it is time to. A terminal that is closed is ignored: the command goes on without the
    /// bar.
    pub(super) fn show(&mut self, done: u64) {
        let is_due = match self.drawn {
            Some(last) => last.elapsed() > Self::PAUSE,
            None => self.begin.elapsed() > Self::DELAY,
        };
        if is_due && io::stderr().is_terminal() {
            let full = "#".repeat((Self::WIDTH * done / self.total) as usize);
            let width = Self::WIDTH as usize;
            write!(io::stderr(), "\r[{full:width$}] {done} of {}", self.total).ok();
            self.drawn = Some(Instant::now());
        }
    }

    /// Removes the bar.
    pub(super) fn clear(&self) {
        if self.drawn.is_some() {
            // Blanks instead of a control sequence, which the classic console of Windows would print.
            write!(io::stderr(), "\r{:1$}\r", "", Self::LONGEST_LINE).ok();
        }
    }
}
