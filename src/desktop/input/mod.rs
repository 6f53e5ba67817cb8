//! SDL's events as inputs of the player and the desktop.

mod events;
mod held_keys;
pub(crate) mod pads;
mod printed;

pub use events::Events;
pub use pads::Pads;

use std::path::PathBuf;

use sdl2::controller::Button;
use sdl2::event::{Event, WindowEvent};
use sdl2::keyboard::{Keycode, Mod};
use sdl2::mouse::MouseButton;

use crate::desktop::key_table::file_name;
use crate::key::Key;

/// Something that the event-wait loop handles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key was pressed, or is held down and repeats.
    Key {
        /// The key of an American keyboard with the same letter or sign.
        key: Key,
        /// The physical key: the one at the same place of an American keyboard.
        physical: Key,
        /// True if Shift is held down.
        shift: bool,
        /// True if the key is held down.
        repeat: bool,
    },
    /// A button of a game pad was pressed.
    Pad {
        /// The button.
        button: Button,
        /// True if a direction is held down.
        repeat: bool,
    },
    /// The mouse is over a pixel of the window, or over none. Events have the window's own units, of which
    /// the window makes pixels.
    Hover(Option<(i32, i32)>),
    /// A pixel was clicked.
    Click((i32, i32)),
    /// A pixel was clicked with the right button.
    Examine((i32, i32)),
    /// The wheel of the mouse was turned: up if true.
    Wheel(bool),
    /// Alt+Enter: fullscreen, on or off.
    Fullscreen,
    /// Ctrl+C: the screen as text.
    Copy,
    /// The answer to [`Order::LookForDevice`](crate::desktop::Order::LookForDevice): true if there is a
    /// device for sounds.
    Device(bool),
    /// The window was uncovered, or its size changed.
    Exposed,
    /// A file was dropped on the window.
    Dropped(PathBuf),
    /// The close button of the window.
    Close,
    /// The program has to end. SDL reports SIGINT and SIGTERM this way.
    Quit,
}

const CTRL: Mod = Mod::LCTRLMOD.union(Mod::RCTRLMOD);
const GUI: Mod = Mod::LGUIMOD.union(Mod::RGUIMOD);
/// Together with these a key belongs to the desktop.
const OF_DESKTOP: Mod = CTRL.union(GUI);
/// AltGr is the right Alt, or a modifier of its own.
const ALT: Mod = Mod::LALTMOD.union(Mod::RALTMOD).union(Mod::MODEMOD);

impl Input {
    /// Returns the meaning of an event; none for events that nothing depends on.
    pub fn from_event(event: &Event) -> Option<Input> {
        match *event {
            Event::Quit { .. } | Event::AppTerminating { .. } => Some(Input::Quit),
            Event::KeyDown { scancode: Some(scancode), keycode, keymod, repeat, .. } => {
                Input::from_key(Key::from_scancode(scancode as i32)?, keycode, keymod, repeat)
            }
            // A window that opens below the mouse reports where the mouse is, although it did not move.
            Event::MouseMotion { xrel: 0, yrel: 0, .. } => None,
            Event::MouseMotion { x, y, .. } => Some(Input::Hover(Some((x, y)))),
            Event::MouseButtonDown { mouse_btn: MouseButton::Left, x, y, .. } => Some(Input::Click((x, y))),
            Event::MouseButtonDown { mouse_btn: MouseButton::Right, x, y, .. } => {
                Some(Input::Examine((x, y)))
            }
            Event::MouseWheel { y, .. } if y != 0 => Some(Input::Wheel(y > 0)),
            Event::DropFile { ref filename, .. } => Some(Input::Dropped(filename.into())),
            Event::Window { win_event: WindowEvent::Close, .. } => Some(Input::Close),
            Event::Window { win_event: WindowEvent::Leave, .. } => Some(Input::Hover(None)),
            Event::ControllerButtonDown { button, .. } => Some(Input::Pad { button, repeat: false }),
            Event::Window { win_event: WindowEvent::Exposed | WindowEvent::SizeChanged(..), .. } => {
                Some(Input::Exposed)
            }
            _ => None,
        }
    }

    /// Returns the input of a key that has the same meaning on all layouts.
    pub const fn key(key: Key) -> Input {
        Input::Key { key, physical: key, shift: false, repeat: false }
    }

    fn from_key(physical: Key, code: Option<Keycode>, modifiers: Mod, repeat: bool) -> Option<Input> {
        if modifiers.intersects(OF_DESKTOP) {
            let is_c = code.map_or(physical == Key::C, |code| code == Keycode::C);
            let copies = is_c && modifiers.intersects(CTRL) && !modifiers.intersects(GUI.union(ALT));
            return (copies && !repeat).then_some(Input::Copy);
        }
        let alt = modifiers.intersects(ALT);
        let shift = modifiers.intersects(Mod::LSHIFTMOD | Mod::RSHIFTMOD);
        match physical {
            Key::RETURN | Key::KEYPAD_ENTER if alt => (!repeat).then_some(Input::Fullscreen),
            // With Alt a key is another sign, or belongs to the desktop.
            _ if alt => None,
            physical => {
                let (key, shift) = printed::key(physical, code, shift);
                // A key without a name, like the one beside the left Shift, means what is printed on it.
                let is_known = !file_name(key).is_empty();
                is_known.then_some(Input::Key { key, physical, shift, repeat })
            }
        }
    }
}
