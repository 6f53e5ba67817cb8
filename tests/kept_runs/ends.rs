//! Runs that end or are given up, and what then stays.

use std::fs::{self, File};
use std::process::Child;

use super::{Home, KEYS, continue_run, leave_run, long_keys, press, winning_keys};
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::part::Part;

#[test]
fn fifty_runs_of_one_seed_that_end_at_the_same_time_leave_fifty_recordings() {
    const RUNS: usize = 50;
    let home = Home::new("same_end");
    let keys = home.0.join("keys");
    fs::write(&keys, winning_keys()).unwrap();
    let arguments = ["play", "--mute", "--exit", "--seed", "1", "--keys-file", keys.to_str().unwrap()];
    let start = || home.command(env!("CARGO_BIN_EXE_roguelike")).args(arguments).spawn().unwrap();
    let games: Vec<Child> = (0..RUNS).map(|_| start()).collect();
    for game in games {
        let output = game.wait_with_output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    }
    let names = home.names("runs");
    let with = |ending: &str| names.iter().filter(|name| name.ends_with(ending)).count();
    assert_eq!((with(".trace"), with(".txt"), names.len()), (RUNS, RUNS, 2 * RUNS), "{names:?}");
    for name in names.iter().filter(|name| name.ends_with(".trace")) {
        let text = fs::read_to_string(home.data("runs").join(name)).unwrap();
        assert!(text.lines().count() > 800, "{name} is not whole");
        let summary = home.data("runs").join(name).with_extension("txt");
        assert!(fs::read_to_string(summary).unwrap().contains("You have won"), "{name}");
    }
    assert_eq!(home.names(""), Vec::<String>::new(), "nothing is left where runs are played");
    assert_eq!(home.lines(&["runs"]).iter().filter(|line| line.starts_with("won ")).count(), RUNS);
}

#[test]
fn keys_that_are_set_aside_can_be_given_up() {
    // The name of a folder tells nothing about a file.
    let home = Home::new("aside.trace.old");
    leave_run(&home);
    let mut other = Game::new(Setup::new(Part::LAST, 3));
    other.press(Key::NUM_3);
    fs::write(home.data("part17.save.autosave"), other.save_text()).unwrap();
    let (_, told) = continue_run(&home);
    assert!(told.len() == 1 && told[0].contains("part17.save.autosave.trace.old: "), "{told:?}");
    fs::write(home.data("part17.save.autosave.trace.damaged"), "nonsense").unwrap();
    let lines = home.lines(&["runs"]);
    let has = |end: &str, name: &str| {
        lines.iter().any(|line| line.starts_with(end) && line.split(": ").next().unwrap().ends_with(name))
    };
    assert!(has("ended ", "autosave.trace.old") && has("damaged ", "autosave.trace.damaged"), "{lines:#?}");
    for name in ["part17.save.autosave.trace.old", "part17.save.autosave.trace.damaged"] {
        home.lines(&["runs", "--give-up", name]);
        assert!(!home.data(name).exists(), "{name}");
    }
}

