//! Sessions as players use them: inputs go in, and what is shown comes out.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use sdl2::controller::Button;

use super::*;
use crate::desktop::drawn;
use crate::desktop::input::Input;
use crate::desktop::input::commands;
use crate::desktop::input::pointer::POINTER;
use crate::desktop::pages::Page;
use crate::desktop::pages::summary::text_rows;
use crate::desktop::runs::Archive;
use crate::desktop::runs::autosave::Autosave;
use crate::game::PlayerClass;
use crate::game::Setup;
use crate::map::Pos;
use crate::part::Part;

fn session(part: &str, keys: &str) -> Session {
    let mut session = Session::new(Game::new(Setup::new(part.parse::<Part>().unwrap(), 42)), None, None);
    for name in keys.split_whitespace() {
        session.press(Key::from_name(name).unwrap());
    }
    session.take_redraw();
    session
}

/// Returns true if the input changes what is shown.
fn changes(session: &mut Session, input: Input) -> bool {
    if let Some(key) = session.translate(input) {
        session.press(key);
    }
    session.take_redraw()
}

fn press(session: &mut Session, key: Key) -> bool {
    changes(session, Input::key(key))
}

fn hold(session: &mut Session, key: Key) -> bool {
    changes(session, Input::Key { key, place: key, shift: false, repeat: true })
}

fn pad(session: &mut Session, button: Button) -> bool {
    changes(session, Input::Pad(button))
}

/// Returns where the pointer is drawn.
fn pointer(session: &mut Session) -> Option<Pos> {
    let pointer = screen::Cell { glyph: b'>', color: POINTER };
    session.render().cells().iter().find(|&&(_, cell)| cell == pointer).map(|&(pos, _)| pos)
}

#[test]
fn a_pad_plays_the_whole_game() {
    let mut session = session("17", "");
    assert_eq!(pointer(&mut session), None, "players with a keyboard see the original's menu");
    for (button, class) in [(Button::A, 0), (Button::DPadUp, 2), (Button::DPadDown, 0), (Button::DPadDown, 1)]
    {
        assert!(pad(&mut session, button));
        assert_eq!(pointer(&mut session), Some(Pos::new(2, screen::first_class_row(Part::LAST) + 2 * class)));
    }
    assert!(!pad(&mut session, Button::B), "nothing to go back to");
    pad(&mut session, Button::A);
    assert_eq!(
        (session.run.game.state(), session.run.game.class()),
        (GameState::Playing, Some(PlayerClass::Rogue))
    );

    let start = session.run.game.player().pos;
    pad(&mut session, Button::DPadLeft);
    pad(&mut session, Button::DPadUp);
    assert_eq!(session.run.game.player().pos, Pos::new(start.x - 1, start.y - 1));
    pad(&mut session, Button::DPadRight);
    pad(&mut session, Button::DPadDown);
    assert_eq!(session.run.game.player().pos, start);
    pad(&mut session, Button::Y);
    assert!(session.run.game.events().contains(&Event::NoStairs));

    // A potion and a scroll: down to the scroll, and read it.
    pad(&mut session, Button::X);
    assert_eq!(session.run.game.state(), GameState::Inventory);
    pad(&mut session, Button::DPadDown);
    pad(&mut session, Button::DPadDown);
    let first = screen::first_slot(Part::LAST);
    assert_eq!(pointer(&mut session), Some(Pos::new(first.x - 2, first.y + 1)));
    pad(&mut session, Button::A);
    assert!(session.run.game.events().iter().any(|event| matches!(event, Event::Read(_))));
    for close in [Button::B, Button::X] {
        pad(&mut session, Button::X);
        pad(&mut session, close);
        assert_eq!(session.run.game.state(), GameState::Playing);
    }
    pad(&mut session, Button::Start);
    assert_eq!(session.page, Some(Page::Commands(0)));
    pad(&mut session, Button::B);
    assert_eq!(session.page, None);
}

/// Chooses a line of the list that Start opens, by what it does.
fn choose(session: &mut Session, meaning: &str) {
    pad(session, Button::Start);
    let lines = commands::available(session.run.game.part(), session.run.game.state());
    let number = lines.iter().position(|line| line.meaning.starts_with(meaning)).expect(meaning);
    for _ in 0..number {
        pad(session, Button::DPadDown);
    }
    pad(session, Button::A);
}

