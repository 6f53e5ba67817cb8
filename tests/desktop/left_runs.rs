//! Runs that are left, and found again.

use std::fs;
use std::path::{Path, PathBuf};

use roguelike::desktop::runs::RunsFolder;
use roguelike::desktop::{Input, Page, Session};
use roguelike::game::{Game, Setup};
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::screen::{self, Frame};

use crate::display::{Display, eventually};
use crate::image::Image;
use crate::{data, text};

/// Height of the map and the numbers below it, in pixels. The messages do not reach into it.
const MAP_AND_STATS: u32 = 735;

/// The runs that were kept in this folder for data.
fn runs_in(folder: &Path) -> RunsFolder {
    RunsFolder::new(folder.join("runs"))
}

/// Returns the file of the run that the menu offers.
fn offered(display: &Display) -> Option<PathBuf> {
    Some(runs_in(&data(display)).offer(Part::LAST)?.path().to_owned())
}

/// Returns the menu with the offer of the run that was kept in this folder.
fn menu_with_offer(folder: &Path) -> Image {
    assert!(runs_in(folder).offer(Part::LAST).is_some(), "a run is kept");
    menu(folder)
}

/// Returns the menu with what these runs add to it.
fn menu(folder: &Path) -> Image {
    let game = Game::new(Setup::new(Part::LAST, 42));
    Image::of(Session::new(game, Some(runs_in(folder)), None).render())
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
        game.ends_well();
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
fn a_run_outlives_the_program() {
    let display = Display::bare("thinking", 1280, 823);
    let mut game = display.play(&["--seed", "42"]);
    let expected = display.shot(&["--seed", "42", "--keys", "2 Down Down"]).top(MAP_AND_STATS);
    display.press(&["2", "Down", "Down"]);
    game.shows_as("the dungeon", |image| image.top(MAP_AND_STATS).difference(&expected).map_or(Ok(()), Err));
    game.signal("KILL");
    game.wait();
    drop(game);
    let game = display.play(&["--seed", "1"]);
    game.shows("the offer", &menu_with_offer(&data(&display)));
    display.press(&["c"]);
    game.shows_as("where it was", |image| image.top(MAP_AND_STATS).difference(&expected).map_or(Ok(()), Err));
}

#[test]
fn play_after_a_replay_is_saved_as_usual() {
    let display = Display::bare("play_on", 1280, 823);
    let keys = display.home().join("run.keys");
    fs::write(&keys, "2 Down Down").unwrap();
    let save = data(&display).join("part17.save");
    let replay = ["--seed", "42", "--replay", text(&keys), "--delay", "0"];
    let watched = display.shot(&["--seed", "42", "--keys-file", text(&keys)]);
    let mut game = display.play(&replay);
    game.shows_in_replay("the end of the replay", &watched);
    game.signal("TERM");
    game.ends_well();
    drop(game);
    assert!(!save.exists() && offered(&display).is_none(), "watching leaves nothing");

    let mut game = display.play(&replay);
    game.shows_in_replay("the end of the replay", &watched);
    display.press(&["F5", "Left", "Escape", "Up", "Return"]);
    game.ends_well();
    assert!(fs::read_to_string(&save).unwrap().starts_with("RLSAVE 3\n"));
    drop(game);
    let game = display.play(&["--seed", "1"]);
    game.shows("the offer", &menu_with_offer(&data(&display)));
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

#[test]
fn a_load_that_finds_nothing_says_so() {
    let display = Display::bare("no_save", 1280, 823);
    let game = display.play(&["--seed", "42"]);
    let save = data(&display).join("part17.save");
    let words = format!("no save found in {}; F5 saves a run", save.display());
    display.press(&["F9"]);
    let mut page = Frame::new(screen::rows(Part::LAST));
    Page::Notice(words.clone()).render(Part::LAST, &mut page);
    game.shows("a page on the menu", &Image::page(&page, 1280, 820));
    display.press(&["x", "1", "F9"]);
    eventually("two lines", || (game.errors().matches("no save found in ").count() == 2).then_some(()));
}

/// Returns the list of runs as a window of Part 17 shows it after these keys.
fn list_of_runs(display: &Display, keys: &[Key]) -> Image {
    let game = Game::new(Setup::new(Part::LAST, 1));
    let mut session = Session::new(game, Some(runs_in(&data(display))), None);
    for &key in [Key::R].iter().chain(keys) {
        session.translate(Input::key(key));
    }
    Image::page(session.render(), 1280, 820)
}

#[test]
fn the_list_of_runs_shows_what_other_windows_play() {
    let display = Display::bare("list", 1400, 1000);
    for (seed, keys) in [("42", "3 Down"), ("7", "1 Right")] {
        let mut game = display.play(&["--seed", seed, "--keys", keys]);
        display.press(&["Escape", "Up", "Return"]);
        game.ends_well();
    }
    let scale = ["--seed", "1", "--scale", "1"];
    let first = display.play(&scale);
    first.shows("the offer", &menu_with_offer(&data(&display)));
    display.press(&["r"]);
    first.shows("the list", &list_of_runs(&display, &[]));
    let second = display.play(&scale);
    display.press(&["r", "Down"]);
    second.shows("the older run", &list_of_runs(&display, &[Key::DOWN]));
    display.press(&["Return"]);
    second.shows("it goes on", &display.shot(&["--seed", "42", "--keys", "3 Down"]));

    // The list of the first window is older than that.
    first.focus();
    display.xdotool(&["windowraise", first.id()]);
    display.press(&["Down", "Return"]);
    let problem = eventually("the answer", || first.errors().lines().next().map(str::to_owned));
    assert!(problem.contains("another window is playing it, or has ended it"), "{problem}");
    display.press(&["x", "r", "Down", "Return"]);
    first.shows("the run is open", &list_of_runs(&display, &[Key::DOWN]));
    let list = String::from_utf8(display.run(&["runs"]).stdout).unwrap();
    let words: Vec<&str> = list.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(words, ["left", "open"], "{list}");
}
