//! Recordings of sessions that save and load.

use std::fs;
use std::path::{Path, PathBuf};

use roguelike::desktop::Session;
use roguelike::game::{Game, Outcome, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::record::{Recorder, Transcript};
use roguelike::trace::replay::{self, Replay};

use crate::scratch::scratch;
use crate::{press, problems, verify_recording};

/// A session that is recorded.
fn recorded(folder: &Path, save: &Path) -> Session {
    let setup = Setup { slot: SaveSlot::File(save.to_owned()), ..Setup::new(Part::LAST, 42) };
    let game = Game::new(setup.clone());
    let recorder = Recorder::new(&folder.join("run.trace"), &setup, &game).unwrap();
    Session::new(game, None, Some(recorder))
}

/// Plays with a recording, and returns what was reported.
fn record(folder: &Path, save: &Path, keys: &[Key]) -> Vec<String> {
    let mut session = recorded(folder, save);
    keys.iter().for_each(|&key| session.press(key));
    problems(&mut session)
}

/// A save that failed fails again in a replay, which shows the same texts, and keeps what was saved before.
#[test]
fn a_recorded_save_that_failed_fails_again() {
    let folder = scratch("cannot_follow");
    let unwritable = PathBuf::from("/proc/nowhere/game.save");
    let keys = [Key::NUM_1, Key::RIGHT, Key::F5, Key::LEFT, Key::F9, Key::RIGHT];
    assert_eq!(record(&folder, &unwritable, &keys), Vec::<String>::new());
    let path = folder.join("run.trace");
    let trace = fs::read_to_string(&path).unwrap();
    assert!(trace.contains("\nstep 3 F5\nsave !\n") && trace.contains("Could not save."), "{trace}");
    verify_recording(&folder);
}

#[test]
fn a_recording_contains_every_save_that_others_wrote() {
    let folder = scratch("brings_along");
    let save = folder.join("game.save");
    let saved = |class| {
        let mut game = Game::new(Setup::new(Part::LAST, 7));
        game.press(class);
        game.save_text()
    };
    for (name, before, expected) in [
        ("a save", Some(saved(Key::NUM_2)), "\nstep 2 F9\nsave RLSAVE 3\nsave 1 0 0\n"),
        ("none", None, "\nstep 2 F9\nlog No save found.\n"),
        (
            "no save at all",
            Some("RLSAVE 3\nnonsense".to_owned()),
            "\nstep 2 F9\nsave ?\nlog Bad save file.\n",
        ),
    ] {
        fs::remove_file(&save).ok();
        before.iter().for_each(|text| fs::write(&save, text).unwrap());
        // Twice the old save, then twice the own one.
        let keys =
            [Key::NUM_1, Key::F9, Key::RIGHT, Key::F9, Key::F5, Key::LEFT, Key::F9, Key::DOWN, Key::F9];
        assert_eq!(record(&folder, &save, &keys), Vec::<String>::new(), "{name}");
        let trace = fs::read_to_string(folder.join("run.trace")).unwrap();
        assert!(trace.contains(expected), "{name}: {trace}");
        let steps_with_saves = trace.matches(" F9\nsave ").count();
        assert_eq!(steps_with_saves, usize::from(before.is_some()), "{name}: {trace}");
        fs::remove_file(&save).unwrap();
        verify_recording(&folder);
        fs::remove_file(folder.join("run.trace")).unwrap();
    }
}

#[test]
fn a_recording_follows_a_save_that_others_replace_or_remove() {
    let folder = scratch("replaced");
    let save = folder.join("game.save");
    let mut session = recorded(&folder, &save);
    press(&mut session, &[Key::NUM_1, Key::F5]);
    let mut other = Game::new(Setup::new(Part::LAST, 8));
    other.press(Key::NUM_3);
    fs::write(&save, other.save_text()).unwrap();
    press(&mut session, &[Key::F9, Key::RIGHT]);
    fs::remove_file(&save).unwrap();
    press(&mut session, &[Key::F9, Key::F9, Key::LEFT]);
    let trace = fs::read_to_string(folder.join("run.trace")).unwrap();
    assert!(
        trace.contains("\nsave 2 0 0\n") && trace.contains(" F9\nsave -\nlog No save found.\n"),
        "{trace}"
    );
    assert_eq!(trace.matches("\nsave -\n").count(), 1);
    verify_recording(&folder);
}

#[test]
fn a_recording_of_keys_plays_the_same_game_and_goes_on() {
    let setup = Setup::new(Part::LAST, 42);
    let mut game = Game::new(setup.clone());
    let mut recording = Transcript::of_keys(&setup);
    for name in ["2", "Down", "Down", "F5", "Left", "F9", "Right", "I", "Escape"] {
        let key = Key::from_name(name).unwrap();
        let outcome = game.press(key);
        recording.add(&game, key, outcome).unwrap();
    }
    assert_eq!(recording.text.lines().count(), 5 + 9, "no step has a save");
    let replay = Replay::of((recording.text.clone() + "step 10 Do").as_bytes()).unwrap();
    assert!(replay.cut.as_ref().unwrap().is_cut_off());
    let mut again = Game::new(setup.clone());
    replay.keys.iter().for_each(|recorded| _ = replay::press(&mut again, recorded));
    assert_eq!((again.save_text(), again.rng().peek()), (game.save_text(), game.rng().peek()));
    let mut continued = Transcript::of_recorded_keys(&setup, &replay.keys, &again);
    assert_eq!(continued.text, recording.text);
    let outcome = game.press(Key::F9);
    continued.add(&game, Key::F9, outcome).unwrap();
    continued.add(&game, Key::ESCAPE, Outcome::Quit).unwrap();
    assert_eq!(continued.text, recording.text + "step 10 F9\n", "the replay has that save");
}