#[test]
fn a_pad_can_do_all_that_keys_can() {
    let mut session = on(drawn::game(17, &["@..!...>"]));
    pad(&mut session, Button::A);
    travel(&mut session);
    assert_eq!(player(&session), Pos::new(4, 1), "A explores");
    changes(&mut session, Input::PadRun(Button::DPadRight));
    travel(&mut session);
    assert_eq!(player(&session), session.run.game.cur().stairs, "the right stick runs");
    pad(&mut session, Button::B);
    pad(&mut session, Button::DPadLeft);
    assert!(text_rows(session.render()).join("\n").contains("Floor."), "B examines");
    pad(&mut session, Button::A);
    assert_eq!(travel(&mut session), 1, "A goes there");
    choose(&mut session, "save the run");
    assert!(session.run.game.events().contains(&Event::Saved));
    choose(&mut session, "go to the stairs");
    assert_eq!(travel(&mut session), 1);
    pad(&mut session, Button::Y);
    assert_eq!(session.run.game.depth(), 1, "Y takes the stairs");
    choose(&mut session, "load the saved run");
    assert_eq!(session.run.game.depth(), 0);
    choose(&mut session, "settings");
    pad(&mut session, Button::DPadDown);
    pad(&mut session, Button::A);
    assert!(session.settings().fullscreen);
    pad(&mut session, Button::B);
    for (button, page) in [(Button::LeftShoulder, Page::Messages(0)), (Button::RightShoulder, Page::Panel)] {
        pad(&mut session, button);
        assert_eq!(session.page, Some(page));
        pad(&mut session, Button::B);
    }
    choose(&mut session, "close the pack");
    assert!(session.is_over());
}

#[test]
fn a_key_hides_the_pads_pointer() {
    let mut session = session("17", "");
    pad(&mut session, Button::DPadDown);
    assert!(pointer(&mut session).is_some());
    assert!(press(&mut session, Key::H));
    assert_eq!(pointer(&mut session), None);
    assert!(!press(&mut session, Key::H));
}

#[test]
fn held_keys_only_walk() {
    let mut session = session("17", "1 I");
    assert!(!hold(&mut session, Key::ESCAPE));
    assert_eq!(session.run.game.state(), GameState::Inventory);
    press(&mut session, Key::ESCAPE);
    assert!(!hold(&mut session, Key::ESCAPE));
    assert!(!hold(&mut session, Key::I));
    press(&mut session, Key::DOWN);
    for key in [Key::DOWN, Key::J, Key::S, Key::KEYPAD_2] {
        assert!(hold(&mut session, key));
    }
    assert!(!session.is_over());
    press(&mut session, Key::ESCAPE);
    assert_eq!((session.page.take(), session.is_over()), (Some(Page::Ask(Key::ESCAPE)), false));
    press(&mut session, Key::ESCAPE);
    assert!(session.is_over(), "it is asked once");
}

fn on(game: Game) -> Session {
    Session::new(game, None, None)
}

/// Presses the keys of a journey until it ends. Returns their number.
fn travel(session: &mut Session) -> usize {
    let mut steps = 0;
    while let Some(timeout) = session.walk.timeout() {
        thread::sleep(timeout);
        if let Some(key) = session.due_key() {
            session.press(key);
            steps += 1;
        }
    }
    steps
}

fn player(session: &Session) -> Pos {
    session.run.game.player().pos
}

#[test]
fn a_held_key_stops_before_a_fight_until_it_is_pressed_again() {
    // The goblin waits around the corner.
    let mut session = on(drawn::game(17, &["@....", "####.", "####.", "####.", "####.", "####g"]));
    press(&mut session, Key::RIGHT);
    for _ in 0..30 {
        hold(&mut session, Key::RIGHT);
    }
    let body = session.run.game.player().clone();
    assert_eq!(body.hp, body.max_hp, "it stopped as the goblin came into view");
    assert!(!hold(&mut session, Key::DOWN));
    press(&mut session, Key::DOWN);
    assert_ne!(player(&session), body.pos, "a fresh press walks");
}

