//! Pipes, devices and links in place of files.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::{Home, continue_run, game_after, leave_run, make_pipe, press};
use roguelike::game::PlayerClass;
use roguelike::key::Key;

#[test]
fn pipes_and_devices_among_runs_are_named_and_nothing_waits_for_them() {
    let home = Home::new("pipes");
    let pipes = [
        "part17.save.autosave",
        "part16.save.autosave.trace",
        "part17.save.autosave.2.trace",
        "runs/20260101-000000-part17-seed1.trace",
        "runs/mine.trace",
        "part17.save",
        "part17.save.autosave.facts",
        "part17.save.autosave.trace.damaged",
    ];
    pipes.iter().for_each(|name| make_pipe(&home.data(name)));
    symlink("/dev/zero", home.data("part15.save.autosave")).unwrap();
    symlink("/dev/zero", home.data("runs/zero.trace")).unwrap();
    let settings = home.0.join(".config/roguelike-sdl2/settings.txt");
    fs::create_dir_all(settings.parent().unwrap()).unwrap();
    make_pipe(&settings);

    let lines = home.lines(&["runs"]);
    for name in ["part17.save.autosave: it is no regular file", "runs/mine.trace: it is no regular file"] {
        assert!(
            lines.iter().any(|line| line.starts_with("damaged ") && line.ends_with(name)),
            "{name}: {lines:#?}"
        );
    }
    for name in ["part15.save.autosave: it is a symbolic link", "zero.trace: it is a symbolic link"] {
        assert!(
            lines.iter().any(|line| line.starts_with("damaged ") && line.ends_with(name)),
            "{name}: {lines:#?}"
        );
    }
    assert!(
        lines.iter().any(|line| line.contains("20260101-000000-part17-seed1.trace: it is no")),
        "{lines:#?}"
    );
    // Every part can be played.
    let told = home.play(&["--seed", "1", "--keys", "F9 1 Right F5 F9"]);
    for words in
        ["settings.txt: it is no regular file", "part17.save.autosave: it is no", "part17.save: it is no"]
    {
        assert!(told.contains(words), "{words}: {told}");
    }
    for part in ["16", "15", "5"] {
        home.play(&["--part", part, "--seed", "1", "--keys", "1 Right"]);
    }
    assert!(home.lines(&["runs"]).iter().any(|line| line.starts_with("left ") && line.contains("part 17")));
    // They can be given up.
    for name in ["part17.save.autosave", "runs/mine.trace", "part15.save.autosave"] {
        let told = home.lines(&["runs", "--give-up", name]);
        assert!(told[0].starts_with("given up: ") && told[0].ends_with(name), "{told:?}");
        assert!(fs::symlink_metadata(home.data(name)).is_err(), "{name}");
    }
    assert!(fs::symlink_metadata("/dev/zero").is_ok());
}

#[test]
fn nothing_is_written_through_a_link() {
    for name in ["part17.save.autosave", "part17.save.autosave.trace", "part17.save.autosave.facts"] {
        let home = Home::new(&format!("link_{}", name.rsplit('.').next().unwrap()));
        let left = leave_run(&home);
        let diary = home.0.join("diary.txt");
        fs::write(&diary, "Dear diary").unwrap();
        fs::remove_file(home.data(name)).unwrap();
        symlink(&diary, home.data(name)).unwrap();
        let (game, told) = continue_run(&home);
        assert_eq!(fs::read_to_string(&diary).unwrap(), "Dear diary", "{name}");
        let expected = if name.ends_with(".trace") { game_after(4) } else { left };
        assert_eq!(game.save_text(), expected.save_text(), "{name}");
        let is_told = told.len() == 1 && told[0].contains(&format!("{name} is kept as "));
        assert!(is_told || name.ends_with(".facts") && told.is_empty(), "{told:?}");
        // From now on it is a run like any other.
        assert!(home.data(name).symlink_metadata().unwrap().is_file());
        assert_eq!(continue_run(&home).1, Vec::<String>::new());
    }
}

