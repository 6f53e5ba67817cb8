//! The program as a process: how it ends, and what it says.

use std::env;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use roguelike::rng::{Rng, StdLib};

/// The program, or another one that starts it, with its files in this home folder and without a screen.
pub fn at_home(program: &str, home: &Path) -> Command {
    let mut command = Command::new(program);
    command.env("HOME", home).env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
    command.envs([("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Returns the same command, with its variables, as the words after another one.
pub fn started_by(starter: &[&str], command: &Command) -> Command {
    let mut started = Command::new(starter[0]);
    started.args(&starter[1..]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => started.env(name, value),
            None => started.env_remove(name),
        };
    }
    started
}

/// The command may write files of this many blocks of 512 or 1,024 bytes. Beyond that comes SIGXFSZ.
pub fn may_write_blocks(blocks: u32, command: &Command) -> Command {
    let limit = format!("ulimit -f {blocks}; exec \"$@\"");
    started_by(&["env", "--default-signal=XFSZ", "sh", "-c", &limit, "sh"], command)
}

/// How a program ended, and what it said.
#[derive(Debug)]
pub struct Told {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Told {
    fn from(output: Output) -> Told {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Told { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Told {
    /// Waits for the end of a program.
    pub fn by(command: &mut Command) -> Told {
        command.output().unwrap().into()
    }

    /// It failed with this code, and said why in one line that has these words.
    pub fn fails(&self, code: i32, words: &str) {
        assert_eq!((self.code, self.err.lines().count()), (Some(code), 1), "{words}: {}", self.err);
        assert!(self.err.starts_with("roguelike: ") && self.err.contains(words), "{words}: {}", self.err);
    }
}

/// Makes a pipe into which nothing is written.
pub fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Returns the number in a variable of the environment, and without one the usual number.
pub fn number(variable: &str, usual: usize) -> usize {
    env::var(variable).map_or(usual, |number| number.parse().expect("a number"))
}

/// Returns moments, the same in every run of the tests. `ROGUELIKE_SEED` chooses others.
pub fn moments() -> Rng {
    let seed = number("ROGUELIKE_SEED", 1);
    println!("the moments are those of ROGUELIKE_SEED={seed}");
    Rng::new(seed as u32, StdLib::default())
}

/// Waits for something, with pauses that are shorter than the writing of a file. It fails after a minute.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{what}: not in a minute");
        thread::sleep(Duration::from_micros(50));
    }
}
