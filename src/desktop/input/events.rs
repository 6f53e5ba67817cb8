//! The wait for SDL's events, and for what game pads report.

use std::iter;
use std::time::{Duration, Instant};

use sdl2::event::{Event, WindowEvent};
use sdl2::{EventPump, Sdl};

use crate::desktop::input::Input;
use crate::desktop::input::held_keys::HeldKeys;
use crate::desktop::input::pads::Pads;

/// SDL's queue of events, and the pads that add to it.
pub struct Events {
    /// Without it SDL draws no window.
    pub(crate) queue: EventPump,
    pads: Pads,
    held: HeldKeys,
}

impl Events {
    /// Begins to listen to window and keyboard.
    pub fn new(queue: EventPump) -> Events {
        Events { queue, pads: Pads::new(None), held: HeldKeys::default() }
    }

    /// Begins to listen to game pads, too.
    pub fn open_pads(&mut self, sdl: &Sdl) {
        self.pads = Pads::new(sdl.game_controller().ok());
    }

    /// Returns true if the window was closed or a signal came. All other inputs are dropped.
    pub fn wants_to_quit(&mut self) -> bool {
        iter::from_fn(|| self.queue.poll_event()).any(|event| {
            let is_close = matches!(event, Event::Window { win_event: WindowEvent::Close, .. });
            is_close || matches!(event, Event::Quit { .. })
        })
    }

    /// Sleeps until something happens, for `timeout` or less. Returns all inputs that have come.
    pub fn wait(&mut self, timeout: Duration) -> Vec<Input> {
        let Events { queue, pads, held } = self;
        pads.update();
        let begin = Instant::now();
        let first = match timeout.min(pads.timeout()).as_millis() {
            0 if timeout.is_zero() => queue.poll_event(),
            milliseconds => queue.wait_event_timeout(milliseconds.max(1) as u32),
        };
        held.wait(begin.elapsed());
        let events = first.into_iter().chain(iter::from_fn(|| queue.poll_event()));
        let mut events: Vec<Event> = events.flat_map(|event| held.pass(event)).flatten().collect();
        drop_piled_up(&mut events);
        let inputs = events.into_iter().filter_map(|event| {
            pads.handle(&event);
            Input::from_event(&event)
        });
        let mut inputs: Vec<Input> = inputs.collect();
        inputs.extend(pads.repeat());
        inputs
    }
}

/// Removes the repeats of a held key that piled up while the program could not draw. The player has seen none
/// of their steps. Of all repeats only the last remains, unless its key is up by now or another key is down.
fn drop_piled_up(events: &mut Vec<Event>) {
    let (mut released, mut is_over) = (Vec::new(), false);
    let mut kept = Vec::with_capacity(events.len());
    for event in events.drain(..).rev() {
        match event {
            Event::KeyUp { scancode, .. } => released.push(scancode),
            Event::KeyDown { scancode, repeat, .. } => {
                let is_old = repeat && (is_over || released.contains(&scancode));
                is_over = true;
                if is_old {
                    continue;
                }
            }
            _ => {}
        }
        kept.push(event);
    }
    events.extend(kept.into_iter().rev());
}
