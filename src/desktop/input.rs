//! What the player and the desktop do, made of SDL's events.

use sdl2::controller::Button;
use sdl2::event::{Event, WindowEvent};
use sdl2::keyboard::Mod;
use sdl2::mouse::MouseButton;

use crate::key::Key;
use crate::map::Pos;

/// Something that the event-wait loop handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key was pressed, or is held down and repeats.
    Key {
        /// The key.
        key: Key,
        /// True if Shift is held down.
        shift: bool,
        /// True if the key is held down.
        repeat: bool,
    },
    /// A button of a game pad was pressed.
    Pad(Button),
    /// A direction of a game pad is held down and repeats.
    PadHeld(Button),
    /// The mouse is over a tile of the window, or over none.
    Hover(Option<Pos>),
    /// A tile of the window was clicked.
    Click(Pos),
    /// The mouse moved to these pixels of the window. The window makes [`Input::Hover`] of it.
    MouseAt(i32, i32),
    /// The left button was pressed at these pixels. The window makes [`Input::Click`] of it.
    MousePressed(i32, i32),
    /// F11 or Alt+Enter: fullscreen, on or off.
    Fullscreen,
    /// F12: save a screenshot.
    Screenshot,
    /// The window was uncovered, or its size changed.
    Exposed,
    /// The window was closed, or the program was asked to end. SDL reports Ctrl-C and SIGTERM like this, too.
    Quit,
}

impl Input {
    /// Returns the meaning of an event; none for events that nothing depends on.
    pub fn from_event(event: &Event) -> Option<Input> {
        match *event {
            Event::Quit { .. } | Event::AppTerminating { .. } => Some(Input::Quit),
            Event::KeyDown { scancode: Some(scancode), keymod, repeat, .. } => {
                let key = Key::from_scancode(scancode as i32).filter(|key| !key.name().is_empty())?;
                Input::from_key(key, keymod, repeat)
            }
            // A window that opens below the mouse reports where the mouse is, although it did not move.
            Event::MouseMotion { xrel: 0, yrel: 0, .. } => None,
            Event::MouseMotion { x, y, .. } => Some(Input::MouseAt(x, y)),
            Event::MouseButtonDown { mouse_btn: MouseButton::Left, x, y, .. } => {
                Some(Input::MousePressed(x, y))
            }
            Event::Window { win_event: WindowEvent::Leave, .. } => Some(Input::Hover(None)),
            Event::ControllerButtonDown { button, .. } => Some(Input::Pad(button)),
            Event::Window { win_event: WindowEvent::Exposed | WindowEvent::SizeChanged(..), .. } => {
                Some(Input::Exposed)
            }
            _ => None,
        }
    }

    fn from_key(key: Key, modifiers: Mod, repeat: bool) -> Option<Input> {
        let alt = modifiers.intersects(Mod::LALTMOD | Mod::RALTMOD);
        let shift = modifiers.intersects(Mod::LSHIFTMOD | Mod::RSHIFTMOD);
        let window_key = match key {
            Key::F11 => Input::Fullscreen,
            Key::RETURN | Key::KEYPAD_ENTER if alt => Input::Fullscreen,
            Key::F12 => Input::Screenshot,
            // The question mark.
            Key::SLASH if shift => return Some(Input::Key { key: Key::F1, shift: false, repeat }),
            key => return Some(Input::Key { key, shift, repeat }),
        };
        (!repeat).then_some(window_key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: Key, modifiers: Mod) -> Option<Input> {
        Input::from_key(key, modifiers, false)
    }

    #[test]
    fn the_windows_keys_are_no_keys_of_the_game() {
        for (key, modifiers) in
            [(Key::F11, Mod::NOMOD), (Key::RETURN, Mod::RALTMOD), (Key::KEYPAD_ENTER, Mod::LALTMOD)]
        {
            assert_eq!(press(key, modifiers), Some(Input::Fullscreen));
            assert_eq!(Input::from_key(key, modifiers, true), None, "held, it does not switch back");
        }
        assert_eq!(press(Key::F12, Mod::NOMOD), Some(Input::Screenshot));
        for key in [Key::RETURN, Key::KEYPAD_ENTER, Key::SLASH] {
            assert_eq!(press(key, Mod::NOMOD), Some(Input::Key { key, shift: false, repeat: false }));
        }
        assert_eq!(
            press(Key::SLASH, Mod::RSHIFTMOD),
            Some(Input::Key { key: Key::F1, shift: false, repeat: false })
        );
    }
}
