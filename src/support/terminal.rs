//! Lines on standard output and standard error. The program goes on when one of them is closed. Names of
//! files may hold control characters, so every line is made visible first.

use std::env;
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
/// (no-color.org).
pub fn has_colors() -> bool {
    let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_unwanted && switch_colors_on()
}

/// Switches on colours, which are off in the classic console of Windows. Returns true if they can be used.
#[cfg(windows)]
fn switch_colors_on() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(true)
}

#[cfg(not(windows))]
const fn switch_colors_on() -> bool {
    true
}
