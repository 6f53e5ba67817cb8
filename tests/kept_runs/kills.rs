//! Programs that are killed at any moment, and many at once: at most the key that was handled is lost.
//!
//! `ROGUELIKE_KILLS=500 ROGUELIKE_ROUNDS=50 cargo test --test kept_runs kills` kills more often.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use roguelike::key::Key;

use super::{Home, PROGRAM, continue_run, keys_in, played, press, with_run};
use crate::program::{moments, number, wait_until};

/// Keys that walk about and save.
fn script() -> Vec<&'static str> {
    let walk = ["Left", "Up", "I", "Escape", "Right", "Down", "Left", "Down", "Right", "Up"];
    let walk = walk.into_iter().cycle().take(6_000).enumerate();
    ["2"].into_iter().chain(walk.map(|(at, key)| if at % 100 == 0 { "F5" } else { key })).collect()
}

/// Starts a program that presses all these keys, without a window. It saves to a file of its own.
fn play(home: &Home, seed: u32, keys: &Path) -> Child {
    let mut command = home.command(PROGRAM);
    command.args(["play", "--mute", "--seed", &seed.to_string(), "--keys-file"]).arg(keys);
    let save = home.0.join(format!("{seed}.save"));
    command.arg("--save-file").arg(save).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn write_script(home: &Home) -> PathBuf {
    let keys = home.0.join("keys");
    fs::write(&keys, script().join(" ")).unwrap();
    keys
}

/// Waits until the file of the run that is played has this number of keys. Returns how many it has, also if
/// there are fewer in the end.
fn wait_for(home: &Home, child: &mut Child, count: usize) -> usize {
    let mut has = 0;
    wait_until("keys", || {
        let names = home.names("runs");
        let name = names.iter().find(|name| name.ends_with(".trace"));
        let bytes = name.and_then(|name| fs::read(home.data("runs").join(name)).ok()).unwrap_or_default();
        has = keys_in(&String::from_utf8_lossy(&bytes)).len();
        // After a death, Escape ends the program.
        has >= count || child.try_wait().unwrap().is_some()
    });
    has
}

#[test]
fn a_game_killed_at_any_moment_loses_at_most_one_key() {
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
        let count = keys_in(&text).len();
        assert!(count >= seen, "kill {kill}: {count} of {seen} keys");
        (least, most) = (least.min(count), most.max(count));
        let expected = played(seed, script()[..count].iter().copied());
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
fn only_one_of_six_windows_continues_a_run() {
    for round in 0..number("ROGUELIKE_ROUNDS", 10) {
        let (home, run, text) = with_run("race");
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
        assert!(
            now.starts_with(&text) && keys_in(&now).len() == keys_in(&text).len() + 1,
            "round {round}: {now}"
        );
    }
}
