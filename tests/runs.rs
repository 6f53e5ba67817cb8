//! Runs that are left, as files of real processes without a screen.
#![cfg(unix)]

#[path = "common/scratch.rs"]
mod scratch;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use scratch::scratch;

/// The game in a window that is not visible.
fn play(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,TERM,HUP").arg(env!("CARGO_BIN_EXE_roguelike"));
    command.arg("play").args(arguments).arg("--mute").stdout(Stdio::null()).stderr(Stdio::piped());
    command.env("HOME", home).env_remove("XDG_DATA_HOME");
    command.envs([("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")]);
    command
}

/// Waits until a condition holds.
fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    const PATIENCE: Duration = Duration::from_secs(120);
    let start = Instant::now();
    while !holds() {
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
    let folder = home.join(".local/share/roguelike-sdl2/runs");
    let games: Vec<Child> = (0..GAMES)
        .map(|seed| play(&home, &["--seed", &seed.to_string(), "--keys", "1 Right Down"]).spawn().unwrap())
        .collect();
    wait_for("every game has begun", || names(&folder, ".trace").len() == GAMES as usize);
    // All of them are told to end before the first has ended.
    let pids: Vec<String> = games.iter().map(|game| game.id().to_string()).collect();
    assert!(Command::new("kill").arg("-TERM").args(pids).status().unwrap().success());
    games.into_iter().for_each(ends_well);
    let runs = names(&folder, "").into_iter().map(|name| fs::read_to_string(folder.join(name)).unwrap());
    let seeds: BTreeSet<u32> = runs
        .map(|text| {
            let keys: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("step ")).collect();
            assert_eq!(keys, ["0 start", "1 1", "2 Right", "3 Down"], "{text}");
            assert!(text.lines().last().unwrap().starts_with("# end left "), "{text}");
            text.lines().find_map(|line| line.strip_prefix("seed ")).unwrap().parse().unwrap()
        })
        .collect();
    assert!(seeds.into_iter().eq(0..GAMES), "a run is missing");
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
    assert!(runs.len() == 2 && runs.iter().all(|name| name.contains("-part17-")), "{runs:?}");
    // The recording goes on after the win.
    let path = runs.iter().map(|name| folder.join("runs").join(name));
    let path = { path }.find(|path| path.with_extension("txt").exists()).expect("a summary");
    let text = fs::read_to_string(path.with_extension("txt")).unwrap();
    for words in ["You have won", "Turns", "Kills", "Seed", "The last messages:", "The map:"] {
        assert!(text.contains(words), "{words} is missing:\n{text}");
    }
    let (_, list, _) = roguelike(&home, &["runs"]);
    assert!(list.starts_with("won ") || list.contains("\nwon "), "{list}");
    // What was recorded can be played again.
    let again = play(&home, &["--replay", path.to_str().unwrap(), "--delay", "0", "--exit"]);
    ends_well({ again }.spawn().unwrap());
}

/// Runs a command in this home folder. Returns its exit code, and what it printed.
fn roguelike(home: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike"));
    let output = command.args(arguments).env("HOME", home).env_remove("XDG_DATA_HOME").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn runs_are_listed_and_given_up() {
    let home = scratch("listed");
    assert_eq!(roguelike(&home, &["runs"]), (Some(0), "no runs yet\n".to_owned(), String::new()));
    for (part, keys) in [("17", "3 Right"), ("16", "2 Down"), ("5", "Right")] {
        let arguments = ["--part", part, "--seed", "42", "--keys", keys, "--exit"];
        ends_well(play(&home, &arguments).spawn().unwrap());
    }
    let (code, list, errors) = roguelike(&home, &["runs"]);
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut lines: Vec<Vec<String>> = list.lines().map(words).collect();
    // The order of two runs of the same second is not defined.
    lines.sort_by_key(|line| line[4].clone());
    let shown: Vec<[&str; 5]> =
        lines.iter().map(|line| [line[0].as_str(), &line[4], &line[5], &line[7], &line[9]]).collect();
    let expected = [
        ["left", "16", "Rogue", "1", "42"],
        ["left", "17", "Mage", "1", "42"],
        ["ended", "5", "-", "-", "42"],
    ];
    assert_eq!((code, errors.as_str(), shown), (Some(0), "", expected.to_vec()), "{list}");
    assert!(list.lines().last().unwrap().starts_with("ended"), "runs that can be continued come first");

    let mage = list.lines().find(|line| line.contains("Mage")).unwrap().rsplit('/').next().unwrap();
    let (code, told, _) = roguelike(&home, &["runs", "--give-up", mage]);
    assert!(code == Some(0) && told.starts_with("given up: ") && told.contains(mage), "{told}");
    let (_, list, _) = roguelike(&home, &["runs"]);
    let ended = list.lines().filter(|line| line.starts_with("ended")).count();
    assert!(ended == 2 && list.lines().count() == 3, "{list}");
    let (code, _, problem) = roguelike(&home, &["runs", "--give-up", mage]);
    assert_eq!((code, problem.lines().count()), (Some(1), 1), "{problem}");
    assert!(problem.contains("'roguelike runs' lists them"), "{problem}");
}

#[test]
fn parts_without_saves_keep_their_keys() {
    let home = scratch("keys_only");
    ends_well(
        play(&home, &["--part", "5", "--seed", "7", "--keys", "Right Down", "--exit"]).spawn().unwrap(),
    );
    let folder = home.join(".local/share/roguelike-sdl2/runs");
    let runs = names(&folder, ".trace");
    assert!(runs.len() == 1 && runs[0].ends_with("-part5.trace"), "{runs:?}");
    let text = fs::read_to_string(folder.join(&runs[0])).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let header = ["roguelike-trace 1", "part 5", "seed 7", "stdlib libstdc++"];
    assert_eq!(lines, [&header[..], &["step 0 start", "step 1 Right", "step 2 Down"]].concat());
}
