//! Keys in the window.

use std::fs;

use roguelike::desktop::scene::Shape;
use roguelike::desktop::{Input, Session};
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::part::Part;

use crate::display::Geometry;
use crate::display::{Display, eventually};
use crate::image::Image;
use crate::{keys_page, pictures, same, text};

/// The picture of an algorithm is wider than a page of text.
#[test]
fn the_page_of_keys_covers_the_picture_of_an_algorithm() {
    let display = Display::bare("keys_over_steps", 1280, 823);
    let game = display.play(&["--seed", "42", "--keys", "1"]);
    let map = display.shot(&["--seed", "42", "--keys", "1"]);
    game.shows("the map", &map);
    display.press(&["y", "Right", "F1"]);
    game.shows("the keys", &keys_page(Part::LAST));
    display.press(&["Escape", "Escape"]);
    game.shows("the map again", &map);
}

#[test]
fn more_keys_walk_and_none_changes_what_a_trace_says() {
    let display = Display::bare("keys", 1280, 823);
    let record = display.home().join("run.trace");
    let mut game = display.play(&["--seed", "42", "--record", text(&record)]);
    // With Num Lock, the keys of the number pad are digits. Without it, they have names like KP_Down.
    display.press(&["KP_Down", "2", "h", "l", "k", "j", "KP_Left", "KP_Right", "KP_Up", "KP_Down"]);
    display.press(&[
        "KP_Delete",
        "w",
        "a",
        "s",
        "d",
        "n",
        "F1",
        "F1",
        "Right",
        "i",
        "h",
        "Escape",
        "Escape",
        "Up",
        "Return",
    ]);
    game.ends_well();
    // Keys that do nothing are not recorded, and those that walk are arrows.
    let keys = "2 Left Right Up Down Left Right Up Down . Up Left Down Right Right I H Escape Escape";
    same(&fs::read_to_string(&record).unwrap(), &display.trace(&["--seed", "42", "--keys", keys]));
}

/// Presses a key that does nothing, so that no later one can have been held since before the window had the focus: on a
/// busy machine it may seem so.
fn press_a_first_key(display: &Display) {
    display.press(&["F3"]);
}

#[test]
fn held_arrows_walk_on() {
    let display = Display::bare("held", 1280, 823);
    let record = display.home().join("run.trace");
    let _game = display.play(&["--part", "3", "--seed", "42", "--record", text(&record)]);
    press_a_first_key(&display);
    display.xdotool(&["keydown", "Right"]);
    let steps = || fs::read_to_string(&record).unwrap().matches("Right\n").count();
    eventually("held, an arrow walks on", || (steps() >= 4).then_some(()));
    display.xdotool(&["keyup", "Right"]);
}

/// The player sees nothing of a window that cannot draw, and so releases the key.
#[test]
fn steps_that_piled_up_are_not_taken_after_the_key_is_up() {
    let display = Display::bare("piled_up", 1280, 823);
    let record = display.home().join("run.trace");
    let game = display.play(&["--part", "3", "--seed", "42", "--record", text(&record)]);
    press_a_first_key(&display);
    let steps = || fs::read_to_string(&record).unwrap().matches(" Right\n").count();
    display.xdotool(&["keydown", "Right"]);
    eventually("held, an arrow walks on", || (steps() >= 3).then_some(()));
    game.signal("STOP");
    std::thread::sleep(std::time::Duration::from_millis(1200));
    let before = steps();
    display.xdotool(&["keyup", "Right"]);
    game.signal("CONT");
    display.press(&["Left"]);
    eventually("a key after it", || fs::read_to_string(&record).unwrap().contains(" Left\n").then_some(()));
    // A step that was under way when the program was stopped may follow, and one before the release arrives.
    assert!(steps() <= before + 2, "{} steps after {before}", steps());
}

