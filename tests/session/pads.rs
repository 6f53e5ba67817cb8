//! Game pads.

use std::thread;
use std::time::Duration;

use roguelike::desktop::{Input, Pads, Session};
use roguelike::game::{GameState, PlayerClass};
use roguelike::map::Pos;
use sdl2::controller::Button;
use sdl2::event::Event;

use crate::{after, chosen, drawn, handle, on, shown, travel};

/// Returns the input of a button.
fn input(button: Button) -> Option<Input> {
    Input::from_event(&Event::ControllerButtonDown { timestamp: 0, which: 0, button })
}

fn pad(session: &mut Session, button: Button) {
    handle(session, input(button).unwrap_or_else(|| panic!("{button:?} does nothing")));
}

#[test]
fn a_button_without_a_meaning_does_nothing() {
    let mut session = after("17", "");
    pad(&mut session, Button::Back);
    assert!(session.settings().fullscreen);
    let before = shown(&mut session);
    pad(&mut session, Button::Guide);
    assert_eq!(shown(&mut session), before);
}

#[test]
fn a_pad_plays_the_game() {
    let mut session = after("17", "");
    for button in [Button::DPadDown, Button::DPadDown, Button::Start] {
        pad(&mut session, button);
    }
    assert_eq!(session.game().class(), Some(PlayerClass::Rogue));
    let start = session.game().player().pos;
    pad(&mut session, Button::DPadLeft);
    pad(&mut session, Button::DPadUp);
    assert_eq!(session.game().player().pos, Pos::new(start.x - 1, start.y - 1));
    for close in [Button::B, Button::X] {
        pad(&mut session, Button::X);
        assert_eq!(session.game().state(), GameState::Inventory);
        pad(&mut session, Button::Y);
        pad(&mut session, close);
        assert_eq!(session.game().state(), GameState::Playing);
    }
    for (button, heading) in [(Button::LeftShoulder, "Messages"), (Button::RightShoulder, "Turns")] {
        pad(&mut session, button);
        assert!(shown(&mut session).contains(heading));
        pad(&mut session, Button::B);
        assert!(!shown(&mut session).contains(heading));
    }
    pad(&mut session, Button::Start);
    pad(&mut session, Button::DPadUp);
    assert!(chosen(&session).unwrap().contains("Quit"));
    pad(&mut session, Button::A);
    assert!(session.is_over());
}

#[test]
fn a_pad_explores_examines_and_takes_stairs() {
    let mut session = on(drawn::game(17, &["@..!...>"]));
    pad(&mut session, Button::A);
    assert_eq!(travel(&mut session), 3, "A explores");
    pad(&mut session, Button::B);
    pad(&mut session, Button::DPadRight);
    assert!(shown(&mut session).contains("Floor."), "B examines");
    pad(&mut session, Button::A);
    assert_eq!(travel(&mut session), 1, "A goes there");
    pad(&mut session, Button::Y);
    travel(&mut session);
    pad(&mut session, Button::Y);
    assert_eq!(session.game().depth(), 1, "Y takes the stairs");
    let mut session = on(drawn::game_with(17, &["g@g"], |player| player.hp = 1, |_| {}));
    pad(&mut session, Button::DPadLeft);
    assert_eq!(session.game().state(), GameState::Dead);
    pad(&mut session, Button::A);
    assert_eq!(session.game().state(), GameState::ClassSelect);
}

#[test]
fn a_held_direction_repeats_until_it_is_released() {
    let down = |button| Event::ControllerButtonDown { timestamp: 0, which: 0, button };
    let up = |button| Event::ControllerButtonUp { timestamp: 0, which: 0, button };
    let after = |events: &[Event]| {
        let mut pads = Pads::new(None);
        events.iter().for_each(|event| pads.handle(event));
        // Longer than any time until a repeat.
        thread::sleep(Duration::from_millis(600));
        pads.repeat()
    };
    let (press, other) = (down(Button::DPadLeft), down(Button::DPadUp));
    let held = after(&[other.clone(), press.clone(), up(Button::DPadUp)]);
    assert!(matches!(held, Some(Input::Pad { button: Button::DPadLeft, repeat: true })), "{held:?}");
    assert_eq!(after(&[press.clone(), up(Button::DPadLeft)]), None);
    assert_eq!(after(&[press, down(Button::A)]), None, "only directions repeat");
}
