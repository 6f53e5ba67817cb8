//! Surfaces as pixels, and the engine that draws letters on them.

use std::sync::{Mutex, MutexGuard};

use sdl2::surface::SurfaceRef;
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

/// Width, height and the pixels of a surface of 32 bits a pixel, row by row as red, green and blue.
pub fn pixels(surface: &SurfaceRef) -> (u32, u32, Vec<[u8; 3]>) {
    let (width, pitch) = (surface.width() as usize, surface.pitch() as usize);
    let mut pixels = Vec::with_capacity(width * surface.height() as usize);
    for row in surface.without_lock().unwrap().chunks_exact(pitch) {
        let (row, _) = row[..4 * width].as_chunks();
        pixels.extend(row.iter().map(|&pixel| {
            let [_, r, g, b] = u32::from_ne_bytes(pixel).to_be_bytes();
            [r, g, b]
        }));
    }
    (surface.width(), surface.height(), pixels)
}
