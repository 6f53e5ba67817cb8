//! What the window adds to the original: the panel, settings, journeys, and keyboards of other layouts.

use std::fs;

use roguelike::desktop::assist::stop::Stop;
use roguelike::desktop::assist::travel::Journey;
use roguelike::desktop::run::snapshot::Snapshot;
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
    let mut session = Session::new(Game::new(Setup::new(Part::LAST, 42)), None, None);
    for name in keys {
        if let Some(key) = session.translate(Input::key(Key::from_name(name).unwrap())) {
            session.press(key);
        }
    }
    session
}

/// Waits until a part of the window shows this.
fn part_shows(game: &Window, what: &str, part: Geometry, expected: &Image) {
    game.shows_as(what, |image| image.crop(part).difference(expected).map_or(Ok(()), Err));
}

#[test]
fn the_panel_is_beside_or_below_the_picture_where_there_is_room() {
    let display = Display::bare("panel", 1600, 1024);
    let game = display.play(&["--seed", "42", "--scale", "1", "--keys", "1 Down"]);
    game.shows("the original's window is all picture", &Image::of(&frame(&["1", "Down"])));

    game.resize(1534, 823);
    let picture = Geometry { x: 0, y: 0, width: 1280, height: 820 };
    let panel = Geometry { x: 1290, y: 0, width: 234, height: 820 };
    let mut keys = vec!["1", "Down"];
    for key in ["Down", "Right", "i"] {
        let mut session = session(&keys);
        part_shows(&game, "the picture", picture, &Image::of(session.render()));
        let expected =
            Image::of_text(15, 234, 820, |columns, rows| session.render_panel(columns, rows).clone());
        part_shows(&game, "the panel", panel, &expected);
        display.press(&[key]);
        keys.push(if key == "i" { "I" } else { key });
    }

    // F12 saves what the window shows, with its panel.
    part_shows(&game, "the pack", picture, &Image::of(session(&keys).render()));
    let seen = game.look().top(820);
    display.press(&["F12"]);
    let path = eventually("a picture", || pictures(display.home()).pop());
    game.wait_for_words("Picture saved as");
    assert_eq!(Image::open(&path).difference(&seen), None);

    game.resize(1280, 1024);
    let picture = Geometry { x: 0, y: 0, width: 1280, height: 820 };
    part_shows(&game, "the picture above", picture, &Image::of(session(&keys).render()));
    let below = Geometry { x: 0, y: 833, width: 1280, height: 191 };
    let empty = Image::of_text(13, 1280, 191, |_, rows| Frame::new(rows));
    game.shows_as("the panel below", |image| {
        image.crop(below).difference(&empty).map(|_| ()).ok_or_else(|| "nothing is there".to_owned())
    });
}

#[test]
fn settings_are_kept() {
    let display = Display::bare("settings", 1600, 900);
    let file = display.home().join(".config/roguelike-sdl2/settings.txt");
    let mut game = display.play(&["--seed", "42", "--keys", "1 Down"]);
    // High contrast, and no panel.
    display.press(&[
        "F2", "Down", "Down", "Right", "Down", "Down", "Down", "Down", "Down", "Right", "Escape", "F4",
    ]);
    eventually("the file", || {
        let text = fs::read_to_string(&file).ok()?;
        let lines = ["palette = high-contrast", "panel = no", "mute = yes"];
        lines.iter().all(|line| text.lines().any(|other| other == *line)).then_some(())
    });
    display.press(&["Up", "Escape", "Escape"]);
    game.ends_well();
    drop(game);

    game = display.play(&["--seed", "42", "--keys", "1 Down"]);
    game.resize(1600, 823);
    let shown = frame(&["1", "Down"]);
    let mut bright = Frame::new(shown.rows());
    for &(pos, cell) in shown.cells() {
        bright.draw_glyph(pos, cell.glyph, Palette::HighContrast.apply(cell.color));
    }
    let expected = Image::of_on(&bright, [0, 0, 0]);
    let picture = Geometry { x: 160, y: 0, width: 1280, height: 820 };
    part_shows(&game, "high contrast, without a panel", picture, &expected);
    display.press(&["F12"]);
    let saved = eventually("the picture", || pictures(display.home()).pop());
    assert_eq!(
        Image::open(&saved).difference(&Image::of(&shown)),
        None,
        "pictures keep the original's colours"
    );
    display.press(&["F2", "Down", "Down", "Left", "Escape"]);
    part_shows(&game, "the original's colours", picture, &Image::of(&shown));
    assert_eq!(game.errors(), "");
}