#[test]
fn a_run_that_a_window_plays_is_not_given_up() {
    let home = Home::new("open");
    let mut session = home.session(42);
    press(&mut session, &KEYS);
    session.keep_run();
    let output = home.run(&["runs", "--give-up", "part17.save.autosave"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(1) && told.contains("a window plays part17.save.autosave"),
        "{told}"
    );
    assert!(home.data("part17.save.autosave").exists());
}

/// Where keys go when their run ends, there is a file in the way.
#[test]
fn what_cannot_end_stays_whole_and_is_told_by_its_name() {
    let home = Home::new("no_archive");
    leave_run(&home);
    let before = home.names("");
    fs::remove_dir(home.data("runs")).unwrap();
    fs::write(home.data("runs"), "no folder").unwrap();
    let fails = |words: &[&str]| {
        let output = home.run(&["runs", "--give-up", "part17.save.autosave"]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), told.lines().count()), (Some(1), 1), "{told}");
        assert!(words.iter().all(|words| told.contains(words)), "{words:?}: {told}");
    };
    fails(&["part17.save.autosave.trace", "runs cannot be made"]);
    assert_eq!(home.names(""), before);
    let lines = home.lines(&["runs"]);
    assert!(lines.iter().any(|line| line.starts_with("damaged ") && line.contains("/runs: ")), "{lines:#?}");
    // A run that is won stays on the list as won, and is not offered.
    let home = Home::new("no_archive_won");
    fs::remove_dir(home.data("runs")).unwrap();
    fs::write(home.data("runs"), "no folder").unwrap();
    let keys = home.0.join("keys");
    fs::write(&keys, winning_keys()).unwrap();
    let told = home.play(&["--seed", "1", "--keys-file", keys.to_str().unwrap()]);
    assert!(told.lines().count() == 1 && told.contains("its keys stay in "), "{told}");
    let lines = home.lines(&["runs"]);
    assert!(lines.iter().any(|line| line.starts_with("won ") && line.contains("seed 1 ")), "{lines:#?}");
    assert!(home.autosave().read().0.is_none());
    // A folder in place of the keys: its name is told, and the save stays.
    let home = Home::new("folder_for_keys");
    leave_run(&home);
    fs::remove_file(home.data("part17.save.autosave.trace")).unwrap();
    fs::create_dir(home.data("part17.save.autosave.trace")).unwrap();
    let output = home.run(&["runs", "--give-up", "part17.save.autosave"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("part17.save.autosave.trace cannot be removed: "), "{told}");
    assert!(home.data("part17.save.autosave").exists());
}

/// The folder keeps its limits without touching what the player put there.
#[test]
fn only_recordings_of_the_program_are_tidied() {
    let home = Home::new("tidy");
    let large = File::create(home.data("runs/my-long-run.trace")).unwrap();
    large.set_len(70 << 20).unwrap();
    // Of a clock that was wrong.
    for number in 0..300 {
        fs::write(home.data(&format!("runs/20990101-000000-part5-seed{number}.trace")), long_keys(3))
            .unwrap();
    }
    for seed in ["7", "8"] {
        home.play(&["--part", "5", "--seed", seed, "--keys", "Right Left"]);
    }
    let names = home.names("runs");
    for end in ["-part5-seed7.trace", "-part5-seed8.trace", "my-long-run.trace"] {
        assert!(
            names.iter().any(|name| name.ends_with(end) && !name.starts_with("2099")),
            "{end}: {names:?}"
        );
    }
    assert_eq!(names.len(), 301);
}

#[test]
fn giving_up_keeps_the_keys_and_nothing_else() {
    let home = Home::new("give_up");
    let left = leave_run(&home);
    let keys = fs::read_to_string(home.data("part17.save.autosave.trace")).unwrap();
    let told = home.lines(&["runs", "--give-up", "part17.save.autosave"]);
    let names = home.names("runs");
    assert!(names.len() == 1 && names[0].ends_with("-part17-seed42-rogue.trace"), "{names:?}");
    assert_eq!(fs::read_to_string(home.data("runs").join(&names[0])).unwrap(), keys);
    assert!(
        told[0].ends_with(&format!("; its keys stay in {}", home.data("runs").join(&names[0]).display()))
    );
    assert_eq!(home.names(""), Vec::<String>::new());
    // A run without keys, and one whose save has another owner: there the keys of the first are kept, too.
    fs::write(home.data("part17.save.autosave"), left.save_text()).unwrap();
    let told = home.lines(&["runs", "--give-up", "part17.save.autosave"]);
    assert_eq!(told, [format!("given up: {}", home.data("part17.save.autosave").display())]);
    assert_eq!((home.names(""), home.names("runs").len()), (Vec::new(), 1));
    leave_run(&home);
    let mut other = Game::new(Setup::new(Part::LAST, 3));
    other.press(Key::NUM_3);
    fs::write(home.data("part17.save.autosave"), other.save_text()).unwrap();
    home.lines(&["runs", "--give-up", "part17.save.autosave"]);
    assert_eq!((home.names(""), home.names("runs").len()), (Vec::new(), 2));
}
