//! Runs that are left, and found again.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use roguelike::desktop::Session;
use roguelike::desktop::autosave::Autosave;
use roguelike::game::{Game, Setup};
use roguelike::part::Part;

use crate::display::{Display, eventually};
use crate::image::Image;
use crate::{data, golden, text, told};

/// Height of the map and the numbers below it, in pixels. The messages do not reach into it.
const MAP_AND_STATS: u32 = 735;

/// Returns the menu with the offer of the run that was kept in this folder.
fn menu_with_offer(folder: &Path) -> Image {
    let autosave = Autosave::beside(&folder.join("part17.save"), Part::LAST);
    assert!(autosave.read().0.is_some(), "a run is kept");
    let game = Game::new(Setup::new(Part::LAST, 42));
    Image::of(Session::new(game, Some(autosave), None).render())
}

#[test]
fn a_run_that_is_left_waits_on_the_menu() {
    let display = Display::managed("leaving", 1400, 900);
    let keys = ["--seed", "42", "--keys", "1 Down*5 F5 Down*2"];
    let dungeon = display.shot(&keys);
    let menu = display.shot(&["--seed", "42"]);
    let mut save = None;
    for way in ["alt+F4", "INT", "TERM", "Escape"] {
        let mut game = display.play(&keys);
        game.shows("the dungeon", &dungeon);
        match way {
            "INT" | "TERM" => game.signal(way),
            key => display.press(&[key]),
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
fn a_death_ends_the_run_that_was_kept_and_no_other() {
    let display = Display::bare("death", 1280, 820);
    let folder = data(&display);
    fs::create_dir_all(&folder).unwrap();
    let saved = fs::read_to_string(golden("saves/part17-libstdc++-seed42-step100.save")).unwrap();
    let (save, autosave) = (folder.join("part17.save"), folder.join("part17.save.autosave"));
    fs::write(&save, &saved).unwrap();
    // The same run, with one hit point and poisoned.
    let mut lines: Vec<String> = saved.lines().map(str::to_owned).collect();
    let mut body: Vec<&str> = saved.lines().nth(3).unwrap().split_whitespace().collect();
    (body[2], body[4]) = ("1", "9");
    lines[3] = body.join(" ");
    fs::write(&autosave, lines.join("\n") + "\n").unwrap();

    let game = display.play(&["--seed", "42"]);
    game.shows("the offer", &menu_with_offer(&folder));
    display.press(&["c", "Left", "Right", "Up", "Down"]);
    eventually("the run is forgotten", || (!autosave.exists()).then_some(()));
    display.press(&["space"]);
    game.shows("a menu without an offer", &display.shot(&["--seed", "42"]));
    assert_eq!(fs::read_to_string(&save).unwrap(), saved);
    assert_eq!(game.errors(), "");
}

#[test]
fn an_unfinished_run_that_cannot_be_read_is_told_and_stays() {
    let display = Display::bare("bad_autosave", 1280, 820);
    let save = display.home().join("my.save");
    let autosave = display.home().join("my.save.autosave");
    fs::write(&autosave, "RLSAVE 3\nnonsense").unwrap();
    let mut game = display.play(&["--seed", "42", "--save-file", text(&save)]);
    assert!(told(&game).contains("my.save.autosave") && game.errors().lines().count() == 1);
    display.press(&["x"]);
    game.shows("the menu", &display.shot(&["--seed", "42"]));
    display.press(&["1", "Right", "Escape"]);
    game.ends_well();
    assert_eq!(fs::read_to_string(&autosave).unwrap(), "RLSAVE 3\nnonsense");
    let kept = fs::read_to_string(display.home().join("my.save.autosave.1")).unwrap();
    assert!(kept.starts_with("RLSAVE 3\n"));
}

#[test]
fn a_run_is_kept_while_one_thinks_and_outlives_the_program() {
    let display = Display::bare("thinking", 1280, 820);
    let mut game = display.play(&["--seed", "42"]);
    display.press(&["2", "Down", "Down"]);
    let autosave = data(&display).join("part17.save.autosave");
    eventually("the run is kept", || autosave.exists().then_some(()));
    game.signal("KILL");
    game.wait();
    drop(game);
    let game = display.play(&["--seed", "1"]);
    game.shows("the offer", &menu_with_offer(&data(&display)));
    display.press(&["c"]);
    let expected = display.shot(&["--seed", "42", "--keys", "2 Down Down"]).top(MAP_AND_STATS);
    game.shows_as("where it was", |image| image.top(MAP_AND_STATS).difference(&expected).map_or(Ok(()), Err));
}

#[test]
fn a_run_that_cannot_be_kept_is_told_at_once_and_once() {
    let display = Display::bare("unkeepable", 1280, 820);
    let mut game = display.play(&["--seed", "42", "--save-file", "/proc/nowhere/my.save"]);
    let dungeon = |keys: &str| display.shot(&["--seed", "42", "--keys", keys]);
    display.press(&["1"]);
    eventually("the problem", || {
        game.errors().contains("cannot keep the run in /proc/nowhere").then_some(())
    });
    display.press(&["x", "Down"]);
    game.shows("the dungeon", &dungeon("1 Down"));
    sleep(Duration::from_millis(1500));
    game.shows("the dungeon still", &dungeon("1 Down"));
    display.press(&["Escape"]);
    game.ends_well();
    assert_eq!(game.errors().lines().count(), 1, "{}", game.errors());
}

#[test]
fn who_plays_on_after_a_replay_saves_like_anybody() {
    let display = Display::bare("play_on", 1280, 820);
    let keys = display.home().join("run.keys");
    fs::write(&keys, "2 Down Down").unwrap();
    let save = data(&display).join("part17.save");
    let replay = ["--seed", "42", "--replay", text(&keys), "--delay", "0"];
    let watched = display.shot(&["--seed", "42", "--keys-file", text(&keys)]);
    let mut game = display.play(&replay);
    game.shows("the end of the replay", &watched);
    game.signal("TERM");
    game.ends_well();
    drop(game);
    assert!(
        !save.exists() && !data(&display).join("part17.save.autosave").exists(),
        "watching leaves nothing"
    );

    let mut game = display.play(&replay);
    game.shows("the end of the replay", &watched);
    display.press(&["F5", "Left", "Escape"]);
    game.ends_well();
    assert!(fs::read_to_string(&save).unwrap().starts_with("RLSAVE 3\n"));
    drop(game);
    let game = display.play(&["--seed", "1"]);
    game.shows("the offer", &menu_with_offer(&data(&display)));
}
