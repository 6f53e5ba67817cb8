//! `roguelike play --text`: the program with lines of input and output, and the games that it keeps.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use roguelike::desktop::kept::Fate;

use super::program::Told;
use super::{Home, PROGRAM, keys_in};

/// A program that plays lines of text.
struct Player {
    program: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Player {
    fn start(home: &Home, arguments: &[&str]) -> Player {
        let mut command = home.command(PROGRAM);
        command.args(["play", "--text"]).args(arguments).stdin(Stdio::piped());
        let mut program = command.spawn().unwrap();
        let (input, output) = (program.stdin.take().unwrap(), program.stdout.take().unwrap());
        Player { program, input, output: BufReader::new(output) }
    }

    /// Says a line, and returns the answer up to the first line like that.
    fn says(&mut self, line: &str, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        writeln!(self.input, "{line}").unwrap();
        self.reads(is_last)
    }

    fn reads(&mut self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        for line in self.output.by_ref().lines() {
            lines.push(line.unwrap());
            if is_last(&lines[lines.len() - 1]) {
                return lines;
            }
        }
        panic!("the program ended after {lines:?}");
    }

    /// Returns the line about the hero.
    fn status(&mut self) -> String {
        self.says("status", |line| line.contains("health")).pop().unwrap()
    }
}

/// Plays these lines to their end.
fn play(home: &Home, arguments: &[&str], lines: &[&str]) -> Told {
    let mut player = Player::start(home, arguments);
    write!(player.input, "{}", lines.join("\n")).unwrap();
    let Player { program, input, output } = player;
    drop(input);
    let text: Vec<String> = output.lines().map(Result::unwrap).collect();
    let told = Told::from(program.wait_with_output().unwrap());
    Told { out: text.join("\n"), ..told }
}

#[test]
fn lines_play_a_game_that_is_kept_when_they_end() {
    let home = Home::new("lines");
    let lines = ["rogue", "explore", "explore", "inventory", "use a", "nonsense", "north 2", "status"];
    let told = play(&home, &["--seed", "7"], &lines);
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    for words in [
        "rogue: health 28, power 7, defense 1",
        "Rogue, depth 1, health 28 of 28",
        "Red potion, 1 east.",
        "Glowing potion, 1 north, 3 west.",
        "You pick up a red potion.",
        "a: Glowing potion: could be healing, poison, strength or regeneration. You have 2.",
        "You quaff the glowing potion.",
        "'nonsense' is not a word here: help lists them.",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    let status = told.out.lines().last().unwrap();
    let left = home.left_run().expect("the game");
    assert!(status.contains(&format!("turn {}, seed 7", turn(&left.to_string()))), "{status}: {left}");
    let file = std::fs::read_to_string(left.path()).unwrap();
    assert_eq!(keys_in(&file)[0], "2");
    // It goes on here, and its recording comes out as it was played.
    let told = play(&home, &[], &["continue", "status"]);
    assert_eq!(told.out.lines().last(), Some(status));
    let replayed = home.play(&["--delay", "0", "--replay", left.path().to_str().unwrap()]);
    assert_eq!(replayed, "");
}

/// Returns the number of turns in a line of `roguelike runs`.
fn turn(line: &str) -> &str {
    line.split("turn ").nth(1).unwrap().split(' ').next().unwrap()
}

#[test]
fn a_killed_game_of_lines_has_lost_nothing() {
    let home = Home::new("lines_killed");
    let mut player = Player::start(&home, &["--seed", "42"]);
    player.says("fighter", |line| line.contains("health 36 of 36"));
    assert_eq!(player.says("east 3", |_| true), ["Turn 3."], "every line has an answer");
    let status = player.status();
    player.program.kill().unwrap();
    player.program.wait().unwrap();
    let mut player = Player::start(&home, &[]);
    player.reads(|line| line.starts_with("help lists"));
    let games = player.says("games", |line| line.starts_with("1: Fighter, alive on depth 1"));
    assert_eq!(games.len(), 1);
    let continued = player.says("resume 1", |line| line.contains("health"));
    assert_eq!(continued.last(), Some(&status));
    drop(player.input);
    assert!(player.program.wait().unwrap().success());
    assert_eq!(home.runs().games().iter().filter(|run| run.end == Fate::Left).count(), 1);
}

#[test]
fn a_reader_that_goes_away_loses_no_game() {
    let home = Home::new("lines_closed");
    let mut player = Player::start(&home, &["--seed", "42"]);
    player.says("mage", |line| line.contains("health 22 of 22"));
    player.says("south", |_| true);
    let Player { mut program, mut input, output } = player;
    drop(output);
    while writeln!(input, "look").is_ok() {}
    assert_eq!(program.wait().unwrap().code(), Some(0));
    assert!(home.left_run().is_some());
}

#[test]
fn a_game_of_lines_ends_with_a_death_and_what_can_follow() {
    let home = Home::new("lines_death");
    let mut lines = vec!["mage"];
    // It fights whatever comes until it dies.
    for _ in 0..400 {
        lines.extend(["explore", "stairs", "north", "east", "south", "west"]);
    }
    lines.push("share");
    let told = play(&home, &["--seed", "42"], &lines);
    assert!(!told.out.contains("Copied"), "nothing is copied without a window: {}", told.out);
    let end = told.out.lines().position(|line| line.starts_with("Killed by a ")).expect(&told.out);
    let after: Vec<&str> = told.out.lines().skip(end).collect();
    assert!(after[0].contains(" on depth "), "{after:?}");
    assert!(after[2].contains("again, ") && after[2].contains("title"), "{after:?}");
    assert!(
        home.lines(&["runs"]).iter().any(|line| line.starts_with("died ") && line.contains(": killed by a"))
    );
}

#[test]
fn a_part_has_only_the_words_for_what_it_has() {
    let home = Home::new("lines_part");
    let told = play(&home, &["--part", "3", "--seed", "42"], &["help", "title", "inventory", "seed 7"]);
    let answers: Vec<&str> = told.out.lines().rev().take(3).collect();
    for (answer, word) in answers.iter().rev().zip(["title", "inventory", "seed"]) {
        assert!(answer.starts_with(&format!("'{word}' is not a word here")), "{answers:?}");
        assert!(!told.out.lines().any(|line| line.starts_with(&format!("{word}: "))), "{}", told.out);
    }
}

#[test]
fn options_of_a_window_are_none_of_lines() {
    let home = Home::new("lines_options");
    for option in [["--scale", "2"], ["--font", "font.ttf"], ["--replay", "run.trace"]] {
        home.run(&[&["play", "--text"], &option[..]].concat()).fails(2, "--text");
    }
}
