//! Game pads.

use roguelike::desktop::{Input, Session};
use roguelike::game::{GameState, PlayerClass};
use roguelike::key::Key;
use roguelike::map::Pos;
use roguelike::part::Part;
use roguelike::screen;
use roguelike::trace::happened;
use sdl2::controller::Button;
use sdl2::event::Event;

use crate::drawn;
use crate::{after, changes, on, pointer, shown, travel, type_key};

fn pad(session: &mut Session, button: Button) -> bool {
    changes(session, Input::Pad(button))
}

#[test]
fn two_buttons_are_for_the_window_and_the_others_for_the_game() {
    let input = |button| Input::from_event(&Event::ControllerButtonDown { timestamp: 0, which: 0, button });
    assert_eq!(input(Button::Back), Some(Input::Fullscreen));
    assert_eq!(input(Button::LeftStick), Some(Input::Screenshot));
    assert_eq!(input(Button::RightStick), Some(Input::Pad(Button::RightStick)));
}

#[test]
fn a_pad_plays_the_whole_game() {
    let mut session = after("17", "");
    assert_eq!(pointer(&mut session), None, "players with a keyboard see the original's menu");
    for (button, class) in [(Button::A, 0), (Button::DPadUp, 2), (Button::DPadDown, 0), (Button::DPadDown, 1)]
    {
        assert!(pad(&mut session, button));
        assert_eq!(pointer(&mut session), Some(Pos::new(2, screen::first_class_row(Part::LAST) + 2 * class)));
    }
    assert!(!pad(&mut session, Button::B), "nothing to go back to");
    pad(&mut session, Button::A);
    assert_eq!(
        (session.game().state(), session.game().class()),
        (GameState::Playing, Some(PlayerClass::Rogue))
    );

    let start = session.game().player().pos;
    pad(&mut session, Button::DPadLeft);
    pad(&mut session, Button::DPadUp);
    assert_eq!(session.game().player().pos, Pos::new(start.x - 1, start.y - 1));
    pad(&mut session, Button::DPadRight);
    pad(&mut session, Button::DPadDown);
    assert_eq!(session.game().player().pos, start);
    pad(&mut session, Button::Y);
    assert!(shown(&mut session).contains("You have not found the stairs yet."), "{}", shown(&mut session));

    // A potion and a scroll: down to the scroll, and read it.
    pad(&mut session, Button::X);
    assert_eq!(session.game().state(), GameState::Inventory);
    pad(&mut session, Button::DPadDown);
    pad(&mut session, Button::DPadDown);
    let first = screen::first_slot(Part::LAST);
    assert_eq!(pointer(&mut session), Some(Pos::new(first.x - 2, first.y + 1)));
    pad(&mut session, Button::A);
    assert!(happened::messages(session.game())[0].starts_with("You read the "));
    for close in [Button::B, Button::X] {
        pad(&mut session, Button::X);
        pad(&mut session, close);
        assert_eq!(session.game().state(), GameState::Playing);
    }
    pad(&mut session, Button::Start);
    assert!(shown(&mut session).contains("C O M M A N D S"));
    pad(&mut session, Button::B);
    assert!(!shown(&mut session).contains("C O M M A N D S"));
}

/// Chooses a line of the list that Start opens, by what it does.
fn choose(session: &mut Session, meaning: &str) {
    pad(session, Button::Start);
    for _ in 0..40 {
        let page = shown(session);
        let chosen = page.lines().find(|line| line.starts_with("   >")).unwrap().to_owned();
        if chosen.contains(meaning) {
            pad(session, Button::A);
            return;
        }
        pad(session, Button::DPadDown);
    }
    panic!("no line {meaning}");
}

#[test]
fn a_pad_can_do_all_that_keys_can() {
    let mut session = on(drawn::game(17, &["@..!...>"]));
    pad(&mut session, Button::A);
    travel(&mut session);
    assert_eq!(session.game().player().pos, Pos::new(4, 1), "A explores");
    changes(&mut session, Input::PadRun(Button::DPadRight));
    travel(&mut session);
    assert_eq!(session.game().player().pos, session.game().cur().stairs, "the right stick runs");
    pad(&mut session, Button::B);
    pad(&mut session, Button::DPadLeft);
    assert!(shown(&mut session).contains("Floor."), "B examines");
    pad(&mut session, Button::A);
    assert_eq!(travel(&mut session), 1, "A goes there");
    choose(&mut session, "save the run");
    assert!(happened::has_saved(session.game()));
    choose(&mut session, "go to the stairs");
    assert_eq!(travel(&mut session), 1);
    pad(&mut session, Button::Y);
    assert_eq!(session.game().depth(), 1, "Y takes the stairs");
    choose(&mut session, "load the saved run");
    assert_eq!(session.game().depth(), 0);
    choose(&mut session, "settings");
    pad(&mut session, Button::A);
    assert!(session.settings().fullscreen);
    pad(&mut session, Button::B);
    for (button, heading) in [(Button::LeftShoulder, "M E S S A G E S"), (Button::RightShoulder, "In view")] {
        pad(&mut session, button);
        assert!(shown(&mut session).contains(heading));
        pad(&mut session, Button::B);
    }
    for (button, is_over) in [(Button::B, false), (Button::A, true)] {
        choose(&mut session, "a menu: save, quit");
        pad(&mut session, Button::DPadUp);
        assert!(shown(&mut session).contains("> Quit"), "{}", shown(&mut session));
        pad(&mut session, button);
        assert_eq!(session.is_over(), is_over, "{button:?}");
    }
}

#[test]
fn a_key_hides_the_pads_pointer() {
    let mut session = after("17", "");
    pad(&mut session, Button::DPadDown);
    assert!(pointer(&mut session).is_some());
    assert!(type_key(&mut session, Key::H));
    assert_eq!(pointer(&mut session), None);
    assert!(!type_key(&mut session, Key::H));
}

#[test]
fn a_pads_repeat_stops_like_a_held_key() {
    let mut session = on(drawn::game(17, &["@.!.."]));
    pad(&mut session, Button::DPadRight);
    for _ in 0..9 {
        changes(&mut session, Input::PadHeld(Button::DPadRight));
    }
    assert_eq!(session.game().player().pos, Pos::new(3, 1), "something was picked up");
    pad(&mut session, Button::DPadRight);
    assert_eq!(session.game().player().pos, Pos::new(4, 1));
}
