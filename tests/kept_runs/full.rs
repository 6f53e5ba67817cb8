//! Full disks, and folders with too many runs.

use std::fs;
use std::path::Path;

use super::{Home, game_after};

/// Plays where files can be created but cannot grow, as on a full disk.
fn play_on_a_full_disk(home: &Home, arguments: &[&str]) -> String {
    let mut command = home.command("sh");
    command.args([
        "-c",
        "ulimit -f 0; exec \"$@\"",
        "sh",
        env!("CARGO_BIN_EXE_roguelike"),
        "play",
        "--mute",
        "--exit",
    ]);
    let output = command.args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_full_disk_leaves_no_empty_files() {
    let home = Home::new("full");
    let told = play_on_a_full_disk(&home, &["--seed", "1", "--keys", "1 Right"]);
    assert!(told.lines().count() == 1 && told.contains("cannot keep the run in "), "{told}");
    assert_eq!(home.names(""), Vec::<String>::new());
    let told = play_on_a_full_disk(&home, &["--part", "5", "--seed", "1", "--keys", "Right Left"]);
    assert!(told.lines().count() == 1 && told.contains("cannot keep the recording of the run in "), "{told}");
    assert_eq!((home.names(""), home.names("runs")), (Vec::new(), Vec::new()));
}

#[test]
fn empty_files_of_earlier_runs_do_no_harm() {
    let home = Home::new("empty_slots");
    for number in 0..1_000 {
        let number = if number > 0 { format!(".{number}") } else { String::new() };
        fs::write(home.data(&format!("part17.save.autosave{number}.trace")), "").unwrap();
    }
    assert_eq!(home.play(&["--seed", "1", "--keys", "1 Right"]), "");
    let lines = home.lines(&["runs"]);
    assert!(lines.len() == 1 && lines[0].starts_with("left "), "{lines:?}");
}

#[test]
fn too_many_runs_are_told_with_one_that_is_there() {
    let home = Home::new("too_many");
    let save = game_after(1).save_text();
    for number in 0..1_000 {
        let number = if number > 0 { format!(".{number}") } else { String::new() };
        fs::write(home.data(&format!("part17.save.autosave{number}")), &save).unwrap();
    }
    let told = home.play(&["--seed", "1", "--keys", "1 Right"]);
    let path = told.split("or remove ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a path");
    assert!(told.lines().count() == 1 && Path::new(path).exists(), "{told}");
}
