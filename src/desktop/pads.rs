//! The game pads that are plugged in, and the directions that are held on them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sdl2::GameControllerSubsystem;
use sdl2::controller::{Button, GameController};
use sdl2::event::Event;

/// Time between two updates while a pad is plugged in.
const UPDATE_INTERVAL: Duration = Duration::from_millis(16);
/// Time between two updates while no pad is plugged in.
const SEARCH_INTERVAL: Duration = Duration::from_secs(3);
/// Time until a held direction repeats for the first time.
const FIRST_REPEAT: Duration = Duration::from_millis(400);
/// Time between two repeats after the first.
const NEXT_REPEAT: Duration = Duration::from_millis(120);

/// The open game pads. SDL reports the buttons of open pads only.
///
/// A pad cannot wake the program while it sleeps, so SDL has to be told to read the pads from time to time.
pub struct Pads {
    /// None if SDL has no support for game pads.
    subsystem: Option<GameControllerSubsystem>,
    open: HashMap<u32, GameController>,
    /// The direction that is held, and when it repeats.
    held: Option<(Button, Instant)>,
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
        if let Some(subsystem) = &self.subsystem {
            subsystem.update();
        }
    }

    /// Opens and closes pads as they are plugged in and out, and keeps track of the direction that is held.
    pub fn handle(&mut self, event: &Event) {
        match *event {
            Event::ControllerDeviceAdded { which, .. } => self.open(which),
            Event::ControllerDeviceRemoved { which, .. } => {
                self.open.remove(&which);
                self.held = None;
            }
            Event::ControllerButtonDown { button, .. } => {
                self.held = is_direction(button).then(|| (button, Instant::now() + FIRST_REPEAT));
            }
            Event::ControllerButtonUp { button, .. } => {
                self.held = self.held.filter(|&(held, _)| held != button);
            }
            _ => {}
        }
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

const fn is_direction(button: Button) -> bool {
    matches!(button, Button::DPadUp | Button::DPadDown | Button::DPadLeft | Button::DPadRight)
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

    #[test]
    fn without_a_pad_the_program_wakes_rarely() {
        let pads = Pads::new(None);
        pads.update();
        assert!(pads.timeout() >= Duration::from_secs(1));
    }
}