#[test]
fn a_pads_repeat_stops_like_a_held_key() {
    let mut session = on(drawn::game(17, &["@.!.."]));
    pad(&mut session, Button::DPadRight);
    for _ in 0..9 {
        changes(&mut session, Input::PadHeld(Button::DPadRight));
    }
    assert_eq!(player(&session), Pos::new(3, 1), "something was picked up");
    pad(&mut session, Button::DPadRight);
    assert_eq!(player(&session), Pos::new(4, 1));
}

#[test]
fn explore_travel_and_run_press_the_originals_keys() {
    let mut session = on(drawn::game(17, &["@...#!..", "###.###.", "!......>"]));
    for _ in 0..2 {
        press(&mut session, Key::X);
        assert!(travel(&mut session) > 0);
    }
    press(&mut session, Key::X);
    travel(&mut session);
    assert!(text_rows(session.render()).join("\n").contains("Explored: nothing is left here."));
    assert_eq!(session.run.game.inventory().len(), 3);

    let stairs = session.run.game.cur().stairs;
    changes(&mut session, Input::Key { key: Key::PERIOD, place: Key::PERIOD, shift: true, repeat: false });
    travel(&mut session);
    assert_eq!((player(&session), session.run.game.depth()), (stairs, 0));
    changes(&mut session, Input::Click(Pos::new(1, 3)));
    assert_eq!(travel(&mut session), 7);
    changes(&mut session, Input::Key { key: Key::L, place: Key::L, shift: true, repeat: false });
    assert_eq!(travel(&mut session) + 1, 3, "it ends where the corridor opens");
    changes(&mut session, Input::Click(stairs));
    travel(&mut session);
    changes(&mut session, Input::Key { key: Key::PERIOD, place: Key::PERIOD, shift: true, repeat: false });
    assert_eq!(session.run.game.depth(), 1);
}

#[test]
fn any_key_ends_a_journey() {
    let mut session = on(drawn::game(17, &["@..........!"]));
    press(&mut session, Key::X);
    let first = session.due_key().unwrap();
    session.press(first);
    press(&mut session, Key::F1);
    assert_eq!(travel(&mut session), 0);
    assert_eq!(player(&session), Pos::new(2, 1));
}

#[test]
fn the_map_is_examined_with_keys_and_with_the_mouse() {
    let mut session = on(drawn::game(17, &["@.r......."]));
    let shown = |session: &mut Session| text_rows(session.render()).join("\n");
    press(&mut session, Key::E);
    for _ in 0..2 {
        press(&mut session, Key::RIGHT);
    }
    assert!(shown(&mut session).contains("Rat: 3 of 3 hit points."));
    assert_eq!(player(&session), Pos::new(1, 1));
    press(&mut session, Key::ESCAPE);
    assert!(!session.is_over() && !shown(&mut session).contains("Rat:"));
    assert!(changes(&mut session, Input::Hover(Some(Pos::new(3, 1)))));
    assert!(shown(&mut session).contains("Rat: 3 of 3 hit points."));
    assert!(!changes(&mut session, Input::Hover(Some(Pos::new(3, 1)))));
    changes(&mut session, Input::Hover(None));
    assert!(!shown(&mut session).contains("Rat:"));
}

#[test]
fn pages_tell_of_the_run() {
    let mut session = on(drawn::game(17, &["g@g"]));
    for _ in 0..40 {
        press(&mut session, Key::PERIOD);
    }
    let shown = |session: &mut Session| text_rows(session.render()).join("\n");
    press(&mut session, Key::M);
    assert!(shown(&mut session).contains("page 2 of 2"));
    press(&mut session, Key::UP);
    assert!(shown(&mut session).contains("page 1 of 2"));
    press(&mut session, Key::ESCAPE);
    press(&mut session, Key::P);
    assert!(shown(&mut session).contains("g Goblin"));
    press(&mut session, Key::ESCAPE);
    session.run.game.player.hp = 1;
    press(&mut session, Key::RIGHT);
    assert_eq!(session.run.game.state(), GameState::Dead);
    press(&mut session, Key::P);
    assert!(shown(&mut session).contains("Killed by the goblin on depth 1"));
    press(&mut session, Key::M);
    assert!(shown(&mut session).contains("@"));
    press(&mut session, Key::ESCAPE);
    press(&mut session, Key::ESCAPE);
    assert!(shown(&mut session).contains("Y O U   D I E D") && !session.is_over());
}

