//! Runs that are recorded and replayed.

use std::fs;
use std::time::Duration;

use roguelike::desktop::{Input, Start};
use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::trace::replay::Replay;

use crate::display::{Display, eventually};
use crate::image::Image;
use crate::{golden, same, text};

#[test]
fn a_recording_survives_whatever_happens() {
    let display = Display::bare("record", 1280, 823);
    let record = display.home().join("run.trace");
    let mut game = display.play(&["--seed", "7", "--stdlib", "libc++", "--record", text(&record)]);
    display.press(&["3", "Right", "Right", "Down", "i", "a", "F5", "Left", "F9", "Up"]);
    let expected =
        display.trace(&["--seed", "7", "--stdlib", "libc++", "--keys", "3 Right*2 Down I A F5 Left F9 Up"]);
    let recorded = || fs::read_to_string(&record).unwrap();
    eventually("the last key", || (recorded().lines().count() >= expected.lines().count()).then_some(()));
    game.signal("KILL");
    game.wait();
    same(&recorded(), &expected);

    // The next recording does not overwrite it.
    let refused = display.run(&["--record", text(&record)]);
    let error = String::from_utf8(refused.stderr).unwrap();
    assert_eq!((refused.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    assert!(error.contains("run.trace") && error.contains("give another file"), "{error}");
    same(&recorded(), &expected);
}

#[test]
fn a_replay_is_the_recording_again() {
    let display = Display::bare("replay", 1280, 823);
    let trace = golden("traces/part17-libstdc++-seed1-win.trace");
    let record = display.home().join("again.trace");
    let replay = ["--replay", text(&trace), "--delay", "0"];
    let mut game = display.start(&[&replay[..], &["--exit", "--record", text(&record)]].concat(), &[]);
    game.ends_well();
    same(&fs::read_to_string(&record).unwrap(), &fs::read_to_string(&trace).unwrap());
    assert_eq!(game.errors(), "");
    drop(game);

    // A replay that is watched pauses on the win screen.
    game = display.play(&replay);
    game.shows_ending("the win", &Image::open(&golden("frames/part17-libstdc++-seed1-win-step829.png")));
    assert!(game.is_running());
}

#[test]
fn messages_are_told_on_standard_error_before_there_is_a_log() {
    let display = Display::bare("messages", 1280, 823);
    for name in
        ["part05-libstdc++-seed304-victim", "part10-libstdc++-seed300-victim", "part17-libstdc++-seed42"]
    {
        let trace = golden("traces").join(name).with_extension("trace");
        let mut game = display.start(&["--replay", text(&trace), "--delay", "0", "--exit", "--mute"], &[]);
        game.ends_well();
        let recorded = fs::read_to_string(&trace).unwrap();
        let messages = recorded.lines().filter_map(|line| line.strip_prefix("log "));
        let expected: Vec<&str> = messages.filter(|_| !name.starts_with("part17")).collect();
        assert_eq!(game.errors().lines().collect::<Vec<_>>(), expected, "{name}");
    }
}

#[test]
fn the_window_obeys_during_a_replay() {
    let display = Display::bare("watching", 1280, 823);
    let run = display.home().join("run.keys");
    fs::write(&run, "2 Down Down Down").unwrap();
    let mut game = display.play(&["--seed", "42", "--replay", text(&run), "--delay", "1500"]);
    let replay = Some(Replay::read(&run).unwrap());
    let mut start = Start { replay, ..Start::new(Setup::new(Part::LAST, 42), None) };
    let mut session = start.session().unwrap();
    start.begin(&mut session, || false);
    session.handle(Input::key(Key::F1));
    let keys = Image::of_session(&mut session, 1280, 823);
    display.press(&["F1"]);
    game.shows("the keys of a replay", &keys);
    // Longer than the pause between two keys.
    game.keeps_showing("the keys, and the replay waits", &keys, Duration::from_millis(2000));
    display.press(&["x", "F1"]);
    game.shows_in_replay("the end", &display.shot(&["--seed", "42", "--keys-file", text(&run)]));
    display.press(&["F12"]);
    game.wait_for_words("Picture saved as");
    assert!(game.is_running());
}
