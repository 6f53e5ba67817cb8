//! Pages, texts and the title.

use std::fs;
use std::time::Duration;

use roguelike::desktop::{Input, Preferences, Session, Start};
use roguelike::entity::Status;
use roguelike::fov_lab::Algorithm;
use roguelike::fov_lab::steps::topics_of;
use roguelike::game::{Game, GameState, Setup};
use roguelike::key::Key;
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::player::Player;
use roguelike::support::save_slot::SaveSlot;
use roguelike::trace::replay::Replay;

use crate::scratch::scratch;
use crate::{
    SMALL, WIDE, after, changes, chosen, drawn, messages, on, prepared, problems, shown, type_key, type_keys,
    wants_screenshot,
};

#[test]
fn fights_are_kept_in_parts_without_a_message_log() {
    let mut session = on(drawn::game(5, &["@r"]));
    type_keys(&mut session, &[Key::RIGHT, Key::M]);
    let page = shown(&mut session);
    assert!(page.contains("1  You hits the rat for 5. (the rat: 0 hp)\nthe rat dies."), "{page}");
}

#[test]
fn any_key_but_shift_closes_a_notice() {
    let settings = scratch("notice").join("settings.txt");
    fs::write(&settings, "volume = loud\n").unwrap();
    for input in [Input::key(Key::F12), Input::key(Key::RIGHT)] {
        let mut start = Start::new(Setup::new("5".parse().unwrap(), 42), None);
        start.preferences = Preferences::read_from(settings.clone());
        let mut session = start.session().unwrap();
        let before = session.game().player().pos;
        session.take_redraw();
        assert!(!type_key(&mut session, Key::from_name("Left Shift").unwrap()));
        let held = Input::Key { key: Key::RIGHT, physical: Key::RIGHT, shift: false, repeat: true };
        assert!(!changes(&mut session, held), "a key that was held before");
        assert!(shown(&mut session).contains("volume is 0"));
        assert!(changes(&mut session, input));
        assert!(!shown(&mut session).contains("volume is 0"));
        assert_eq!((session.game().player().pos, wants_screenshot(&mut session)), (before, false));
    }
}

#[test]
fn keys_without_a_meaning_close_nothing() {
    let mut session = on(drawn::game(17, &["@.r......."]));
    for (open, heading) in [
        (Key::F1, "Keys"),
        (Key::F2, "Settings"),
        (Key::M, "Messages"),
        (Key::P, "You are alive"),
        (Key::R, "Games"),
        (Key::E, "You, the Fighter"),
    ] {
        type_key(&mut session, open);
        let [z, n] = ["Z", "N"].map(|name| Key::from_name(name).unwrap());
        for key in [z, n, Key::PAGE_DOWN, Key::HOME, Key::END, Key::PAGE_UP, Key::TAB] {
            // Tab leads the cursor elsewhere.
            type_key(&mut session, key);
            let page = shown(&mut session);
            assert!(page.contains(heading) || open == Key::E && page.contains("Rat"), "{heading}: {key:?}");
        }
        type_key(&mut session, Key::ESCAPE);
        assert!(!shown(&mut session).contains(heading) && !session.is_over());
    }
    // What shows a page also closes it.
    for open in [Key::F1, Key::F2, Key::M, Key::P, Key::R] {
        let before = shown(&mut session);
        type_key(&mut session, open);
        assert_ne!(shown(&mut session), before);
        type_key(&mut session, open);
        assert_eq!(shown(&mut session), before);
    }
}

/// The player may not have read the first page when the second problem comes.
#[test]
fn a_second_problem_lies_over_the_first() {
    let folder = scratch("problems");
    let [settings, trace] = ["settings.txt", "run.trace"].map(|name| folder.join(name));
    fs::write(&settings, "volume = loud\n").unwrap();
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/traces/part17-libstdc++-seed42.trace");
    fs::write(&trace, &fs::read(golden).unwrap()[..5_000]).unwrap();
    let mut start = prepared(&folder, 42);
    start.preferences = Preferences::read_from(settings);
    start.replay = Some(Replay::read(&trace).unwrap());
    let mut session = start.session().unwrap();
    start.begin(&mut session, || false);
    assert_eq!(problems(&mut session).len(), 2);
    for words in ["The recording was cut off", "volume is 0, 10"] {
        // Where lines end depends on the length of the names of files.
        let page = shown(&mut session).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(words) && page.contains("any key back"), "{page}");
        type_key(&mut session, Key::RETURN);
    }
    assert!(!shown(&mut session).contains("any key"));
}