#[test]
fn letters_are_letters_in_the_pack_and_digits_digits_on_the_menu() {
    let mut session = session("17", "");
    assert!(!press(&mut session, Key::KEYPAD_8));
    press(&mut session, Key::KEYPAD_3);
    assert_eq!(session.run.game.class(), Some(PlayerClass::Mage));
    press(&mut session, Key::I);
    let pos = session.run.game.player().pos;
    assert!(!press(&mut session, Key::H), "there is no slot h");
    assert_eq!((session.run.game.state(), session.run.game.player().pos), (GameState::Inventory, pos));
}

#[test]
fn any_key_but_shift_closes_a_notice() {
    let mut session = session("17", "1");
    let before = session.run.game.player().pos;
    for input in [Input::Screenshot, Input::Pad(Button::DPadRight), Input::key(Key::RIGHT)] {
        session.show("Picture saved".to_owned(), true);
        assert!(session.take_redraw());
        assert!(!press(&mut session, Key::from_name("Left Shift").unwrap()));
        assert!(matches!(session.page, Some(Page::Notice(_))));
        assert!(changes(&mut session, input));
        assert_eq!((session.page.as_ref(), session.run.game.player().pos), (None, before));
    }
}

#[test]
fn nothing_happens_after_the_end() {
    let mut session = session("17", "1");
    let before = session.run.game.player().pos;
    session.translate(Input::Quit);
    assert!(session.is_over());
    press(&mut session, Key::RIGHT);
    assert_eq!(session.run.game.player().pos, before);
}

#[test]
fn escape_leaves_one_thing_at_a_time() {
    let mut session = on(drawn::game(17, &["@..........!"]));
    press(&mut session, Key::X);
    let first = session.due_key().unwrap();
    session.press(first);
    press(&mut session, Key::ESCAPE);
    assert_eq!((travel(&mut session), session.is_over()), (0, false), "the journey");
    let shown = |session: &mut Session| text_rows(session.render()).join("\n");
    changes(&mut session, Input::Key { key: Key::PERIOD, place: Key::PERIOD, shift: true, repeat: false });
    travel(&mut session);
    assert!(shown(&mut session).contains("You have not found the stairs yet."));
    press(&mut session, Key::ESCAPE);
    assert!(!shown(&mut session).contains("stairs") && !session.is_over(), "the text");
    press(&mut session, Key::ESCAPE);
    assert!(shown(&mut session).contains("Press ESC"), "the question");
    press(&mut session, Key::DOWN);
    assert!(!session.is_over());
    press(&mut session, Key::ESCAPE);
    assert!(session.is_over(), "once");
}

#[test]
fn a_click_and_x_take_a_step_with_a_monster_in_view_and_say_nothing() {
    for input in [Input::Click(Pos::new(2, 1)), Input::key(Key::X)] {
        let mut session = on(drawn::game(17, &["!...@..r"]));
        changes(&mut session, input);
        assert_eq!(travel(&mut session), 1, "{input:?}");
        assert!(!text_rows(session.render()).join("\n").contains("Not while"));
    }
    let mut blocked = on(drawn::game(17, &["@r..!"]));
    press(&mut blocked, Key::X);
    assert_eq!(travel(&mut blocked), 0);
    assert!(text_rows(blocked.render()).join("\n").contains("Not while the rat is in view."));
    // What the mouse is over is told in its place.
    changes(&mut blocked, Input::Hover(Some(Pos::new(2, 1))));
    let shown = text_rows(blocked.render()).join("\n");
    assert!(shown.contains("Rat: 3 of 3") && !shown.contains("Not while"), "{shown}");
}

#[test]
fn exploring_goes_on_after_an_item_if_it_is_set() {
    for (explore_on, items) in [(false, 2), (true, 4)] {
        let mut session = on(drawn::game(17, &["@.!.!.!."]));
        session.preferences.settings.explore_on = explore_on;
        press(&mut session, Key::X);
        travel(&mut session);
        assert_eq!(session.run.game.inventory().len(), items);
    }
}

