//! The picture: sharp at every size.

use std::fs;
use std::process::Command;

use roguelike::part::Part;
use roguelike::screen::{self, Frame};

use crate::display::{Display, Geometry, INSTALL, eventually};
use crate::image::Image;
use crate::{frame, page, pictures, text};

#[test]
fn the_window_shows_what_shot_renders() {
    let display = Display::bare("picture", 1920, 1080);
    display.set("panel = no");
    for (part, keys) in [
        ("1", "Space"),
        ("3", "Right*4 Down*5"),
        ("8", "Right*4 I"),
        ("14", ""),
        ("15", "2 Down*7"),
        ("17", "3 I"),
        ("17", "1 Down*7 Right"),
    ] {
        let arguments = ["--part", part, "--seed", "42", "--keys", keys];
        let game = display.play(&arguments);
        game.shows(&format!("part {part}, {keys}"), &display.shot(&arguments));
        let line = format!("seed 42: play it again with 'roguelike --part {part} --seed 42'\n");
        assert_eq!(game.output(), line);
    }
}

#[test]
fn the_picture_is_sharp_and_in_the_middle_at_every_size() {
    let display = Display::bare("sizes", 3840, 2160);
    display.set("panel = no");
    let game = display.play(&["--seed", "42", "--scale", "1", "--keys", "1 Down*2"]);
    let shown = frame(&["1", "Down", "Down"]);
    game.shows("the original's size", &display.shot(&["--seed", "42", "--keys", "1 Down*2"]));
    for (width, height) in [(2560, 1640), (2601, 1703), (1501, 1003), (700, 500), (640, 410), (3840, 2160)] {
        game.resize(width, height);
        game.shows(&format!("{width} x {height}"), &Image::fitted(&shown, width, height));
    }
    // A size that changes and changes back at once.
    let id = game.id();
    display.xdotool(&["windowsize", id, "1000", "700", "windowsize", id, "3840", "2160"]);
    display.xdotool(&["windowsize", id, "2000", "1300", "windowsize", id, "3840", "2160"]);
    game.shows("the same size again", &Image::fitted(&shown, 3840, 2160));
    // Steps, screens and pages are drawn like this, too.
    display.press(&["Up"]);
    game.shows("a step", &Image::fitted(&frame(&["1", "Down", "Down", "Up"]), 3840, 2160));
    display.press(&["i"]);
    game.shows("the pack", &Image::fitted(&frame(&["1", "Down", "Down", "Up", "I"]), 3840, 2160));
    game.resize(1280, 823);
    game.shows("back again", &display.shot(&["--seed", "42", "--keys", "1 Down*2 Up I"]));
}

/// In a window of the picture's size the picture begins a little above it, where nothing is drawn.
#[test]
fn no_letter_of_the_newest_message_is_cut() {
    let mut letters = Frame::new(screen::rows(Part::LAST));
    let every: String = (b'!'..=b'~').map(char::from).collect();
    letters.draw_left(0, 40, &every[..64], roguelike::color::Color(255, 255, 255));
    letters.draw_left(0, 40, &every[64..], roguelike::color::Color(255, 255, 255));
    letters.draw_left(0, 0, "####", roguelike::color::Color(255, 255, 255));
    let mut with_room = Frame::new(letters.rows() + 1);
    letters.cells().iter().for_each(|&(pos, cell)| with_room.put(pos, cell.glyph, cell.color));
    for tile in [9, 10, 13, 20, 26, 33, 40, 52] {
        let lit = |frame: &Frame| Image::fitted(frame, tile * 64, tile * frame.rows() as u32).lit();
        assert_eq!(lit(&letters), lit(&with_room), "tiles of {tile} pixels");
    }
    let display = Display::bare("feet", 2560, 1640);
    let game = display.play(&["--seed", "42", "--scale", "1", "--keys", "1 I A"]);
    for (width, height) in [(1280, 820), (2560, 1640), (640, 410), (1920, 1230)] {
        game.resize(width, height);
        game.shows("the whole letters", &Image::fitted(&frame(&["1", "I", "A"]), width, height));
    }
}

#[test]
fn a_new_window_fits_its_screen() {
    let size = |display: &Display, options: &[&str]| {
        let game = display.play(&[options, &["--seed", "42"]].concat());
        let Geometry { width, height, .. } = game.geometry();
        (width, height)
    };
    let large = Display::bare("screen_4k", 3840, 2160);
    let (width, height) = size(&large, &["play"]);
    assert!(width * height > 3840 * 2160 * 6 / 10, "most of the screen: {width}x{height}");
    assert_eq!(size(&large, &["--part", "3", "--scale", "1"]), (1280, 720));
    let usual = Display::bare("screen_usual", 1920, 1080);
    assert_eq!(size(&usual, &[]), (1620, 823), "the original's tiles, and the panel");
    // What does not fit is told, and the window has a size that fits.
    let game = usual.play(&["--seed", "42", "--scale", "4"]);
    game.wait_for_words("4 times the original's size does not fit the 1920x1080 pixels of the screen");
    assert_eq!((game.geometry().width, game.geometry().height), (1620, 823));
    drop(game);
    let small = Display::bare("screen_small", 1024, 700);
    let game = small.play(&["--seed", "42"]);
    let Geometry { x, y, width, height } = game.geometry();
    assert_eq!((width, height), (960, 618));
    assert!(x >= 0 && y >= 0, "({x},{y})");
    game.shows("the menu, smaller", &Image::fitted(&frame(&[]), 960, 618));
}

