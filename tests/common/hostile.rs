//! Names of files that a terminal or a shell would obey, and the promise about them: a command prints no such
//! name as it is, and a command line that it offers works in a shell.

use std::process::{Command, Output};

/// ESC, a line feed, a mark that turns the direction of writing, and everything that a shell reads; and only that.
pub const NAMES: [&str; 2] = [
    "esc\u{1b}[2J \u{9b}x \u{202e}bidi line\nfeed it's \"$HOME\" `id` \\",
    "it's \"quoted\" $HOME `id` \\ ;&|*",
];

/// Runs a command, and returns its exit code and all that it printed, in which nothing of a name may be raw.
pub fn run(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let said = String::from_utf8([stdout, stderr].concat()).unwrap();
    let is_raw = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!said.contains(is_raw) && !said.contains("line\nfeed"), "{command:?}: {said:?}");
    (status.code(), said)
}

/// Returns the names of the commands that a program lists in its help.
pub fn commands(help: &str) -> Vec<String> {
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned);
    names.filter(|name| name != "help").collect()
}

/// Pastes a command line into a shell, in which `roguelike` is this program.
pub fn paste(line: &str, program: &str, folder: &std::path::Path) {
    let script = format!("roguelike() {{ \"$PROGRAM\" \"$@\"; }}\n{line}\n");
    let mut shell = Command::new("bash");
    let output = shell.args(["-c", &script]).env("PROGRAM", program).current_dir(folder).output().unwrap();
    assert!(output.status.code().is_some_and(|code| code < 2), "{line}: {output:?}");
}
