//! Runs that are kept when a session ends, and continued in another.

use std::fs;
use std::path::Path;
use std::time::Duration;

use roguelike::desktop::runs::autosave::{Autosave, Unfinished};
use roguelike::desktop::{Input, Start};
use roguelike::game::{Game, GameState, PlayerClass, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::trace;
use roguelike::trace::replay::{Replay, Stroke};

use crate::scratch::scratch;
use crate::{begin, files, handle, prepared, press, shown, start, verify_recording};

#[test]
fn a_new_run_does_not_replace_the_old_one() {
    let folder = scratch("heroes");
    let autosave = Autosave::beside(&folder.join("game.save"), Part::LAST);
    begin(&folder, &[Key::NUM_2, Key::RIGHT]).keep_run();
    let (rogue, _) = autosave.read();
    let rogue = rogue.unwrap();
    let saved = |run: &Unfinished| fs::read_to_string(&run.path).unwrap();
    let old_rogue = saved(&rogue);
    begin(&folder, &[Key::NUM_1, Key::DOWN]).keep_run();
    let (fighter, problems) = autosave.read();
    let fighter = fighter.unwrap();
    assert!(problems.is_empty() && fighter.path != rogue.path && fighter.to_string().contains("Fighter"));
    assert_eq!(saved(&rogue), old_rogue);
    let old_fighter = saved(&fighter);

    // A continued run is kept in its own file.
    let mut session = begin(&folder, &[Key::C, Key::DOWN]);
    session.keep_run();
    assert!(saved(&fighter) != old_fighter);
    assert_eq!(saved(&rogue), old_rogue);
    fs::remove_file(&fighter.path).unwrap();
    assert_eq!(autosave.read().0.unwrap().path, rogue.path, "the older one is offered after it");
}

#[test]
fn a_death_removes_the_kept_run_also_after_it_was_loaded() {
    let folder = scratch("own_save");
    let mut session = begin(&folder, &[Key::NUM_2, Key::RIGHT]);
    session.keep_run();
    press(&mut session, &[Key::F5, Key::F9]);
    drop(session);
    // Poisoned, and with one hit point.
    let autosave = Autosave::beside(&folder.join("game.save"), Part::LAST);
    let path = autosave.read().0.unwrap().path;
    let save = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<String> = save.lines().map(str::to_owned).collect();
    let mut body: Vec<&str> = save.lines().nth(3).unwrap().split_whitespace().collect();
    (body[2], body[4]) = ("1", "9");
    lines[3] = body.join(" ");
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let mut session = begin(&folder, &[Key::C, Key::F5, Key::F9]);
    session.keep_run();
    press(&mut session, &[Key::LEFT, Key::RIGHT, Key::UP, Key::DOWN]);
    assert_eq!(session.game().state(), GameState::Dead);
    assert!(!path.exists() && autosave.read().0.is_none());
}

#[test]
fn a_continued_run_has_its_own_seed_and_its_own_future() {
    let folder = scratch("own_future");
    let mut session = start(&folder, 42);
    press(
        &mut session,
        &[Key::NUM_2, Key::DOWN, Key::F5, Key::DOWN, Key::V, Key::RIGHT, Key::F9, Key::RIGHT],
    );
    session.keep_run();
    // These keys are not saved any more, as if the program was killed.
    press(&mut session, &[Key::DOWN, Key::V, Key::DOWN]);
    let left = session.game().clone();
    drop(session);
    let mut session = start(&folder, 7);
    press(&mut session, &[Key::C]);
    let game = session.game();
    assert_eq!(game.save_text(), left.save_text());
    assert_eq!(game.rng().peek(), left.rng().peek());
    assert_eq!(game.messages().lines(), left.messages().lines());
    assert_eq!(game.other_view().map(|view| view.name), left.other_view().map(|view| view.name));
    assert_eq!(session.picture_name(), "roguelike-part17-seed42");
    press(&mut session, &[Key::LEFT]);
    let left = session.game().save_text();
    drop(session);
    // Again, and from the file of keys alone.
    fs::remove_file(folder.join("game.save.autosave.1")).unwrap();
    let mut session = start(&folder, 8);
    press(&mut session, &[Key::C]);
    assert_eq!(session.game().save_text(), left);
}

#[test]
fn files_that_a_run_went_on_without_are_on_the_list() {
    let folder = scratch("aside");
    let mut session = start(&folder, 42);
    press(&mut session, &[Key::NUM_2, Key::DOWN]);
    session.keep_run();
    drop(session);
    fs::write(folder.join("game.save.autosave.trace"), "Dear diary").unwrap();
    let mut session = start(&folder, 1);
    handle(&mut session, Input::key(Key::C));
    assert_eq!(session.take_problems().len(), 1);
    press(&mut session, &[Key::ESCAPE, Key::R]);
    const NAME: &str = "game.save.autosave.trace.damaged";
    while !shown(&mut session).lines().any(|line| line.starts_with(" > damaged ") && line.ends_with(NAME)) {
        let before = shown(&mut session);
        press(&mut session, &[Key::DOWN]);
        assert_ne!(shown(&mut session), before, "the end of the list");
    }
    assert!(folder.join(NAME).exists());
    press(&mut session, &[Key::G, Key::G]);
    assert!(!folder.join(NAME).exists() && !shown(&mut session).contains(NAME), "it was given up");
}

#[test]
fn a_recording_that_is_full_is_told_once_and_the_run_is_kept() {
    let folder = scratch("full_recording");
    let mut session = start(&folder, 42);
    press(&mut session, &[Key::NUM_2, Key::DOWN]);
    session.keep_run();
    drop(session);
    // Keys that do nothing fill the file, up to 4 MiB.
    let path = folder.join("game.save.autosave.trace");
    let mut log = fs::read_to_string(&path).unwrap();
    let mut lines = (3..).map(|step| format!("step {step} Keypad MemSubtract\n"));
    while log.len() < (4 << 20) - 100 {
        log += &lines.next().unwrap();
    }
    fs::write(&path, log).unwrap();
    let mut session = start(&folder, 1);
    press(&mut session, &[Key::C]);
    for _ in 0..5 {
        session.press(Key::DOWN);
        session.press(Key::RIGHT);
    }
    let told = session.take_problems();
    assert!(told.len() == 1 && told[0].contains("is full: the run goes on"), "{told:?}");
    assert!(shown(&mut session).contains("the recording of the run in"));
    session.keep_run();
    let left = session.game().save_text();
    drop(session);
    let mut session = start(&folder, 2);
    handle(&mut session, Input::key(Key::C));
    assert_eq!(session.game().save_text(), left);
}

#[test]
fn f9_leaves_a_run_that_can_be_continued() {
    let folder = scratch("f9_leaves");
    let mut session = start(&folder, 42);
    press(&mut session, &[Key::NUM_2, Key::DOWN, Key::F5, Key::DOWN, Key::RIGHT]);
    let left = session.game().save_text();
    press(&mut session, &[Key::F9]);
    let loaded = session.game().save_text();
    assert_ne!(left, loaded);
    let (offered, _) = Autosave::beside(&folder.join("game.save"), Part::LAST).read();
    assert_eq!(fs::read_to_string(offered.unwrap().path).unwrap(), left, "while the loaded one is played");
    // What was loaded a moment ago is loaded again: there is nothing to leave.
    press(&mut session, &[Key::F9]);
    session.keep_run();
    drop(session);
    let save = |number| fs::read_to_string(folder.join(format!("game.save.autosave{number}"))).unwrap();
    assert_eq!([save(""), save(".1")], [left, loaded]);
    let names = [
        "game.save",
        "game.save.autosave",
        "game.save.autosave.1",
        "game.save.autosave.1.facts",
        "game.save.autosave.1.trace",
        "game.save.autosave.facts",
        "game.save.autosave.trace",
    ];
    assert_eq!(files(&folder), names);
}

#[test]
fn f9_is_not_pressed_if_it_would_lose_the_run() {
    let folder = scratch("f9_loses");
    let mut session = start(&folder, 42);
    press(&mut session, &[Key::NUM_2, Key::F5, Key::DOWN]);
    session.keep_run();
    press(&mut session, &[Key::DOWN]);
    let before = session.game().save_text();
    // A folder cannot be replaced by a file.
    let autosave = folder.join("game.save.autosave");
    fs::remove_file(&autosave).unwrap();
    fs::create_dir(&autosave).unwrap();
    handle(&mut session, Input::key(Key::F9));
    let problems = session.take_problems();
    assert!(problems.len() == 1 && problems[0].starts_with("F9 would lose the run"), "{problems:?}");
    assert_eq!(session.game().save_text(), before);
}

#[test]
fn a_run_that_could_not_be_saved_is_saved_later() {
    let folder = scratch("saved_later");
    let mut session = start(&folder, 42);
    press(&mut session, &[Key::NUM_2, Key::DOWN]);
    session.keep_run();
    press(&mut session, &[Key::DOWN]);
    let autosave = folder.join("game.save.autosave");
    fs::remove_file(&autosave).unwrap();
    fs::create_dir(&autosave).unwrap();
    session.keep_run();
    assert_eq!(session.take_problems().len(), 1);
    fs::remove_dir(&autosave).unwrap();
    session.keep_run();
    assert_eq!(fs::read_to_string(&autosave).unwrap(), session.game().save_text());
}

/// A replay changes the view where the window did, at its own pace or a key at a time.
#[test]
fn the_key_that_changes_the_view_is_pressed_like_any_other() {
    let folder = scratch("view_key");
    let mut session = start(&folder, 42);
    for key in [Key::NUM_1, Key::V, Key::DOWN] {
        session.press(key);
    }
    assert!(session.game().other_view().is_some());
    session.keep_run();
    drop(session);
    let mut session = start(&folder, 7);
    press(&mut session, &[Key::C]);
    assert!(session.game().other_view().is_some());
    drop(session);
    // A key at a time.
    let strokes = [Key::NUM_1, Key::V].map(|key| Stroke { key, slot: None });
    let replay = Replay { keys: strokes.into(), ..Replay::default() };
    let mut start =
        Start { replay: Some(replay), pause: Duration::from_secs(3_600), ..prepared(&folder, 42) };
    let mut session = start.session().unwrap();
    start.begin(&mut session);
    press(&mut session, &[Key::RIGHT, Key::RIGHT]);
    assert!(session.game().other_view().is_some());
}

#[test]
fn no_key_is_pressed_after_the_one_that_quits() {
    let folder = scratch("after_quit");
    let mut start = Start {
        record: Some(folder.join("run.trace")),
        keys: vec![Key::NUM_1, Key::ESCAPE, Key::RIGHT],
        ..prepared(&folder, 42)
    };
    let mut session = start.session().unwrap();
    start.begin(&mut session);
    assert!(session.is_over());
    drop(session);
    verify_recording(&folder);
}

#[test]
fn the_second_window_is_told_that_the_first_plays_the_run() {
    let folder = scratch("two_windows");
    let mut session = start(&folder, 42);
    press(&mut session, &[Key::NUM_2, Key::DOWN]);
    session.keep_run();
    drop(session);
    let (mut first, mut second) = (start(&folder, 1), start(&folder, 2));
    press(&mut first, &[Key::C]);
    handle(&mut second, Input::key(Key::C));
    let problems = second.take_problems();
    assert!(problems.len() == 1 && problems[0].contains("another window plays it"), "{problems:?}");
    assert_eq!(second.game().state(), GameState::ClassSelect);
    // A third one is not offered it.
    assert!(Autosave::beside(&folder.join("game.save"), Part::LAST).read().0.is_none());
    drop(first);
    assert!(Autosave::beside(&folder.join("game.save"), Part::LAST).read().0.is_some());
}

#[test]
fn a_save_that_was_put_in_place_of_a_kept_run_is_continued() {
    let folder = scratch("replaced_run");
    let mut session = start(&folder, 42);
    press(&mut session, &[Key::NUM_2, Key::DOWN]);
    session.keep_run();
    drop(session);
    let mut other = Game::new(Setup::new(Part::LAST, 3));
    other.press(Key::NUM_3);
    fs::write(folder.join("game.save.autosave"), other.save_text()).unwrap();
    let keys = fs::read(folder.join("game.save.autosave.trace")).unwrap();
    for told in [1, 0] {
        let mut session = start(&folder, 1);
        handle(&mut session, Input::key(Key::C));
        assert_eq!(session.game().class(), Some(PlayerClass::Mage));
        // The keys of the run that is not continued are kept.
        assert_eq!(session.take_problems().len(), told);
        assert_eq!(fs::read(folder.join("game.save.autosave.trace.old")).unwrap(), keys);
    }
}

#[test]
fn a_run_is_saved_at_once_on_a_new_floor() {
    let folder = scratch("new_floor");
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces/part17-libstdc++-seed1-win.trace");
    let recording = trace::parse(&fs::read(path).unwrap()).unwrap();
    let mut session = start(&folder, recording.header.seed);
    let autosave = folder.join("game.save.autosave");
    let mut depth = 0;
    for key in recording.keys() {
        session.press(key);
        session.keep_run_if_due();
        if session.game().depth() > depth {
            depth = session.game().depth();
            assert_eq!(fs::read_to_string(&autosave).unwrap(), session.game().save_text());
        }
        if depth == 2 {
            return;
        }
    }
    panic!("the recording goes down");
}
