//! The window at rest: nothing is computed, and only what changes is drawn.

use std::thread::sleep;
use std::time::Duration;

use crate::display::{Display, Geometry, eventually};
use crate::image::Image;
use crate::{data, waits};

#[test]
fn idling_costs_nothing() {
    let display = Display::bare("idle", 1280, 823);
    let game = display.play(&["--seed", "42", "--keys", "1 Down*7"]);
    let shot = display.shot(&["--seed", "42", "--keys", "1 Down*7"]);
    game.shows("the dungeon", &shot);
    let runs = data(&display).join("runs");
    eventually("the run", || runs.exists().then_some(()));
    game.settled();
    // The last write of the run's file to the disk comes two seconds after the last key. From then on only
    // SDL wakes the program, to look for new devices, every three seconds.
    eventually("five seconds of rest", || {
        let before = waits(&game);
        let rests = |_| {
            game.keeps_showing("the dungeon still", &shot, Duration::from_millis(100));
            waits(&game) - before <= 2
        };
        (0..50).all(rests).then_some(())
    });
}

/// The dungeon of the title screen is carved for some seconds, and then it rests, too.
#[test]
fn the_title_screen_comes_to_rest() {
    let display = Display::bare("title_rest", 1280, 720);
    let game = display.play(&["play", "--seed", "42"]);
    let first = game.look();
    let last = game.settled();
    assert!(last.difference(&first).is_some(), "it was carved");
    eventually("five seconds of rest", || {
        let before = waits(&game);
        let rests = |_| {
            sleep(Duration::from_millis(100));
            waits(&game) - before <= 2
        };
        (0..50).all(rests).then_some(())
    });
}

#[test]
fn only_what_changes_something_repaints() {
    let display = Display::bare("repaint", 1280, 823);
    let arguments = ["--seed", "42", "--keys", "1 Down"];
    let game = display.play(&arguments);
    let shot = display.shot(&arguments);
    game.shows("the dungeon", &shot);
    display.scribble(600, 4);
    let scribbled = game.look();
    assert!(scribbled.difference(&shot).is_some(), "the screen can be scribbled on");
    // After all keys before it, a picture is saved. A text at the other end of the map says where.
    display.press(&["F3", "z", "1", "Return", "Shift_L", "F10", "Delete", "F12"]);
    game.wait_for_words("Picture saved as");
    let away = |image: &Image| image.top(560);
    assert_eq!(away(&game.look()).difference(&away(&scribbled)), None, "no key of these means anything");
    display.press(&["Down"]);
    let below = Geometry { x: 0, y: 5, width: 1280, height: 815 };
    let expected = display.shot(&["--seed", "42", "--keys", "1 Down*2"]).crop(below);
    game.shows_as("a step", |image| image.crop(below).difference(&expected).map_or(Ok(()), Err));
    let scribble = Geometry { x: 600, y: 4, width: 40, height: 1 };
    let spot = |image: &Image| image.crop(scribble);
    assert_eq!(spot(&game.look()).difference(&spot(&scribbled)), None, "a step sends what it changes");
}
