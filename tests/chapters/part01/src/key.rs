//! Keys by their place on the keyboard (SDL's scancodes), as in the original, not by what is printed there.

/// A key, as SDL's scancode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key(pub u16);

/// The keys that mean something, by the names on an American keyboard.
impl Key {
    pub const ESCAPE: Key = Key(41);
    pub const SPACE: Key = Key(44);
}
