//! What the window adds to the original: the panel, settings, journeys, and keyboards of other layouts.

use std::fs;

use roguelike::desktop::settings::palette::Palette;
use roguelike::desktop::{Input, Session};
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::screen::Frame;

use crate::display::{Display, Geometry, Window, eventually};
use crate::image::Image;
use crate::{frame, pictures, same, text};

/// A session of Part 17 with seed 42 after these keys.
fn session(keys: &[&str]) -> Session {
    let setup = Setup::new(Part::LAST, 42);
    let mut session = Session::new(Game::new(setup.clone()), None, None);
    session.log_keys(&setup);
    for name in keys {
        session.handle(Input::key(Key::from_name(name).unwrap()));
    }
    session
}

/// Waits until a part of the window shows this.
fn part_shows(game: &Window, what: &str, part: Geometry, expected: &Image) {
    game.shows_as(what, |image| image.crop(part).difference(expected).map_or(Ok(()), Err));
}

#[test]
fn the_panel_is_beside_the_picture_where_there_is_room() {
    let display = Display::bare("panel", 1800, 1024);
    let game = display.play(&["--seed", "42", "--scale", "1", "--keys", "1 Down"]);
    game.shows("the original's window is all picture", &Image::of(&frame(&["1", "Down"])));

    game.resize(1700, 823);
    let mut keys = vec!["1", "Down"];
    for key in ["Down", "Right", "i"] {
        let expected = Image::of_session(&mut session(&keys), 1700, 823);
        game.shows("the picture and the panel", &expected);
        display.press(&[key]);
        keys.push(if key == "i" { "I" } else { key });
    }

    // F12 saves what the window shows, with its panel.
    game.shows("the inventory", &Image::of_session(&mut session(&keys), 1700, 823));
    let seen = game.look();
    display.press(&["F12"]);
    let path = eventually("a picture", || pictures(display.home()).pop());
    game.wait_for_words("Picture saved as");
    assert_eq!(Image::open(&path).difference(&seen), None);
}

#[test]
fn settings_are_kept() {
    let display = Display::bare("settings", 1600, 900);
    let file = display.home().join(".config/roguelike-sdl2/settings.txt");
    let mut game = display.play(&["--seed", "42", "--keys", "1 Down"]);
    // The palette for colour-blind eyes, and no panel.
    display.press(&["F2", "Down", "Right", "Right", "Down", "Down", "Down", "Down", "Right", "Escape", "F4"]);
    eventually("the file", || {
        let text = fs::read_to_string(&file).ok()?;
        let lines = ["palette = colour-blind", "panel = no", "mute = yes"];
        lines.iter().all(|line| text.lines().any(|other| other == *line)).then_some(())
    });
    display.press(&["Up", "Escape", "Up", "Return"]);
    game.ends_well();
    drop(game);

    game = display.play(&["--seed", "42", "--keys", "1 Down"]);
    game.resize(1600, 823);
    let shown = frame(&["1", "Down"]);
    let mut recolored = Frame::new(shown.rows());
    for &(pos, cell) in shown.cells() {
        recolored.put(pos, cell.glyph, Palette::ColorBlind.apply(cell.color));
    }
    let expected = Image::of(&recolored);
    let picture = Geometry { x: 160, y: 0, width: 1280, height: 820 };
    part_shows(&game, "other colours, without a panel", picture, &expected);
    display.press(&["F12"]);
    let saved = eventually("the picture", || pictures(display.home()).pop());
    assert_eq!(Image::open(&saved).crop(picture).difference(&expected), None, "as the window shows it");
    display.press(&["F2", "Down", "Left", "Escape"]);
    part_shows(&game, "the original's colours", picture, &Image::of(&shown));
    assert_eq!(game.errors(), "");
}

#[test]
fn keyboards_of_other_layouts() {
    // For each layout the X names of what is printed at W A S D, of >, of the digit 1, and of a key that
    // examines.
    for (layout, variant, walk, one, examine) in [
        ("de", "", ["w", "a", "s", "d", "greater"], "1", "e"),
        ("fr", "", ["z", "q", "s", "d", "shift+less"], "ampersand", "e"),
        ("us", "dvorak", ["comma", "a", "o", "e", "greater"], "1", "semicolon"),
    ] {
        let display = Display::bare(&format!("layout_{layout}{variant}"), 1280, 823);
        display.set_layout(layout, variant);
        let record = display.home().join("run.trace");
        let mut game = display.play(&["--seed", "42", "--record", text(&record)]);
        display.press(&[one]);
        display.press(&walk);
        // The question mark opens the keys, and Escape closes them. Examining begins and ends.
        display.press(&["question", "Escape", examine, "Escape", "period"]);
        // A in the pack is the letter A, wherever it lies. M shows the messages.
        display.press(&["i", "a", "m", "Escape", "i", "i", "Escape", "Up", "Return"]);
        game.ends_well();
        let keys = "1 Up Left Down Right . I A I I Escape";
        let expected = display.trace(&["--seed", "42", "--keys", keys]);
        same(&fs::read_to_string(&record).unwrap(), &expected);
    }
}
