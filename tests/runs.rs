//! Runs that are left, as files of real processes without a screen.
#![cfg(unix)]

#[path = "common/scratch.rs"]
mod scratch;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use scratch::scratch;

/// The game in a window that nobody sees.
fn play(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,TERM,HUP").arg(env!("CARGO_BIN_EXE_roguelike"));
    command.arg("play").args(arguments).arg("--mute").stdout(Stdio::null()).stderr(Stdio::piped());
    command.env("HOME", home).env_remove("XDG_DATA_HOME");
    command.envs([("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")]);
    command
}

/// Waits until something is so.
fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    const PATIENCE: Duration = Duration::from_secs(120);
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "timed out: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn ends_well(child: Child) {
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// Names of the files in a folder with this ending.
fn names(folder: &Path, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().file_name());
    entries.map(|name| name.into_string().unwrap()).filter(|name| name.ends_with(ending)).collect()
}

#[test]
fn fifty_games_that_end_at_the_same_moment_are_fifty_runs() {
    const GAMES: u32 = 50;
    let home = scratch("fifty");
    let folder = home.join(".local/share/roguelike-sdl2");
    let games: Vec<Child> = (0..GAMES)
        .map(|seed| play(&home, &["--seed", &seed.to_string(), "--keys", "1 Right Down"]).spawn().unwrap())
        .collect();
    wait_for("every game has begun", || names(&folder, ".trace").len() == GAMES as usize);
    // All of them are told to end before the first has ended.
    let pids: Vec<String> = games.iter().map(|game| game.id().to_string()).collect();
    assert!(Command::new("kill").arg("-TERM").args(pids).status().unwrap().success());
    games.into_iter().for_each(ends_well);

    let expected: BTreeSet<String> = (0..GAMES)
        .map(|seed| {
            let mut game = Game::new(Setup::new(Part::LAST, seed));
            for key in [Key::NUM_1, Key::RIGHT, Key::DOWN] {
                game.press(key);
            }
            game.save_text()
        })
        .collect();
    let saves = names(&folder, "").into_iter().filter(|name| !name.ends_with(".trace"));
    let saves: Vec<String> = saves.map(|name| fs::read_to_string(folder.join(name)).unwrap()).collect();
    assert_eq!(saves.len(), GAMES as usize);
    assert!(saves.into_iter().collect::<BTreeSet<_>>() == expected, "a run is missing");
}

#[test]
fn a_run_that_is_over_leaves_its_keys() {
    let home = scratch("over");
    let folder = home.join(".local/share/roguelike-sdl2");
    let trace =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces/part17-libstdc++-seed1-win.trace");
    let text = fs::read_to_string(trace).unwrap();
    let keys: String = text
        .lines()
        .filter_map(|line| line.strip_prefix("step ")?.split_once(' '))
        .map(|(_, key)| key.to_owned() + " ")
        .filter(|key| key != "start ")
        .collect();
    ends_well(play(&home, &["--seed", "1", "--keys", &keys, "--exit"]).spawn().unwrap());
    let runs = names(&folder.join("runs"), ".trace");
    assert!(runs.iter().any(|name| name.contains("-part17-seed1-") && name.contains("-won")), "{runs:?}");
    // What was recorded can be played again.
    let path = folder.join("runs").join(&runs[0]);
    let again = play(&home, &["--replay", path.to_str().unwrap(), "--delay", "0", "--exit"]);
    ends_well({ again }.spawn().unwrap());
}

#[test]
fn parts_without_saves_keep_their_keys() {
    let home = scratch("keys_only");
    ends_well(
        play(&home, &["--part", "5", "--seed", "7", "--keys", "Right Down", "--exit"]).spawn().unwrap(),
    );
    let folder = home.join(".local/share/roguelike-sdl2/runs");
    let runs = names(&folder, ".trace");
    assert!(runs.len() == 1 && runs[0].contains("-part5-seed7"), "{runs:?}");
    let text = fs::read_to_string(folder.join(&runs[0])).unwrap();
    assert_eq!(
        text,
        "roguelike-trace 1\npart 5\nseed 7\nstdlib libstdc++\nstep 0 start\nstep 1 Right\nstep 2 Down\n"
    );
}
