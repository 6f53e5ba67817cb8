//! The game pads that are plugged in, and the directions that are held on them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sdl2::GameControllerSubsystem;
use sdl2::controller::{Axis, Button, GameController};
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

/// How far a stick is tilted before it stands for a direction, of 32,767.
const BEGIN_TILT: i32 = 20_000;
/// How far it stays tilted while it stands for a direction.
const HOLD_TILT: i32 = 12_000;

/// The open game pads. SDL reports the buttons of open pads only.
///
/// A pad cannot wake the program while it sleeps, so SDL reads the pads from time to time.
pub struct Pads {
    /// None if SDL has no support for game pads.
    subsystem: Option<GameControllerSubsystem>,
    open: HashMap<u32, GameController>,
    /// The direction that is held, and when it repeats.
    held: Option<(Button, Instant)>,
    /// The left stick walks.
    left: Stick,
    /// The right stick runs.
    right: Stick,
}

/// How far a stick is tilted to the right and down, and the direction that it stands for.
#[derive(Clone, Copy, Debug, Default)]
struct Stick {
    tilt: [i32; 2],
    direction: Option<Button>,
}

impl Stick {
    /// Tilts it along an axis: 0 to the right, 1 down. A stick has to be tilted farther to begin a direction
    /// than to hold it, so that it does not flicker. Returns true if it stands for another direction now.
    fn move_to(&mut self, axis: usize, value: i32) -> bool {
        self.tilt[axis] = value;
        let [x, y] = self.tilt.map(i32::abs);
        let enough = if self.direction.is_some() { HOLD_TILT } else { BEGIN_TILT };
        let (axis, directions) = match x > y {
            true => (0, [Button::DPadLeft, Button::DPadRight]),
            false => (1, [Button::DPadUp, Button::DPadDown]),
        };
        let direction = directions[usize::from(self.tilt[axis] > 0)];
        let before = std::mem::replace(&mut self.direction, (x.max(y) >= enough).then_some(direction));
        before != self.direction
    }
}

impl Pads {
    /// Without `subsystem` there are no pads.
    pub fn new(subsystem: Option<GameControllerSubsystem>) -> Pads {
        Pads { subsystem, open: HashMap::new(), held: None, left: Stick::default(), right: Stick::default() }
    }

    /// Returns the maximum time until the next [`update`](Pads::update).
    pub fn timeout(&self) -> Duration {
        if self.open.is_empty() { SEARCH_INTERVAL } else { UPDATE_INTERVAL }
    }

    /// Reads the pads. What happened on them arrives as events.
    pub fn update(&self) {
        if let Some(subsystem) = &self.subsystem {
            subsystem.update();
        }
    }

    /// Opens and closes pads as they are plugged in and out, and keeps track of the direction that is held.
    /// Returns the input that a stick makes.
    pub fn handle(&mut self, event: &Event) -> Option<Input> {
        match *event {
            Event::ControllerAxisMotion { axis, value, .. } => return self.tilt(axis, value),
            Event::ControllerDeviceAdded { which, .. } => self.open(which),
            Event::ControllerDeviceRemoved { which, .. } => {
                self.open.remove(&which);
                self.held = None;
            }
            Event::ControllerButtonDown { button, .. } => {
                self.held = arrow(button).map(|_| (button, Instant::now() + FIRST_REPEAT));
            }
            Event::ControllerButtonUp { button, .. } => {
                self.held = self.held.filter(|&(held, _)| held != button);
            }
            _ => {}
        }
        None
    }

