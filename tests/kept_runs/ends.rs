//! Runs that end or are given up, and what then stays.

use std::fs::{self, File};
use std::path::Path;
use std::process::Child;

use roguelike::key::Key;

use super::{Home, PROGRAM, keys_alone, keys_in, press, split_at_end, with_run};
use crate::program::{Told, make_pipe, may_write_blocks};

#[test]
fn fifty_games_that_end_together_leave_fifty_recordings() {
    const RUNS: usize = 50;
    let home = Home::new("same_end");
    let traces = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces");
    let trace = fs::read_to_string(traces.join("part17-libstdc++-seed1-win.trace")).unwrap();
    let (before, _) = trace.split_once("\nscreen won\n").unwrap();
    let keys: Vec<String> = keys_in(before).iter().map(|key| key.replace(' ', "_")).collect();
    let file = home.0.join("keys");
    fs::write(&file, keys.join(" ")).unwrap();
    let arguments = ["play", "--mute", "--exit", "--seed", "1", "--keys-file", file.to_str().unwrap()];
    let start = || home.command(PROGRAM).args(arguments).spawn().unwrap();
    let games: Vec<Child> = (0..RUNS).map(|_| start()).collect();
    for game in games {
        let told = Told::from(game.wait_with_output().unwrap());
        // The keys load a save before there is one.
        assert!(told.code == Some(0) && told.err.lines().count() == 1, "{told:?}");
    }
    let names = home.names("runs");
    assert!(names.len() == RUNS && names.iter().all(|name| name.ends_with(".trace")), "{names:?}");
    for name in &names {
        let text = fs::read_to_string(home.data("runs").join(name)).unwrap();
        assert!(text.lines().count() > 800 && text.contains("\n# end won "), "{name} is not whole");
    }
    assert_eq!(home.lines(&["runs"]).iter().filter(|line| line.starts_with("won ")).count(), RUNS);
}

#[test]
fn a_run_that_is_given_up_stays_and_can_be_watched() {
    let (home, run, text) = with_run("give_up");
    let name = run.file_name().unwrap().to_str().unwrap().to_owned();
    let mut session = home.session(1);
    press(&mut session, &[Key::C]);
    home.run(&["runs", "--give-up", &name]).fails(1, " is open in a window");
    drop(session);
    // As a shell completes the name in that folder.
    let told = home.lines(&["runs", "--give-up", &format!("./{name}")]);
    assert!(told[0].starts_with("given up: ") && told[0].contains("can be watched"), "{told:?}");
    assert!(fs::read_to_string(&run).unwrap().starts_with(&text));
    let lines = home.lines(&["runs"]);
    assert!(lines.len() == 1 && lines[0].starts_with("given up  "), "{lines:?}");
    assert!(home.left_run().is_none());
    home.run(&["runs", "--give-up", &name]).fails(1, "'roguelike runs' lists them");
    assert_eq!(home.play(&["--replay", run.to_str().unwrap(), "--delay", "0"]), "");
}

