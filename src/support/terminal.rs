//! Lines on standard output and standard error. The program goes on when one of them is closed. Names of
//! files may hold control characters, so every line is made visible first.

use std::io::{self, IsTerminal, Write};

use crate::support::text::visible;

/// Prints a line on standard output.
pub fn tell(line: &str) {
    writeln!(io::stdout(), "{}", visible(line)).ok();
}

/// Prints a line on standard error.
pub fn tell_error(line: &str) {
    writeln!(io::stderr(), "{}", visible(line)).ok();
}

/// Prints a problem on standard error, after the name of the program.
pub fn complain(problem: &str) {
    tell_error(&format!("roguelike: {problem}"));
}

/// Returns true if standard output is a terminal that shows colours and `NO_COLOR` is not set
/// (no-color.org). In the classic console of Windows colours are off, and are switched on.
pub fn has_colors() -> bool {
    let can_show = || anstyle_query::windows::enable_ansi_colors().unwrap_or(true);
    io::stdout().is_terminal() && !anstyle_query::no_color() && can_show()
}
