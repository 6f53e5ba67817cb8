//! The list of runs, what the menu knows of them, and what a loaded run knows of its past.

use std::fs;
use std::path::Path;

use roguelike::desktop::kept::{Fate, KeptGame};
use roguelike::desktop::{Input, Session, Start};
use roguelike::game::{GameState, PlayerClass, Setup};
use roguelike::key::Key;
use roguelike::part::Part;

use crate::scratch::scratch;
use crate::{
    changes, chosen, copied, drawn, facts, find, messages, on, panel, problems, runs_in, shown, start,
    type_key, type_keys, verify_runs,
};

/// A session of Part 17 that keeps its runs in this folder, after these keys.
fn kept(folder: &Path, seed: u32, keys: &[Key]) -> Session {
    let mut session = start(folder, seed);
    type_keys(&mut session, keys);
    session
}

#[test]
fn a_long_list_says_what_pages_and_damaged_files_are_no_runs() {
    let folder = scratch("long_list");
    for seed in 1..=31 {
        kept(&folder, seed, &[Key::NUM_1, Key::DOWN]);
    }
    fs::write(folder.join("runs/20261123-142500-part17-mage.trace"), "damaged").unwrap();
    let mut session = kept(&folder, 99, &[]);
    type_key(&mut session, Key::R);
    let page = shown(&mut session);
    assert!(
        page.contains("Games  1 of 32") && page.contains("PGUP  back") && page.contains("PGDN  further"),
        "{page}"
    );
    type_key(&mut session, Key::PAGE_DOWN);
    assert!(!shown(&mut session).contains(" 1 of 32"));
    type_key(&mut session, Key::END);
    let page = shown(&mut session);
    assert!(
        page.contains("32 of 32") && page.contains("damaged") && page.contains("it is not a recording"),
        "{page}"
    );
    // This program did not make it, and so removes nothing.
    assert!(!page.contains("G  give it up"), "{page}");
    type_key(&mut session, Key::G);
    assert_eq!(shown(&mut session), page);
}

/// The last line about a run is written as a floor begins. A program that is killed writes no other.
#[test]
fn a_run_of_a_killed_program_is_listed_as_it_was_left() {
    let folder = scratch("killed_run");
    let mut session = start(&folder, 42);
    type_keys(&mut session, &[&[Key::NUM_1][..], &[Key::LEFT, Key::RIGHT].repeat(6)].concat());
    let played = runs_in(&folder).games();
    let game = session.game();
    assert!(played[0].to_string().contains("  turn -  "), "{}", played[0]);
    // A copy has no owner, like the file of a program that was killed.
    fs::copy(played[0].path(), folder.join("runs/20261123-142500-part17-fighter.trace")).unwrap();
    let killed = runs_in(&folder).games().into_iter().find(|run| run.end == Fate::Left).unwrap();
    assert!(killed.to_string().contains("  turn 12 "), "{killed}");
    let hp = format!("{} of {} health", game.player().hp, game.player().max_hp);
    assert!(killed.offer().ends_with(&hp), "{}", killed.offer());
    // Whether it is known depends on the number of keys, and not on how busy the machine is. Q does nothing.
    for (keys, is_known) in [(500, true), (501, false)] {
        let more: String = (14..=keys).map(|number| format!("step {number} Q\n")).collect();
        fs::write(killed.path(), fs::read_to_string(played[0].path()).unwrap() + &more).unwrap();
        let long = runs_in(&folder).games().into_iter().find(|run| run.end == Fate::Left).unwrap();
        assert_eq!(
            (long.offer() == killed.offer(), long.to_string().contains("turn 12 ")),
            (is_known, is_known)
        );
    }
    // Ten such runs are known at once.
    let name = |number: usize| folder.join(format!("runs/202612{number}-142500-part17-fighter.trace"));
    (10..21).for_each(|number| _ = fs::copy(played[0].path(), name(number)).unwrap());
    let unknown =
        |runs: Vec<KeptGame>| runs.iter().filter(|run| run.to_string().contains("  turn -  ")).count();
    // The one with 501 keys, the one that is played, and the eleventh.
    assert_eq!(unknown(runs_in(&folder).games()), 3);
    // Those of one part do not hide the oldest run of another.
    let other = folder.join("runs/20261101-142500-part16-fighter.trace");
    fs::write(&other, fs::read_to_string(played[0].path()).unwrap().replacen("part 17", "part 16", 1))
        .unwrap();
    fs::File::options().write(true).open(&other).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    assert_eq!(unknown(runs_in(&folder).games_of(Part::new(16).unwrap())), 0);
    assert_eq!(unknown(runs_in(&folder).games()), 4);
    fs::remove_file(other).unwrap();
    (10..21).for_each(|number| fs::remove_file(name(number)).unwrap());
    // What is not known stays so when the run is given up.
    fs::remove_file(played[0].path()).unwrap();
    kept(&folder, 9, &[Key::R, Key::G, Key::G]);
    let runs = runs_in(&folder).games();
    let given_up = runs[0].to_string();
    assert!(given_up.starts_with("given up") && given_up.contains("  turn -  "), "{given_up}");
}