#[test]
fn tab_leads_the_cursor_to_what_is_in_view() {
    let mut session = on(drawn::game(17, &["@.r..!.>", "........"]));
    let told = |session: &mut Session, shift: bool| {
        changes(session, Input::Key { key: Key::TAB, place: Key::TAB, shift, repeat: false });
        let rows = text_rows(session.render());
        ["Rat:", "otion", "Stairs", "You,"].into_iter().find(|word| rows.iter().any(|row| row.contains(word)))
    };
    press(&mut session, Key::E);
    let forward: Vec<_> = (0..4).map(|_| told(&mut session, false)).collect();
    assert_eq!(forward, [Some("Rat:"), Some("otion"), Some("Stairs"), Some("Rat:")]);
    assert_eq!(told(&mut session, true), Some("Stairs"));
    press(&mut session, Key::RETURN);
    assert_eq!(travel(&mut session), 1, "Return goes there");
}

#[test]
fn v_says_which_algorithm_computes_the_view_and_asks_where_there_are_classes() {
    let shown = |session: &mut Session| text_rows(session.render()).join("\n");
    let mut early = session("3", "");
    press(&mut early, Key::V);
    assert!(shown(&mut early).contains("The view is computed by raycast now."));
    let mut late = session("17", "1");
    press(&mut late, Key::V);
    assert!(shown(&mut late).contains("V changes the algorithm"), "{}", shown(&mut late));
    assert_eq!(late.title(), session("17", "1").title());
    press(&mut late, Key::V);
    assert!(shown(&mut late).contains("computed by raycast") && late.title().ends_with("[raycast]"));
}

#[test]
fn a_text_goes_after_a_while() {
    let mut session = session("3", "");
    press(&mut session, Key::V);
    let timeout = session.timeout();
    assert!(timeout > Duration::from_secs(1) && timeout < Duration::from_secs(10), "{timeout:?}");
    session.take_redraw();
    thread::sleep(timeout);
    assert_eq!((session.due_key(), session.take_redraw(), session.timeout()), (None, true, Duration::MAX));
    assert!(!text_rows(session.render()).join("\n").contains("raycast"));
}

/// Points at the first row with these words, and clicks there.
fn click(session: &mut Session, words: &str) {
    let rows = text_rows(session.render());
    let y = rows.iter().position(|row| row.contains(words)).expect(words);
    let tile = Pos::new(rows[y].find(words).unwrap() as i32, y as i32);
    changes(session, Input::Hover(Some(tile)));
    changes(session, Input::Click(tile));
}

#[test]
fn the_mouse_does_what_keys_do() {
    let shown = |session: &mut Session| text_rows(session.render()).join("\n");
    let mut session = session("17", "");
    assert!(changes(&mut session, Input::Hover(Some(Pos::new(30, screen::first_class_row(Part::LAST) + 4)))));
    assert_eq!(pointer(&mut session), Some(Pos::new(2, screen::first_class_row(Part::LAST) + 4)));
    changes(&mut session, Input::Wheel(true));
    assert_eq!(pointer(&mut session), Some(Pos::new(2, screen::first_class_row(Part::LAST) + 2)));
    click(&mut session, "Mage");
    assert_eq!(session.run.game.class(), Some(PlayerClass::Mage));
    // A line of the pack, and its hint.
    press(&mut session, Key::I);
    click(&mut session, "ESC  close");
    assert_eq!(session.run.game.state(), GameState::Playing);
    press(&mut session, Key::I);
    let before = session.run.game.inventory().len();
    click(&mut session, "a)");
    assert_eq!(session.run.game.inventory().len(), before - 1);
    // Settings, pages and their hints.
    press(&mut session, Key::F2);
    click(&mut session, "Sounds");
    assert!(session.settings().mute);
    click(&mut session, "ESC  close");
    press(&mut session, Key::F1);
    changes(&mut session, Input::Wheel(false));
    assert!(shown(&mut session).contains("game pad"));
    changes(&mut session, Input::Click(Pos::new(1, 1)));
    assert_eq!(session.page, None);
    // The hint of the panel.
    session.render_panel(26, 41);
    changes(&mut session, Input::ClickPanel(Pos::new(12, 40)));
    assert_eq!(session.page, Some(Page::Settings(0)));
}

#[test]
fn the_way_of_a_click_is_shown() {
    let mut session = on(drawn::game(17, &["@...", "...."]));
    changes(&mut session, Input::Hover(Some(Pos::new(4, 1))));
    let way = screen::Cell { glyph: b'.', color: POINTER };
    let marked: Vec<i32> =
        session.render().cells().iter().filter(|(_, cell)| *cell == way).map(|(pos, _)| pos.x).collect();
    assert_eq!(marked, [3, 2]);
}