    /// The left stick is held like the cross. A run of the right one goes on by itself.
    fn tilt(&mut self, axis: Axis, value: i16) -> Option<Input> {
        let (stick, along) = match axis {
            Axis::LeftX => (&mut self.left, 0),
            Axis::LeftY => (&mut self.left, 1),
            Axis::RightX => (&mut self.right, 0),
            Axis::RightY => (&mut self.right, 1),
            Axis::TriggerLeft | Axis::TriggerRight => return None,
        };
        if !stick.move_to(along, value.into()) {
            return None;
        }
        let now = stick.direction;
        if matches!(axis, Axis::RightX | Axis::RightY) {
            return now.map(Input::PadRun);
        }
        self.held = now.map(|button| (button, Instant::now() + FIRST_REPEAT));
        now.map(Input::Pad)
    }

    /// A pad that cannot be opened is ignored.
    fn open(&mut self, index: u32) {
        if let Some(pad) = self.subsystem.as_ref().and_then(|subsystem| subsystem.open(index).ok()) {
            self.open.insert(pad.instance_id(), pad);
        }
    }

    /// Returns the direction that is held, once for each time that it repeats.
    pub fn repeat(&mut self) -> Option<Button> {
        let (button, due) = self.held.filter(|&(_, due)| due <= Instant::now())?;
        self.held = Some((button, due + NEXT_REPEAT));
        Some(button)
    }
}

/// Returns the arrow key that a direction of the cross stands for; none for other buttons.
pub(crate) const fn arrow(button: Button) -> Option<Key> {
    match button {
        Button::DPadUp => Some(Key::UP),
        Button::DPadDown => Some(Key::DOWN),
        Button::DPadLeft => Some(Key::LEFT),
        Button::DPadRight => Some(Key::RIGHT),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(pads: &mut Pads, button: Button) {
        pads.handle(&Event::ControllerButtonDown { timestamp: 0, which: 0, button });
    }

    fn release(pads: &mut Pads, button: Button) {
        pads.handle(&Event::ControllerButtonUp { timestamp: 0, which: 0, button });
    }

    #[test]
    fn a_held_direction_repeats_until_it_is_released() {
        let mut pads = Pads::new(None);
        press(&mut pads, Button::DPadLeft);
        assert_eq!(pads.repeat(), None, "not at once");
        pads.held = pads.held.map(|(button, due)| (button, due - FIRST_REPEAT));
        assert_eq!(pads.repeat(), Some(Button::DPadLeft));
        assert_eq!(pads.repeat(), None, "not without a pause");
        release(&mut pads, Button::DPadUp);
        assert!(pads.held.is_some(), "another button was released");
        release(&mut pads, Button::DPadLeft);
        assert_eq!(pads.held, None);
        press(&mut pads, Button::A);
        assert_eq!(pads.held, None, "only directions repeat");
    }

    fn tilt(pads: &mut Pads, axis: Axis, value: i16) -> Option<Input> {
        pads.handle(&Event::ControllerAxisMotion { timestamp: 0, which: 0, axis, value })
    }

    #[test]
    fn the_left_stick_walks_and_the_right_one_runs() {
        let mut pads = Pads::new(None);
        assert_eq!(tilt(&mut pads, Axis::LeftX, 15_000), None, "not far enough");
        assert_eq!(tilt(&mut pads, Axis::LeftX, 25_000), Some(Input::Pad(Button::DPadRight)));
        assert_eq!(tilt(&mut pads, Axis::LeftX, 15_000), None, "it still points there");
        assert!(pads.held.is_some(), "it repeats like a button");
        assert_eq!(tilt(&mut pads, Axis::LeftY, i16::MIN), Some(Input::Pad(Button::DPadUp)));
        assert_eq!(tilt(&mut pads, Axis::LeftY, 0), Some(Input::Pad(Button::DPadRight)));
        assert_eq!(tilt(&mut pads, Axis::LeftX, 0), None);
        assert!(pads.held.is_none());
        assert_eq!(tilt(&mut pads, Axis::RightX, i16::MIN), Some(Input::PadRun(Button::DPadLeft)));
        assert!(pads.held.is_none(), "a run goes on by itself");
        assert_eq!(tilt(&mut pads, Axis::TriggerLeft, i16::MAX), None);
    }
}
