//! A `roguelike check --watch` that runs, and the changes that it sees, for its tests.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};

use super::check::place::{FAST, Place};

/// A running `check --watch`, which ends with its test.
pub struct Watching {
    pub child: Child,
    pub lines: Option<Lines<BufReader<ChildStdout>>>,
    pub complaints: Lines<BufReader<ChildStderr>>,
}

impl Watching {
    /// Starts to watch a folder, and waits for the first answer.
    pub fn start(place: &Place, answer: &str) -> Watching {
        Watching::of(watch(place), answer)
    }

    /// Starts this command, and waits for its first answer.
    pub fn of(mut command: Command, answer: &str) -> Watching {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = Some(BufReader::new(child.stdout.take().unwrap()).lines());
        let complaints = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut watching = Watching { child, lines, complaints };
        assert_eq!(watching.next(), format!("{answer}; waiting for the next change"));
        watching
    }

    /// Waits for the next answer, and returns its last line.
    pub fn next(&mut self) -> String {
        let mut said = String::new();
        loop {
            let line = self.lines.as_mut().unwrap().next();
            let line = line.unwrap_or_else(|| panic!("ended after: {said}")).unwrap();
            if line.ends_with("; waiting for the next change") {
                return line;
            }
            said += &format!("{line}\n");
        }
    }

    /// Expects this answer, after that one.
    pub fn becomes(&mut self, was: &str, now: &str) {
        assert_eq!(self.next(), format!("was {was}, now {now}; waiting for the next change"));
    }

    /// Waits for this answer. Others may come before, while a folder is replaced in two steps.
    pub fn until(&mut self, now: &str) {
        while !self.next().ends_with(&format!(", now {now}; waiting for the next change")) {}
    }

    /// Returns the time that it has spent on a processor, in ticks of the system.
    pub fn ticks(&self) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
        fields[11..13].iter().map(|ticks| ticks.parse::<u64>().unwrap()).sum()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended by itself.
        self.child.kill().ok();
        self.child.wait().unwrap();
    }
}

/// Writes a file in one step, as most editors do.
pub fn save(path: &Path, text: &str) {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, text).unwrap();
    fs::rename(unfinished, path).unwrap();
}

/// The command that watches a folder.
pub fn watch(place: &Place) -> Command {
    let mut command = place.command(&["--watch", "--part", "1", "--seeds", "1"]);
    command.envs([FAST]);
    command
}
