//! One hero, one seed, one file; seeds to share; the menu of a living run; keys of the player's own.

use std::fs;
use std::path::{Path, PathBuf};

use roguelike::desktop::kept::Fate;
use roguelike::desktop::{Input, Preferences, Session};
use roguelike::game::{GameState, PlayerClass};
use roguelike::key::Key;
use roguelike::rng::StdLib;
use roguelike::trace::replay::Replay;

use crate::journeys::play;
use crate::scratch::scratch;
use crate::{
    after, begin, chosen, copied, handle, left_run, outlined, panel, prepared, press, problems, runs_in,
    shown, start, type_key, type_keys, verify_runs,
};

/// Plays a mage until it is dead.
fn die(session: &mut Session) {
    for _ in 0..20_000 {
        if session.game().state() == GameState::Dead {
            return;
        }
        session.press(play(session.game()));
    }
    panic!("{}", shown(session));
}

/// The seed of the dungeon that is played, as the name of a picture has it.
fn seed(session: &Session) -> u32 {
    session.picture_name().rsplit("seed").next().unwrap().parse().unwrap()
}

/// The file of the only run that is played.
fn open_file(folder: &Path) -> PathBuf {
    let runs = runs_in(folder).games();
    runs.iter().find(|run| run.end == Fate::Open).expect("a run is played").path().to_owned()
}

/// Asserts that a run's file begins with this seed and these keys, and that all of it is as it was played.
fn begins_with(path: &Path, seed: u32, keys: &[Key]) {
    let text = fs::read(path).unwrap();
    let replay = Replay::of(&text[..]).unwrap();
    assert_eq!(replay.header.as_ref().unwrap().seed, seed);
    assert_eq!(replay.keys.iter().take(keys.len()).map(|recorded| recorded.key).collect::<Vec<_>>(), keys);
}

#[test]
fn the_second_hero_has_a_seed_and_a_file_of_its_own() {
    let folder = scratch("second_hero");
    let mut session = begin(&folder, &[Key::NUM_3, Key::DOWN]);
    let first = open_file(&folder);
    die(&mut session);
    begins_with(&first, 42, &[Key::NUM_3, Key::DOWN]);
    let line = runs_in(&folder).games()[0].to_string();
    assert!(line.starts_with("died ") && line.contains(".trace: killed by a "), "{line}");
    press(&mut session, &[Key::SPACE]);
    let second = seed(&session);
    assert_ne!(second, 42);
    press(&mut session, &[Key::NUM_1, Key::DOWN, Key::UP]);
    begins_with(&open_file(&folder), second, &[Key::NUM_1, Key::DOWN, Key::UP]);
    // The same dungeon as that of a program which begins with the seed.
    let mut again = start(&scratch("second_hero_again"), second);
    press(&mut again, &[Key::NUM_1, Key::DOWN, Key::UP]);
    assert_eq!(again.game().save_text(), session.game().save_text());
    press(&mut session, &[Key::R]);
    let list = shown(&mut session);
    assert!(list.contains(&format!("seed {second} - ")), "{list}");
    press(&mut session, &[Key::DOWN]);
    assert!(shown(&mut session).contains("seed 42 - "), "{list}");
    drop(session);
    verify_runs(&folder);
}

/// One recording goes on, as in the C++.
#[test]
fn heroes_of_a_recording_and_of_keys_stay_in_one_program() {
    for record in [true, false] {
        let folder = scratch("one_program");
        let mut prepared = prepared(&folder, 42);
        prepared.record = record.then(|| folder.join("run.trace"));
        prepared.keys = if record { Vec::new() } else { vec![Key::NUM_3] };
        let mut session = prepared.session().unwrap();
        prepared.begin(&mut session, || false);
        session.press(Key::NUM_3);
        die(&mut session);
        press(&mut session, &[Key::SPACE, Key::NUM_1, Key::DOWN]);
        assert!(!session.picture_name().contains("seed"));
        type_key(&mut session, Key::ESCAPE);
        assert!(!shown(&mut session).contains("seed 42"), "it is not that of this dungeon");
        drop(session);
        if record {
            crate::verify_recording(&folder);
        }
    }
}

