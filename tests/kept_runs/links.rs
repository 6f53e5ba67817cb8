//! Folders, pipes, devices and links in place of files.

use std::fs;
use std::os::unix::fs::symlink;

use roguelike::key::Key;

use super::{Home, continue_run, game_after, press, problems, with_run};
use crate::program::make_pipe;

#[test]
fn pipes_and_folders_are_listed_and_left_alone() {
    let home = Home::new("pipes");
    let own = "runs/20260101-000000-part17-rogue.trace";
    [own, "runs/mine.trace", "part17.save"].iter().for_each(|name| make_pipe(&home.data(name)));
    symlink("/dev/zero", home.data("runs/zero.trace")).unwrap();
    fs::create_dir(home.data("runs/20260102-000000-part17-mage.trace")).unwrap();
    let settings = home.0.join(".config/roguelike-sdl2/settings.txt");
    fs::create_dir_all(settings.parent().unwrap()).unwrap();
    make_pipe(&settings);
    let lines = home.lines(&["runs"]);
    for words in [
        "20260101-000000-part17-rogue.trace: it is not a regular file",
        "20260102-000000-part17-mage.trace: it is a folder",
        "mine.trace: it is not a regular file",
        "zero.trace: it is a symbolic link",
    ] {
        let is_listed = |line: &String| line.starts_with("damaged ") && line.ends_with(words);
        assert!(lines.iter().any(is_listed), "{words}: {lines:#?}");
    }
    // Every part can be played.
    let told = home.play_with_code(1, &["--seed", "1", "--keys", "F9 1 Right F5 F9"]);
    for words in ["settings.txt: it is not a regular file", "part17.save: it is no"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    for part in ["16", "15", "5"] {
        home.play(&["--part", part, "--seed", "1", "--keys", "1 Right"]);
    }
    assert!(home.lines(&["runs"]).iter().any(|line| line.starts_with("left ") && line.contains("part 17")));
    for name in [own, "runs/zero.trace", "runs/20260102-000000-part17-mage.trace"] {
        home.run(&["runs", "--give-up", name]).fails(1, name);
        assert!(fs::symlink_metadata(home.data(name)).is_ok(), "{name}");
    }
}

#[test]
fn nothing_is_written_through_a_link() {
    let (home, run, text) = with_run("link");
    let elsewhere = home.0.join("elsewhere");
    fs::rename(&run, &elsewhere).unwrap();
    symlink(&elsewhere, &run).unwrap();
    assert!(home.lines(&["runs"])[0].ends_with("it is a symbolic link"));
    assert!(home.left_run().is_none());
    home.play(&["--seed", "1", "--keys", "1 Right"]);
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), text);
    assert!(run.is_symlink());
}

/// What is appended to a file shows under each of its names.
#[test]
fn other_names_of_a_file_keep_what_is_in_it() {
    let (home, run, text) = with_run("hard_link");
    let precious = home.0.join("precious");
    fs::hard_link(&run, &precious).unwrap();
    let mut session = home.session(1);
    press(&mut session, &[Key::C]);
    let told = problems(&mut session);
    assert!(
        told.len() == 1 && told[0].contains("it has a second hard link; the game goes on in "),
        "{told:?}"
    );
    assert_eq!(session.game().save_text(), game_after(6).save_text());
    press(&mut session, &[Key::ESCAPE, Key::DOWN]);
    let left = session.game().save_text();
    drop(session);
    assert_eq!(fs::read_to_string(&precious).unwrap(), text);
    let (game, told) = continue_run(&home);
    assert_eq!((game.save_text(), told), (left, Vec::new()));
}