#[test]
fn a_loaded_run_has_its_messages_again() {
    let folder = folder("past");
    let keys = [Key::NUM_1, Key::PERIOD, Key::DOWN, Key::F5, Key::PERIOD];
    let messages = |session: &Session| session.run.history.messages.messages().to_vec();
    let mut first = kept(&folder, 3, &keys);
    first.press(Key::F9);
    let mut expected = messages(&first);
    assert_eq!(expected.iter().filter(|text| text.contains("no stairs")).count(), 1, "{expected:?}");
    assert_eq!(expected.last().unwrap(), "Game loaded.");
    assert_eq!(first.run.history.turns(), 1);
    // In another session the keys of the run that was kept tell it.
    let slot = first.run.game.slot().clone();
    drop(first);
    let mut later = kept(&folder, 9, &[]);
    later.run.game.set_slot(slot.clone());
    later.press(Key::F9);
    assert_eq!(messages(&later), expected);
    // Without keys the log has the last messages.
    let mut stranger = session("17", "2");
    stranger.run.game.set_slot(slot);
    stranger.press(Key::F9);
    expected = stranger.run.game.messages().lines().iter().cloned().collect();
    assert!(expected.len() > 1 && messages(&stranger) == expected, "{expected:?}");
    done(later, folder);
}

#[test]
fn the_panel_of_the_menu_has_the_totals_of_all_runs() {
    let folder = folder("totals");
    kept(&folder, 1, &[Key::NUM_1, Key::DOWN]);
    let mut session = kept(&folder, 9, &[]);
    let panel = |session: &mut Session| text_rows(session.render_panel(26, 30)).join("\n");
    let expected =
        "All your runs\n\n         runs wins  depth\nAll         1    0      1\nFighter     1    0      1";
    assert!(panel(&mut session).starts_with(expected), "{}", panel(&mut session));
    press(&mut session, Key::NUM_2);
    assert!(panel(&mut session).starts_with("Rogue"));
    session.run.game.player.hp = 0;
    session.run.game.state = GameState::Dead;
    assert!(panel(&mut session).starts_with("All your runs"), "and not the dead hero");
    done(session, folder);
}

#[test]
fn a_run_in_which_nobody_moved_is_not_kept() {
    let folder = folder("unmoved");
    kept(&folder, 1, &[Key::NUM_1, Key::I, Key::I]);
    let mut session = kept(&folder, 9, &[Key::R]);
    assert!(page(&mut session).contains("no runs yet"), "{}", page(&mut session));
    done(session, folder);
}

#[test]
fn the_first_run_names_useful_keys_in_the_title() {
    assert!(session("17", "1").title().ends_with("   X explore  > stairs  I pack  F1 keys"));
    assert!(session("5", "").title().ends_with("   X explore  F1 keys"));
    let mut without = session("17", "1");
    without.preferences.settings.hints = false;
    assert!(!without.title().contains("explore"));
    let folder = folder("second_run");
    kept(&folder, 1, &[Key::NUM_1, Key::DOWN]);
    let second = kept(&folder, 2, &[Key::NUM_1]);
    assert!(!second.title().contains("explore"), "{}", second.title());
    done(second, folder);
}

#[test]
fn the_pack_says_that_i_closes_it_and_the_numbers_end_with_what_fits() {
    let mut full = on(drawn::game(17, &["@!!!!!!!!!!"]));
    for _ in 0..9 {
        press(&mut full, Key::RIGHT);
    }
    press(&mut full, Key::I);
    let rows = text_rows(full.render());
    let row = rows.iter().find(|row| row.contains("i)  ")).unwrap();
    assert!(row.ends_with("(I closes the pack)"), "{row}");

    let mut poisoned = session("17", "1");
    poisoned.run.game.player.add_status(crate::entity::Status::Poisoned, 12);
    let rows = text_rows(poisoned.render());
    let row = &rows[crate::map::MAP_HEIGHT as usize];
    assert!(row.ends_with("Amulets 0/3"), "{row}");
}

