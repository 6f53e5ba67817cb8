//! Colours, as the original writes them (`SDL_Color`).

/// Red, green and blue, each 0 to 255; always opaque.
#[derive(Clone, Copy, Debug)]
pub struct Color(pub u8, pub u8, pub u8);