#[test]
fn a_notice_leads_back_to_the_page_below() {
    let mut session = after("17", "1");
    type_key(&mut session, Key::F2);
    session.warn("the disk is full".to_owned());
    assert!(shown(&mut session).contains("The disk is full."));
    type_key(&mut session, Key::RETURN);
    assert!(shown(&mut session).contains("Settings"), "{}", shown(&mut session));
}

/// V changed the algorithm of a living game once.
#[test]
fn v_does_nothing_and_fov_stands_in_the_title() {
    let setup = Setup { other_view: Algorithm::Raycast.other_view(), ..Setup::new(Part::LAST, 42) };
    let mut session = on(Game::new(setup));
    type_keys(&mut session, &[Key::NUM_1, Key::V]);
    assert!(session.title().ends_with("[raycast]"));
    let mut session = after("17", "1");
    let before = shown(&mut session);
    assert!(!type_key(&mut session, Key::V));
    assert_eq!((shown(&mut session), session.title().contains('[')), (before, false));
}

/// The steps of the view end with what the other algorithms see from the same place.
#[test]
fn the_steps_of_the_view_compare_all_algorithms() {
    let session = after("17", "1");
    let others = topics_of("3".parse().unwrap()).nth(2).unwrap();
    let stages = (others.stages)(session.game());
    assert_eq!(stages.len(), Algorithm::ALL.len() - 1);
    for (text, algorithm) in stages.iter().map(|stage| &stage.text).zip(&Algorithm::ALL[1..]) {
        assert!(
            text.starts_with(&format!("{algorithm}: ")) && text.contains(" more than shadowcast"),
            "{text}"
        );
    }
}

#[test]
fn texts_are_shown_over_any_screen_and_go_with_the_next_input() {
    for (part, keys, open) in [("17", "", None), ("17", "1 I", None), ("17", "1", Some(Key::M))] {
        let mut session = after(part, keys);
        open.into_iter().for_each(|key| _ = type_key(&mut session, key));
        let before = shown(&mut session);
        let title = session.title();
        session.show_text("Picture saved as /home/me/Pictures/roguelike.png".to_owned());
        let text = shown(&mut session);
        assert!(text.contains("Picture saved as") && session.title() == title, "{text}");
        changes(&mut session, Input::key(Key::F12));
        assert!(wants_screenshot(&mut session));
        assert_eq!(shown(&mut session), before, "a picture lacks the text about the last one");
    }
}

#[test]
fn a_save_or_load_that_fails_says_why_over_the_map() {
    let slot = SaveSlot::File("/proc/nowhere/game.save".into());
    let mut session = on(Game::new(Setup { slot, ..Setup::new(Part::LAST, 42) }));
    for (key, words) in [(Key::F5, "Cannot save the game in"), (Key::F9, "No save found in")] {
        session.press(Key::NUM_1);
        session.press(key);
        let text = shown(&mut session);
        assert!(text.contains(words) && text.contains("/proc/nowhere/game.save"), "{text}");
        assert!(text.lines().any(|line| line.trim_end().ends_with('.')), "a whole sentence: {text}");
    }
}

#[test]
fn all_messages_of_a_game_are_kept_and_can_be_read() {
    let mut session = after("17", "1");
    type_key(&mut session, Key::M);
    let page = |session: &mut Session| {
        let text = shown(session);
        let footer = text.lines().last().unwrap().to_owned();
        let numbers = footer.split_whitespace().filter_map(|word| word.parse::<usize>().ok());
        let [page, of] = numbers.collect::<Vec<_>>()[..] else { panic!("{footer}") };
        (page, of)
    };
    assert_eq!(page(&mut session), (1, 1));
    type_key(&mut session, Key::ESCAPE);
    (0..300).for_each(|_| session.press(Key::PERIOD));
    assert_eq!(session.game().messages().lines().len(), 200, "the original's log has less");
    type_key(&mut session, Key::M);
    let newest = messages(&mut session);
    let (last, count) = page(&mut session);
    assert!(last == count && count > 5 && newest.iter().all(|line| line == "There are no stairs here."));
    type_key(&mut session, Key::HOME);
    let oldest = messages(&mut session);
    assert!(oldest[0].starts_with("Recover the three Amulets") && oldest.len() <= newest.len(), "{oldest:?}");
    let ways = [(Key::UP, 1), (Key::DOWN, 2), (Key::PAGE_DOWN, 3), (Key::LEFT, 2), (Key::END, count)];
    for (key, expected) in ways {
        type_key(&mut session, key);
        assert_eq!(page(&mut session), (expected, count), "{key:?}");
    }
    type_key(&mut session, Key::HOME);
    let mut all = messages(&mut session).len();
    (1..count).for_each(|_| {
        type_key(&mut session, Key::DOWN);
        all += messages(&mut session).len();
    });
    // The first one takes two lines.
    assert_eq!(all, 302, "none is lost");
}