#[test]
fn a_replay_jumps_to_floors_and_to_both_ends() {
    let folder = folder("jumps");
    let keys = folder.join("run.keys");
    fs::write(&keys, "1 Down I I").unwrap();
    let replay = crate::trace::replay::Replay::read(&keys).unwrap();
    let mut session = on(drawn::game(17, &["@..>......"]));
    let mut strokes: Vec<_> = replay.keys.iter().skip(1).cloned().collect();
    let stroke = |key| crate::trace::replay::Stroke { key, slot: None };
    strokes.extend([Key::RIGHT, Key::RIGHT, Key::RIGHT, Key::PERIOD, Key::I].map(stroke));
    session.play_back(Playback::new(strokes, Duration::from_secs(60), false, None));
    assert!(session.title().ends_with("[replay: key 0 of 8]"), "{}", session.title());
    for (key, count, depth) in [
        (Key::PAGE_DOWN, 7, 1),
        (Key::END, 8, 1),
        (Key::PAGE_UP, 7, 1),
        (Key::PAGE_UP, 0, 0),
        (Key::END, 8, 1),
        (Key::HOME, 0, 0),
    ] {
        press(&mut session, key);
        let expected = format!("[replay stopped at key {count} of 8]");
        assert!(session.title().ends_with(&expected), "{key:?}: {}", session.title());
        assert_eq!(session.run.game.depth(), depth, "{key:?}");
    }
    done(session, folder);
}

// The list of runs

/// An empty folder for the files of a test.
fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("roguelike-{test}-{}", std::process::id()));
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A session of Part 17 that keeps its runs in this folder, after these keys.
fn kept(folder: &Path, seed: u32, keys: &[Key]) -> Session {
    let setup = Setup::new(Part::LAST, seed);
    let autosave = Autosave::beside(&folder.join("game.save"), Part::LAST);
    let mut session = Session::new(Game::new(setup.clone()), Some(autosave), None);
    session.log_keys(&setup, Some(Archive::new(folder.join("runs"), seed)));
    for &key in keys {
        press(&mut session, key);
    }
    session.keep_run();
    session
}

fn page(session: &mut Session) -> String {
    text_rows(session.render()).join("\n")
}

/// Moves the pointer of the list to a run. Runs of the same moment have no order.
fn choose_run(session: &mut Session, class: &str) {
    (0..9).for_each(|_| _ = press(session, Key::UP));
    while !page(session).lines().any(|line| line.contains("> ") && line.contains(class)) {
        press(session, Key::DOWN);
    }
}

