//! Keys of several keyboards, and what they do on which screen.

use roguelike::desktop::actions::Place;
use roguelike::desktop::bindings::Bindings;
use roguelike::desktop::key_table::{STAIRS, key_of_sign, rows_of};
use roguelike::desktop::{Input, keys_text};
use roguelike::game::GameState;
use roguelike::key::Key;
use roguelike::part::Part;
use sdl2::event::{Event, WindowEvent};
use sdl2::keyboard::{Keycode, Mod, Scancode};

use crate::{SMALL, WIDE, after, changes, copied, handle, shifted, shown, type_key};

/// Some places of each kind.
const PLACES: [Place; 8] = [
    Place::Map,
    Place::Cursor,
    Place::Inventory,
    Place::Title,
    Place::End,
    Place::Replay,
    Place::Keys,
    Place::Games,
];

fn named(name: &str) -> Key {
    Key::from_name(name).unwrap()
}

/// What SDL's event of a key becomes: the key at its place, what is printed there, and what is held.
fn pressed(place: &str, keycode: Option<Keycode>, keymod: Mod, repeat: bool) -> Option<Input> {
    let scancode = Scancode::from_name(place);
    assert!(scancode.is_some(), "{place}");
    Input::from_event(&Event::KeyDown { timestamp: 0, window_id: 0, keycode, scancode, keymod, repeat })
}

/// Returns the key that is meant, and whether Shift counts.
fn meant(place: &str, code: impl Into<Option<Keycode>>, shift: bool) -> (Key, bool) {
    let keymod = if shift { Mod::LSHIFTMOD } else { Mod::NOMOD };
    match pressed(place, code.into(), keymod, false) {
        Some(Input::Key { key, shift, .. }) => (key, shift),
        other => panic!("{place}: {other:?}"),
    }
}

#[test]
fn the_windows_keys_are_no_keys_of_the_game() {
    for (place, held) in [("Return", Mod::RALTMOD), ("Keypad Enter", Mod::LALTMOD)] {
        assert_eq!(pressed(place, None, held, false), Some(Input::Fullscreen));
        assert_eq!(pressed(place, None, held, true), None, "held, it does not switch back");
    }
    assert_eq!(pressed("F12", None, Mod::NOMOD, false), Some(Input::key(Key::F12)));
    for place in ["Return", "Keypad Enter", "/"] {
        assert_eq!(pressed(place, None, Mod::NOMOD, false), Some(Input::key(named(place))));
    }
    for held in [Mod::MODEMOD, Mod::RALTMOD, Mod::LCTRLMOD, Mod::RCTRLMOD, Mod::LGUIMOD, Mod::RGUIMOD] {
        for place in ["W", "Left", "F5", "F12", "Escape", ".", "V"] {
            assert_eq!(pressed(place, None, held, false), None, "{place} belongs to the desktop");
        }
    }
}

/// The letter counts, as everywhere on the desktop.
#[test]
fn ctrl_and_c_copy_the_screen_as_text() {
    assert_eq!(pressed("J", Some(Keycode::C), Mod::LCTRLMOD, false), Some(Input::Copy));
    assert_eq!(pressed("C", Some(Keycode::C), Mod::RCTRLMOD, true), None, "held, it copies once");
    assert_eq!(pressed("C", Some(Keycode::J), Mod::LCTRLMOD, false), None);
    assert_eq!(pressed("C", None, Mod::LCTRLMOD | Mod::LGUIMOD, false), None);
    for keys in ["1", "1 I", ""] {
        let mut session = after("17", keys);
        let text = shown(&mut session);
        session.take_orders();
        handle(&mut session, Input::Copy);
        assert_eq!(copied(session.take_orders()), Some(text.clone()), "after {keys}");
        assert!(shown(&mut session).contains("Copied the screen as text."));
    }
    // Amulets are diamonds on the screen.
    let mut session = after("17", "1");
    session.set_free_play(true);
    for (size, words) in [(WIDE, "Amulets  0 of 3"), (SMALL, "amulets  0 of 3")] {
        session.set_window(size);
        assert!(shown(&mut session).contains(words), "{}", shown(&mut session));
    }
}

#[test]
fn the_close_button_and_a_dropped_file_are_inputs() {
    let close = Event::Window { timestamp: 0, window_id: 0, win_event: WindowEvent::Close };
    assert_eq!(Input::from_event(&close), Some(Input::Close));
    assert_eq!(Input::from_event(&Event::Quit { timestamp: 0 }), Some(Input::Quit));
    let dropped = Event::DropFile { timestamp: 0, window_id: 0, filename: "run.trace".to_owned() };
    assert_eq!(Input::from_event(&dropped), Some(Input::Dropped("run.trace".into())));
}