#[test]
fn settings_that_cannot_be_read_are_told_and_the_game_goes_on() {
    let display = Display::bare("bad_settings", 1280, 823);
    let folder = display.home().join(".config/roguelike-sdl2");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("settings.txt"), "volume = loud\n").unwrap();
    let mut game = display.play(&["--seed", "42"]);
    eventually("the problem", || game.errors().contains("line 1: volume is 0, 10, ").then_some(()));
    display.press(&["x", "1"]);
    game.shows("the dungeon", &Image::of(&frame(&["1"])));
    display.press(&["Escape", "Escape"]);
    game.ends_well();
    assert_eq!(game.errors().lines().count(), 1);
}

/// The keys of a run that only explores, until a monster comes into view or nothing is left. Each item is a
/// journey, which one press of X begins.
fn journeys(seed: u32) -> Vec<Vec<Key>> {
    let mut game = Game::new(Setup::new(Part::LAST, seed));
    game.press(Key::NUM_1);
    let mut journeys = Vec::new();
    while let Ok(first) = Journey::Explore.next_key(&game) {
        let mut keys = Vec::new();
        let mut next = Ok(first);
        while let Ok(key) = next {
            let before = Snapshot::new(&game);
            game.press(key);
            keys.push(key);
            next =
                if Stop::after(&before, &game).is_some() { break } else { Journey::Explore.next_key(&game) };
        }
        journeys.push(keys);
    }
    journeys
}

#[test]
fn exploring_presses_the_originals_keys_until_something_happens() {
    // The first seed with a way this long before the first monster.
    const SEED: u32 = 43_113;
    let journeys = journeys(SEED);
    assert!(journeys.len() >= 3 && journeys.concat().len() >= 60, "{journeys:?}");
    let display = Display::bare("explore", 1280, 823);
    let record = display.home().join("run.trace");
    let seed = SEED.to_string();
    let mut game = display.play(&["--seed", &seed, "--mute", "--record", text(&record), "--keys", "1"]);
    let steps = || fs::read_to_string(&record).unwrap().matches("\nstep ").count();
    let mut expected = 2;
    for journey in &journeys {
        display.press(&["x"]);
        expected += journey.len();
        eventually("the end of the journey", || (steps() >= expected).then_some(()));
    }
    // The text, the question, and the answer.
    display.press(&["Escape", "Escape", "Escape"]);
    game.ends_well();
    let keys: Vec<&str> = journeys.iter().flatten().map(|key| key.name()).collect();
    let expected = display.trace(&["--seed", &seed, "--keys", &format!("1 {} Escape", keys.join(" "))]);
    same(&fs::read_to_string(&record).unwrap(), &expected);
}

#[test]
fn a_click_goes_there_and_the_mouse_tells_what_a_tile_is() {
    let display = Display::bare("mouse", 1280, 823);
    let record = display.home().join("run.trace");
    let game = display.play(&["--seed", "42", "--record", text(&record), "--keys", "1"]);
    let here = session(&["1"]).game().player().pos;
    let point = |x: i32, y: i32| [(x * 20 + 10).to_string(), (y * 20 + 10).to_string()];
    let mut expected = session(&["1"]);
    // SDL ignores a click that comes together with the focus, so the mouse only tells something at first. The
    // player is an interesting tile.
    let [x, y] = point(here.x, here.y);
    display.xdotool(&["mousemove", &x, &y, "mousemove_relative", "1", "1"]);
    expected.translate(Input::Hover(Some(here)));
    game.shows("who that is", &Image::of(expected.render()));
    // Three tiles to the right, which are floor.
    let [x, y] = point(here.x + 3, here.y);
    display.xdotool(&["mousemove", &x, &y, "click", "1"]);
    let steps = || fs::read_to_string(&record).unwrap().matches(" Right\n").count();
    eventually("the way there", || (steps() == 3).then_some(()));
    let mut expected = session(&["1", "Right", "Right", "Right"]);
    game.shows("there", &Image::of(expected.render()));
    display.xdotool(&["mousemove_relative", "1", "1"]);
    expected.translate(Input::Hover(Some(expected.game().player().pos)));
    game.shows("who that is, there", &Image::of(expected.render()));
}

