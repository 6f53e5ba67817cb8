//! The screen of keys, which changes them.

use std::fs;
use std::path::{Path, PathBuf};

use roguelike::desktop::actions::{Action, Preset};
use roguelike::desktop::bindings::Bindings;
use roguelike::desktop::key_table::key_name;
use roguelike::desktop::settings::Settings;
use roguelike::desktop::{Input, Preferences, Session};
use roguelike::item::{FloorItem, Item};
use roguelike::key::Key;
use roguelike::map::Pos;
use sdl2::controller::Button;
use sdl2::event::Event;
use sdl2::keyboard::{Keycode, Mod, Scancode};

use crate::orders::problems;
use crate::scratch::scratch;
use crate::{WIDE, chosen, drawn, find, handle, on, prepared, shown, start, type_key, type_keys};

/// A session whose settings are kept in the folder, with the screen open.
fn on_screen(folder: &Path) -> (Session, PathBuf) {
    let file = folder.join("settings.txt");
    let mut start = prepared(folder, 42);
    start.preferences = Preferences::read_from(file.clone());
    let mut session = start.session().unwrap();
    session.set_window(WIDE);
    type_keys(&mut session, &[Key::NUM_1, Key::F1]);
    (session, file)
}

/// Moves to the line with these words.
fn choose(session: &mut Session, words: &str) {
    type_key(session, Key::HOME);
    for _ in 0..80 {
        if chosen(session).is_some_and(|row| row.contains(words)) {
            return;
        }
        type_key(session, Key::DOWN);
    }
    panic!("no {words}: {}", shown(session));
}

fn row(session: &mut Session, words: &str) -> String {
    choose(session, words);
    chosen(session).unwrap()
}

fn keys_of(session: &Session, action: Action) -> Vec<Key> {
    let keys = Bindings::new(&session.settings().keys);
    let rows = roguelike::desktop::key_table::rows_of(session.game().part());
    rows.filter(|row| row.action == action).flat_map(|row| keys.keys(row)).collect()
}

#[test]
fn a_new_key_is_pressed_and_kept_and_taken_back() {
    let (mut session, file) = on_screen(&scratch("new_key"));
    choose(&mut session, "explore and pick up");
    type_key(&mut session, Key::RETURN);
    assert!(chosen(&session).unwrap().contains("press the new key"));
    // This key opens the list of games everywhere else.
    type_key(&mut session, Key::R);
    assert_eq!(fs::read_to_string(&file).unwrap(), "R = explore\n");
    assert!(chosen(&session).unwrap().ends_with("R  X"), "{:?}", chosen(&session));
    assert!(row(&mut session, "games: continue").ends_with("no key"));
    // It explores at once, and in the next window.
    assert_eq!(Preferences::read_from(file.clone()).0.settings.keys, [(Key::R, Action::Explore)]);
    type_keys(&mut session, &[Key::ESCAPE, Key::R]);
    assert!(session.due_key().is_some(), "{}", shown(&mut session));
    // The games get their key back.
    type_keys(&mut session, &[Key::F2, Key::END, Key::UP, Key::RETURN]);
    choose(&mut session, "games: continue");
    type_key(&mut session, Key::BACKSPACE);
    assert!(chosen(&session).unwrap().ends_with('R'));
    assert_eq!(fs::read_to_string(&file).unwrap().trim(), "");
    type_key(&mut session, Key::ESCAPE);
    assert!(shown(&mut session).contains("Settings"), "it leads back");
}

#[test]
fn escape_is_no_new_key() {
    let (mut session, file) = on_screen(&scratch("no_new_key"));
    choose(&mut session, "explore and pick up");
    let left_shift = Input::key(Key::from_name("Left Shift").unwrap());
    type_key(&mut session, Key::RETURN);
    handle(&mut session, left_shift);
    assert!(chosen(&session).unwrap().contains("press the new key"), "Shift is a part of another key");
    type_key(&mut session, Key::ESCAPE);
    assert!(chosen(&session).unwrap().ends_with('X') && !file.exists());
}

#[test]
fn layouts_leave_every_action_a_key() {
    let (mut session, file) = on_screen(&scratch("layouts"));
    for (name, preset) in [("Left hand", Preset::LeftHand), ("Right hand", Preset::RightHand)] {
        choose(&mut session, name);
        type_key(&mut session, Key::RETURN);
        assert!(chosen(&session).unwrap().ends_with("in use"));
        assert_eq!(Preferences::read_from(file.clone()).0.settings.keys, preset.keys());
        let without = Bindings::new(preset.keys()).without_key().map(|row| row.name);
        assert_eq!(without.collect::<Vec<_>>(), [""; 0], "{name}");
    }
    assert_eq!(keys_of(&session, Action::TakeStairs)[..2], [Key::U, Key::KEYPAD_5]);
    choose(&mut session, "Standard");
    type_key(&mut session, Key::RETURN);
    assert_eq!(session.settings().keys, Settings::default().keys);
}

