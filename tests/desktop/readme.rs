//! The still picture of the README is what the real window shows, and a window of free play shows what a
//! session draws.

use std::fs;
use std::path::Path;

use roguelike::desktop::Session;
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::part::Part;

use crate::display::Display;
use crate::golden;
use crate::image::Image;

/// Returns the first keys of a recording as a key script.
pub fn keys(recording: &str, count: usize) -> String {
    let trace = fs::read_to_string(golden("traces").join(recording)).unwrap();
    let steps = trace.lines().filter_map(|line| line.strip_prefix("step ")).skip(1).take(count);
    steps.map(|step| step.split(' ').nth(1).unwrap().to_owned() + " ").collect()
}

/// A walk through most of a dungeon, to where the next room comes into view.
const EXPLORED: &str = "Right*9 Down*9 Left*2 Down*4 Left*2 Down*11 Right*2 Up*4 Right*10 Up*2 Down*2 Right*12 Up*2 \
    Right*4 Up*8 Left*2 Up*12 Down*6 Left*11 Down*2 Left*3 Right*3 Up*2 Right*8 Down*6 Right*5 Down*10 Left*7 Down*5 Right*15";

/// After an intended change, `SCREENSHOTS=write cargo test --test desktop readme` takes the picture again.
#[test]
fn the_readmes_picture_is_of_the_real_window() {
    let display = Display::bare("readme", 1280, 823);
    let window = display.play(&["--part", "3", "--seed", "11", "--keys", EXPLORED]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screenshots/fog.png");
    if std::env::var("SCREENSHOTS").is_ok_and(|value| value == "write") {
        window.settled().save(&path);
    }
    window.shows("fog", &Image::open(&path));
}

#[test]
fn a_window_of_free_play_shows_what_a_session_draws() {
    let display = Display::bare("free_play", 1600, 823);
    let fight = keys("part17-libstdc++-seed3-win.brief", 625);
    for keys in [fight.clone(), fight + "I "] {
        let window = display.play(&["play", "--seed", "3", "--keys", &keys]);
        let mut session = Session::new(Game::new(Setup::new(Part::LAST, 3)), None, None);
        session.set_free_play(true);
        // Keys of the command line bring no effects.
        session.change_settings(|settings| (settings.effects, settings.hints) = (false, false));
        keys.split_whitespace().for_each(|key| session.press(Key::from_name(key).unwrap()));
        session.change_settings(|settings| settings.hints = true);
        for (width, height) in [(1600, 823), (700, 800), (640, 410)] {
            window.resize(width, height);
            window.shows("free play", &Image::of_session(&mut session, width, height));
        }
    }
}