#[test]
fn messages_of_part_15_have_a_page_and_wrap_in_the_panel() {
    let poison = roguelike::item::Item::Potion(roguelike::item::PotionType::Poison);
    let potion = roguelike::item::FloorItem { item: poison, pos: Pos::new(2, 1) };
    let mut session = on(drawn::game_with(15, &["@.."], |_| {}, |level| level.items.push(potion)));
    type_keys(&mut session, &[Key::F5, Key::PERIOD, Key::RIGHT, Key::I, Key::A, Key::LEFT]);
    session.set_window((1800, 768));
    let panel = shown(&mut session);
    assert!(panel.contains("You is wracked by poison.") && panel.contains(" - poison!"), "{panel}");
    type_key(&mut session, Key::M);
    let told = messages(&mut session);
    assert_eq!(told[..2], ["Could not save.", "There are no stairs here."]);
    assert!(told.iter().any(|line| line.ends_with(" - poison!")), "{told:?}");
}

/// Returns the page of a problem, in 36 rows.
fn notice(problem: String) -> String {
    let mut session = after("14", "");
    session.warn(problem);
    shown(&mut session)
}

#[test]
fn a_long_notice_leaves_room_for_what_closes_it() {
    for count in [1, 5, 20] {
        let page = notice(vec!["A problem."; count].join("\n"));
        assert_eq!(page.matches("A problem.").count(), count, "{page}");
        assert!(page.trim_end().ends_with("any key  back"), "{count}: {page}");
    }
    let page = notice(format!("saved as {}", "/home".repeat(20)));
    assert!(page.contains("home/\n") && !page.contains("hom\n"), "a path is cut between its names: {page}");
}

#[test]
fn a_text_is_shown_for_a_few_seconds() {
    let mut session = after("3", "");
    type_key(&mut session, Key::E);
    type_key(&mut session, Key::ESCAPE);
    session.show_text("Nothing is here.");
    session.take_redraw();
    let timeout = session.timeout();
    assert!(timeout > Duration::from_secs(1) && timeout < Duration::from_secs(10), "{timeout:?}");
    session.take_redraw();
    assert_eq!((session.due_key(), session.take_redraw()), (None, false));
    assert!(shown(&mut session).contains("Nothing is here."));
}

#[test]
fn the_page_of_settings_shows_every_setting_within_the_window() {
    let mut session = after("17", "1");
    type_key(&mut session, Key::F2);
    type_keys(&mut session, &[Key::DOWN; 9]);
    let row = chosen(&session).unwrap();
    assert!(row.starts_with("Volume") && row.contains("100 %") && !row.contains('>'), "the loudest: {row}");
    for size in [WIDE, SMALL, (700, 1000)] {
        session.set_window(size);
        type_key(&mut session, Key::HOME);
        for setting in &roguelike::desktop::settings::SETTINGS {
            let row = chosen(&session).unwrap();
            assert!(row.starts_with(setting.label), "{row}");
            let page = shown(&mut session).replace('\n', " ");
            let words = setting.sentence(session.settings()).split(' ').next().unwrap();
            assert!(page.contains(words), "its sentence: {page}");
            type_key(&mut session, Key::DOWN);
        }
    }
}

/// A line of hints has no more columns than the window.
#[test]
fn the_page_of_algorithms_names_its_keys() {
    let mut session = after("17", "1");
    type_key(&mut session, Key::Y);
    let page = shown(&mut session);
    assert!(page.contains("How this level was generated"), "{page}");
    // Only keys that lead somewhere.
    let named = |page: &str| ["LEFT  back", "RIGHT  next", "DOWN  topics"].map(|key| page.contains(key));
    assert_eq!(named(&page), [false, true, true], "{page}");
    // The first algorithm follows the last.
    type_keys(&mut session, &[Key::DOWN; 5]);
    assert_eq!(shown(&mut session), page);
    type_key(&mut session, Key::RIGHT);
    assert_eq!(named(&shown(&mut session)), [true; 3], "{}", shown(&mut session));
    assert!(shown(&mut session).contains("ESC  close"), "{}", shown(&mut session));
    type_key(&mut session, Key::END);
    assert_eq!(named(&shown(&mut session)), [true, false, true], "{}", shown(&mut session));
}

