//! The wait for SDL's events, for what game pads report, and for the end of the terminal.

use std::iter;
use std::time::{Duration, Instant};

use sdl2::{EventPump, Sdl};

use crate::desktop::input::Input;
use crate::desktop::input::held_keys::HeldKeys;
use crate::desktop::input::pads::Pads;

/// SDL's queue of events, and the pads that add to it.
pub struct Events {
    queue: EventPump,
    pads: Pads,
    held: HeldKeys,
    hangup: Hangup,
}

impl Events {
    /// Begins to listen to window and keyboard.
    ///
    /// # Errors
    /// If SDL has no queue of events.
    pub fn new(sdl: &Sdl) -> Result<Events, String> {
        let (held, hangup) = (HeldKeys::default(), Hangup::listen());
        Ok(Events { queue: sdl.event_pump()?, pads: Pads::new(None), held, hangup })
    }

    /// Begins to listen to game pads, too.
    pub fn open_pads(&mut self, sdl: &Sdl) {
        self.pads = Pads::new(sdl.game_controller().ok());
    }

    /// SDL's queue of events, without which it draws no window.
    pub(crate) const fn queue(&self) -> &EventPump {
        &self.queue
    }

    /// Sleeps until something happens, for `timeout` or less. Returns all inputs that have come.
    pub fn wait(&mut self, timeout: Duration) -> impl Iterator<Item = Input> {
        let Events { queue, pads, held, hangup } = self;
        pads.update();
        let begin = Instant::now();
        let mut next = match timeout.min(pads.timeout()).as_millis() {
            0 if timeout.is_zero() => queue.poll_event(),
            milliseconds => queue.wait_event_timeout(milliseconds.max(1) as u32),
        };
        held.wait(begin.elapsed());
        iter::from_fn(move || {
            loop {
                let Some(event) = next.take().or_else(|| queue.poll_event()) else {
                    return if hangup.take() { Some(Input::Quit) } else { pads.repeat() };
                };
                let [now, later] = held.pass(event);
                next = later;
                let Some(event) = now else { continue };
                pads.handle(&event);
                if let Some(input) = Input::from_event(&event) {
                    return Some(input);
                }
            }
        })
    }
}

/// Notices that the terminal was closed (SIGHUP). Without it the program would end at once.
#[derive(Debug, Default)]
struct Hangup {
    #[cfg(unix)]
    signal: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

impl Hangup {
    /// Listens from now on. If that is not possible, a hangup ends the program as it does by default.
    fn listen() -> Hangup {
        let hangup = Hangup::default();
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGHUP, hangup.signal.clone()).ok();
        hangup
    }

    /// Returns true once after the terminal was closed.
    fn take(&self) -> bool {
        #[cfg(unix)]
        return self.signal.swap(false, std::sync::atomic::Ordering::Relaxed);
        #[cfg(not(unix))]
        false
    }
}
