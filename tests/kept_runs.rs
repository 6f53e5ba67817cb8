//! Kept runs, killed, damaged, and in unusual or full folders: nothing is lost, nothing hangs, the player is
//! told. Real processes, real files, pipes and links.
#![cfg(target_os = "linux")]

#[path = "kept_runs/damage.rs"]
mod damage;
#[path = "kept_runs/ends.rs"]
mod ends;
#[path = "kept_runs/kills.rs"]
mod kills;
#[path = "kept_runs/links.rs"]
mod links;
#[path = "kept_runs/long.rs"]
mod long;
#[path = "kept_runs/old.rs"]
mod old;
#[path = "common/scratch.rs"]
mod scratch;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use roguelike::desktop::runs::RunsFolder;
use roguelike::desktop::{Input, Session, Start};
use roguelike::game::{Game, GameState, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use scratch::scratch;

/// A home folder of a player.
struct Home(PathBuf);

impl Home {
    fn new(test: &str) -> Home {
        let home = Home(scratch(test));
        fs::create_dir_all(home.data("runs")).unwrap();
        home
    }

    /// A file of the folder for data.
    fn data(&self, name: &str) -> PathBuf {
        self.0.join(".local/share/roguelike-sdl2").join(name)
    }

    /// Everything in a folder, by name.
    fn names(&self, folder: &str) -> Vec<String> {
        let names = fs::read_dir(self.data(folder)).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.retain(|name| name != "runs");
        names.sort();
        names
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("HOME", &self.0).env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
        command.envs([("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program. A program that waits for ever ends with exit code 124 instead.
    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = self.command("timeout");
        command
            .args(["--kill-after=5", "60"])
            .arg(env!("CARGO_BIN_EXE_roguelike"))
            .args(arguments)
            .output()
            .unwrap()
    }

    /// Returns the lines that the program prints, and asserts that its exit code is 0.
    fn lines(&self, arguments: &[&str]) -> Vec<String> {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    /// Plays without a screen, and returns what was reported.
    fn play(&self, arguments: &[&str]) -> String {
        let output = self.run(&[&["play", "--mute", "--exit"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// The folder of the runs.
    fn runs(&self) -> RunsFolder {
        RunsFolder::new(self.data("runs")).with_saves(Part::LAST, self.data("part17.save"))
    }

    /// A session that keeps its runs in the folder for data, as a window does.
    fn session(&self, seed: u32) -> Session {
        let start = Start::new(Setup::new(Part::LAST, seed), Some(self.data("part17.save")));
        Start { runs: Some(self.runs()), ..start }.session().unwrap()
    }
}

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn press(session: &mut Session, keys: &[Key]) {
    for &key in keys {
        if let Some(key) = session.translate(Input::key(key)) {
            session.press(key);
        }
    }
}

/// The run that the tests damage.
const KEYS: [Key; 6] = [Key::NUM_2, Key::DOWN, Key::RIGHT, Key::LEFT, Key::DOWN, Key::RIGHT];

/// Leaves a run. Returns its file.
fn leave_run(home: &Home) -> PathBuf {
    let mut session = home.session(42);
    press(&mut session, &KEYS);
    assert_eq!(session.take_problems(), Vec::<String>::new());
    drop(session);
    home.runs().offer(Part::LAST).expect("the run").path().to_owned()
}

/// Continues the run that the menu offers. Returns the game and what was reported.
fn continue_run(home: &Home) -> (Game, Vec<String>) {
    let mut session = home.session(1);
    press(&mut session, &[Key::C]);
    while session.timeout().is_zero() {
        session.due_key();
    }
    (session.game().clone(), session.take_problems())
}

/// The game after some of the keys.
fn game_after(count: usize) -> Game {
    let mut game = Game::new(Setup::new(Part::LAST, 42));
    KEYS[..count].iter().for_each(|&key| _ = game.press(key));
    game
}

/// The keys of a recording up to the win, as a script.
fn winning_keys() -> String {
    let trace =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces/part17-libstdc++-seed1-win.trace");
    let text = fs::read_to_string(trace).unwrap();
    let steps = text.lines().filter_map(|line| line.strip_prefix("step ")?.split_once(' ')).skip(1);
    let mut game = Game::new(Setup::new(Part::LAST, 1));
    let mut keys = String::new();
    for (_, key) in steps {
        keys += &format!("{} ", key.replace(' ', "_"));
        game.press(Key::from_name(key).unwrap());
        if game.state() == GameState::Won {
            return keys;
        }
    }
    panic!("the recording wins")
}

/// A file of a long run. Its first key chooses a class, and the others do nothing.
fn long_keys(count: usize) -> String {
    let steps = (2..=count).map(|number| format!("step {number} Q\n"));
    "roguelike-trace 1\npart 17\nseed 42\nstdlib libstdc++\nstep 0 start\nstep 1 2\n".to_owned()
        + &steps.collect::<String>()
}
