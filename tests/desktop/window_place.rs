//! The next window is where the last one was.

use std::fs::{self, File};

use crate::display::{Display, Geometry, Window, eventually};
use crate::text;

/// A window that was moved and resized opens there again, also more than once: title bars do not make it
/// wander.
#[test]
fn a_window_opens_where_the_last_one_was() {
    let display = Display::framed("window-place", 1600, 1200);
    let quit = |window: &mut Window| {
        display.press(&["Escape"]);
        window.ends_well();
    };
    let kept = || {
        let settings = fs::read_to_string(display.home().join(".config/roguelike-sdl2/settings.txt"));
        settings
            .unwrap_or_default()
            .lines()
            .find_map(|line| line.strip_prefix("window = ").map(str::to_owned))
    };
    let mut window = display.play(&["--part", "2", "--seed", "1"]);
    window.resize(1000, 640);
    display.xdotool(&["windowmove", "--sync", window.id(), "300", "200"]);
    let placed = window.geometry();
    quit(&mut window);
    let first = kept().expect("the place is kept");
    assert!(first.starts_with("1000x640+"), "{first}");
    for _ in 0..3 {
        let mut window = display.play(&["--part", "2", "--seed", "1"]);
        let same = |at: Geometry| (at == placed).then_some(());
        eventually(&format!("a window at {placed:?}"), || same(window.geometry()));
        quit(&mut window);
        assert_eq!(kept().as_deref(), Some(first.as_str()));
    }
    // An option asks for another size once.
    let mut window = display.play(&["--part", "2", "--seed", "1", "--scale", "1"]);
    assert_eq!((window.geometry().width, window.geometry().height), (1280, 720));
    quit(&mut window);
    assert_eq!(kept().as_deref(), Some(first.as_str()));
}

/// A second window leaves the title of the first one in view. Neither holds the folder of the settings, which
/// is the one for data on macOS.
#[test]
fn a_second_window_opens_beside_the_first() {
    let display = Display::managed("two-windows", 1600, 1200);
    let (home, own) = (display.home().join("both"), display.home().join("both/roguelike-sdl2"));
    let folders = ["XDG_CONFIG_HOME", "XDG_DATA_HOME"].map(|name| (name, text(&home)));
    let [first, second] = [(); 2].map(|()| display.play_with(&["--part", "2", "--seed", "1"], &folders));
    let corner = |window: &Window| (window.geometry().x, window.geometry().y);
    assert_ne!(corner(&first), corner(&second));
    assert!(File::open(own).unwrap().try_lock().is_ok());
}

/// A place that no screen has any more is not used, and a damaged one is reported.
#[test]
fn a_window_is_on_a_screen() {
    let display = Display::managed("no-place", 1400, 900);
    for (place, complaint) in
        [("1000x640+1300+100", None), ("wide", Some("size and a corner like 1280x820+50+60"))]
    {
        display.set(&format!("window = {place}\n"));
        let window = display.play(&["--part", "2", "--seed", "1"]);
        let at = window.geometry();
        assert!(at.x >= 0 && at.x + at.width.cast_signed() <= 1400, "{place}: {at:?}");
        // The window can be seen before the complaint is written.
        match complaint {
            Some(words) => window.wait_for_words(words),
            None => assert_eq!(window.errors(), ""),
        }
    }
}

/// What one window writes, the next one reads.
#[test]
fn a_window_that_is_too_large_keeps_no_place() {
    let display = Display::bare("large-place", 800, 600);
    for _ in 0..2 {
        let mut window = display.play(&["--part", "2", "--seed", "1"]);
        window.resize(30_000, 20);
        display.press(&["Escape"]);
        window.ends_well();
        assert_eq!(window.errors(), "");
    }
}

/// A window of any size plays on. One that is too large for SDL is not drawn until it is smaller.
#[test]
fn a_window_of_any_size_goes_on() {
    let display = Display::bare("any-size", 1280, 823);
    let window = display.play(&["--part", "2", "--seed", "1"]);
    let shot = display.shot(&["--part", "2", "--seed", "1", "--keys", "Left*4"]);
    for (width, height) in [(30_000, 30_000), (1, 1), (30_000, 30), (30, 30_000)] {
        window.resize(width, height);
        display.press(&["Left"]);
    }
    window.resize(1280, 720);
    window.shows_as("the game", |image| image.difference(&shot).map_or(Ok(()), Err));
}
