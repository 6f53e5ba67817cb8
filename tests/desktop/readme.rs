//! The pictures of the README are what the real window shows.

use std::fs;
use std::path::Path;

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

/// After an intended change, `SCREENSHOTS=write cargo test --test desktop readme` takes the pictures anew.
#[test]
fn the_readmes_pictures_are_of_the_real_window() {
    let display = Display::bare("readme", 1280, 823);
    // The menu offers a run.
    let left = keys("part17-libstdc++-seed1-win.trace", 800);
    // It may end before its window has the focus.
    display.start(&["--seed", "1", "--keys", &left, "--exit"], &[]).ends_well();
    let fight = keys("part17-libstdc++-seed3-win.brief", 625);
    let hoard = keys("part17-libstdc++-seed701-hoard.brief", 480) + "I";
    for (name, arguments, key) in [
        ("menu", &["play", "--scale", "1", "--seed", "1"][..], None),
        ("play", &["play", "--scale", "1", "--seed", "3", "--keys", &fight], None),
        ("fog", &["--part", "3", "--seed", "11", "--keys", EXPLORED], None),
        ("pack", &["play", "--scale", "1", "--seed", "701", "--keys", &hoard], None),
        ("keys", &["play", "--scale", "1", "--seed", "1"], Some("F1")),
    ] {
        let window = display.play(arguments);
        if let Some(key) = key {
            display.press(&[key]);
        }
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screenshots").join(name).with_extension("png");
        if std::env::var("SCREENSHOTS").is_ok_and(|value| value == "write") {
            window.settled().save(&path);
        }
        window.shows(name, &Image::open(&path));
    }
    let display = Display::bare("readme_panel", 1600, 823);
    let window = display.play(&["play", "--seed", "3", "--keys", &fight]);
    window.resize(1600, 823);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screenshots/panel.png");
    if std::env::var("SCREENSHOTS").is_ok_and(|value| value == "write") {
        window.settled().save(&path);
    }
    window.shows("panel", &Image::open(&path));
}