/// The hints below the list are about the chosen run, and the mouse passes other runs on the way to them.
#[test]
fn two_clicks_choose_and_continue_a_game() {
    let folder = scratch("clicked_run");
    drop(kept(&folder, 1, &[Key::NUM_1, Key::DOWN]));
    drop(kept(&folder, 2, &[Key::NUM_2, Key::DOWN]));
    let mut session = kept(&folder, 9, &[Key::R]);
    let page = shown(&mut session);
    let (point, _) = find(&session, "Fighter").unwrap();
    assert!(page.contains("seed 2"), "{page}");
    changes(&mut session, Input::Hover(Some(point)));
    assert!(shown(&mut session).contains("seed 2"));
    changes(&mut session, Input::Click(point));
    assert!(shown(&mut session).contains("seed 1"));
    changes(&mut session, Input::Click(point));
    assert_eq!(session.game().class(), Some(PlayerClass::Fighter));
}

/// What a key on the list says lies below the heading, until the next key.
#[test]
fn a_copied_line_covers_no_heading_and_goes_with_the_next_key() {
    let folder = scratch("copied_line");
    drop(kept(&folder, 1, &[Key::NUM_1, Key::DOWN]));
    let mut session = kept(&folder, 9, &[Key::R, Key::C]);
    let page = shown(&mut session);
    assert!(page.contains("Games") && page.contains("Copied: Fighter"), "{page}");
    assert!(page.contains("36 of 36 health") && page.contains("1 of 1"), "{page}");
    type_key(&mut session, Key::G);
    let page = shown(&mut session);
    assert!(page.contains("Give up the Fighter") && !page.contains("Copied"), "{page}");
    assert_eq!(page.matches('G').count(), 2, "the question and its key: {page}");
}

/// The file has the state of the run now and then.
#[test]
fn the_run_that_is_played_is_listed_and_copied_as_it_is_now() {
    let folder = scratch("own_row");
    let keys = [Key::NUM_3, Key::DOWN, Key::UP, Key::DOWN, Key::UP, Key::DOWN, Key::UP, Key::R];
    let mut session = kept(&folder, 42, &keys);
    let page = shown(&mut session);
    assert!(chosen(&session).unwrap().contains("this game  1  6"), "{page}");
    type_key(&mut session, Key::C);
    let line = "Mage, alive on depth 1, turn 6, 0 of 3 amulets, seed 42";
    assert_eq!(copied(session.take_orders()).unwrap(), line);
}

#[test]
fn a_loaded_run_is_listed_and_copied_as_loaded() {
    let folder = scratch("loaded_row");
    let save = [Key::NUM_1, Key::DOWN, Key::F5, Key::ESCAPE, Key::UP, Key::UP, Key::RETURN];
    let mut session = kept(&folder, 42, &save);
    type_keys(&mut session, &[Key::F9, Key::UP, Key::DOWN, Key::R]);
    let page = shown(&mut session);
    assert!(page.contains("this game  1  loaded") && page.contains("turn 2 after a load"), "{page}");
    drop(session);
    // `roguelike runs` says it, too.
    assert!(runs_in(&folder).games()[0].to_string().ends_with(": turns since a load"));
    // Also in another window, which only has the file.
    let mut session = kept(&folder, 1, &[Key::R]);
    choose_run(&mut session, "loaded");
    type_key(&mut session, Key::C);
    assert_eq!(
        copied(session.take_orders()).unwrap(),
        "Fighter, alive on depth 1, turn 2 after a load, 0 of 3 amulets"
    );
}