#[test]
fn letters_are_those_that_are_printed() {
    // French: A at Q, Q at A, M at the semicolon, the comma at M.
    assert_eq!(meant("Q", Keycode::A, false), (Key::A, false));
    assert_eq!(meant("A", Keycode::Q, false), (named("Q"), false));
    assert_eq!(meant(";", Keycode::M, false), (Key::M, false));
    assert_eq!(meant("M", Keycode::Comma, false).0, key_of_sign(',').unwrap());
    // Dvorak: E at D, X at B.
    assert_eq!(meant("D", Keycode::E, false), (Key::E, false));
    assert_eq!(meant("B", Keycode::X, true), (Key::X, true));
}

#[test]
fn what_has_no_letter_is_known_by_its_place() {
    for (place, code) in [
        ("Left", Keycode::LEFT),
        ("Keypad 4", Keycode::KP_4),
        ("Escape", Keycode::ESCAPE),
        ("F9", Keycode::F9),
        ("Space", Keycode::SPACE),
        ("Return", Keycode::RETURN),
    ] {
        assert_eq!(meant(place, code, false), (named(place), false), "{place}");
    }
    assert_eq!(meant("1", Keycode::Ampersand, false), (Key::NUM_1, false), "French");
    assert_eq!(meant("X", None, false), (Key::X, false));
    assert_eq!(meant("X", Keycode::from_i32(0x447), false), (Key::X, false), "Cyrillic");
}

#[test]
fn the_question_mark_and_both_ways_to_the_stairs() {
    for (place, code) in [
        ("/", Some(Keycode::Slash)),
        ("M", Some(Keycode::Comma)),
        ("-", Keycode::from_i32(0xdf)),
        ("[", Some(Keycode::Slash)),
    ] {
        assert_eq!(meant(place, code, true), (Key::F1, false), "{code:?}");
        assert_ne!(meant(place, code, false).0, Key::F1);
    }
    assert_ne!(meant("-", Keycode::Minus, true).0, Key::F1, "American");
    assert_eq!(meant(".", Keycode::Period, true), (STAIRS, false));
    assert_eq!(meant(",", Keycode::Semicolon, true), (Key::PERIOD, false), "French");
    assert_eq!(meant("E", Keycode::Period, false), (Key::PERIOD, false), "Dvorak");
    // The key beside the left Shift has no name: German and French have < and > there.
    let beside = Event::KeyDown {
        timestamp: 0,
        window_id: 0,
        keycode: Some(Keycode::Less),
        scancode: Some(Scancode::NonUsBackslash),
        keymod: Mod::LSHIFTMOD,
        repeat: false,
    };
    let Some(Input::Key { key, shift, .. }) = Input::from_event(&beside) else { panic!() };
    assert_eq!((key, shift), (STAIRS, false));
}

#[test]
fn commands_belong_to_their_parts_and_screens() {
    let opens = |part, keys, key| {
        let mut session = after(part, keys);
        type_key(&mut session, key);
        shown(&mut session)
    };
    assert!(opens("17", "1 I", Key::F2).contains("Settings"));
    assert!(opens("17", "1", Key::P).contains("You are alive"));
    // Nothing saves or loads under a hand on H J K L.
    let mut session = after("17", "1");
    for key in [Key::B, Key::U, Key::O, Key::T] {
        assert!(!type_key(&mut session, key), "{key:?}");
    }
    // X explores from Part 3 on. Without Shift the full stop is the original's key.
    for (part, explores) in [("2", false), ("3", true)] {
        let mut session = after(part, "");
        type_key(&mut session, Key::X);
        assert_eq!(session.due_key().is_some(), explores, "Part {part}");
    }
    let mut session = after("17", "1");
    type_key(&mut session, Key::PERIOD);
    assert!(shown(&mut session).contains("There are no stairs here."));
    shifted(&mut session, Key::PERIOD);
    assert!(shown(&mut session).contains("You have not found the stairs yet."));
    assert_eq!(session.game().state(), GameState::Playing);
    assert!(!changes(&mut after("17", ""), Input::key(Key::PERIOD)), "not on the menu");
}

#[test]
fn the_text_about_keys_fits_a_terminal_and_the_page() {
    for line in keys_text().lines().skip(1).filter(|line| line.starts_with("    ")) {
        // On the page the second column begins 21 columns after the first, and the window has 64.
        let gaps = [&line[24..25], &line[63..66]];
        assert!(line.len() <= 80 && gaps.iter().all(|gap| gap.trim().is_empty()), "{line}");
    }
}

/// Every key of the table does what its row says, wherever the row does something.
#[test]
fn no_key_has_two_meanings_on_a_screen() {
    for part in Part::all() {
        for (row, place) in rows_of(part).flat_map(|row| PLACES.map(|place| (row, place))) {
            for key in Bindings::default().keys(row) {
                let action = Bindings::default().action(place, part, key, key, false);
                let is_letter = place == Place::Inventory && key.letter().is_some();
                if row.is_of(place) && !is_letter {
                    assert_eq!(action, Some(row.action), "part {part}: {key} {place:?}");
                }
            }
        }
    }
}