/// F9 looks for the past of the run that it loads in the keys of other runs.
#[test]
fn a_pipe_for_keys_does_not_stop_a_load() {
    let home = Home::new("load");
    home.play(&["--seed", "1", "--keys", "1 Right Left F5 Right"]);
    for make in [make_pipe as fn(&Path), |path| symlink("/dev/zero", path).unwrap()] {
        let other = home.data("part17.save.autosave.5");
        fs::copy(home.data("part17.save.autosave"), &other).unwrap();
        let keys = home.data("part17.save.autosave.5.trace");
        fs::remove_file(&keys).ok();
        make(&keys);
        assert_eq!(home.play(&["--seed", "2", "--keys", "F9 Right"]), "");
    }
}

#[test]
fn other_names_of_a_file_of_keys_keep_what_is_in_it() {
    let home = Home::new("hard_link");
    let left = leave_run(&home);
    let keys = home.data("part17.save.autosave.trace");
    // Another name of the keys, as a crash at the end of a run leaves one, and another file under their name.
    let log = fs::read_to_string(&keys).unwrap();
    let precious = home.0.join("precious");
    for text in [log.as_str(), "precious"] {
        fs::remove_file(&precious).ok();
        fs::write(&precious, text).unwrap();
        fs::remove_file(&keys).unwrap();
        fs::hard_link(&precious, &keys).unwrap();
        let mut session = home.session(1);
        press(&mut session, &[Key::C, Key::DOWN]);
        drop(session);
        assert_eq!(fs::read_to_string(&precious).unwrap(), text);
        assert!(fs::read_to_string(&keys).unwrap().starts_with("roguelike-trace 1\n"));
    }
    assert_eq!(continue_run(&home).0.class(), left.class());
    // A new run does not take an empty file that has another name.
    let home = Home::new("empty_hard_link");
    let empty = home.0.join("empty");
    fs::write(&empty, "").unwrap();
    fs::hard_link(&empty, home.data("part17.save.autosave.trace")).unwrap();
    leave_run(&home);
    assert_eq!(fs::read_to_string(&empty).unwrap(), "");
}

#[test]
fn a_file_of_the_player_with_the_name_of_facts_stays() {
    let home = Home::new("foreign_facts");
    let facts = home.data("part17.save.autosave.facts");
    fs::write(&facts, "precious").unwrap();
    leave_run(&home);
    continue_run(&home);
    home.lines(&["runs", "--give-up", "part17.save.autosave"]);
    assert_eq!(fs::read_to_string(&facts).unwrap(), "precious");
}

#[test]
fn a_file_that_is_no_log_is_kept_when_its_run_goes_on() {
    let home = Home::new("no_log");
    leave_run(&home);
    let keys = home.data("part17.save.autosave.trace");
    for (text, kept) in [("Dear diary", ".damaged"), ("Dear reader", ".damaged.2")] {
        fs::write(&keys, text).unwrap();
        let (game, told) = continue_run(&home);
        assert_eq!(game.class(), Some(PlayerClass::Rogue));
        assert!(told.len() == 1 && told[0].contains("it has no keys of part 17"), "{told:?}");
        let kept = home.data(&format!("part17.save.autosave.trace{kept}"));
        assert_eq!(fs::read_to_string(kept).unwrap(), text);
        assert!(fs::read_to_string(&keys).unwrap().starts_with("roguelike-trace 1\n"));
    }
    // What is kept is on the list, and can be given up like a run.
    let lines = home.lines(&["runs"]);
    assert!(
        lines.iter().any(|line| line.starts_with("damaged ") && line.contains("trace.damaged.2")),
        "{lines:#?}"
    );
    home.lines(&["runs", "--give-up", "part17.save.autosave.trace.damaged.2"]);
    assert!(!home.names("").contains(&"part17.save.autosave.trace.damaged.2".to_owned()));
}
