//! Sessions without a window: inputs go in, and what is shown comes out. Also random keys and buttons, with a
//! recording running and with a run that can be continued: the rules hold, and the recording can be verified.
//!
//! `ROGUELIKE_CASES=100 cargo test --release --test session` tries a hundred times as many cases.

#[path = "session/colors.rs"]
mod colors;
#[path = "common/drawn.rs"]
mod drawn;
#[path = "session/journeys.rs"]
mod journeys;
#[path = "session/list.rs"]
mod list;
#[path = "session/look.rs"]
mod look;
#[path = "session/pads.rs"]
mod pads;
#[path = "session/pages.rs"]
mod pages;
#[path = "session/panel.rs"]
mod panel;
#[path = "fuzz/rules.rs"]
mod rules;
#[path = "common/scratch.rs"]
mod scratch;
#[path = "session/settings.rs"]
mod settings;
#[path = "session/summary.rs"]
mod summary;
#[path = "session/walks.rs"]
mod walks;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use roguelike::color::Color;
use roguelike::desktop::runs::autosave::{Autosave, Unfinished};
use roguelike::desktop::{Input, Session, Start};
use roguelike::game::PlayerClass;
use roguelike::game::{Game, GameState, Setup};
use roguelike::key::Key;
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::screen::Frame;
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::record::Recorder;
use roguelike::trace::replay::{self, Replay, Stroke};
use roguelike::{trace, verify};
use rules::{check, check_frame};
use scratch::scratch;
use sdl2::controller::Button;

/// The colour of the pointer and of the way of a click.
const POINTER: Color = Color(255, 230, 150);

/// A session of a part with seed 42 after these keys.
fn after(part: &str, keys: &str) -> Session {
    let mut session = on(Game::new(Setup::new(part.parse().unwrap(), 42)));
    for name in keys.split_whitespace() {
        session.press(Key::from_name(name).unwrap());
    }
    session.take_redraw();
    session
}

fn on(game: Game) -> Session {
    Session::new(game, None, None)
}

/// Returns true if the input changes what is shown.
fn changes(session: &mut Session, input: Input) -> bool {
    handle(session, input);
    session.take_redraw()
}

/// Presses a key of the keyboard. Returns true if it changes what is shown.
fn type_key(session: &mut Session, key: Key) -> bool {
    changes(session, Input::key(key))
}

/// Presses a key while Shift is held.
fn shifted(session: &mut Session, key: Key) {
    handle(session, Input::Key { key, place: key, shift: true, repeat: false });
}

/// Returns where the pointer is drawn.
fn pointer(session: &mut Session) -> Option<Pos> {
    let mut cells = session.render().cells().iter();
    cells.find(|(_, cell)| (cell.glyph, cell.color) == (b'>', POINTER)).map(|&(pos, _)| pos)
}

/// Presses the keys of a journey until it ends. Returns their number.
fn travel(session: &mut Session) -> usize {
    let mut steps = 0;
    // A step is due within a frame. Texts and saves come later.
    while session.timeout() < Duration::from_millis(100) {
        std::thread::sleep(session.timeout());
        if let Some(key) = session.due_key() {
            session.press(key);
            steps += 1;
        }
    }
    steps
}

/// Returns a frame as text.
fn text_of(frame: &Frame) -> String {
    let mut rows = vec![[b' '; 64]; frame.rows() as usize];
    frame.cells().iter().for_each(|(pos, cell)| rows[pos.y as usize][pos.x as usize] = cell.glyph);
    let rows = rows.iter().map(|row| String::from_utf8_lossy(row).trim_end().to_owned());
    rows.collect::<Vec<_>>().join("\n")
}

/// Returns what a session shows as text.
fn shown(session: &mut Session) -> String {
    text_of(session.render())
}

/// Returns the panel as text, on this many columns and rows.
fn panel(session: &mut Session, columns: i32, rows: i32) -> String {
    text_of(session.render_panel(columns, rows))
}

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
        "R",
        "G",
        "Z",
    ];
    let key =
        prop_oneof![3 => select(names), 2 => select(rarer)].prop_map(|name| Key::from_name(name).unwrap());
    let keys = (key, prop::bool::weighted(0.2), prop::bool::weighted(0.2))
        .prop_map(|(key, shift, repeat)| Input::Key { key, place: key, shift, repeat });
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
    let others = select(vec![Input::Exposed, Input::Fullscreen, Input::Screenshot]);
    (
        prop_oneof![6 => keys, 4 => buttons.clone().prop_map(Input::Pad), 1 => buttons.prop_map(Input::PadRun), 1 => others],
        1..6usize,
    )
}