#[test]
fn a_save_of_another_hero_begins_a_file_without_a_seed() {
    let folder = scratch("loaded_hero");
    let kept = "The Fighter that you left is kept: R continues it.";
    let mut session = begin(&folder, &[Key::NUM_2, Key::DOWN, Key::F5, Key::RIGHT, Key::F9]);
    assert!(!shown(&mut session).contains("is kept"), "it goes on");
    press(&mut session, &[Key::UP]);
    begins_with(&open_file(&folder), 42, &[Key::NUM_2, Key::DOWN, Key::F5, Key::RIGHT, Key::F9, Key::UP]);
    press(&mut session, &[Key::ESCAPE, Key::UP, Key::UP, Key::RETURN]);
    assert_eq!(session.game().state(), GameState::ClassSelect);
    press(&mut session, &[Key::NUM_1, Key::DOWN, Key::F9]);
    assert_eq!(session.game().class(), Some(PlayerClass::Rogue));
    assert!(shown(&mut session).contains(kept), "{}", shown(&mut session));
    assert_eq!(left_run(&folder).expect("a run that was left").offer(), "Fighter, depth 1, 36 of 36 health");
    press(&mut session, &[Key::UP]);
    let path = open_file(&folder);
    let text = fs::read_to_string(&path).unwrap();
    let program = Replay::of(text.as_bytes()).unwrap().header.unwrap().seed;
    begins_with(&path, program, &[Key::F9, Key::UP]);
    // A save does not say the seed of its dungeon.
    let mark = text.lines().rfind(|line| line.starts_with("# now "));
    assert!(mark.is_some_and(|line| !line.contains(" seed ")), "{text}");
    assert!(!panel(&mut session).contains("Seed"));
    drop(session);
    verify_runs(&folder);
}

#[test]
fn a_seed_is_typed_and_the_day_has_a_dungeon() {
    let folder = scratch("seeds");
    let mut session = start(&folder, 1);
    press(&mut session, &[Key::N, Key::NUM_1, Key::NUM_2, Key::A, Key::NUM_3, Key::BACKSPACE]);
    assert!(shown(&mut session).contains("dungeon: 12_"), "{}", shown(&mut session));
    press(&mut session, &[Key::RETURN]);
    assert_eq!((seed(&session), session.game().state()), (12, GameState::ClassSelect));
    // A seed has 32 bits: a digit that would make it larger is not typed.
    press(&mut session, &[Key::N]);
    press(&mut session, &[Key::KEYPAD_1; 12]);
    press(&mut session, &[Key::RETURN]);
    assert_eq!(seed(&session), 1_111_111_111);
    press(&mut session, &[Key::N, Key::NUM_2, Key::ESCAPE, Key::T, Key::NUM_1, Key::DOWN]);
    let today = seed(&session).to_string();
    assert!(today.len() == 8 && today.starts_with("20"), "{today}");
    press(&mut session, &[Key::R]);
    let list = shown(&mut session);
    assert!(list.contains(&format!("seed {today}")) && list.contains(", the dungeon of "), "{list}");
    assert!(list.contains(" (UTC)"), "{list}");
}

#[test]
fn a_dungeon_can_be_played_again_and_a_line_about_it_is_copied() {
    let folder = scratch("again");
    let mut session = begin(&folder, &[Key::NUM_3]);
    die(&mut session);
    press(&mut session, &[Key::P]);
    let page = shown(&mut session).split_whitespace().collect::<String>();
    assert!(!page.contains("/runs/") && page.contains("mage.trace"), "{page}");
    assert!(page.contains("Bestgamethisone(Mage)"), "{page}");
    let orders = press(&mut session, &[Key::C]);
    assert!(shown(&mut session).contains("Hurt by"), "the page stays");
    let line = copied(orders).unwrap();
    let [name, fate, turn, amulets, last] = line.split(", ").collect::<Vec<_>>()[..] else {
        panic!("{line}")
    };
    assert!(name == "Mage" && fate.starts_with("killed by a ") && fate.contains(" on depth "), "{line}");
    assert!(turn.starts_with("turn ") && amulets.ends_with(" of 3 amulets") && last == "seed 42", "{line}");
    press(&mut session, &[Key::N]);
    assert_eq!((session.game().state(), seed(&session)), (GameState::ClassSelect, 42));
    // From the list, too, which also has the name of the file.
    press(&mut session, &[Key::T, Key::R]);
    let list = shown(&mut session).split_whitespace().collect::<String>();
    assert!(!list.contains("/runs/") && list.contains("mage.trace"), "{list}");
    let orders = press(&mut session, &[Key::C]);
    assert_eq!(copied(orders), Some(line));
    press(&mut session, &[Key::N]);
    assert_eq!((session.game().state(), seed(&session)), (GameState::ClassSelect, 42));
}

