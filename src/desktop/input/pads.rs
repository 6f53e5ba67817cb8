//! Game pads: what their buttons do, and the direction that is held on the cross.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sdl2::GameControllerSubsystem;
use sdl2::controller::{Button, GameController};
use sdl2::event::Event;

use crate::desktop::actions::{Action, Control, Place, Way};
use crate::desktop::input::Input;
use crate::key::Key;

/// Time between two updates while a pad is plugged in.
const UPDATE_INTERVAL: Duration = Duration::from_millis(16);
/// Time between two updates while no pad is plugged in.
const SEARCH_INTERVAL: Duration = Duration::from_secs(3);
/// Time until a held direction repeats for the first time.
const FIRST_REPEAT: Duration = Duration::from_millis(400);
/// Time between two repeats after the first.
const NEXT_REPEAT: Duration = Duration::from_millis(120);

/// The actions of the D-pad: on the map and in lists, and in a replay.
const CROSS: [(Button, Way, Control); 4] = [
    (Button::DPadUp, Way::Up, Control::Faster),
    (Button::DPadDown, Way::Down, Control::Slower),
    (Button::DPadLeft, Way::Left, Control::Back),
    (Button::DPadRight, Way::Right, Control::Forward),
];

/// The actions of the other buttons: on the map, in a replay, after the end of a game, and elsewhere.
#[rustfmt::skip]
const BUTTONS: [(Button, [Option<Action>; 4]); 7] = [
    (Button::A, [Some(Action::Explore), Some(PAUSE), Some(Action::ToTitle), Some(Action::Choose)]),
    (Button::B, [Some(Action::Examine), Some(STOP), Some(Action::ToTitle), Some(Action::Back)]),
    (Button::X, [Some(Action::Press(Key::I)), Some(STOP), Some(Action::ToTitle), Some(Action::Back)]),
    (Button::Y, [Some(Action::TakeStairs), None, None, None]),
    (Button::LeftShoulder, [Some(Action::Open(Place::Messages)), None, None, None]),
    (Button::RightShoulder, [Some(Action::Open(Place::Character)), None, None, None]),
    (Button::Start, [Some(Action::Leave), Some(PAUSE), Some(Action::ToTitle), Some(Action::Choose)]),
];
const PAUSE: Action = Action::Replay(Control::Pause);
const STOP: Action = Action::Replay(Control::Stop);

/// Returns the action of a button in a place.
pub(crate) fn action(button: Button, place: Place) -> Option<Action> {
    if button == Button::Back {
        return Some(Action::Fullscreen);
    }
    if let Some((_, way, control)) = CROSS.iter().find(|(its, ..)| *its == button) {
        return Some(if place == Place::Replay { Action::Replay(*control) } else { Action::Go(*way) });
    }
    let (_, [on_map, in_replay, at_end, elsewhere]) = BUTTONS.iter().find(|(its, _)| *its == button)?;
    match place {
        Place::Settings | Place::Keys if button == Button::Y => Some(Action::Reset),
        Place::Map => *on_map,
        Place::Replay => *in_replay,
        Place::End => *at_end,
        _ => *elsewhere,
    }
}

fn is_cross(button: Button) -> bool {
    CROSS.iter().any(|(its, ..)| *its == button)
}

/// The open game pads. SDL reports the buttons of open pads only.
///
/// A pad cannot wake the program while it sleeps, so SDL reads the pads from time to time.
pub struct Pads {
    /// `None` if SDL was built without game pads.
    subsystem: Option<GameControllerSubsystem>,
    open: HashMap<u32, GameController>,
    /// The direction that is held, and when it repeats.
    held: Option<(Button, Instant)>,
}

impl Pads {
    /// Without `subsystem`, pads are ignored.
    pub fn new(subsystem: Option<GameControllerSubsystem>) -> Pads {
        Pads { subsystem, open: HashMap::new(), held: None }
    }

    /// Returns the maximum time until the next [`update`](Pads::update).
    pub fn timeout(&self) -> Duration {
        if self.open.is_empty() { SEARCH_INTERVAL } else { UPDATE_INTERVAL }
    }

    /// Reads the pads. Their changes arrive as events.
    pub fn update(&self) {
        self.subsystem.iter().for_each(GameControllerSubsystem::update);
    }

    /// Opens and closes pads as they are plugged in and out, and keeps track of the direction that is held. A
    /// pad that cannot be opened is ignored.
    pub fn handle(&mut self, event: &Event) {
        match *event {
            Event::ControllerDeviceAdded { which, .. } => {
                let pad = self.subsystem.as_ref().and_then(|subsystem| subsystem.open(which).ok());
                self.open.extend(pad.map(|pad| (pad.instance_id(), pad)));
            }
            Event::ControllerDeviceRemoved { which, .. } => {
                self.open.remove(&which);
                self.held = None;
            }
            Event::ControllerButtonDown { button, .. } => {
                self.held = is_cross(button).then(|| (button, Instant::now() + FIRST_REPEAT));
            }
            // A thumb that rolls over the cross releases the old direction after it has pressed the new one.
            Event::ControllerButtonUp { button, .. } => {
                self.held = self.held.filter(|&(held, _)| held != button);
            }
            _ => {}
        }
    }

    /// Returns the direction that is held, once for each time that it repeats.
    pub fn repeat(&mut self) -> Option<Input> {
        let (button, due) = self.held.filter(|&(_, due)| due <= Instant::now())?;
        self.held = Some((button, due + NEXT_REPEAT));
        Some(Input::Pad { button, repeat: true })
    }
}