fn handle(session: &mut Session, input: Input) {
    if let Some(key) = session.translate(input) {
        session.press(key);
    }
}

/// Returns the factor for the usual number of cases.
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
            assert!(problem.contains("the view stays"), "{problem}");
        }
    }
    session.keep_run();
    assert_eq!(session.take_problems(), Vec::<String>::new());
}

/// Verifies the recording of the last session.
fn verify_recording(folder: &Path) {
    let path = folder.join("run.trace");
    let recording = trace::parse(&fs::read(&path).unwrap()).unwrap();
    // Nothing but the file is needed, whatever was saved and loaded.
    let verdict = verify::compare(&recording, None);
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
        handle(session, Input::key(key));
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

/// Plays with a recording, and returns what was reported.
fn record(folder: &Path, save: &Path, keys: &[Key]) -> Vec<String> {
    let setup = Setup { slot: SaveSlot::File(save.to_owned()), ..Setup::new(Part::LAST, 42) };
    let game = Game::new(setup.clone());
    let recorder = Recorder::new(&folder.join("run.trace"), &setup, &game).unwrap();
    let mut session = Session::new(game, None, Some(recorder));
    for &key in keys {
        session.press(key);
    }
    session.take_problems()
}

#[test]
fn a_recording_ends_where_a_replay_could_not_follow() {
    let folder = scratch("cannot_follow");
    let unwritable = PathBuf::from("/proc/nowhere/game.save");
    let problems = record(&folder, &unwritable, &[Key::NUM_1, Key::RIGHT, Key::F5, Key::LEFT]);
    assert!(problems.len() == 1 && problems[0].contains("a save that failed"), "{problems:?}");
    let trace = fs::read_to_string(folder.join("run.trace")).unwrap();
    assert_eq!(trace.matches("\nstep ").count(), 3, "{trace}");
    verify_recording(&folder);
}

#[test]
fn a_recording_contains_every_save_that_it_did_not_write_itself() {
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
fn a_recording_follows_a_save_that_another_program_replaces_or_removes() {
    let folder = scratch("replaced");
    let save = folder.join("game.save");
    let setup = Setup { slot: SaveSlot::File(save.clone()), ..Setup::new(Part::LAST, 42) };
    let game = Game::new(setup.clone());
    let recorder = Recorder::new(&folder.join("run.trace"), &setup, &game).unwrap();
    let mut session = Session::new(game, None, Some(recorder));
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

// Runs and their keys

/// Starts a session as the program does, which also writes keys to files.
fn start(folder: &Path, seed: u32) -> Session {
    prepared(folder, seed).session().unwrap()
}

fn prepared(folder: &Path, seed: u32) -> Start {
    Start {
        setup: Setup::new(Part::LAST, seed),
        save_file: Some(folder.join("game.save")),
        record: None,
        keys: Vec::new(),
        replay: None,
        pause: Duration::ZERO,
        exit: false,
        preferences: Default::default(),
    }
}

/// The files of the runs in a folder, by name.
fn files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
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

// Replays

/// Starts a session that replays these keys, none of which is due for a minute.
fn watch(folder: &Path, part: u8, seed: u32, names: &str) -> Session {
    let stroke = |name| Stroke { key: Key::from_name(name).unwrap(), slot: None };
    let replay = Replay { keys: names.split_whitespace().map(stroke).collect(), header: None, cut: None };
    let mut start = Start {
        setup: Setup::new(Part::new(part).unwrap(), seed),
        save_file: Some(folder.join("game.save")),
        record: None,
        keys: Vec::new(),
        replay: Some(replay),
        pause: Duration::from_secs(60),
        exit: false,
        preferences: Default::default(),
    };
    let mut session = start.session().unwrap();
    start.begin(&mut session);
    session
}

/// The game after these keys.
fn game_after(part: u8, seed: u32, names: &[&str]) -> Game {
    let mut game = Game::new(Setup::new(Part::new(part).unwrap(), seed));
    for name in names {
        replay::press(&mut game, &Stroke { key: Key::from_name(name).unwrap(), slot: None });
    }
    game
}

/// Returns everything about a game that a player could notice.
fn facts(game: &Game) -> (String, u32, Vec<String>, String) {
    let messages = game.messages().lines().iter().map(ToString::to_string).collect();
    (game.save_text(), game.rng().peek(), messages, game.title().to_owned())
}

#[test]
fn a_replay_goes_forth_and_back_key_by_key() {
    let folder = scratch("back_and_forth");
    let names = "2 Down Right F5 Down I A Left F9 Down I Escape Up . V Left Left Down Right Right Down";
    let all: Vec<&str> = names.split_whitespace().collect();
    let mut session = watch(&folder, 17, 42, names);
    for count in [3, 9, 9, 2, 14, 16, 21, 0, 21, 5] {
        for _ in 0..21 {
            press(&mut session, &[Key::LEFT]);
        }
        assert_eq!(facts(session.game()), facts(&game_after(17, 42, &[])));
        for _ in 0..count {
            press(&mut session, &[Key::RIGHT]);
        }
        // One forth and one back changes nothing.
        press(&mut session, &[Key::RIGHT, Key::LEFT]);
        let at = if count == 21 { 20 } else { count };
        assert_eq!(facts(session.game()), facts(&game_after(17, 42, &all[..at])), "{count}");
        let title = format!("   [replay stopped at key {at} of 21]");
        assert!(session.title().ends_with(&title), "{}", session.title());
    }
}

#[test]
fn a_long_replay_goes_back_to_any_key() {
    let folder = scratch("long_replay");
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces/part17-libstdc++-seed1-win.trace");
    let recording = trace::parse(&fs::read(path).unwrap()).unwrap();
    let keys: Vec<&str> = recording.keys().map(|key| key.name()).collect();
    let mut session = watch(&folder, 17, recording.header.seed, &keys.join(" "));
    press(&mut session, &[Key::RIGHT; 829]);
    assert_eq!(session.game().state(), GameState::Won);
    for (back, at) in [(1, 828), (78, 750), (1, 749), (248, 501), (2, 499), (450, 49)] {
        press(&mut session, &vec![Key::LEFT; back]);
        assert_eq!(facts(session.game()), facts(&game_after(17, recording.header.seed, &keys[..at])), "{at}");
    }
}

#[test]
fn a_replay_jumps_to_floors_and_to_both_ends() {
    let folder = scratch("jumps");
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces/part17-libstdc++-seed1-win.trace");
    let recording = trace::parse(&fs::read(path).unwrap()).unwrap();
    let keys: Vec<&str> = recording.keys().map(|key| key.name()).collect();
    let mut game = game_after(17, recording.header.seed, &[]);
    let mut floors = Vec::new();
    for (count, key) in (1..).zip(recording.keys()) {
        let before = game.depth();
        game.press(key);
        floors.extend((game.depth() != before).then_some((count, game.depth())));
    }
    let [second, .., last] = floors[..] else { panic!("{floors:?}") };
    let count = keys.len();
    let mut session = watch(&folder, 17, recording.header.seed, &keys.join(" "));
    assert!(session.title().ends_with(&format!("[replay: key 0 of {count}]")), "{}", session.title());
    for (key, at, depth) in [
        (Key::PAGE_DOWN, second.0, second.1),
        (Key::END, count, game.depth()),
        (Key::PAGE_UP, last.0, last.1),
        (Key::HOME, 0, 0),
        (Key::PAGE_UP, 0, 0),
    ] {
        type_key(&mut session, key);
        let expected = format!("[replay stopped at key {at} of {count}]");
        assert!(session.title().ends_with(&expected), "{key:?}: {}", session.title());
        assert_eq!(session.game().depth(), depth, "{key:?}");
    }
}

#[test]
fn a_run_is_whole_that_was_played_on_after_going_back() {
    let folder = scratch("played_on");
    let mut session = watch(&folder, 17, 42, "2 Down Right F5 Down Down Left Left");
    let right = [Key::RIGHT; 8];
    press(&mut session, &right);
    press(&mut session, &[Key::LEFT, Key::LEFT, Key::ESCAPE]);
    assert!(session.title().ends_with("   [end of the replay: you play on]"), "{}", session.title());
    let first_row = |session: &mut Session| shown(session).lines().next().unwrap().to_owned();
    assert!(first_row(&mut session).ends_with(" end of the replay: you play on"));
    press(&mut session, &[Key::RIGHT, Key::V, Key::DOWN]);
    assert!(!first_row(&mut session).contains("replay"));
    let expected = game_after(17, 42, &["2", "Down", "Right", "F5", "Down", "Down", "Right", "Down"]);
    assert_eq!(session.game().save_text(), expected.save_text());
    session.keep_run();
    let played = facts(session.game());
    drop(session);
    let mut session = start(&folder, 1);
    press(&mut session, &[Key::C]);
    assert_eq!(facts(session.game()), played);
}

#[test]
fn a_replay_is_only_looked_at_by_what_shows_something() {
    let folder = scratch("only_looked_at");
    let mut session = watch(&folder, 17, 42, "2 Down Down");
    press(&mut session, &[Key::RIGHT, Key::RIGHT]);
    let before = facts(session.game());
    // None of these gets through to the game; some open a page, and the next key closes it.
    press(&mut session, &[Key::F5, Key::F9, Key::X, Key::I, Key::E, Key::V, Key::NUM_1, Key::PERIOD]);
    press(&mut session, &[Key::M, Key::DOWN, Key::ESCAPE, Key::P, Key::DOWN, Key::F1, Key::X]);
    for button in [Button::Start, Button::A, Button::X, Button::Y, Button::LeftShoulder, Button::B] {
        handle(&mut session, Input::Pad(button));
    }
    assert_eq!(facts(session.game()), before);
    assert_eq!(files(&folder), Vec::<String>::new(), "watching leaves nothing");
    // The cross of a pad goes back and forth, too.
    handle(&mut session, Input::Pad(Button::DPadRight));
    assert_eq!(facts(session.game()), facts(&game_after(17, 42, &["2", "Down", "Down"])));
    handle(&mut session, Input::Pad(Button::DPadLeft));
    assert_eq!(facts(session.game()), before);
}

#[test]
fn a_replay_that_is_recorded_does_not_go_back() {
    let folder = scratch("recorded_replay");
    let setup = Setup::new(Part::LAST, 42);
    let mut start = Start {
        setup: setup.clone(),
        save_file: Some(folder.join("game.save")),
        record: Some(folder.join("run.trace")),
        keys: Vec::new(),
        replay: Some(Replay {
            keys: ["2", "Down", "Left"]
                .map(|name| Stroke { key: Key::from_name(name).unwrap(), slot: None })
                .into(),
            header: None,
            cut: None,
        }),
        pause: Duration::from_secs(60),
        exit: false,
        preferences: Default::default(),
    };
    let mut session = start.session().unwrap();
    start.begin(&mut session);
    press(&mut session, &[Key::RIGHT, Key::RIGHT, Key::LEFT, Key::RIGHT]);
    assert_eq!(session.game().save_text(), game_after(17, 42, &["2", "Down", "Left"]).save_text());
    drop(session);
    verify_recording(&folder);
}

#[test]
fn a_run_goes_on_from_the_screen_of_a_death_also_in_a_recording() {
    let folder = scratch("from_death");
    begin(&folder, &[Key::NUM_2, Key::RIGHT]).keep_run();
    let left = Autosave::beside(&folder.join("game.save"), Part::LAST).read().0.unwrap();
    // A second run: poisoned, and with one hit point.
    let left = fs::read_to_string(left.path).unwrap();
    let save = left.clone();
    let mut lines: Vec<String> = save.lines().map(str::to_owned).collect();
    let mut body: Vec<&str> = save.lines().nth(3).unwrap().split_whitespace().collect();
    (body[2], body[4]) = ("1", "9");
    lines[3] = body.join(" ");
    fs::write(folder.join("game.save"), lines.join("\n") + "\n").unwrap();
    let setup = Setup { slot: SaveSlot::File(folder.join("game.save")), ..Setup::new(Part::LAST, 42) };
    let game = Game::new(setup.clone());
    let recorder = Recorder::new(&folder.join("run.trace"), &setup, &game).unwrap();
    let autosave = Autosave::beside(&folder.join("game.save"), setup.part);
    let mut session = Session::new(game, Some(autosave), Some(recorder));
    press(&mut session, &[Key::F9, Key::LEFT, Key::RIGHT, Key::UP, Key::DOWN]);
    assert_eq!(session.game().state(), GameState::Dead);
    press(&mut session, &[Key::R, Key::RETURN]);
    assert_eq!(session.game().save_text(), left);
    press(&mut session, &[Key::DOWN]);
    drop(session);
    verify_recording(&folder);
}
