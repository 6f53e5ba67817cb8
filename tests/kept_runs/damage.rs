//! Damaged saves, keys and archived files.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;

use super::{Home, continue_run, game_after, leave_run, long_keys, make_pipe};

/// Replaces some bytes in the middle of a file.
fn damage(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4].copy_from_slice(b"\xff\n#\0");
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_run_with_a_damaged_save_goes_on_from_its_keys() {
    for (test, how) in [("bytes", "damaged"), ("cut", "cut"), ("empty", "empty"), ("folder", "folder")] {
        let home = Home::new(&format!("bad_save_{test}"));
        let left = leave_run(&home);
        let save = home.data("part17.save.autosave");
        match how {
            "damaged" => damage(&save),
            "cut" => File::options().write(true).open(&save).unwrap().set_len(1_000).unwrap(),
            "empty" => fs::write(&save, "").unwrap(),
            _ => {
                fs::remove_file(&save).unwrap();
                fs::create_dir(&save).unwrap();
            }
        }
        let lines = home.lines(&["runs"]);
        assert!(
            lines.len() == 1 && lines[0].starts_with("left ") && lines[0].contains("Rogue"),
            "{how}: {lines:?}"
        );
        assert!(lines[0].contains("seed 42"), "{how}: {lines:?}");
        let (game, told) = continue_run(&home);
        assert_eq!(game.save_text(), left.save_text(), "{how}");
        assert_eq!(game.rng().peek(), left.rng().peek(), "{how}");
        assert!(told.len() == 1 && told[0].contains("part17.save.autosave.damaged: "), "{how}: {told:?}");
        assert!(home.data("part17.save.autosave.damaged").exists(), "{how}");
        assert_eq!(fs::read_to_string(&save).unwrap(), left.save_text(), "{how}: it is saved again");
    }
}

#[test]
fn keys_that_are_damaged_in_the_middle_are_kept_and_told() {
    // With a whole save the run goes on from there, and without one from the keys before the damage.
    for (test, has_save, expected) in [("saved", true, 4), ("unsaved", false, 2)] {
        let home = Home::new(&format!("bad_keys_{test}"));
        leave_run(&home);
        let keys = home.data("part17.save.autosave.trace");
        let text = fs::read_to_string(&keys).unwrap().replace("step 3 Right", "step 3 Rigth");
        fs::write(&keys, &text).unwrap();
        if !has_save {
            fs::remove_file(home.data("part17.save.autosave")).unwrap();
        }
        assert!(home.autosave().read().0.is_some(), "{test}");
        let (game, told) = continue_run(&home);
        assert_eq!(game.save_text(), game_after(expected).save_text(), "{test}");
        let words = "part17.save.autosave.trace.damaged: line 8: ";
        assert!(told.len() == 1 && told[0].contains(words), "{test}: {told:?}");
        assert_eq!(fs::read_to_string(home.data("part17.save.autosave.trace.damaged")).unwrap(), text);
        assert_eq!(continue_run(&home).1, Vec::<String>::new(), "{test}: it is told once");
    }
}

#[test]
fn a_key_that_was_cut_off_is_no_damage() {
    let home = Home::new("cut_key");
    let left = leave_run(&home);
    let keys = home.data("part17.save.autosave.trace");
    let text = fs::read_to_string(&keys).unwrap();
    fs::write(&keys, text.clone() + "step 7 Le").unwrap();
    let (game, told) = continue_run(&home);
    assert_eq!((game.save_text(), told), (left.save_text(), Vec::new()));
    assert_eq!(fs::read_to_string(&keys).unwrap(), text);
}

#[test]
fn what_cannot_be_read_at_all_is_on_the_list_and_can_be_given_up() {
    let home = Home::new("unreadable");
    leave_run(&home);
    let (save, keys) = (home.data("part17.save.autosave"), home.data("part17.save.autosave.trace"));
    fs::write(&save, "RLSAVE 3\nnonsense").unwrap();
    fs::write(&keys, "nonsense").unwrap();
    fs::write(home.data("runs/20260101-000000-part17-seed1.trace"), "").unwrap();
    fs::write(home.data("runs/letter.trace"), "Dear reader").unwrap();
    let lines = home.lines(&["runs"]);
    assert_eq!(lines.len(), 3, "{lines:#?}");
    assert!(lines.iter().all(|line| line.starts_with("damaged ")), "{lines:#?}");
    for words in
        ["part17.save.autosave: line 2: ", "part17-seed1.trace: it is empty", "letter.trace: it is no trace"]
    {
        assert!(lines.iter().any(|line| line.contains(words)), "{words}: {lines:#?}");
    }
    // The window tells it, and plays.
    let told = home.play(&["--seed", "1", "--keys", "1 Right"]);
    assert!(told.contains("cannot offer the unfinished run in ") && told.lines().count() == 1, "{told}");
    home.lines(&["runs", "--give-up", "part17.save.autosave.1"]);
    for name in ["part17.save.autosave", "letter.trace", "20260101-000000-part17-seed1.trace"] {
        home.lines(&["runs", "--give-up", name]);
    }
    // The keys stay, whatever they are.
    let names = home.names("runs");
    let kept = |text: &str| {
        names
            .iter()
            .filter(|name| fs::read_to_string(home.data("runs").join(name)).unwrap().starts_with(text))
            .count()
    };
    assert_eq!((names.len(), kept("nonsense"), kept("roguelike-trace 1\n")), (2, 1, 1), "{names:?}");
    assert_eq!(home.names(""), Vec::<String>::new());
}

