//! Lines on standard output and standard error. The program goes on when one of them is closed.

use std::io::{self, Write};

/// Prints a line on standard output.
pub fn tell(line: &str) {
    writeln!(io::stdout(), "{line}").ok();
}

/// Prints a line on standard error.
pub fn tell_error(line: &str) {
    writeln!(io::stderr(), "{line}").ok();
}

/// Prints a problem on standard error, after the name of the program.
pub fn complain(problem: &str) {
    tell_error(&format!("roguelike: {problem}"));
}