/// The summary at the end of a replay has the key, too.
#[test]
fn a_dungeon_that_is_begun_in_a_replay_is_kept() {
    let folder = scratch("again_from_replay");
    let mut session = begin(&folder, &[Key::NUM_3]);
    die(&mut session);
    // What is played while it is watched stays.
    press(&mut session, &[Key::SPACE, Key::NUM_1, Key::DOWN, Key::R, Key::DOWN, Key::RETURN]);
    assert!(session.is_replay());
    press(&mut session, &[Key::END]);
    assert!(session.title().contains("[end of the replay: HOME rewinds"), "{}", session.title());
    press(&mut session, &[Key::P, Key::N]);
    assert_eq!((session.game().state(), seed(&session)), (GameState::ClassSelect, 42));
    let left = left_run(&folder).expect("the run that waited").path().to_owned();
    press(&mut session, &[Key::NUM_2, Key::DOWN, Key::UP]);
    begins_with(&open_file(&folder), 42, &[Key::NUM_2, Key::DOWN, Key::UP]);
    assert_eq!(left_run(&folder).expect("it can be continued").path(), left);
    drop(session);
    verify_runs(&folder);
}

#[test]
fn a_dungeon_of_the_list_is_that_of_its_own_library() {
    let folder = scratch("library");
    let mut old = prepared(&folder, 42);
    old.setup.library = StdLib::Msvc;
    press(&mut old.session().unwrap(), &[Key::NUM_1, Key::DOWN]);
    let mut session = begin(&folder, &[Key::R, Key::N]);
    press(&mut session, &[Key::NUM_1, Key::DOWN]);
    let setup = Replay::of(&fs::read(open_file(&folder)).unwrap()[..]).unwrap().setup().unwrap();
    assert_eq!((setup.seed, setup.library), (42, StdLib::Msvc));
    // It saves where the hero before it did.
    press(&mut session, &[Key::F5]);
    assert_eq!(fs::read_to_string(folder.join("game.save")).unwrap(), session.game().save_text());
}

/// With a chosen dungeon Return begins a hero of it, and no other run.
#[test]
fn a_chosen_dungeon_points_at_the_class_played_last() {
    let folder = scratch("chosen_dungeon");
    drop(begin(&folder, &[Key::NUM_2, Key::DOWN]));
    let mut start = prepared(&folder, 1);
    start.free_play = true;
    let mut session = start.session().unwrap();
    let chosen = |session: &mut Session| chosen(session).unwrap();
    assert!(chosen(&mut session).contains("Continue"));
    press(&mut session, &[Key::T]);
    assert!(chosen(&mut session).contains("Rogue"), "{}", chosen(&mut session));
    let today = seed(&session);
    let page = shown(&mut session);
    assert!(page.contains("Dungeon of ") && page.contains(&format!(" (UTC): seed {today}")), "{page}");
    press(&mut session, &[Key::N, Key::NUM_3, Key::RETURN]);
    assert!(chosen(&mut session).contains("Rogue") && shown(&mut session).contains("the seed 3."));
    press(&mut session, &[Key::RETURN, Key::DOWN]);
    assert_eq!((session.game().class(), seed(&session)), (Some(PlayerClass::Rogue), 3));
}

#[test]
fn a_run_without_a_step_is_not_called_kept() {
    let mut session = begin(&scratch("no_step"), &[Key::NUM_1, Key::ESCAPE]);
    assert!(shown(&mut session).contains("nothing to lose"), "{}", shown(&mut session));
    press(&mut session, &[Key::DOWN, Key::UP, Key::ESCAPE, Key::DOWN, Key::ESCAPE]);
    assert!(shown(&mut session).contains("Your game is kept"), "{}", shown(&mut session));
}