/// In a window of Part 17 the picture of a floor is as large as in a file. It stands below a title, and its
/// text has a number, too.
#[test]
fn y_shows_the_algorithms_step_by_step() {
    let display = Display::bare("steps", 1280, 823);
    let folder = display.home().join("steps");
    let made = display.run(&["steps", "--part", "1", "--seed", "43", "--frames", text(&folder)]);
    assert!(made.status.success(), "{made:?}");
    let count = fs::read_dir(&folder).unwrap().count();
    let map = |number: usize| Image::open(&folder.join(format!("{number:03}.png"))).top(720);
    let below_title = |image: &Image| image.crop(Geometry { x: 0, y: 23, width: 1280, height: 720 });
    let game = display.play(&["--seed", "42", "--scale", "1", "--keys", "1"]);
    let before = game.settled();
    for (key, step) in [("y", 1), ("Right", 2), ("Right", 3), ("Left", 2), ("End", count), ("Right", count)] {
        display.press(&[key]);
        let expected = map(step);
        game.shows_as("a step", |image| below_title(image).difference(&expected).map_or(Ok(()), Err));
    }
    display.press(&["Down", "Up", "Escape"]);
    game.shows("the game again", &before);
    display.press(&["y", "F12"]);
    let picture = eventually("a picture", || pictures(display.home()).pop());
    assert_eq!(below_title(&Image::open(&picture)).difference(&map(1)), None);
}

/// A key that is held when a window gets the focus belongs to what the player did before.
#[test]
fn a_key_that_went_down_for_somebody_else_does_nothing() {
    let display = Display::bare("held_before", 1280, 823);
    let [first, second] = ["first.trace", "second.trace"].map(|name| display.home().join(name));
    let arguments = |record| ["--part", "2", "--seed", "1", "--record", text(record)];
    let keys = |record| fs::read_to_string(record).unwrap().matches("\nstep ").count();
    let before = display.play(&arguments(&first));
    display.xdotool(&["keydown", "Left"]);
    eventually("the key repeats", || (keys(&first) >= 2).then_some(()));
    let game = display.play(&arguments(&second));
    std::thread::sleep(std::time::Duration::from_millis(300));
    display.xdotool(&["keyup", "Left"]);
    display.press(&["Right"]);
    eventually("a key that is pressed now", || {
        fs::read_to_string(&second).unwrap().contains(" Right\n").then_some(())
    });
    assert!(!fs::read_to_string(&second).unwrap().contains(" Left\n"));
    // One that goes down with Ctrl belongs to the desktop, also when it is held for longer than Ctrl.
    display.xdotool(&["keydown", "ctrl", "keydown", "Up", "keyup", "ctrl"]);
    std::thread::sleep(std::time::Duration::from_secs(1));
    display.xdotool(&["keyup", "Up", "key", "Down"]);
    eventually("a key without Ctrl", || {
        fs::read_to_string(&second).unwrap().contains(" Down\n").then_some(())
    });
    assert!(!fs::read_to_string(&second).unwrap().contains(" Up\n"));
    drop((before, game));
}

/// SDL cannot copy pixels to each of them, and cannot draw on one of 8 bits at all.
#[test]
fn screens_of_other_depths_show_the_game_or_say_why_not() {
    for depth in [15, 16, 30] {
        let display = Display::of_depth(&format!("depth{depth}"), (1280, 823), depth);
        let record = display.home().join("run.trace");
        let game = display.play(&["--part", "2", "--seed", "1", "--record", text(&record)]);
        display.press(&["Right"]);
        eventually("a step", || fs::read_to_string(&record).unwrap().contains(" Right\n").then_some(()));
        assert_eq!(game.errors(), "", "{depth}");
    }
    // The settings say how a window is drawn.
    let display = Display::bare("depth24", 1280, 823);
    let game = display.play(&["--part", "17"]);
    display.press(&["F2"]);
    let mut session = Session::new(Game::new(Setup::new(Part::LAST, 1)), None, None);
    session.set_drawn_by("drawn by x11, 32 bits a pixel".to_owned());
    session.handle(Input::key(Key::from_name("F2").unwrap()));
    let page = Image::of_session(&mut session, 1280, 823);
    let status = session.scene().shapes.iter().find_map(|shape| match shape {
        Shape::Text { text, y, .. } if text.starts_with("drawn by") => Some(*y),
        _ => None,
    });
    let row = Geometry { x: 0, y: status.unwrap() - 8, width: 1280, height: 16 };
    game.shows_as("how it is drawn", |image| image.crop(row).difference(&page.crop(row)).map_or(Ok(()), Err));
    drop(game);
    let display = Display::of_depth("depth8", (1280, 823), 8);
    let record = display.home().join("run.trace");
    let mut game = display.start(&["--part", "2", "--record", text(&record)], &[]);
    assert_eq!(game.wait().code(), Some(1));
    assert!(!record.exists(), "nothing was played");
    let errors = game.errors();
    assert!(
        errors.starts_with("roguelike: no display: SDL cannot draw") && errors.lines().count() == 1,
        "{errors}"
    );
}
