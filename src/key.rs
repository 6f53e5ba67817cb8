//! Keys by their place on the keyboard (SDL's scancodes), as in the original, not by what is printed there.

/// A key, as SDL's scancode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub u16);

/// The keys that mean something, by the names on an American keyboard.
#[allow(missing_docs, reason = "the names say it")]
impl Key {
    pub const ESCAPE: Key = Key(41);
    pub const SPACE: Key = Key(44);
    pub const UP: Key = Key(82);
    pub const DOWN: Key = Key(81);
    pub const LEFT: Key = Key(80);
    pub const RIGHT: Key = Key(79);
    pub const W: Key = Key(26);
    pub const A: Key = Key(4);
    pub const S: Key = Key(22);
    pub const D: Key = Key(7);
    pub const I: Key = Key(12);
    pub const PERIOD: Key = Key(55);
    pub const NUM_1: Key = Key(30);
    pub const NUM_2: Key = Key(31);
    pub const NUM_3: Key = Key(32);
    pub const F5: Key = Key(62);
    pub const F9: Key = Key(66);

    /// The key with this SDL scancode.
    pub fn from_scancode(scancode: i32) -> Option<Key> {
        u16::try_from(scancode).ok().map(Key)
    }

    /// Part 8: returns the letter of the key, A to Z as 0 to 25. The letters follow each other.
    pub fn letter(self) -> Option<usize> {
        let letter = usize::from(self.0.checked_sub(Key::A.0)?);
        (letter < 26).then_some(letter)
    }
}
