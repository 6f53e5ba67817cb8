//! Runs that are left, and found again.

use std::fs;
use std::path::Path;

use roguelike::desktop::Session;
use roguelike::desktop::kept::{Fate, GamesFolder};
use roguelike::game::{Game, Setup};
use roguelike::part::Part;

use crate::display::{Display, eventually};
use crate::image::Image;
use crate::{data, text};

/// Height of the map and the numbers below it, in pixels. The messages do not reach into it.
const MAP_AND_STATS: u32 = 735;

/// Returns the menu with the offer of the run that was kept in this folder.
fn menu_with_offer(folder: &Path) -> Image {
    let runs = GamesFolder::new(folder.join("runs"));
    assert!(runs.games_of(Part::LAST).iter().any(|run| run.end == Fate::Left), "a run is kept");
    let game = Game::new(Setup::new(Part::LAST, 42));
    Image::of_session(&mut Session::new(game, Some(runs), None), 1280, 823)
}

#[test]
fn a_run_that_is_left_waits_on_the_menu() {
    let display = Display::managed("leaving", 1400, 900);
    let keys = ["--seed", "42", "--keys", "1 Down*5 F5 Down*2"];
    let dungeon = display.shot(&keys);
    let menu = display.shot(&["--seed", "42"]);
    let mut save = None;
    for way in ["alt+F4", "INT", "TERM", "HUP", "Escape"] {
        let mut game = display.play(&keys);
        game.shows("the dungeon", &dungeon);
        match way {
            "INT" | "TERM" | "HUP" => game.signal(way),
            "alt+F4" => game.press_alt_f4(),
            key => display.press(&[key, "Up", "Return"]),
        }
        match way {
            // A terminal that is closed ends the program at once.
            "HUP" => assert!(!game.wait().success()),
            _ => game.ends_well(),
        }
        drop(game);

        let expected = menu_with_offer(&data(&display));
        assert!(expected.difference(&menu).is_some(), "the menu has a line more");
        game = display.play(&["--seed", "1"]);
        game.shows("the offer", &expected);
        display.press(&["c"]);
        let top = dungeon.top(MAP_AND_STATS);
        game.shows_as(way, |image| image.top(MAP_AND_STATS).difference(&top).map_or(Ok(()), Err));
        // The file that F5 wrote stays as it is.
        let saved = fs::read(data(&display).join("part17.save")).unwrap();
        assert!(*save.get_or_insert(saved.clone()) == saved);
    }
}

#[test]
fn a_run_survives_the_end_of_the_display() {
    let mut display = Display::bare("display_dies", 1280, 823);
    let mut game = display.play(&["--seed", "42"]);
    display.press(&["2", "Down", "Down"]);
    let shot = display.shot(&["--seed", "42", "--keys", "2 Down*2"]);
    game.shows("the dungeon", &shot);
    display.die();
    game.wait();
    drop(game);
    display.revive(1280, 823);
    let game = display.play(&["--seed", "1"]);
    display.press(&["c"]);
    game.shows("the dungeon again", &shot);
}

/// Two players who are 26 hours of the clock apart have the same dungeon of the day.
#[test]
fn the_dungeon_of_the_day_is_that_of_utc() {
    let display = Display::bare("of_the_day", 1280, 823);
    let today = || chrono::Utc::now().format("seed %Y%m%d\n").to_string();
    for zone in ["EAST-14", "WEST12"] {
        let home = display.home().join(zone);
        let earliest = today();
        let _game = display.play_with(&["--part", "17"], &[("TZ", zone), ("XDG_DATA_HOME", text(&home))]);
        display.press(&["t", "1", "Right"]);
        let run = eventually("the game's file", || {
            let files = fs::read_dir(home.join("roguelike-sdl2/runs")).ok()?;
            let mut texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap_or_default());
            texts.find(|text| text.contains(" Right"))
        });
        assert!([earliest, today()].iter().any(|seed| run.contains(seed)), "{zone}: {run}");
    }
}