#[test]
fn the_mouse_and_a_pad_change_keys_too() {
    let (mut session, _) = on_screen(&scratch("keys_by_mouse"));
    let click = |session: &mut Session, words: &str| {
        let (point, _) = find(session, words).unwrap_or_else(|| panic!("no {words}: {}", shown(session)));
        handle(session, Input::Click(point));
    };
    click(&mut session, "examine what is in view");
    click(&mut session, "new key");
    let wheel = Input::Wheel(false);
    handle(&mut session, wheel);
    assert!(chosen(&session).unwrap().contains("press the new key"));
    type_key(&mut session, Key::Q);
    assert_eq!(keys_of(&session, Action::Examine)[0], Key::Q);
    click(&mut session, "usual keys");
    assert_eq!(keys_of(&session, Action::Examine)[0], Key::E);
    choose(&mut session, "Left hand");
    click(&mut session, "use this layout");
    assert_eq!(session.settings().keys, Preset::LeftHand.keys());

    let press = |session: &mut Session, button| handle(session, Input::Pad { button, repeat: false });
    choose(&mut session, "Right hand");
    press(&mut session, Button::A);
    assert_eq!(session.settings().keys, Preset::RightHand.keys());
    press(&mut session, Button::DPadUp);
    press(&mut session, Button::DPadUp);
    press(&mut session, Button::A);
    assert!(session.settings().keys.is_empty());
    choose(&mut session, "walk left");
    press(&mut session, Button::A);
    press(&mut session, Button::B);
    assert!(chosen(&session).unwrap().contains("LEFT"), "B goes back");
    type_keys(&mut session, &[Key::RETURN, Key::F]);
    press(&mut session, Button::Y);
    assert!(session.settings().keys.is_empty(), "Y brings the usual keys");
}

/// Keys of German keyboards that print no letter, and the comma of all keyboards.
#[test]
fn a_sign_can_be_a_new_key() {
    let (mut session, file) = on_screen(&scratch("signs"));
    for (code, place, name) in [
        (Keycode::Hash, Scancode::Backslash, "hash"),
        (Keycode::Plus, Scancode::RightBracket, "+"),
        (Keycode::Less, Scancode::NonUsBackslash, "<"),
        (Keycode::Comma, Scancode::Comma, ","),
    ] {
        let event = Event::KeyDown {
            timestamp: 0,
            window_id: 0,
            keycode: Some(code),
            scancode: Some(place),
            keymod: Mod::NOMOD,
            repeat: false,
        };
        let input = Input::from_event(&event).unwrap();
        choose(&mut session, "explore and pick up");
        type_key(&mut session, Key::RETURN);
        handle(&mut session, input.clone());
        assert_eq!(fs::read_to_string(&file).unwrap().trim(), format!("{name} = explore"));
        let kept = Preferences::read_from(file.clone()).0.settings.keys;
        assert_eq!(kept, session.settings().keys, "{name}");
        assert!(chosen(&session).unwrap().contains(&key_name(kept[0].0)), "{name}");
        type_key(&mut session, Key::ESCAPE);
        handle(&mut session, input);
        assert!(session.due_key().is_some(), "{name} explores");
        type_keys(&mut session, &[Key::ESCAPE, Key::F1]);
        choose(&mut session, "explore and pick up");
        type_key(&mut session, Key::BACKSPACE);
    }
}

/// A new key walks, also where the usual keys walk by their place on the keyboard.
#[test]
fn a_new_key_walks() {
    let mut session = start(&scratch("new_way"), 42);
    type_keys(&mut session, &[Key::NUM_1, Key::F1]);
    choose(&mut session, "walk down");
    type_keys(&mut session, &[Key::RETURN, Key::G, Key::ESCAPE]);
    let before = session.game().player().pos;
    type_key(&mut session, Key::G);
    assert_ne!(session.game().player().pos, before);
}

/// Texts name the keys that the player gave to actions, also where one took the usual key of another.
#[test]
fn texts_name_the_players_own_keys() {
    let folder = scratch("named_keys");
    let file = folder.join("settings.txt");
    fs::write(&file, "I = explore\nB = inventory\nF9 = examine\nL = load\nR = stairs\nO = settings\n")
        .unwrap();
    fs::write(folder.join("runs"), "no folder for games").unwrap();
    let mut start = prepared(&folder, 42);
    start.preferences = Preferences::read_from(file);
    let mut session = start.session().unwrap();
    let told = problems(&mut session);
    assert!(told[0].ends_with("; change them in the settings (O)"), "{told:?}");
    [Key::NUM_2, Key::DOWN, Key::RIGHT].into_iter().for_each(|key| session.press(key));
    problems(&mut session);
    session.press(Key::F9);
    let told = problems(&mut session);
    assert!(told.len() == 1 && told[0].starts_with("L would lose the game"), "{told:?}");
    // Twenty kinds of things do not fit the panel.
    let dagger = |bonus| Item::Weapon { name: "dagger", bonus };
    let things = (2..22).map(|x| FloorItem { item: dagger(x), pos: Pos::new(x, 1) });
    let drawing = ["@....................."];
    let mut rich = on(drawn::game_with(17, &drawing, |_| {}, |level| level.items.extend(things)));
    rich.set_free_play(true);
    rich.change_settings(|settings| settings.keys.clone_from(&session.settings().keys));
    type_keys(&mut rich, &[Key::RIGHT; 20]);
    rich.set_window((1280, 720));
    assert!(rich.text().contains(" more: B shows all"), "{}", rich.text());
}
