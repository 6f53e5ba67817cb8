//! The next window is where the last one was.

use std::fs;

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::display::{Display, Geometry, Window, eventually};
use crate::image::Image;
use crate::{frame, text};

/// Returns the place in the settings of this folder.
fn kept_in(folder: &Path) -> Option<String> {
    let settings = fs::read_to_string(folder.join("roguelike-sdl2/settings.txt")).unwrap_or_default();
    settings.lines().find_map(|line| line.strip_prefix("window = ").map(str::to_owned))
}

/// Ends a game as the system does when the player logs out.
fn end(mut window: Window) {
    window.signal("TERM");
    window.ends_well();
}

/// Waits until the game has drawn its window. A window that is moved before has not been opened yet.
fn drawn(window: Window<'_>) -> Window<'_> {
    window.shows_as("its background", |image| {
        let is_drawn = image.lit() < (image.width * image.height) as usize;
        is_drawn.then_some(()).ok_or_else(|| "nothing of it".to_owned())
    });
    window
}

fn size(window: &Window) -> (u32, u32) {
    (window.geometry().width, window.geometry().height)
}

/// A window that was moved and resized opens there again, also more than once: title bars do not make it
/// wander.
#[test]
fn a_window_opens_where_the_last_one_was() {
    let display = Display::framed("window-place", 1600, 1200);
    let quit = |window: &mut Window| {
        display.press(&["Escape"]);
        window.ends_well();
    };
    let kept = || kept_in(&display.home().join(".config"));
    let mut window = drawn(display.play(&["--part", "2", "--seed", "1"]));
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

/// A size that the window had before it was maximized or fullscreen is the next window's.
#[test]
fn the_last_windowed_size_is_kept_while_the_window_is_larger() {
    let display = Display::framed("larger", 1920, 1080);
    let config = display.home().join(".config");
    let play = || drawn(display.play(&["--part", "2", "--seed", "1"]));
    // How the window becomes larger, and how the game ends.
    for (number, (key, ends_by_signal)) in
        (0_u32..).zip([("alt+F10", true), ("alt+F10", false), ("F11", true), ("F11", false)])
    {
        let chosen = (900 + number, 600);
        let mut window = play();
        // The last one may have ended in fullscreen.
        if size(&window) == (1920, 1080) {
            display.press(&["F11"]);
            eventually("a window", || (size(&window) != (1920, 1080)).then_some(()));
        }
        window.resize(chosen.0, chosen.1);
        sleep(Duration::from_millis(400));
        match key {
            "F11" => display.press(&[key]),
            key => window.press_for_manager(key),
        }
        eventually("a larger window", || (size(&window).0 > 1800).then_some(()));
        if ends_by_signal {
            end(window);
        } else {
            window.press_alt_f4();
            window.ends_well();
        }
        let kept = kept_in(&config).expect("the size is kept");
        assert!(kept.starts_with(&format!("{}x{}", chosen.0, chosen.1)), "{key}: {kept}");
    }
    let window = play();
    eventually("fullscreen, as it was left", || (size(&window) == (1920, 1080)).then_some(()));
    display.press(&["F11"]);
    eventually("the size from before", || (size(&window) == (903, 600)).then_some(()));
}

/// What does not fit a smaller screen for now is not forgotten.
#[test]
fn another_screen_does_not_replace_what_the_player_chose() {
    let [large, small] = [("large-screen", 1920, 1080), ("small-screen", 1200, 720)]
        .map(|(name, w, h)| Display::framed(name, w, h));
    let home = large.home().join("both");
    let folders = ["XDG_CONFIG_HOME", "XDG_DATA_HOME"].map(|name| (name, text(&home)));
    let play = |display| drawn(Display::play_with(display, &["--part", "2", "--seed", "1"], &folders));
    let kept = || kept_in(&home).unwrap();

    let window = play(&large);
    window.resize(1600, 900);
    large.xdotool(&["windowmove", "--sync", window.id(), "280", "130"]);
    let placed = window.geometry();
    end(window);
    let chosen = kept();
    assert!(chosen.starts_with("1600x900+"), "{chosen}");

    let window = play(&small);
    assert!(size(&window).0 <= 1200, "{:?}", window.geometry());
    small.press(&["Right"]);
    end(window);
    assert_eq!(kept(), chosen);
    let window = play(&large);
    eventually("the place on the large screen", || (window.geometry() == placed).then_some(()));
    end(window);

    // The corner is on no screen, and the size fits.
    fs::write(home.join("roguelike-sdl2/settings.txt"), "window = 1000x600+1500+300\n").unwrap();
    let window = play(&small);
    assert_eq!(size(&window), (1000, 600));
    small.press(&["Right"]);
    end(window);
    assert_eq!(kept(), "1000x600+1500+300");
    // A player who moves the window there chooses a corner, and no size.
    fs::write(home.join("roguelike-sdl2/settings.txt"), "window = 1600x900+1500+300\n").unwrap();
    let window = play(&small);
    small.xdotool(&["windowmove", "--sync", window.id(), "30", "40"]);
    small.press(&["Right"]);
    end(window);
    let moved = kept();
    assert!(moved.starts_with("1600x900+3") && !moved.ends_with("+1500+300"), "{moved}");
}

/// SDL believes that the window fills the screen then.
#[test]
fn fullscreen_without_a_window_manager_shows_everything() {
    let display = Display::bare("bare-fullscreen", 1366, 768);
    display.set("panel = no\nwindow = 900x600+100+50\n");
    let screen = Geometry { x: 0, y: 0, width: 1366, height: 768 };
    let windowed = Geometry { x: 100, y: 50, width: 900, height: 600 };
    let becomes = |window: &Window, area: Geometry| {
        eventually("the area", || (window.geometry() == area).then_some(()));
        window.shows("the menu", &Image::fitted(&frame(&[]), area.width, area.height));
    };
    let play = |option: &'static str| display.play(&["play", "--part", "17", "--seed", "42", option]);
    let window = play("--fullscreen");
    becomes(&window, screen);
    for _ in 0..2 {
        display.press(&["F11"]);
        becomes(&window, windowed);
        display.press(&["F11"]);
        becomes(&window, screen);
    }
    display.press(&["F11"]);
    becomes(&window, windowed);
    end(window);
    let window = play("--mute");
    becomes(&window, windowed);
    display.press(&["F11"]);
    becomes(&window, screen);
    end(window);
    assert_eq!(kept_in(&display.home().join(".config")).as_deref(), Some("900x600+100+50"));
}
