//! Programs that are killed at any moment, and many at once: at most the key that was handled is lost.
//!
//! `ROGUELIKE_KILLS=500 ROGUELIKE_ROUNDS=50 cargo test --test kept_runs kills` kills more often.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use roguelike::desktop::runs::{Run, RunEnd};
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::rng::{Rng, StdLib};

use super::{Home, continue_run, leave_run, press};

fn number(variable: &str, usual: usize) -> usize {
    env::var(variable).map_or(usual, |number| number.parse().expect("a number"))
}

/// Returns other moments in every run of the tests.
fn moments() -> Rng {
    let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().subsec_nanos();
    println!("the moments are those of seed {seed}");
    Rng::new(seed, StdLib::default())
}

/// Keys that walk about and save.
fn script() -> Vec<&'static str> {
    let walk = ["Left", "Up", "I", "Escape", "Right", "Down", "Left", "Down", "Right", "Up"];
    let walk = walk.into_iter().cycle().take(6_000).enumerate();
    ["2"].into_iter().chain(walk.map(|(at, key)| if at % 100 == 0 { "F5" } else { key })).collect()
}

/// Starts a program that presses all these keys, without a window. It saves to a file of its own.
fn play(home: &Home, seed: u32, keys: &Path) -> Child {
    let mut command = home.command(env!("CARGO_BIN_EXE_roguelike"));
    command.args(["play", "--mute", "--seed", &seed.to_string(), "--keys-file"]).arg(keys);
    let save = home.0.join(format!("{seed}.save"));
    command.arg("--save-file").arg(save).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn write_script(home: &Home) -> PathBuf {
    let keys = home.0.join("keys");
    fs::write(&keys, script().join(" ")).unwrap();
    keys
}

/// Returns the number of whole keys in a file.
fn keys_in(text: &str) -> usize {
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    whole.filter(|line| line.starts_with("step ")).count().saturating_sub(1)
}

/// Waits until the file of the run that is played has this number of keys. Returns how many it has, also if
/// there are fewer in the end.
fn wait_for(home: &Home, child: &mut Child, count: usize) -> usize {
    let begin = Instant::now();
    loop {
        let mut files = fs::read_dir(home.data("runs")).into_iter().flatten().flatten();
        let file = files.find(|file| file.path().extension().is_some_and(|end| end == "trace"));
        let has = file.and_then(|file| fs::read(file.path()).ok());
        let has = has.map_or(0, |bytes| keys_in(&String::from_utf8_lossy(&bytes)));
        // After a death, Escape ends the program.
        if has >= count || child.try_wait().unwrap().is_some() {
            return has;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "{has} keys");
    }
}

/// The game after the first keys of the script.
fn game_after(seed: u32, count: usize) -> Game {
    let mut game = Game::new(Setup::new(Part::LAST, seed));
    script()[..count].iter().for_each(|name| _ = game.press(Key::from_name(name).unwrap()));
    game
}

#[test]
fn a_run_that_is_killed_at_any_moment_loses_at_most_the_key_being_handled() {
    let mut moments = moments();
    let home = Home::new("kills");
    let keys = write_script(&home);
    let (mut least, mut most) = (usize::MAX, 0);
    for kill in 0..number("ROGUELIKE_KILLS", 25) {
        let seed = 1 + kill as u32;
        let mut child = play(&home, seed, &keys);
        let seen = wait_for(&home, &mut child, moments.uniform(2, 3_000) as usize);
        thread::sleep(Duration::from_micros(moments.uniform(0, 300) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        let names = home.names("runs");
        let run = home.data("runs").join(names.iter().find(|name| name.ends_with(".trace")).unwrap());
        let text = fs::read_to_string(&run).unwrap();
        let count = keys_in(&text);
        assert!(count >= seen, "kill {kill}: {count} of {seen} keys");
        (least, most) = (least.min(count), most.max(count));
        let expected = game_after(seed, count);
        if expected.is_run_alive() {
            let (game, told) = continue_run(&home);
            assert!(game.save_text() == expected.save_text(), "kill {kill}, {count} keys");
            assert_eq!((game.rng().peek(), told), (expected.rng().peek(), Vec::new()), "kill {kill}");
        }
        names.iter().for_each(|name| fs::remove_file(home.data("runs").join(name)).unwrap());
    }
    println!("killed after {least} to {most} keys");
}

#[test]
fn six_programs_at_once_keep_six_runs_also_when_they_are_killed() {
    const PROGRAMS: u32 = 6;
    let mut moments = moments();
    for round in 0..number("ROGUELIKE_ROUNDS", 3) {
        let home = Home::new("six");
        let keys = write_script(&home);
        let mut programs: Vec<Child> = (1..=PROGRAMS).map(|seed| play(&home, seed, &keys)).collect();
        wait_until(|| home.names("runs").iter().filter(|name| name.ends_with(".trace")).count() == 6);
        for program in &mut programs {
            thread::sleep(Duration::from_millis(moments.uniform(0, 20) as u64));
            program.kill().unwrap();
            program.wait().unwrap();
        }
        let runs = home.runs().runs_of(Part::LAST);
        let mut seeds: Vec<u32> = runs.iter().map(|run| check(round, run)).collect();
        seeds.sort_unstable();
        assert!(seeds.into_iter().eq(1..=PROGRAMS), "round {round}: {runs:?}");
    }
}

/// Checks that the keys of a run are the first of the script. Returns its seed.
fn check(round: usize, run: &Run) -> u32 {
    let text = fs::read_to_string(run.path()).unwrap();
    let seed = text.lines().find_map(|line| line.strip_prefix("seed ")).unwrap().parse().unwrap();
    let steps = text.split_inclusive('\n').filter(|line| line.starts_with("step ") && line.ends_with('\n'));
    let keys: Vec<&str> = steps.skip(1).map(|line| line.trim_end().rsplit(' ').next().unwrap()).collect();
    assert!(keys == script()[..keys.len()], "round {round}, seed {seed}");
    let is_alive = game_after(seed, keys.len()).is_run_alive();
    assert_eq!(run.end() == RunEnd::Left, is_alive, "round {round}: {run}");
    seed
}

fn wait_until(holds: impl Fn() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < Duration::from_secs(60));
    }
}

/// All of them are told to end before the first has ended.
#[test]
fn fifty_programs_that_are_told_to_end_at_once_are_fifty_runs() {
    const PROGRAMS: usize = 50;
    let home = Home::new("fifty");
    let seeds = (1..=PROGRAMS).map(|seed| seed.to_string());
    // The test harness may ignore the signals that a terminal sends.
    let start = |seed: &String| {
        let mut command = home.command("env");
        command.arg("--default-signal=INT,TERM,HUP").arg(env!("CARGO_BIN_EXE_roguelike"));
        command.args(["play", "--mute", "--seed", seed, "--keys", "1 Right Down"]).spawn().unwrap()
    };
    let programs: Vec<Child> = seeds.map(|seed| start(&seed)).collect();
    let steps = "\nstep 0 start\nstep 1 1\nstep 2 Right\nstep 3 Down\n";
    let runs = || home.names("runs").into_iter().map(|name| fs::read_to_string(home.data("runs").join(name)));
    wait_until(|| {
        runs().filter(|text| text.as_ref().is_ok_and(|text| is_played(text, steps))).count() == PROGRAMS
    });
    let ids = programs.iter().map(|program| program.id().to_string());
    assert!(Command::new("kill").arg("-TERM").args(ids).status().unwrap().success());
    for program in programs {
        let output = program.wait_with_output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    }
    let texts: Vec<String> = runs().map(Result::unwrap).collect();
    for text in &texts {
        assert!(is_played(text, steps) && text.lines().last().unwrap().starts_with("# end left "), "{text}");
    }
    let seeds: BTreeSet<&str> =
        texts.iter().map(|text| text.lines().find(|line| line.starts_with("seed ")).unwrap()).collect();
    assert_eq!(seeds.len(), PROGRAMS);
}

/// Returns true if these are the steps of a run, whatever is said beside them.
fn is_played(text: &str, steps: &str) -> bool {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    (lines.join("\n") + "\n").ends_with(steps)
}

#[test]
fn only_one_of_six_windows_continues_a_run() {
    for round in 0..number("ROGUELIKE_ROUNDS", 10) {
        let home = Home::new("race");
        let run = leave_run(&home);
        let text = fs::read_to_string(&run).unwrap();
        let (start, end) = (Barrier::new(6), Barrier::new(6));
        let continued = &|_| {
            let mut session = home.session(1);
            start.wait();
            press(&mut session, &[Key::C]);
            let goes_on = session.game().is_run_alive();
            press(&mut session, &[Key::DOWN]);
            end.wait();
            usize::from(goes_on)
        };
        let count: usize = thread::scope(|scope| {
            let windows = [0; 6].map(|window| scope.spawn(move || continued(window)));
            windows.into_iter().map(|window| window.join().unwrap()).sum()
        });
        assert_eq!(count, 1, "round {round}");
        let now = fs::read_to_string(&run).unwrap();
        assert!(now.starts_with(&text) && keys_in(&now) == keys_in(&text) + 1, "round {round}: {now}");
    }
}
