//! Runs that 1.0.0 kept: a save, and its keys beside it.

use std::fs;
use std::path::Path;

use roguelike::desktop::runs::RunEnd;
use roguelike::part::Part;

use super::{Home, KEYS, PROGRAM, continue_run, game_after, keys_alone, played};
use crate::program::Told;

/// The keys in the form of 1.0.0.
fn old_keys() -> String {
    keys_alone(KEYS.iter().map(|key| key.name()))
}

/// Writes what 1.0.0 kept of the run: its save was two keys behind.
fn keep_as_before(home: &Home, save: Option<&str>, keys: Option<&str>) {
    let path = home.data("part17.save.autosave");
    save.iter().for_each(|text| fs::write(&path, text).unwrap());
    keys.iter().for_each(|text| fs::write(with(&path, ".trace"), text).unwrap());
    fs::write(with(&path, ".facts"), "roguelike-facts 1 0 42 1 1 28 28 150 -").unwrap();
}

fn with(path: &Path, ending: &str) -> String {
    path.display().to_string() + ending
}

#[test]
fn runs_of_the_first_version_are_taken_over_once() {
    let save = game_after(4).save_text();
    let damaged = old_keys().replace("step 5 Down", "step 5 Dwon");
    let cut = old_keys() + "step 7 Le";
    let cases = [
        ("both", Some(save.as_str()), old_keys(), 6),
        ("keys_alone", None, old_keys(), 6),
        ("damaged_save", Some("RLSAVE 3\nnonsense"), old_keys(), 6),
        ("cut", Some(save.as_str()), cut, 6),
        ("damaged_keys", Some(save.as_str()), damaged, 4),
    ];
    for (test, save, keys, count) in cases {
        let home = Home::new(&format!("old_{test}"));
        keep_as_before(&home, save, Some(&keys));
        // A file of another program.
        fs::write(home.data("part17.save.autosave.notes"), "precious").unwrap();
        let lines = home.lines(&["runs"]);
        let is_run =
            |line: &&String| line.starts_with("left ") && line.contains("Rogue    depth 1    seed 42");
        assert_eq!(lines.iter().filter(is_run).count(), 1, "{test}: {lines:#?}");
        assert_eq!(home.names("runs").len(), 1, "{test}");
        let stays = home.names("");
        // What could not be read stays, and what was read has gone.
        let expected: &[&str] = match test {
            "damaged_save" => &["part17.save.autosave", "part17.save.autosave.notes"],
            _ => &["part17.save.autosave.notes"],
        };
        assert_eq!(stays, expected, "{test}");
        let (game, told) = continue_run(&home);
        assert_eq!(game.save_text(), game_after(count).save_text(), "{test}");
        assert_eq!(told.len(), usize::from(test == "damaged_keys"), "{test}: {told:?}");
        assert!(home.lines(&["runs"]).iter().any(|line| line.starts_with("left ")), "{test}");
    }
}

/// The keys of a recording up to the death of the player.
#[test]
fn a_run_of_the_first_version_that_ended_in_death_is_listed_so() {
    let recording = include_str!("../golden/traces/part17-libstdc++-seed300-victim.trace");
    let until_death = recording.split("\nscreen dead").next().unwrap();
    let steps = until_death.lines().filter(|line| line.starts_with("step ")).skip(1);
    let keys = keys_alone(steps.map(|line| line.splitn(3, ' ').nth(2).unwrap()));
    let home = Home::new("old_death");
    keep_as_before(&home, None, Some(&keys.replace("seed 42", "seed 300")));
    let lines = home.lines(&["runs"]);
    assert!(lines.len() == 1 && lines[0].starts_with("died "), "{lines:#?}");
}

#[test]
fn a_run_of_which_only_the_save_is_whole_stays_and_f9_loads_it() {
    let save = played(3, ["3"]).save_text();
    for (test, keys, ended) in
        [("none", None, 0), ("nonsense", Some("Dear diary".to_owned()), 0), ("other", Some(old_keys()), 1)]
    {
        let home = Home::new(&format!("old_save_{test}"));
        keep_as_before(&home, Some(&save), keys.as_deref());
        let path = home.data("part17.save.autosave");
        for _ in 0..2 {
            let lines = home.lines(&["runs"]);
            let line = lines.iter().find(|line| line.starts_with("save ")).expect("the save");
            assert!(line.contains("Mage") && line.contains("F9 loads the copy"), "{line}");
            assert_eq!(fs::read_to_string(&path).unwrap(), save);
            // Keys of another run were its keys.
            let others = lines.iter().filter(|line| line.starts_with("ended ") && line.contains("Rogue"));
            assert_eq!(others.count(), ended, "{test}: {lines:#?}");
        }
        assert!(home.runs().runs_of(Part::LAST).iter().any(|run| run.end() == RunEnd::Save));
        let copy = home.0.join("copy.save");
        fs::copy(&path, &copy).unwrap();
        let told = home.play(&["--seed", "1", "--save-file", copy.to_str().unwrap(), "--keys", "F9 Right"]);
        assert_eq!(told, "", "{test}");
        assert!(home.lines(&["runs"]).iter().any(|line| line.starts_with("left ") && line.contains("Mage")));
        home.lines(&["runs", "--give-up", "part17.save.autosave"]);
        assert!(!path.exists());
    }
}

#[test]
fn a_run_that_a_window_of_the_first_version_plays_is_left_alone() {
    let home = Home::new("old_open");
    keep_as_before(&home, Some(&game_after(4).save_text()), Some(&old_keys()));
    let keys = fs::File::options().write(true).open(home.data("part17.save.autosave.trace")).unwrap();
    keys.lock().unwrap();
    let before = home.names("");
    assert_eq!(home.lines(&["runs"]), ["no runs yet"]);
    assert_eq!(home.names(""), before);
    keys.unlock().unwrap();
    assert!(home.lines(&["runs"])[0].starts_with("left "));
}

/// The names of 1.0.0's recordings say what its list showed. Their dates are in UTC.
#[test]
fn recordings_of_the_first_version_are_listed_by_their_names() {
    let home = Home::new("old_names");
    let name = "runs/20261121-233000-part17-seed42-rogue-depth2-died.trace";
    fs::write(home.data(name), old_keys()).unwrap();
    fs::write(home.data("runs/99999999-999999-part17-seed42.trace"), old_keys()).unwrap();
    let told = Told::by(home.command(PROGRAM).arg("runs").env("TZ", "WEST8")).out;
    let words = "died   2026-11-21 15:30  part 17  Rogue    depth 2    seed 42";
    assert!(told.lines().any(|line| line.starts_with(words)), "{told}");
    assert!(told.lines().any(|line| line.starts_with("ended ") && line.contains("99999999-")), "{told}");
}