#[test]
fn the_whole_screen_and_back() {
    let display = Display::managed("fullscreen", 1700, 1000);
    display.set("panel = no");
    let screen = Geometry { x: 0, y: 0, width: 1700, height: 1000 };
    let shot = display.shot(&["--seed", "42"]);
    let filled = Image::fitted(&frame(&[]), 1700, 1000);
    let mut game = display.play(&["--seed", "42"]);
    game.shows("a window", &shot);
    let window = game.geometry();
    assert_eq!((window.width, window.height), (1280, 823));
    for keys in ["F11", "alt+Return", "alt+KP_Enter"] {
        display.press(&[keys]);
        eventually(keys, || (game.geometry() == screen).then_some(()));
        game.shows(keys, &filled);
        display.press(&["F11"]);
        eventually("a window again", || (game.geometry() == window).then_some(()));
        game.shows("a window again", &shot);
    }
    let settings = || fs::read_to_string(display.home().join(".config/roguelike-sdl2/settings.txt")).unwrap();
    assert!(settings().contains("fullscreen = no"), "{}", settings());
    // What F11 switched, the next window remembers. The page of settings switches at once.
    display.press(&["F11"]);
    eventually("the setting", || settings().contains("fullscreen = yes").then_some(()));
    drop(game);
    game = display.play(&["--seed", "42"]);
    eventually("the whole screen again", || (game.geometry() == screen).then_some(()));
    game.shows("the menu", &filled);
    display.press(&["F2", "Right", "Escape"]);
    eventually("a window by its setting", || (game.geometry() == window).then_some(()));
    game.shows("a window by its setting", &shot);
    drop(game);
    game = display.play(&["--seed", "42", "--fullscreen"]);
    eventually("the whole screen", || (game.geometry() == screen).then_some(()));
    game.shows("--fullscreen", &filled);
    display.press(&["F12"]);
    eventually("the picture", || pictures(display.home()).pop());
    game.wait_for_words("Picture saved as");
    display.press(&["x"]);
    game.shows("the text about the picture goes", &filled);
    assert!(game.is_running());
}

/// A library that is loaded before SDL, in which fullscreen is refused.
const REFUSES_FULLSCREEN: &str = "
int SDL_SetWindowFullscreen(void *window, unsigned flags) {
    extern int SDL_SetError(const char *, ...);
    return SDL_SetError(\"no such mode\");
}
";

#[test]
fn fullscreen_that_is_refused_is_told_and_the_game_goes_on() {
    let display = Display::bare("refused", 1400, 900);
    let [source, library] = ["refuse.c", "refuse.so"].map(|name| display.home().join(name));
    fs::write(&source, REFUSES_FULLSCREEN).unwrap();
    let mut compiler = Command::new("cc");
    let status = compiler.args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status();
    assert!(status.unwrap_or_else(|error| panic!("cc: {error}; {INSTALL}")).success());
    let mut game = display.play_with(&["--seed", "42"], &[("LD_PRELOAD", text(&library))]);
    let menu = display.shot(&["--seed", "42"]);
    game.shows("the menu", &menu);
    // A notice over the settings leads back to them.
    for (keys, back) in [(&["F11"][..], &["x"][..]), (&["F2", "Right"], &["x", "Escape"])] {
        let before = game.errors().lines().count();
        display.press(keys);
        let problem = eventually("the problem", || Some(game.errors().lines().nth(before)?.to_owned()));
        assert!(problem.contains("cannot switch to fullscreen or back: no such mode"), "{problem}");
        let notice = page(Part::LAST, |session| session.warn(problem.replace("roguelike: ", "")));
        game.shows("the problem", &notice);
        display.press(back);
        game.shows("the menu again", &menu);
    }
    // The next window does not try it again.
    let settings = display.home().join(".config/roguelike-sdl2/settings.txt");
    let settings = fs::read_to_string(settings).unwrap_or_default();
    assert!(!settings.contains("fullscreen = yes"), "{settings}");
    display.press(&["1"]);
    game.shows("the dungeon", &display.shot(&["--seed", "42", "--keys", "1"]));
    game.signal("TERM");
    game.ends_well();
}