/// After the end the list begins with the run that ended, behind those that can be continued.
#[test]
fn the_list_points_at_the_run_that_just_ended() {
    let folder = scratch("just_ended");
    drop(begin(&folder, &[Key::NUM_1, Key::DOWN]));
    let mut session = begin(&folder, &[Key::NUM_3]);
    die(&mut session);
    press(&mut session, &[Key::R]);
    assert!(chosen(&session).unwrap().contains("Mage     killed by"), "{}", shown(&mut session));
}

#[test]
fn other_keys_close_the_menu_of_a_run_and_act() {
    let mut session = after("17", "1");
    let before = session.game().player().pos;
    type_key(&mut session, Key::ESCAPE);
    assert!(chosen(&session).unwrap().contains("Back to the game"));
    type_key(&mut session, Key::S);
    assert!(!shown(&mut session).contains("Menu") && session.game().player().pos != before);
    type_keys(&mut session, &[Key::ESCAPE, Key::I]);
    assert_eq!(session.game().state(), GameState::Inventory);
    // Saving by its line.
    type_keys(&mut session, &[Key::I, Key::ESCAPE, Key::DOWN, Key::RETURN]);
    assert!(shown(&mut session).contains("Game saved."), "{}", shown(&mut session));
}

#[test]
fn keys_and_settings_lie_over_any_page_and_lead_back_to_it() {
    let mut session = after("17", "1");
    for (key, heading) in [(Key::M, "Messages"), (Key::R, "Games"), (Key::ESCAPE, "Menu")] {
        for (over, title) in [(Key::F1, "Keys"), (Key::F2, "Settings")] {
            type_key(&mut session, key);
            type_key(&mut session, over);
            assert!(shown(&mut session).contains(title), "{key:?}");
            type_key(&mut session, Key::ESCAPE);
            assert!(shown(&mut session).contains(heading), "{}", shown(&mut session));
            type_key(&mut session, Key::ESCAPE);
        }
    }
}

#[test]
fn the_close_button_warns_once_of_a_run_that_is_not_kept() {
    let folder = scratch("close_button");
    let mut kept = begin(&folder, &[Key::NUM_1, Key::DOWN]);
    handle(&mut kept, Input::Close);
    assert!(kept.is_over());
    let folder = scratch("close_button_lost");
    fs::write(folder.join("runs"), "no folder").unwrap();
    let mut session = start(&folder, 42);
    type_keys(&mut session, &[Key::NUM_1, Key::DOWN, Key::RETURN]);
    handle(&mut session, Input::Close);
    assert!(!session.is_over() && shown(&mut session).contains("This game is not being kept: "));
    handle(&mut session, Input::Close);
    assert!(session.is_over());
    let mut ended = start(&folder, 42);
    type_keys(&mut ended, &[Key::NUM_1, Key::DOWN, Key::RETURN]);
    handle(&mut ended, Input::Quit);
    assert!(ended.is_over(), "a signal asks nothing");
}

#[test]
fn a_living_hero_is_not_left_where_nothing_is_kept() {
    let folder = scratch("not_kept");
    fs::write(folder.join("runs"), "no folder").unwrap();
    let mut session = start(&folder, 42);
    type_keys(
        &mut session,
        &[Key::NUM_3, Key::DOWN, Key::RETURN, Key::ESCAPE, Key::UP, Key::UP, Key::RETURN],
    );
    assert!(shown(&mut session).contains("would be lost: "), "{}", shown(&mut session));
    type_key(&mut session, Key::RETURN);
    assert!(session.game().is_run_alive());
    die(&mut session);
    type_key(&mut session, Key::SPACE);
    assert_eq!(session.game().state(), GameState::ClassSelect);
}

#[test]
fn a_dropped_recording_is_watched_and_the_game_goes_on() {
    let folder = scratch("dropped");
    drop(begin(&folder, &[Key::NUM_2, Key::DOWN, Key::DOWN]));
    let path = left_run(&folder).unwrap().path().to_owned();
    let mut session = begin(&folder, &[Key::NUM_1, Key::DOWN]);
    let before = session.game().save_text();
    handle(&mut session, Input::Dropped(path));
    press(&mut session, &[Key::END]);
    assert_eq!((session.is_replay(), session.game().class()), (true, Some(PlayerClass::Rogue)));
    press(&mut session, &[Key::ESCAPE]);
    assert_eq!((session.is_replay(), session.game().save_text()), (false, before));
    handle(&mut session, Input::Dropped(folder.join("none")));
    assert!(problems(&mut session)[0].starts_with("cannot watch "));
}