/// Returns how often a key can be pressed from the start of a run until a monster comes into view; none if
/// the way is blocked before.
fn steps_until_a_monster(seed: u32, key: Key) -> Option<usize> {
    let mut game = Game::new(Setup::new(Part::LAST, seed));
    game.press(Key::NUM_1);
    let in_view = |game: &Game| {
        let level = game.cur();
        let seen = |pos| level.map.tile(pos).visible;
        level.monsters.iter().filter(|it| it.entity.is_alive() && seen(it.entity.pos)).count()
    };
    for steps in 1..30 {
        let (before, pos) = (in_view(&game), game.player().pos);
        game.press(key);
        if game.player().pos == pos {
            return None;
        }
        if in_view(&game) > before {
            return Some(steps);
        }
    }
    None
}

#[test]
fn a_held_key_stops_when_a_monster_comes_into_view() {
    let mut walks =
        (1..).flat_map(|seed| [("Down", Key::DOWN), ("Right", Key::RIGHT)].map(|key| (seed, key)));
    let (seed, name, expected) = walks
        .find_map(|(seed, (name, key))| {
            let steps = steps_until_a_monster(seed, key)?;
            (steps >= 4).then(|| (seed.to_string(), name, steps))
        })
        .unwrap();
    let display = Display::bare("caution", 1280, 823);
    let record = display.home().join("run.trace");
    let game = display.play(&["--seed", &seed, "--record", text(&record), "--keys", "1"]);
    let steps = || {
        fs::read_to_string(&record)
            .unwrap()
            .matches(&format!(
                " {name}
"
            ))
            .count()
    };
    display.xdotool(&["keydown", name]);
    eventually("the walk", || (steps() >= expected).then_some(()));
    display.hold(name, 20);
    display.xdotool(&["keyup", name]);
    display.press(&[name]);
    eventually("a fresh press", || (steps() > expected).then_some(()));
    assert_eq!(steps(), expected + 1, "seed {seed}: nothing came before the fresh press");
    drop(game);
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
        display.press(&["i", "a", "m", "Escape", "i", "i", "Escape", "Escape"]);
        game.ends_well();
        let keys = "1 W A S D . I A I I Escape";
        let expected = display.trace(&["--seed", "42", "--keys", keys]);
        same(&fs::read_to_string(&record).unwrap(), &expected);
    }
}

/// The key beside the left Shift that American keyboards lack: X adds 8 to the code of the Linux kernel.
const BESIDE_SHIFT: &str = "94";

#[test]
fn the_key_beside_the_left_shift_means_what_is_printed_on_it() {
    for (layout, goes_to_the_stairs) in [("fr", true), ("de", true), ("es", true), ("gb", false)] {
        let display = Display::bare(&format!("beside_shift_{layout}"), 1280, 823);
        display.set_layout(layout, "");
        let game = display.play(&["--seed", "42", "--keys", "1"]);
        let mut expected = session(&["1"]);
        game.shows("the dungeon", &Image::of(expected.render()));
        display.xdotool(&["keydown", "Shift_L", "key", BESIDE_SHIFT, "keyup", "Shift_L"]);
        if goes_to_the_stairs {
            expected.translate(Input::Key {
                key: Key::PERIOD,
                physical: Key::PERIOD,
                shift: true,
                repeat: false,
            });
            assert_eq!(expected.due_key(), None);
            game.shows("the stairs are not known yet", &Image::of(expected.render()));
        }
        // Letters, the question mark, and the full stop, each by its sign.
        display.press(&["m"]);
        expected.translate(Input::key(Key::M));
        game.shows("the messages", &Image::page(expected.render(), 1280, 820));
        display.press(&["Escape", "question"]);
        expected.translate(Input::key(Key::ESCAPE));
        expected.translate(Input::key(Key::F1));
        game.shows("the keys", &Image::page(expected.render(), 1280, 820));
        display.press(&["Escape", "period"]);
        let mut expected = session(&["1", "."]);
        game.shows("no stairs here", &Image::of(expected.render()));
    }
}
