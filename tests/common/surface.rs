//! The engine that draws letters on surfaces.

use std::sync::{Mutex, MutexGuard};

use sdl2::ttf::Sdl2TtfContext;

/// Held by the test that uses SDL_ttf, which has one font engine for all threads and counts its users without
/// a lock.
static ENGINE: Mutex<()> = Mutex::new(());

/// SDL_ttf, for one test at a time. It ends before the next test may start it.
pub struct Engine {
    pub ttf: Sdl2TtfContext,
    _held: MutexGuard<'static, ()>,
}

/// Starts SDL_ttf. Waits until no other test of this program uses it.
pub fn engine() -> Engine {
    // A test that failed leaves the lock poisoned, but the engine whole.
    let held = ENGINE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    Engine { ttf: sdl2::ttf::init().unwrap(), _held: held }
}