/// Moves the pointer of the list to a run. Runs of the same moment have no order.
fn choose_run(session: &mut Session, class: &str) {
    type_keys(session, &[Key::UP; 9]);
    for _ in 0..9 {
        if chosen(session).is_some_and(|line| line.contains(class)) {
            return;
        }
        type_key(session, Key::DOWN);
    }
    panic!("no {class}: {}", shown(session));
}

#[test]
fn a_loaded_run_has_its_messages_again() {
    let folder = scratch("past");
    let keys = [Key::NUM_1, Key::PERIOD, Key::DOWN, Key::F5, Key::PERIOD];
    let mut first = kept(&folder, 3, &keys);
    first.press(Key::F9);
    type_key(&mut first, Key::M);
    let expected = messages(&mut first);
    assert_eq!(expected.iter().filter(|text| text.contains("no stairs")).count(), 1, "{expected:?}");
    assert_eq!(expected.last().unwrap(), "Game loaded.");
    // In another session they are not known.
    drop(first);
    let mut later = kept(&folder, 9, &[]);
    later.press(Key::F9);
    type_key(&mut later, Key::M);
    assert_eq!(messages(&mut later), ["Game loaded."]);
    type_keys(&mut later, &[Key::ESCAPE, Key::RIGHT]);
    // Nor are those of another hero, whose run F9 has left.
    let mut other = kept(&folder, 9, &[Key::NUM_3, Key::DOWN, Key::F9]);
    type_key(&mut other, Key::M);
    assert_eq!(messages(&mut other), ["Game loaded."]);
    drop(other);
    drop(later);
    verify_runs(&folder);
}

/// It names what can be done, and the list of runs only where there is one.
#[test]
fn the_panel_of_the_menu_and_of_a_dead_hero_has_hints_alone() {
    let folder = scratch("menu_panel");
    let first = panel(&mut kept(&folder, 1, &[]));
    assert!(
        first.contains("F1 keys") && first.contains("F2 settings") && !first.contains("R games"),
        "{first}"
    );
    assert!(!first.contains("IN VIEW"), "no hero has been chosen: {first}");
    kept(&folder, 1, &[Key::NUM_1, Key::DOWN]);
    let text = panel(&mut kept(&folder, 9, &[]));
    assert!(text.contains("R games") && text.contains("F1 keys"), "{text}");
    let mut dead = on(drawn::game_with(17, &["g@g"], |player| player.hp = 1, |_| {}));
    type_key(&mut dead, Key::LEFT);
    assert_eq!(dead.game().state(), GameState::Dead);
    let text = panel(&mut dead);
    assert!(text.contains("M messages") && !text.contains("IN VIEW"), "and not the dead hero: {text}");
}

#[test]
fn a_run_in_which_nobody_moved_is_not_kept() {
    let folder = scratch("unmoved");
    kept(&folder, 1, &[Key::NUM_1, Key::I, Key::I]);
    let mut session = kept(&folder, 9, &[Key::R]);
    let page = shown(&mut session);
    assert!(page.contains("no games yet") && !page.contains("0 of 0"), "{page}");
    for key in [Key::DOWN, Key::RETURN, Key::G, Key::C, Key::PAGE_DOWN, Key::END] {
        type_key(&mut session, key);
        assert!(shown(&mut session).contains("no games yet"), "{key:?}");
    }
    type_key(&mut session, Key::ESCAPE);
    assert!(!shown(&mut session).contains("no games yet"));
}

#[test]
fn the_menu_names_the_list_of_runs_as_soon_as_there_is_one() {
    let folder = scratch("menu_list");
    for part in [14, 17] {
        let setup = Setup::new(Part::new(part).unwrap(), 1);
        let start = || {
            Start {
                games: Some(runs_in(&folder)),
                ..Start::new(setup.clone(), Some(folder.join("game.save")))
            }
            .session()
            .unwrap()
        };
        let mut first = start();
        assert!(!shown(&mut first).contains("Games"), "Part {part}");
        type_keys(&mut first, &[Key::NUM_1, Key::DOWN]);
        drop(first);
        let mut menu = start();
        if part == 17 {
            type_keys(&mut menu, &[Key::R, Key::G, Key::G, Key::ESCAPE]);
        }
        let text = shown(&mut menu);
        assert!(text.contains("R)  Games") && !text.contains("Continue"), "Part {part}: {text}");
        // Above the first line is the last.
        type_keys(&mut menu, &[Key::RETURN, Key::UP, Key::RETURN]);
        assert!(shown(&mut menu).contains("1 of 1"), "Part {part}: {}", shown(&mut menu));
    }
}