/// The same page with a panel and without: the character, what is in view, and what happened. Only a run that
/// is over can be played again.
#[test]
fn p_closes_the_page_that_it_shows() {
    let poison = |player: &mut Player| player.add_status(Status::Poisoned, 3);
    let mut session = on(drawn::game_with(17, &["@.g!>"], poison, |_| {}));
    for has_panel in [false, true] {
        session.set_window(if has_panel { WIDE } else { SMALL });
        let map = shown(&mut session);
        type_key(&mut session, Key::P);
        let page = shown(&mut session);
        for words in [
            "Poisoned  3 turns",
            "g  goblin",
            " potion",
            ">  stairs",
            "Power  10",
            "Turns  0",
            "Kills  none",
            "Hurt by  nothing",
        ] {
            assert!(page.contains(words), "{words}: {page}");
        }
        type_keys(&mut session, &[Key::N, Key::C, Key::M]);
        assert_eq!(shown(&mut session), page);
        type_key(&mut session, Key::P);
        assert_eq!(shown(&mut session), map);
    }
}

/// The keys that leave a page: the map of a run that is over leads back to the page about it, and Return and
/// Space close what is only read.
#[test]
fn pages_are_left_by_escape_return_and_space() {
    let mut game = drawn::game_with(17, &["@g", "g."], |player| player.hp = 1, |_| {});
    game.press(Key::RIGHT);
    assert_eq!(game.state(), GameState::Dead);
    let mut session = on(game);
    let end = shown(&mut session);
    for key in [Key::ESCAPE, Key::RETURN, Key::SPACE, Key::M] {
        type_key(&mut session, Key::P);
        let summary = shown(&mut session);
        type_key(&mut session, Key::M);
        assert_ne!(shown(&mut session), summary);
        type_key(&mut session, key);
        assert_eq!(shown(&mut session), summary, "{key:?}");
        type_key(&mut session, Key::ESCAPE);
    }
    for key in [Key::RETURN, Key::SPACE, Key::ESCAPE] {
        type_keys(&mut session, &[Key::P, key]);
        assert_eq!(shown(&mut session), end, "{key:?}");
    }
}

/// In the menu of a living run Space begins another dungeon where it does so without the menu.
#[test]
fn space_in_the_menu_of_a_run_begins_another_dungeon() {
    let mut session = after("7", "Right");
    type_key(&mut session, Key::SPACE);
    let menu = shown(&mut session);
    assert!(menu.contains("New dungeon"), "{menu}");
    assert!(type_key(&mut session, Key::SPACE));
    assert!(!shown(&mut session).contains("New dungeon"));
}

#[test]
fn the_menu_names_f9_where_there_is_a_save() {
    for save in [None, Some("RLSAVE 3".to_owned())] {
        let has_save = save.is_some();
        let mut session = on(Game::new(Setup { slot: SaveSlot::Memory(save), ..Setup::new(Part::LAST, 42) }));
        session.set_free_play(true);
        assert_eq!(shown(&mut session).contains("F9  load the save"), has_save);
    }
}

/// Why a setting has no effect.
#[test]
fn the_settings_say_where_the_panel_has_no_room() {
    let narrow = "on: window too narrow";
    for (part, has_panel, says_it) in [("17", false, true), ("17", true, false), ("3", false, false)] {
        let mut session = after(part, if part == "17" { "1" } else { "" });
        session.set_window(if has_panel { WIDE } else { SMALL });
        type_key(&mut session, Key::F2);
        assert_eq!(shown(&mut session).contains(narrow), says_it, "{part}: {}", shown(&mut session));
    }
}

/// In a living run of the whole game one key more is needed to see a floor that was not explored.
#[test]
fn a_whole_floor_is_shown_after_a_question() {
    let mut session = after("17", "1");
    session.set_free_play(true);
    let [asked, page] = ["This shows the whole level", "How this level was generated"];
    type_key(&mut session, Key::Y);
    assert!(shown(&mut session).contains(asked), "{}", shown(&mut session));
    type_key(&mut session, Key::ESCAPE);
    assert!(!shown(&mut session).contains(asked));
    type_keys(&mut session, &[Key::Y, Key::Y]);
    assert!(shown(&mut session).contains(page), "{}", shown(&mut session));
    type_key(&mut session, Key::Y);
    assert!(!shown(&mut session).contains(page));
}

/// The window rests once the dungeon is whole, and at once without motion.
#[test]
fn the_dungeon_of_the_title_screen_is_carved_and_then_rests() {
    let folder = scratch("carved");
    let begin = || Start { free_play: true, ..prepared(&folder, 42) }.session().unwrap();
    let mut session = begin();
    session.take_redraw();
    let (first, mut stages) = (session.scene().shapes, 0);
    while session.timeout() < Duration::MAX {
        std::thread::sleep(session.timeout());
        assert_eq!(session.due_key(), None);
        stages += usize::from(session.take_redraw());
    }
    assert!(stages > 15 && session.scene().shapes != first, "{stages}");
    let mut still = begin();
    still.change_settings(|settings| settings.effects = false);
    still.take_redraw();
    assert_eq!((still.timeout(), still.scene().shapes), (Duration::MAX, session.scene().shapes));
}
