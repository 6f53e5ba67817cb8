//! Surfaces as pixels.

use sdl2::surface::SurfaceRef;

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
