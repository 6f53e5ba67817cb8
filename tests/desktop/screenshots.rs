//! F12.

use std::fs;

use crate::display::{Display, eventually};
use crate::image::Image;
use crate::{pictures, text};

#[test]
fn f12_saves_the_picture_and_says_where() {
    let display = Display::bare("pictures", 1280, 823);
    let arguments = ["--seed", "42", "--scale", "1", "--keys", "1 Down*7"];
    let game = display.play(&arguments);
    let shot = display.shot(&["--seed", "42", "--keys", "1 Down*7"]);
    game.shows("the dungeon", &shot);
    for count in 1..=2 {
        display.press(&["F12"]);
        eventually("a picture", || (pictures(display.home()).len() == count).then_some(()));
    }
    for path in pictures(display.home()) {
        assert!(path.file_name().unwrap().to_str().unwrap().starts_with("roguelike-part17-seed42-"));
        assert_eq!(Image::open(&path).top(820).difference(&shot), None);
        eventually("where it is", || {
            game.output().contains(&format!("saved as {}\n", path.display())).then_some(())
        });
    }
}

#[test]
fn a_failed_screenshot_is_reported_and_the_game_goes_on() {
    let display = Display::bare("no_pictures", 1280, 823);
    fs::create_dir(display.home().join("config")).unwrap();
    fs::write(display.home().join("config/user-dirs.dirs"), "XDG_PICTURES_DIR=\"/dev/full\"\n").unwrap();
    let mut game =
        display.play_with(&["--seed", "42"], &[("XDG_CONFIG_HOME", text(&display.home().join("config")))]);
    display.press(&["F12"]);
    game.wait_for_words("cannot save the picture in /dev/full");
    assert_eq!(game.errors().lines().count(), 1, "{}", game.errors());
    display.press(&["1"]);
    game.shows("the dungeon", &display.shot(&["--seed", "42", "--keys", "1"]));
    display.press(&["Escape", "Up", "Return"]);
    game.ends_well();
}
