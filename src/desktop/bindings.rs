//! What SDL reports, as the session understands it: keys, game pads, and what happens to the window.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use sdl2::GameControllerSubsystem;
use sdl2::controller::{Button as PadButton, GameController};
use sdl2::event::{Event, WindowEvent};
use sdl2::keyboard::Mod;

use crate::desktop::session::{Button, Input};
use crate::key::Key;

/// Something that the event loop must act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// The player did something.
    Input(Input),
    /// The window was uncovered or has another size.
    Exposed,
    /// The renderer lost what it was given.
    TexturesLost,
    /// The window was closed, or the program was asked to end (Ctrl-C and SIGTERM arrive here too).
    Quit,
}

/// How often plugged-in pads are asked what was pressed.
const PAD_CHECK: Duration = Duration::from_millis(16);
/// How often to look whether a pad was plugged in.
const PLUG_CHECK: Duration = Duration::from_secs(3);
/// How long the cross is held until it walks on, and then from step to step.
const FIRST_REPEAT: Duration = Duration::from_millis(400);
const NEXT_REPEAT: Duration = Duration::from_millis(120);

/// The game pads that are plugged in. They are only heard while they are open.
///
/// Pads cannot wake a sleeping program, so somebody has to ask them now and then: often enough for fingers while there is one, and
/// so rarely otherwise that it costs nothing.
pub struct Pads {
    subsystem: Option<GameControllerSubsystem>,
    open: HashMap<u32, GameController>,
    /// A direction that is held, and when it counts as pressed again.
    held: Option<(Button, Instant)>,
}

impl Pads {
    /// Those that `subsystem` will report; none without it.
    pub fn new(subsystem: Option<GameControllerSubsystem>) -> Pads {
        Pads { subsystem, open: HashMap::new(), held: None }
    }

    /// How long the program may sleep until it looks again.
    pub fn patience(&self) -> Duration {
        if self.open.is_empty() { PLUG_CHECK } else { PAD_CHECK }
    }

    /// Asks the pads; what they have to tell comes as events.
    pub fn look(&self) {
        if let Some(subsystem) = &self.subsystem {
            subsystem.update();
        }
    }

    /// The direction that is held, each time it counts as pressed again.
    pub fn repeat(&mut self) -> Option<Button> {
        let (button, due) = self.held.filter(|&(_, due)| due <= Instant::now())?;
        self.held = Some((button, due + NEXT_REPEAT));
        Some(button)
    }

    /// A pad that cannot be opened is one that is not there.
    fn plug_in(&mut self, index: u32) {
        if let Some(pad) = self.subsystem.as_ref().and_then(|subsystem| subsystem.open(index).ok()) {
            self.open.insert(pad.instance_id(), pad);
        }
    }

    fn unplug(&mut self, id: u32) {
        self.open.remove(&id);
        self.held = None;
    }

    fn press(&mut self, button: Button) {
        let directions = [Button::Up, Button::Down, Button::Left, Button::Right];
        self.held = directions.contains(&button).then(|| (button, Instant::now() + FIRST_REPEAT));
    }

    fn release(&mut self, button: Button) {
        self.held = self.held.filter(|&(held, _)| held != button);
    }
}

/// The meaning of an SDL event, if it has one.
pub fn read(event: Event, pads: &mut Pads) -> Option<Happening> {
    match event {
        Event::Quit { .. } | Event::AppTerminating { .. } => Some(Happening::Quit),
        Event::KeyDown { scancode: Some(scancode), keymod, repeat, .. } => {
            let key = Key::from_scancode(scancode as i32).filter(|key| !key.name().is_empty())?;
            let shift = keymod.intersects(Mod::LSHIFTMOD | Mod::RSHIFTMOD);
            let alt = keymod.intersects(Mod::LALTMOD | Mod::RALTMOD);
            Some(Happening::Input(Input::Key { key, shift, alt, repeat }))
        }
        Event::ControllerDeviceAdded { which, .. } => {
            pads.plug_in(which);
            None
        }
        Event::ControllerDeviceRemoved { which, .. } => {
            pads.unplug(which);
            None
        }
        Event::ControllerButtonDown { button, .. } => {
            let button = pad_button(button)?;
            pads.press(button);
            Some(Happening::Input(Input::Pad(button)))
        }
        Event::ControllerButtonUp { button, .. } => {
            pads.release(pad_button(button)?);
            None
        }
        Event::Window { win_event: WindowEvent::Exposed | WindowEvent::SizeChanged(..), .. } => {
            Some(Happening::Exposed)
        }
        Event::RenderTargetsReset { .. } | Event::RenderDeviceReset { .. } => Some(Happening::TexturesLost),
        _ => None,
    }
}

const fn pad_button(button: PadButton) -> Option<Button> {
    match button {
        PadButton::DPadUp => Some(Button::Up),
        PadButton::DPadDown => Some(Button::Down),
        PadButton::DPadLeft => Some(Button::Left),
        PadButton::DPadRight => Some(Button::Right),
        PadButton::A => Some(Button::Confirm),
        PadButton::B => Some(Button::Back),
        PadButton::X => Some(Button::Pack),
        PadButton::Y => Some(Button::Stairs),
        PadButton::Start => Some(Button::Help),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn button(button: PadButton, down: bool) -> Event {
        match down {
            true => Event::ControllerButtonDown { timestamp: 0, which: 0, button },
            false => Event::ControllerButtonUp { timestamp: 0, which: 0, button },
        }
    }

    #[test]
    fn a_held_cross_walks_on_until_it_is_let_go() {
        let mut pads = Pads::new(None);
        let left = Some(Happening::Input(Input::Pad(Button::Left)));
        assert_eq!(read(button(PadButton::DPadLeft, true), &mut pads), left);
        assert_eq!(pads.repeat(), None, "not at once");
        pads.held = pads.held.map(|(button, due)| (button, due - FIRST_REPEAT));
        assert_eq!(pads.repeat(), Some(Button::Left));
        assert_eq!(pads.repeat(), None, "and not without a pause");
        read(button(PadButton::DPadUp, false), &mut pads);
        assert!(pads.held.is_some(), "another button was let go");
        read(button(PadButton::DPadLeft, false), &mut pads);
        assert_eq!(pads.held, None);
        read(button(PadButton::A, true), &mut pads);
        assert_eq!(pads.held, None, "only the cross repeats");
    }

    #[test]
    fn without_a_pad_nobody_is_asked_often() {
        let pads = Pads::new(None);
        pads.look();
        assert!(pads.patience() >= Duration::from_secs(1));
    }
}