/// Ends a session and removes its folder. Windows removes no file that is open.
fn done(session: Session, folder: PathBuf) {
    drop(session);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn any_run_of_the_list_goes_on_and_the_one_that_is_played_stays() {
    let folder = folder("list");
    for (seed, class) in [(1, Key::NUM_1), (2, Key::NUM_2), (3, Key::NUM_3)] {
        kept(&folder, seed, &[class, Key::DOWN]);
    }
    let mut session = kept(&folder, 9, &[]);
    assert!(page(&mut session).contains("C)  Continue -  ") && page(&mut session).contains("R)  All runs"));
    press(&mut session, Key::R);
    let text = page(&mut session);
    let classes: Vec<&str> =
        ["Mage", "Rogue", "Fighter"].into_iter().filter(|it| text.contains(it)).collect();
    assert!(classes.len() == 3 && text.contains(" left  ") && text.contains("1 of 3"), "{text}");
    choose_run(&mut session, "Fighter");
    press(&mut session, Key::RETURN);
    assert_eq!(
        (session.run.game.class(), session.picture_name()),
        (Some(PlayerClass::Fighter), "roguelike-part17-seed1".to_owned())
    );
    press(&mut session, Key::RIGHT);
    let left = session.run.game.save_text();

    // From the map to another run. The run that is played is open on the list, and cannot be chosen.
    press(&mut session, Key::R);
    choose_run(&mut session, "Fighter");
    let text = page(&mut session);
    assert!(text.contains("> open  ") && text.contains("a window plays this run"), "{text}");
    press(&mut session, Key::RETURN);
    press(&mut session, Key::G);
    choose_run(&mut session, "Mage");
    press(&mut session, Key::RETURN);
    assert_eq!(session.run.game.class(), Some(PlayerClass::Mage));
    assert_eq!(fs::read_to_string(folder.join("game.save.autosave")).unwrap(), left);
    press(&mut session, Key::R);
    choose_run(&mut session, "Fighter");
    assert!(page(&mut session).contains("> left  "), "nobody plays the fighter now");
    assert_eq!(session.take_problems(), Vec::<String>::new());
    done(session, folder);
}

#[test]
fn a_run_is_given_up_after_a_question_and_can_be_watched() {
    let folder = folder("give_up");
    kept(&folder, 1, &[Key::NUM_1, Key::DOWN, Key::DOWN]);
    let mut session = kept(&folder, 9, &[Key::NUM_3, Key::RIGHT]);
    let before = (session.run.game.save_text(), session.run.game.rng().peek(), session.title());
    for key in [Key::R, Key::DOWN, Key::G] {
        press(&mut session, key);
    }
    assert!(page(&mut session).contains("Give up the Fighter on depth 1?"));
    press(&mut session, Key::ESCAPE);
    assert!(page(&mut session).contains("> left  "), "{}", page(&mut session));
    press(&mut session, Key::G);
    press(&mut session, Key::G);
    let text = page(&mut session);
    assert!(text.contains("> ended  ") && text.contains("RETURN  watch it again"), "{text}");

    press(&mut session, Key::RETURN);
    assert_eq!((session.run.game.state(), session.is_replay()), (GameState::ClassSelect, true));
    press(&mut session, Key::RIGHT);
    press(&mut session, Key::RIGHT);
    assert_eq!(
        (session.run.game.class(), session.picture_name()),
        (Some(PlayerClass::Fighter), "roguelike-part17-seed1".to_owned())
    );
    press(&mut session, Key::ESCAPE);
    assert!(page(&mut session).contains("> ended  ") && !session.is_replay());
    // Once more, to its end.
    for key in [Key::RETURN, Key::RIGHT, Key::RIGHT, Key::RIGHT, Key::SPACE] {
        press(&mut session, key);
    }
    assert!(session.title().ends_with("   [end of the replay: any key goes back]"), "{}", session.title());
    press(&mut session, Key::DOWN);
    assert!(page(&mut session).contains("> ended  "));
    press(&mut session, Key::ESCAPE);
    assert_eq!((session.run.game.save_text(), session.run.game.rng().peek(), session.title()), before);
    assert_eq!(session.take_problems(), Vec::<String>::new());
    // What is played goes on in its own files.
    press(&mut session, Key::LEFT);
    session.keep_run();
    let played = session.run.game.save_text();
    drop(session);
    let mut session = kept(&folder, 5, &[Key::C]);
    assert_eq!(session.run.game.save_text(), played);
    press(&mut session, Key::R);
    assert!(page(&mut session).contains("1 of 2"));
    done(session, folder);
}

#[test]
fn a_list_without_runs_says_so_and_closes() {
    let folder = folder("no_runs");
    let mut session = kept(&folder, 9, &[Key::R]);
    assert!(page(&mut session).contains("no runs yet"));
    press(&mut session, Key::DOWN);
    assert_eq!(session.page, None);
    done(session, folder);
}

#[test]
fn a_pad_uses_the_list_of_runs() {
    let folder = folder("pad_list");
    kept(&folder, 1, &[Key::NUM_1, Key::DOWN]);
    let mut session = kept(&folder, 9, &[]);
    // The first A shows the pointer, and above the first line is the last.
    for button in [Button::A, Button::DPadUp, Button::A] {
        pad(&mut session, button);
    }
    assert!(page(&mut session).contains("R U N S"));
    pad(&mut session, Button::X);
    assert!(page(&mut session).contains("Give up the Fighter"));
    pad(&mut session, Button::B);
    pad(&mut session, Button::A);
    assert_eq!(session.run.game.class(), Some(PlayerClass::Fighter));
    done(session, folder);
}

/// The player may not have read the first page when the second problem comes.
#[test]
fn a_second_problem_is_shown_below_the_first() {
    let mut session = session("17", "1");
    for problem in ["the first problem", "the second problem"] {
        session.warn(problem.to_owned());
    }
    let page = text_rows(session.render()).join(" ");
    assert!(page.contains("the first problem") && page.contains("the second problem"), "{page}");
    assert_eq!(session.take_problems(), ["the first problem", "the second problem"]);
    press(&mut session, Key::RETURN);
    session.warn("the third problem".to_owned());
    let page = text_rows(session.render()).join(" ");
    assert!(page.contains("the third problem") && !page.contains("the first problem"), "{page}");
}
