//! Saved games in damaged files, in unusual or full folders, and after the program is killed: nothing is
//! lost, nothing hangs, and the player learns what happened. Real processes, real files, pipes and links.
#![cfg(target_os = "linux")]

mod damage;
mod ends;
mod kills;
mod lines;
mod links;
mod long;
#[path = "../common/orders.rs"]
mod orders;
mod others;
#[path = "../common/parallel.rs"]
mod parallel;
#[path = "../common/program.rs"]
mod program;
#[path = "../common/scratch.rs"]
mod scratch;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use roguelike::desktop::kept::{Fate, GamesFolder, KeptGame};
use roguelike::desktop::{Input, Session, Start};
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::part::Part;

use orders::problems;
use program::{Told, at_home, started_by};
use scratch::scratch;

const PROGRAM: &str = env!("CARGO_BIN_EXE_roguelike");

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

    /// Returns the run of the last part that was left last.
    fn left_run(&self) -> Option<KeptGame> {
        self.runs().games_of(Part::LAST).into_iter().find(|run| run.end == Fate::Left)
    }

    fn command(&self, program: &str) -> Command {
        at_home(program, &self.0)
    }

    /// Runs the program. A program that waits for ever ends with exit code 124 instead.
    fn run(&self, arguments: &[&str]) -> Told {
        Told::by(&mut started_by(&["timeout", "--kill-after=5", "60"], self.command(PROGRAM).args(arguments)))
    }

    /// Returns the lines that the program prints, and asserts that its exit code is 0.
    fn lines(&self, arguments: &[&str]) -> Vec<String> {
        let told = self.run(arguments);
        assert_eq!(told.code, Some(0), "{arguments:?}: {told:?}");
        told.out.lines().map(str::to_owned).collect()
    }

    /// Plays without a screen, and returns what was reported.
    fn play(&self, arguments: &[&str]) -> String {
        self.play_with_code(0, arguments)
    }

    /// Plays without a screen to an end with this exit code, and returns what was reported.
    fn play_with_code(&self, code: i32, arguments: &[&str]) -> String {
        let told = self.run(&[&["play", "--mute", "--exit"], arguments].concat());
        assert_eq!(told.code, Some(code), "{arguments:?}: {told:?}");
        told.err
    }

    /// The folder of the runs.
    fn runs(&self) -> GamesFolder {
        GamesFolder::new(self.data("runs"))
    }

    /// A session that keeps its runs in the folder for data, as a window does.
    fn session(&self, seed: u32) -> Session {
        let start = Start::new(Setup::new(Part::LAST, seed), Some(self.data("part17.save")));
        Start { games: Some(self.runs()), ..start }.session().unwrap()
    }
}

fn press(session: &mut Session, keys: &[Key]) {
    for &key in keys {
        session.handle(Input::key(key));
        while session.is_busy() {
            session.due_key();
        }
    }
}

/// The run that the tests damage.
const KEYS: [Key; 6] = [Key::NUM_2, Key::DOWN, Key::RIGHT, Key::LEFT, Key::DOWN, Key::RIGHT];

/// A home with a run that was left, the file of that run, and what is in it.
fn with_run(test: &str) -> (Home, PathBuf, String) {
    let home = Home::new(test);
    let mut session = home.session(42);
    press(&mut session, &KEYS);
    assert_eq!(problems(&mut session), Vec::<String>::new());
    drop(session);
    let run = home.left_run().expect("the run").path().to_owned();
    let text = fs::read_to_string(&run).unwrap();
    (home, run, text)
}

/// Continues the run that the menu offers. Returns the game and what was reported.
fn continue_run(home: &Home) -> (Game, Vec<String>) {
    let mut session = home.session(1);
    press(&mut session, &[Key::C]);
    (session.game().clone(), problems(&mut session))
}

/// A game of Part 17 after these keys.
fn played<'k>(seed: u32, keys: impl IntoIterator<Item = &'k str>) -> Game {
    let mut game = Game::new(Setup::new(Part::LAST, seed));
    keys.into_iter().for_each(|name| _ = game.press(Key::from_name(name).unwrap()));
    game
}

/// The game after some of the keys.
fn game_after(count: usize) -> Game {
    played(42, KEYS[..count].iter().map(|key| key.name()))
}

/// The keys of a recording, as far as their lines are whole.
fn keys_in(text: &str) -> Vec<&str> {
    let steps = text.split_inclusive('\n').filter_map(|line| line.strip_prefix("step ")?.strip_suffix('\n'));
    steps.skip(1).filter_map(|step| Some(step.split_once(' ')?.1)).collect()
}

/// The lines of these keys, of which the first has this number.
fn steps<'k>(first: usize, keys: impl IntoIterator<Item = &'k str>) -> String {
    (first..).zip(keys).map(|(number, key)| format!("step {number} {key}\n")).collect()
}

/// A file of keys of Part 17 as a person may write it.
fn keys_alone<'k>(keys: impl IntoIterator<Item = &'k str>) -> String {
    "roguelike-trace 1\npart 17\nseed 42\nstdlib libstdc++\nstep 0 start\n".to_owned() + &steps(1, keys)
}

/// Returns the text of a run that was left, before and after the words that say so.
fn split_at_end(text: &str) -> [&str; 2] {
    text.rsplit_once("# end left ").unwrap().into()
}
