//! Whatever is pressed on keyboard or game pad, with a recording running and with a run that can be
//! continued: the rules hold, and the recording can be verified.
//!
//! `ROGUELIKE_CASES=100 cargo test --release --test session` tries a hundred times as many cases.

#[path = "fuzz/rules.rs"]
mod rules;
#[path = "common/scratch.rs"]
mod scratch;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use roguelike::desktop::autosave::Autosave;
use roguelike::desktop::{Input, Session};
use roguelike::game::{Game, GameState, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::record::Recorder;
use roguelike::{trace, verify};
use rules::{check, check_frame};
use scratch::scratch;
use sdl2::controller::Button;

fn any_input() -> impl Strategy<Value = (Input, usize)> {
    let names = vec![
        "Up", "Down", "Left", "Right", "H", "J", "K", "L", "Keypad 4", "Keypad 6", "Keypad 8", "Keypad 2",
    ];
    let rarer = vec![
        "I",
        "A",
        "B",
        "C",
        ".",
        "1",
        "2",
        "3",
        "Space",
        "F5",
        "F9",
        "V",
        "F1",
        "Left Shift",
        "/",
        "Return",
        "Z",
    ];
    let key =
        prop_oneof![3 => select(names), 2 => select(rarer)].prop_map(|name| Key::from_name(name).unwrap());
    let keys = (key, prop::bool::weighted(0.2), prop::bool::weighted(0.2))
        .prop_map(|(key, shift, repeat)| Input::Key { key, shift, repeat });
    let buttons = select(vec![
        Button::DPadUp,
        Button::DPadDown,
        Button::DPadLeft,
        Button::DPadRight,
        Button::A,
        Button::B,
        Button::X,
        Button::Y,
        Button::Start,
        Button::Guide,
    ]);
    let others = select(vec![Input::Exposed, Input::Fullscreen, Input::Screenshot, Input::TexturesLost]);
    (prop_oneof![6 => keys, 4 => buttons.prop_map(Input::Pad), 1 => others], 1..6usize)
}

fn handle(session: &mut Session, input: Input) {
    if let Some(key) = session.translate(input) {
        session.press(key);
    }
}

/// Returns by what the usual number of cases is multiplied.
fn times() -> u32 {
    env::var("ROGUELIKE_CASES").map_or(1, |number| number.parse().expect("ROGUELIKE_CASES is a number"))
}

/// Plays a session in the folder with all inputs, checks everything after each, and keeps the run at the end.
fn play(folder: &Path, setup: &Setup, inputs: &[(Input, usize)], record: bool) {
    let autosave = Autosave::beside(&folder.join("game.save"), setup.part);
    let game = Game::new(setup.clone());
    let recorder = record.then(|| Recorder::new(&folder.join("run.trace"), setup, &game).unwrap());
    let mut session = Session::new(game, Some(autosave), recorder);
    for &(input, times) in inputs {
        for _ in 0..times {
            handle(&mut session, input);
            check(session.game());
            check_frame(session.render());
            assert!(!session.title().is_empty());
        }
        session.take_events();
        for problem in session.take_problems() {
            let expected = ["the view stays", "ends here: it cannot hold two older saves"];
            assert!(expected.iter().any(|text| problem.contains(text)), "{problem}");
        }
    }
    session.keep_run();
    assert_eq!(session.take_problems(), Vec::<String>::new());
}

/// Verifies the recording of the last session.
fn verify_recording(folder: &Path) {
    let path = folder.join("run.trace");
    let recording = trace::parse(&fs::read(&path).unwrap()).unwrap();
    let save = fs::read_to_string(folder.join("run.trace.save")).ok();
    let verdict = verify::compare(&recording, save.as_deref());
    assert!(verdict.divergence.is_none(), "{verdict:?}");
    assert_eq!(verdict.not_compared, Vec::<String>::new());
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40 * times(),
        failure_persistence: None,
        max_shrink_iters: 2_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_input_is_handled_and_recorded(
        part in prop_oneof![1 => 1..=14u8, 2 => 15..=17u8],
        seed in any::<u32>(),
        first in vec(any_input(), 0..80),
        second in vec(any_input(), 0..80),
    ) {
        let folder = scratch("any_input");
        let save = SaveSlot::File(folder.join("game.save"));
        let setup = Setup { slot: save, ..Setup::new(Part::new(part).unwrap(), seed) };
        // The second session may find a kept run and a save file.
        play(&folder, &setup, &first, false);
        play(&folder, &setup, &second, true);
        verify_recording(&folder);
    }
}

/// Starts a session that keeps runs beside this folder's save file, and presses keys.
fn begin(folder: &Path, keys: &[Key]) -> Session {
    let setup = Setup { slot: SaveSlot::File(folder.join("game.save")), ..Setup::new(Part::LAST, 42) };
    let autosave = Autosave::beside(&folder.join("game.save"), setup.part);
    let mut session = Session::new(Game::new(setup), Some(autosave), None);
    press(&mut session, keys);
    session
}

fn press(session: &mut Session, keys: &[Key]) {
    for &key in keys {
        handle(session, Input::Key { key, shift: false, repeat: false });
    }
    assert_eq!(session.take_problems(), Vec::<String>::new());
}

#[test]
fn a_new_run_does_not_replace_the_old_one() {
    let folder = scratch("heroes");
    let autosave = Autosave::beside(&folder.join("game.save"), Part::LAST);
    begin(&folder, &[Key::NUM_2, Key::RIGHT]).keep_run();
    let (rogue, _) = autosave.read();
    let rogue = rogue.unwrap();
    begin(&folder, &[Key::NUM_1, Key::DOWN]).keep_run();
    let (fighter, problems) = autosave.read();
    let fighter = fighter.unwrap();
    assert!(problems.is_empty() && fighter.path != rogue.path && fighter.to_string().contains("Fighter"));
    assert_eq!(fs::read_to_string(&rogue.path).unwrap(), rogue.text);

    // A continued run is kept in its own file.
    let mut session = begin(&folder, &[Key::C, Key::DOWN]);
    session.keep_run();
    assert!(fs::read_to_string(&fighter.path).unwrap() != fighter.text);
    assert_eq!(fs::read_to_string(&rogue.path).unwrap(), rogue.text);
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
fn a_recording_ends_where_a_replay_could_not_follow() {
    let folder = scratch("cannot_follow");
    let unreadable = folder.join("game.save");
    fs::write(&unreadable, b"RLSAVE 3\n\xff").unwrap();
    let unwritable = PathBuf::from("/proc/nowhere/game.save");
    for (save, keys, reason) in [
        (unreadable, [Key::NUM_1, Key::RIGHT, Key::F9, Key::LEFT], "cannot be read"),
        (unwritable, [Key::NUM_1, Key::RIGHT, Key::F5, Key::LEFT], "a save that failed"),
    ] {
        let setup = Setup { slot: SaveSlot::File(save), ..Setup::new(Part::LAST, 42) };
        let game = Game::new(setup.clone());
        let recorder = Recorder::new(&folder.join("run.trace"), &setup, &game).unwrap();
        let mut session = Session::new(game, None, Some(recorder));
        for key in keys {
            session.press(key);
        }
        let problems = session.take_problems();
        assert!(problems.len() == 1 && problems[0].contains(reason), "{problems:?}");
        let trace = fs::read_to_string(folder.join("run.trace")).unwrap();
        assert_eq!(trace.matches("\nstep ").count(), 3, "{trace}");
        verify_recording(&folder);
        fs::remove_file(folder.join("run.trace")).unwrap();
    }
}
