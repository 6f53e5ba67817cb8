//! Command lines that are refused, and outputs that cannot be written to.

#![allow(dead_code, reason = "the tests that share this file need different parts of it")]

use std::fs;
use std::process::Command;

use super::root::root;
use super::scratch::scratch;

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Runs what has to be refused, and returns the exit code and the only line, which is on standard error.
pub fn refusal(mut command: Command) -> String {
    let output = command.output().unwrap();
    let error = text(&output.stderr);
    assert!(output.stdout.is_empty() && error.ends_with('\n') && error.lines().count() == 1, "{output:?}");
    assert!(error.starts_with("roguelike: "), "{error}");
    format!("{} {error}", output.status.code().unwrap())
}

/// Every command line of a file of `tests/cli` is refused in a folder with some wrong files: it ends with
/// this exit code, prints this line, and changes no file. `TABLES=write cargo test --workspace refused`
/// writes what is printed now.
pub fn compare_refusals(program: fn(&[&str]) -> Command, file: &str) {
    let folder = scratch(file);
    let trace = "roguelike-trace 1\npart 7\nseed 42\nstdlib libstdc++\nstep 0 start\n";
    let font = fs::read(root().join("fonts/RobotoMono-Light.ttf")).unwrap();
    let files = [
        ("run.trace", trace.as_bytes()),
        ("wrong.trace", &[trace.as_bytes(), b"player here\n"].concat()),
        ("wrong.keys", b"Up # a comment\nRight*3 Nope"),
        // The word has to end there: a longer one is a key that is not known.
        ("longer.txt", b"roguelike-traceXYZ 1\n"),
        ("notes.txt", b"Buy milk.\n"),
        ("notes.png", b"no picture"),
        ("no.ttf", b"this is no font"),
        ("cut.ttf", &font[..6]),
        ("half.ttf", &font[..font.len() / 2]),
        ("short.ttf", &font[..font.len() - 8]),
    ];
    files.iter().for_each(|(name, bytes)| fs::write(folder.join(name), bytes).unwrap());
    fs::create_dir(folder.join("here")).unwrap();
    let path = root().join("tests/cli").join(file);
    let recorded = fs::read_to_string(&path).unwrap();
    let mut printed = String::new();
    for line in recorded.lines().filter(|line| line.starts_with(['#', '$'])) {
        printed += &format!("{line}\n");
        let Some(arguments) = line.strip_prefix("$ roguelike ") else { continue };
        let mut command = program(&arguments.split_whitespace().collect::<Vec<_>>());
        command.current_dir(&folder);
        printed += &refusal(command);
    }
    let is_as_before = |(name, bytes): &(&str, &[u8])| fs::read(folder.join(name)).unwrap() == *bytes;
    assert!(files.iter().all(is_as_before), "a file was changed");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), files.len() + 1, "a file was made");
    if std::env::var_os("TABLES").is_some_and(|value| value == "write") {
        fs::write(path, printed).unwrap();
    } else {
        assert_eq!(printed, recorded, "TABLES=write cargo test --workspace refused writes it");
    }
}

/// Expects these exit codes where the reader of the output has closed it, which is no failure, and where the
/// disk is full, which is one and is told in one line.
#[cfg(target_os = "linux")]
pub fn ends_with(command: impl Fn() -> Command, closed: i32, full: i32) {
    // The reading end is closed before the program starts, so that its first output fails.
    let (_, pipe) = std::io::pipe().unwrap();
    let output = command().stdout(pipe).output().unwrap();
    assert_eq!(output.status.code(), Some(closed), "{output:?}");
    assert!(!text(&output.stderr).contains("roguelike: cannot"), "{output:?}");
    let disk = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command().stdout(disk).output().unwrap();
    let problems = text(&output.stderr).lines().filter(|line| line.starts_with("roguelike: cannot write"));
    let code = output.status.code();
    assert_eq!((code, problems.count()), (Some(full), usize::from(full != 0)), "{output:?}");
}
