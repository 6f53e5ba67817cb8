//! Game pads: what their buttons stand for, and the direction that is held on the cross.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sdl2::GameControllerSubsystem;
use sdl2::controller::{Button, GameController};
use sdl2::event::Event;

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

/// The directions of the cross.
const CROSS: [(Button, Key); 4] = [
    (Button::DPadUp, Key::UP),
    (Button::DPadDown, Key::DOWN),
    (Button::DPadLeft, Key::LEFT),
    (Button::DPadRight, Key::RIGHT),
];
/// The other buttons: the key that each stands for on the map, and the one on pages and other screens.
const BUTTONS: [(Button, Key, Option<Key>); 7] = [
    (Button::A, Key::X, Some(Key::RETURN)),
    (Button::B, Key::E, Some(Key::ESCAPE)),
    (Button::X, Key::I, Some(Key::ESCAPE)),
    (Button::Y, Key::PERIOD, None),
    (Button::LeftShoulder, Key::M, None),
    (Button::RightShoulder, Key::P, None),
    (Button::Start, Key::ESCAPE, Some(Key::RETURN)),
];

/// Returns the input of a button that is pressed; none for one that stands for nothing.
pub(super) fn input(button: Button) -> Option<Input> {
    let other = BUTTONS.iter().find(|(its_button, ..)| *its_button == button);
    let other = other.map(|&(_, on_map, elsewhere)| Input::Pad { on_map, elsewhere });
    arrow(button).map(Input::key).or(other)
}

/// Returns the arrow key of a direction of the cross; none for other buttons.
fn arrow(button: Button) -> Option<Key> {
    CROSS.iter().find(|(its_button, _)| *its_button == button).map(|(_, key)| *key)
}

/// The open game pads. SDL reports the buttons of open pads only.
///
/// A pad cannot wake the program while it sleeps, so SDL reads the pads from time to time.
pub struct Pads {
    /// None if SDL has no support for game pads.
    subsystem: Option<GameControllerSubsystem>,
    open: HashMap<u32, GameController>,
    /// The direction that is held, and when it repeats.
    held: Option<(Key, Instant)>,
}

impl Pads {
    /// Without `subsystem` there are no pads.
    pub fn new(subsystem: Option<GameControllerSubsystem>) -> Pads {
        Pads { subsystem, open: HashMap::new(), held: None }
    }

    /// Returns the maximum time until the next [`update`](Pads::update).
    pub fn timeout(&self) -> Duration {
        if self.open.is_empty() { SEARCH_INTERVAL } else { UPDATE_INTERVAL }
    }

    /// Reads the pads. What happened on them arrives as events.
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
                self.held = arrow(button).map(|key| (key, Instant::now() + FIRST_REPEAT));
            }
            // A thumb that rolls over the cross releases the old direction after it has pressed the new one.
            Event::ControllerButtonUp { button, .. } => {
                self.held = self.held.filter(|&(key, _)| Some(key) != arrow(button));
            }
            _ => {}
        }
    }

    /// Returns the key of the direction that is held, once for each time that it repeats.
    pub fn repeat(&mut self) -> Option<Input> {
        let (key, due) = self.held.filter(|&(_, due)| due <= Instant::now())?;
        self.held = Some((key, due + NEXT_REPEAT));
        Some(Input::Key { key, physical: key, shift: false, repeat: true })
    }
}