/// The folder keeps its limits without touching what the player put there.
#[test]
fn unfinished_games_are_tidied_last_and_others_files_never() {
    let (home, left, text) = with_run("tidy");
    let large = File::create(home.data("runs/my-long-run.trace")).unwrap();
    large.set_len(90 << 20).unwrap();
    fs::write(home.data("runs/mine.trace"), keys_alone(["2", "Q", "Q"])).unwrap();
    make_pipe(&home.data("runs/20180101-000000-part17-rogue.trace"));
    let [start, end] = split_at_end(&text);
    let (_, state) = end.split_once(' ').unwrap();
    let file = |date: &str, end: &str| {
        let name = format!("{}-part17-rogue.trace", date.replace(['-', ':'], "").replace('T', "-"));
        let text = format!("{start}# end {end} {date}.000000+00:00 {state}");
        fs::write(home.data("runs").join(&name), text).unwrap();
        name
    };
    // The oldest of all can be continued, and the clock of one ran ahead.
    let first = file("2019-01-01T00:00:00", "left");
    let ahead = file("2099-01-01T00:00:00", "died");
    let ended: Vec<String> = (0..300)
        .map(|number| file(&format!("2020-01-01T{:02}:{:02}:00", number / 60, number % 60), "died"))
        .collect();
    // A window plays the oldest that is over.
    let open = File::options().write(true).open(home.data("runs").join(&ended[0])).unwrap();
    open.lock().unwrap();
    for seed in ["7", "8"] {
        home.play(&["--part", "5", "--seed", seed, "--keys", "Right Left"]);
    }
    let names = home.names("runs");
    let is_there = |name: &str| names.iter().any(|other| other == name);
    for name in [&first, &ahead, "my-long-run.trace", "mine.trace", "20180101-000000-part17-rogue.trace"] {
        assert!(is_there(name), "{name}");
    }
    assert!(left.exists() && names.iter().filter(|name| name.contains("-part5")).count() == 2);
    let count = names.iter().filter(|name| name.contains("-part")).count();
    assert_eq!(count, 300, "{names:#?}");
    assert!(is_there(&ended[0]) && !is_there(&ended[1]) && is_there(&ended[299]), "the oldest go first");
}

/// Plays where no file may grow, as on a full disk. The player is told once.
fn play_on_a_full_disk(home: &Home, arguments: &[&str]) {
    let mut game = home.command(PROGRAM);
    game.args(["play", "--mute", "--exit"]).args(arguments);
    let told = Told::by(&mut may_write_blocks(0, &game));
    assert!(told.code == Some(0) && told.err.lines().count() == 1, "{told:?}");
    assert!(told.err.contains("this game is not being kept: "), "{told:?}");
}

#[test]
fn a_full_disk_is_told_once_and_leaves_no_empty_files() {
    let home = Home::new("full");
    for (part, keys) in [("17", "1 Right Left Right"), ("5", "Right Left Right")] {
        play_on_a_full_disk(&home, &["--part", part, "--seed", "1", "--keys", keys]);
        assert_eq!(home.names("runs"), Vec::<String>::new());
    }
    // A run that was left stays as it was.
    let (home, run, text) = with_run("full_left");
    play_on_a_full_disk(&home, &["--seed", "1", "--keys", "1 Right"]);
    assert_eq!(fs::read_to_string(&run).unwrap(), text);
}

#[test]
fn games_of_all_parts_are_listed_unfinished_ones_first() {
    let home = Home::new("listed");
    assert_eq!(home.lines(&["runs"]), ["no games yet"]);
    for (part, keys) in [("17", "3 Right"), ("16", "2 Down"), ("5", "Right Down")] {
        home.play(&["--part", part, "--seed", "42", "--keys", keys]);
    }
    let list = home.lines(&["runs"]);
    let columns = |line: &String| {
        let words: Vec<&str> = line.split_whitespace().collect();
        [words[0], words[4], words[5], words[7], words[9], words[11]].map(str::to_owned)
    };
    let mut shown: Vec<[String; 6]> = list.iter().map(columns).collect();
    assert_eq!(shown[2], ["ended", "5", "-", "-", "2", "42"], "{list:#?}");
    // The order of two runs of the same second is not defined.
    shown[..2].sort();
    assert_eq!(shown[..2], [["left", "16", "Rogue", "1", "1", "42"], ["left", "17", "Mage", "1", "1", "42"]]);
    // A part without saves keeps its keys all the same.
    let run = list[2].rsplit(' ').next().unwrap();
    assert!(run.ends_with("-part5.trace"), "{run}");
    let text = fs::read_to_string(run).unwrap();
    let is_key = |line: &&str| !line.starts_with('#') && !line.starts_with("rng ");
    let lines: Vec<&str> = text.lines().filter(is_key).collect();
    let header = ["roguelike-trace 1", "part 5", "seed 42", "stdlib libstdc++"];
    assert_eq!(lines, [&header[..], &["step 0 start", "step 1 Right", "step 2 Down"]].concat());
}