#[test]
fn any_listed_game_goes_on_and_the_current_one_stays() {
    let folder = scratch("list");
    for (seed, class) in [(1, Key::NUM_1), (2, Key::NUM_2), (3, Key::NUM_3)] {
        kept(&folder, seed, &[class, Key::DOWN]);
    }
    let mut session = kept(&folder, 9, &[]);
    let menu = shown(&mut session);
    assert!(menu.contains("C)  Continue  ") && menu.contains("R)  Games"), "{menu}");
    type_key(&mut session, Key::R);
    let text = shown(&mut session);
    assert!(["Mage", "Rogue", "Fighter"].iter().all(|class| text.contains(class)), "{text}");
    assert!(text.contains("  22 of 22 health") && text.contains("1 of 3"), "{text}");
    choose_run(&mut session, "Fighter");
    type_key(&mut session, Key::RETURN);
    assert_eq!(session.game().class(), Some(PlayerClass::Fighter));
    assert_eq!(session.picture_name(), "roguelike-part17-seed1");
    type_key(&mut session, Key::RIGHT);
    let left = session.game().save_text();

    // From the map to another run. The run that is played is open on the list, and cannot be chosen.
    type_key(&mut session, Key::R);
    choose_run(&mut session, "Fighter");
    let text = shown(&mut session);
    assert!(text.contains("Fighter  this game") && text.contains("you are playing this game"), "{text}");
    type_keys(&mut session, &[Key::RETURN, Key::G]);
    choose_run(&mut session, "Mage");
    type_key(&mut session, Key::RETURN);
    assert_eq!(session.game().class(), Some(PlayerClass::Mage));
    type_key(&mut session, Key::R);
    choose_run(&mut session, "Fighter");
    assert!(shown(&mut session).contains("Fighter  36 of 36 health"), "nobody plays the fighter now");
    type_key(&mut session, Key::RETURN);
    assert_eq!(session.game().save_text(), left);
    assert_eq!(problems(&mut session), Vec::<String>::new());
}

#[test]
fn a_run_is_given_up_after_a_question_and_can_be_watched() {
    let folder = scratch("give_up");
    kept(&folder, 1, &[Key::NUM_1, Key::DOWN, Key::DOWN]);
    let mut session = kept(&folder, 9, &[Key::NUM_3, Key::RIGHT]);
    let before = facts(session.game());
    type_keys(&mut session, &[Key::R, Key::DOWN, Key::G]);
    assert!(shown(&mut session).contains("Give up the Fighter on depth 1?"));
    type_key(&mut session, Key::ESCAPE);
    assert!(shown(&mut session).contains("Fighter  36 of 36 health"), "{}", shown(&mut session));
    type_keys(&mut session, &[Key::G, Key::G]);
    let text = shown(&mut session);
    assert!(text.contains("Fighter  given up") && text.contains("RETURN  watch it"), "{text}");

    type_key(&mut session, Key::RETURN);
    assert_eq!((session.game().state(), session.is_replay()), (GameState::ClassSelect, true));
    type_keys(&mut session, &[Key::RIGHT, Key::RIGHT]);
    assert_eq!(session.game().class(), Some(PlayerClass::Fighter));
    assert_eq!(session.picture_name(), "roguelike-part17-seed1");
    type_key(&mut session, Key::ESCAPE);
    assert!(shown(&mut session).contains("Fighter  given up") && !session.is_replay());
    // Once more, to its end.
    type_keys(&mut session, &[Key::RETURN, Key::RIGHT, Key::RIGHT, Key::RIGHT, Key::SPACE]);
    assert!(
        session.title().ends_with("   [end of the replay: HOME rewinds, SPACE goes back]"),
        "{}",
        session.title()
    );
    type_key(&mut session, Key::DOWN);
    assert!(shown(&mut session).contains("Fighter  given up"));
    type_key(&mut session, Key::ESCAPE);
    assert_eq!(facts(session.game()), before);
    assert_eq!(problems(&mut session), Vec::<String>::new());
    // What is played goes on in its own files.
    type_key(&mut session, Key::LEFT);
    session.keep_run();
    let played = session.game().save_text();
    drop(session);
    let mut session = kept(&folder, 5, &[Key::C]);
    assert_eq!(session.game().save_text(), played);
    type_key(&mut session, Key::R);
    assert!(shown(&mut session).contains("1 of 2"));
}
