//! Keys that are held down when the window gets the focus: they belong to what the player did before. Keys
//! that go down with Ctrl, Alt or Super belong to the desktop until they are released.

use std::time::Duration;

use sdl2::event::{Event, WindowEvent};
use sdl2::keyboard::Scancode;

use super::{ALT, OF_DESKTOP};
use crate::desktop::key_table::is_modifier;
use crate::key::Key;

/// A key that was held before repeats within this number of milliseconds, also on a busy machine. One that
/// was just pressed repeats later.
const REPEATS: u32 = 400;
/// Time of waiting since the focus came after which a key was just pressed: a held one would have repeated.
/// Return, which often starts the program, may not repeat yet when the window comes.
const WATCHED: Duration = Duration::from_secs(1);

/// Keeps a key that comes at once with the focus until it is known whether it was held before. SDL reports
/// both alike. It is played when it is released, when another key follows, or when it repeats late.
#[derive(Default)]
pub(super) struct HeldKeys {
    /// Time of waiting since the focus came; none once a key was pressed since.
    waited: Option<Duration>,
    /// The first key.
    first: Option<Event>,
    /// A key that was held before or went down with a modifier, until it is released.
    ignored: Option<Scancode>,
}

/// Returns true for a key that changes the meaning of others, like Shift.
fn changes_others(scancode: Option<Scancode>) -> bool {
    scancode.and_then(|code| Key::from_scancode(code as i32)).is_some_and(is_modifier)
}

impl HeldKeys {
    /// Returns the event to handle now, and one that is to be passed next.
    pub fn pass(&mut self, event: Event) -> [Option<Event>; 2] {
        let passed = self.pass_focus(event);
        for event in passed.iter().flatten() {
            if let Event::KeyDown { scancode, keymod, repeat: false, .. } = *event {
                let is_combination = keymod.intersects(OF_DESKTOP | ALT) && !changes_others(scancode);
                self.ignored =
                    if is_combination { scancode } else { self.ignored.filter(|_| scancode != self.ignored) };
            }
        }
        passed
    }

    fn pass_focus(&mut self, event: Event) -> [Option<Event>; 2] {
        match event {
            Event::Window { win_event: WindowEvent::FocusGained, .. } => self.waited = Some(Duration::ZERO),
            Event::KeyDown { scancode, repeat: true, .. } if scancode == self.ignored => return [None, None],
            Event::KeyDown { scancode, repeat, timestamp, .. } => {
                if let Some(first) = self.first.take() {
                    let was_held = matches!(first, Event::KeyDown { scancode: key, timestamp: since, .. }
                        if key == scancode && timestamp.saturating_sub(since) < REPEATS);
                    if !repeat || !was_held {
                        return [Some(first), Some(event)];
                    }
                    self.ignored = scancode;
                    return [None, None];
                }
                // SDL reports Ctrl, Shift, Alt and Super when the focus comes.
                let waited = if changes_others(scancode) { None } else { self.waited.take() };
                if !repeat && waited.is_some_and(|waited| waited < WATCHED) {
                    self.first = Some(event);
                    return [None, None];
                }
            }
            Event::KeyUp { scancode, .. } => {
                self.ignored = self.ignored.filter(|_| scancode != self.ignored);
                if let Some(first) = self.first.take() {
                    return [Some(first), Some(event)];
                }
            }
            _ => {}
        }
        [Some(event), None]
    }

    /// Adds to the time of waiting since the focus came.
    pub fn wait(&mut self, time: Duration) {
        self.waited = self.waited.map(|waited| waited + time);
    }
}