/// The keys of a replay stand in the panel, and its counter is there too and not on the map.
#[test]
fn a_replay_names_its_keys_in_the_panel() {
    let folder = scratch("replay_panel");
    drop(begin(&folder, &[Key::NUM_2, Key::DOWN, Key::DOWN]));
    let path = left_run(&folder).unwrap().path().to_owned();
    let mut session = start(&folder, 1);
    handle(&mut session, Input::Dropped(path));
    let text = panel(&mut session);
    for words in
        ["keys a second", "key 0 of 3", "SPACE pause", "LEFT back", "PGUP previous level", "ESC go back"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    press(&mut session, &[Key::RIGHT, Key::RIGHT, Key::RIGHT, Key::SPACE]);
    let text = panel(&mut session);
    for words in ["HOME start", "LEFT back", "PGUP previous level", "other keys go back"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    press(&mut session, &[Key::LEFT]);
    assert!(session.title().contains("paused: key 2 of 3"), "{}", session.title());
    // At the end nothing is further on.
    press(&mut session, &[Key::RIGHT, Key::SPACE, Key::END]);
    assert!(!session.is_replay());
}

#[test]
fn the_players_own_keys_act_on_the_map_and_are_listed() {
    let path = scratch("own_keys").join("settings.txt");
    fs::write(&path, "G = explore\nf8 = pack\nz = left\nmute = yes\n").unwrap();
    let (preferences, problem) = Preferences::read_from(path);
    assert!(problem.is_none(), "{problem:?}");
    let mut start = prepared(&scratch("own_keys_play"), 42);
    start.preferences = (preferences, None);
    let mut session = start.session().unwrap();
    let [g, f8, z] = ["G", "F8", "Z"].map(|name| Key::from_name(name).unwrap());
    press(&mut session, &[Key::NUM_1, g]);
    assert!(session.due_key().is_some(), "it explores");
    press(&mut session, &[Key::ESCAPE, z]);
    let moved = session.game().player().pos;
    press(&mut session, &[Key::RIGHT]);
    assert_ne!(session.game().player().pos, moved);
    press(&mut session, &[f8]);
    assert_eq!(session.game().state(), GameState::Inventory);
    press(&mut session, &[Key::ESCAPE, Key::F1]);
    let page = shown(&mut session);
    assert!(page.contains("find  G  X\n") && page.contains("items  F8  I\n"), "{page}");
    assert!(page.contains("walk left  Z  LEFT  A  H  NUM 4"), "{page}");
}

/// What the player's own key displaces has no key then, or another one, and that is said.
#[test]
fn own_keys_take_those_that_have_a_meaning() {
    let path = scratch("own_keys_taken").join("settings.txt");
    fs::write(&path, "R = explore\n# mine\nG = pack\nT = dance\nH = examine\nLeft_Shift = save\n").unwrap();
    let (preferences, problem) = Preferences::read_from(path);
    assert_eq!(preferences.settings.keys.len(), 3);
    let problem = problem.unwrap().to_string();
    for words in ["line 4: 'dance' is not an action; there are up, down", "line 6: Left_Shift changes"] {
        assert!(problem.contains(words), "{words}: {problem}");
    }
    let mut start = prepared(&scratch("own_keys_taken_play"), 42);
    start.preferences = (preferences, None);
    let mut session = start.session().unwrap();
    let told = problems(&mut session);
    assert!(told.len() == 1 && told[0].starts_with("your own keys leave no key for games; "), "{told:?}");
    let [g, h] = ["G", "H"].map(|name| Key::from_name(name).unwrap());
    press(&mut session, &[Key::NUM_1, Key::R]);
    assert!(session.due_key().is_some() && !shown(&mut session).contains("Games"), "it explores");
    press(&mut session, &[Key::ESCAPE, h]);
    assert!(outlined(&session).is_some(), "it examines");
    press(&mut session, &[h, g]);
    assert_eq!(session.game().state(), GameState::Inventory);
    // Texts name the keys of the player.
    press(&mut session, &[Key::ESCAPE]);
    let hints = panel(&mut session);
    for words in ["R explore", "H examine", "G inventory", "M messages"] {
        assert!(hints.contains(words), "{words}: {hints}");
    }
}
