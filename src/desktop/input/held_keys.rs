//! Keys that are held down when the window gets the focus. They belong to what the player did before.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use sdl2::event::{Event, WindowEvent};
use sdl2::keyboard::Scancode;

/// A key that was held before repeats within this time. One that was just pressed repeats later.
const REPEATS: Duration = Duration::from_millis(150);
/// Time of waiting since the focus came after which a key was just pressed: a held one would have repeated,
/// also on a busy machine.
const WATCHED: Duration = Duration::from_millis(500);
/// The same for Return, which often starts the program, and may not repeat yet when the window comes.
const WATCHED_RETURN: Duration = Duration::from_secs(1);
/// The scancodes of Ctrl, Shift, Alt and Super.
const MODIFIERS: RangeInclusive<i32> = 224..=231;

/// Keeps a key that comes at once with the focus until it is known whether it was held before. SDL reports
/// both alike. A key that comes later was just pressed.
#[derive(Default)]
pub(super) struct HeldKeys {
    /// Time of waiting since the focus came; none once a key was pressed since.
    waited: Option<Duration>,
    /// The first key, and when it came.
    first: Option<(Event, Instant)>,
    /// A key that was held before, until it is released.
    ignored: Option<Scancode>,
}

impl HeldKeys {
    /// Returns the event to handle now, and one to handle after it.
    pub fn pass(&mut self, event: Event) -> [Option<Event>; 2] {
        match event {
            Event::Window { win_event: WindowEvent::FocusGained, .. } => self.waited = Some(Duration::ZERO),
            Event::KeyDown { scancode, repeat: true, .. } if scancode == self.ignored => return [None, None],
            Event::KeyDown { scancode, repeat, .. } => {
                let key = |event: &Event| {
                    if let Event::KeyDown { scancode, .. } = event { *scancode } else { None }
                };
                if let Some((first, _)) = self.first.take() {
                    if !repeat || key(&first) != scancode {
                        return [Some(first), Some(event)];
                    }
                    self.ignored = scancode;
                    return [None, None];
                }
                // SDL reports Shift and the like when the focus comes.
                let is_modifier = scancode.is_some_and(|code| MODIFIERS.contains(&(code as i32)));
                let waited = if is_modifier { None } else { self.waited.take() };
                let watched = if scancode == Some(Scancode::Return) { WATCHED_RETURN } else { WATCHED };
                if !repeat && waited.is_some_and(|waited| waited < watched) {
                    self.first = Some((event, Instant::now()));
                    return [None, None];
                }
            }
            Event::KeyUp { scancode, .. } => {
                self.ignored = self.ignored.filter(|_| scancode != self.ignored);
                if let Some((first, _)) = self.first.take() {
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

    /// Returns the time until the first key is certain to be one that was just pressed.
    pub fn timeout(&self) -> Duration {
        self.first.as_ref().map_or(Duration::MAX, |(_, since)| REPEATS.saturating_sub(since.elapsed()))
    }

    /// Returns the first key once it is certain to be one that was just pressed.
    pub fn take_due(&mut self) -> Option<Event> {
        self.first.take_if(|(_, since)| since.elapsed() >= REPEATS).map(|(first, _)| first)
    }
}