/// Keys without a save that hold no run: the list and the menu say it, a new run leaves them alone, and they
/// can be given up.
#[test]
fn unreadable_keys_without_a_save_are_on_the_list() {
    let header = "roguelike-trace 1\npart 17\nseed 42\nstdlib libstdc++\nstep 0 start\n";
    let other_part = header.replace("part 17", "part 16") + "step 1 2\nstep 2 Right\n";
    let cases = [
        ("nonsense", "it has no keys of part 17"),
        ("roguelike-trace 1\0\0\0\0", "it has no keys of part 17"),
        (other_part.as_str(), "it has no keys of part 17"),
        (header, "they begin no run"),
        ("pipe", "it is no regular file"),
        ("link", "it is a symbolic link"),
    ];
    for (number, (text, reason)) in cases.into_iter().enumerate() {
        let home = Home::new(&format!("only_keys_{number}"));
        let keys = home.data("part17.save.autosave.trace");
        match text {
            "pipe" => make_pipe(&keys),
            "link" => symlink("/dev/zero", &keys).unwrap(),
            text => fs::write(&keys, text).unwrap(),
        }
        let words = format!("part17.save.autosave.trace cannot be read: {reason}");
        let lines = home.lines(&["runs"]);
        assert!(lines.len() == 1 && lines[0].starts_with("damaged "), "{text}: {lines:?}");
        assert!(lines[0].ends_with(&words), "{text}: {lines:?}");
        let told = home.play(&["--seed", "1", "--keys", "1 Right"]);
        assert!(told.lines().count() == 1 && told.trim_end().ends_with(&words), "{text}: {told}");
        assert!(home.names("").contains(&"part17.save.autosave.1".to_owned()), "{text}");
        home.lines(&["runs", "--give-up", "part17.save.autosave"]);
        let lines = home.lines(&["runs"]);
        assert!(!lines.iter().any(|line| line.contains("autosave.trace")), "{text}: {lines:?}");
        // What went with the keys of other runs can be removed from there as well.
        for name in home.names("runs") {
            assert!(matches!(home.run(&["runs", "--give-up", &name]).status.code(), Some(0 | 1)), "{name}");
        }
    }
}

#[test]
fn zeros_after_a_power_cut_cost_no_step() {
    let home = Home::new("zeros");
    let left = leave_run(&home);
    let keys = home.data("part17.save.autosave.trace");
    let log = fs::read(&keys).unwrap();
    fs::write(&keys, [log.as_slice(), &[0; 4096]].concat()).unwrap();
    fs::remove_file(home.data("part17.save.autosave")).unwrap();
    let (game, told) = continue_run(&home);
    assert_eq!((game.save_text(), told), (left.save_text(), Vec::new()));
    assert!(fs::read(&keys).unwrap() == log);
}

#[test]
fn archived_files_that_are_no_traces_can_be_given_up() {
    let home = Home::new("bad_archive");
    let name = "20260101-000000-part17-seed1-mage-depth2-died";
    fs::write(home.data(&format!("runs/{name}.trace")), "nonsense").unwrap();
    fs::write(home.data(&format!("runs/{name}.txt")), "a summary").unwrap();
    let comments = "# a remark\n".repeat(50);
    fs::write(home.data("runs/mine.trace"), long_keys(3).replacen('\n', &format!("\n{comments}"), 1))
        .unwrap();
    let lines = home.lines(&["runs"]);
    assert!(lines.iter().any(|line| line.starts_with("ended ") && line.contains("mine.trace")), "{lines:#?}");
    assert!(
        lines.iter().any(|line| line.starts_with("damaged ") && line.ends_with("it is no trace")),
        "{lines:#?}"
    );
    // A text beside keys that the player named is the player's, too.
    fs::write(home.data("runs/letter.trace"), "Dear reader").unwrap();
    fs::write(home.data("runs/letter.txt"), "precious").unwrap();
    for name in [format!("{name}.trace").as_str(), "letter.trace"] {
        home.lines(&["runs", "--give-up", name]);
    }
    assert_eq!(home.names("runs"), ["letter.txt", "mine.trace"]);
}
