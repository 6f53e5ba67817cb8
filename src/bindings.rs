//! What SDL reports, as the session understands it: keys, game pads, and what happens to the window.

use std::collections::HashMap;

use sdl2::GameControllerSubsystem;
use sdl2::controller::{Button as PadButton, GameController};
use sdl2::event::{Event, WindowEvent};
use sdl2::keyboard::Mod;

use crate::key::Key;
use crate::session::{Button, Input};

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

/// The game pads that are plugged in. They are only heard while they are open.
pub struct Pads {
    subsystem: Option<GameControllerSubsystem>,
    open: HashMap<u32, GameController>,
}

impl Pads {
    /// Those that `subsystem` will report; none without it.
    pub fn new(subsystem: Option<GameControllerSubsystem>) -> Pads {
        Pads { subsystem, open: HashMap::new() }
    }

    /// A pad that cannot be opened is one that is not there.
    fn plug_in(&mut self, index: u32) {
        if let Some(pad) = self.subsystem.as_ref().and_then(|subsystem| subsystem.open(index).ok()) {
            self.open.insert(pad.instance_id(), pad);
        }
    }
}

/// The meaning of an SDL event, if it has one.
pub fn read(event: Event, pads: &mut Pads) -> Option<Happening> {
    match event {
        Event::Quit { .. } | Event::AppTerminating { .. } => Some(Happening::Quit),
        Event::KeyDown { scancode: Some(scancode), keymod, repeat, .. } => {
            let key = Key::from_scancode(scancode as i32)?;
            let shift = keymod.intersects(Mod::LSHIFTMOD | Mod::RSHIFTMOD);
            let alt = keymod.intersects(Mod::LALTMOD | Mod::RALTMOD);
            Some(Happening::Input(Input::Key { key, shift, alt, repeat }))
        }
        Event::ControllerDeviceAdded { which, .. } => {
            pads.plug_in(which);
            None
        }
        Event::ControllerDeviceRemoved { which, .. } => {
            pads.open.remove(&which);
            None
        }
        Event::ControllerButtonDown { button, .. } => Some(Happening::Input(Input::Pad(pad_button(button)?))),
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
