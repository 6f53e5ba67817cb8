//! The keys of the original, by their position on the keyboard (SDL's scancodes).
//!
//! The original switches over scancodes, so a key is where it lies and not what is printed on it.

/// A key, as SDL's scancode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub(crate) u16);

impl Key {
    /// Escape.
    pub const ESCAPE: Key = Key(41);
    /// The space bar.
    pub const SPACE: Key = Key(44);
    /// Part 2: arrow up.
    pub const UP: Key = Key(82);
    /// Part 2: arrow down.
    pub const DOWN: Key = Key(81);
    /// Part 2: arrow left.
    pub const LEFT: Key = Key(80);
    /// Part 2: arrow right.
    pub const RIGHT: Key = Key(79);
    /// Part 2: W, which also goes up.
    pub const W: Key = Key(26);
    /// Part 2: A, which also goes left. The other letters follow it, up to Z.
    pub const A: Key = Key(4);
    /// Part 2: S, which also goes down.
    pub const S: Key = Key(22);
    /// Part 2: D, which also goes right.
    pub const D: Key = Key(7);
    /// Part 8: I, for the inventory.
    pub const I: Key = Key(12);
    /// Part 11: the full stop, for the stairs.
    pub const PERIOD: Key = Key(55);
    /// Part 14: 1, the fighter.
    pub const NUM_1: Key = Key(30);
    /// Part 14: 2, the rogue.
    pub const NUM_2: Key = Key(31);
    /// Part 14: 3, the mage.
    pub const NUM_3: Key = Key(32);
    /// Part 15: F5, which saves.
    pub const F5: Key = Key(62);
    /// Part 15: F9, which loads.
    pub const F9: Key = Key(66);

    /// The key with this SDL scancode.
    pub fn from_scancode(scancode: i32) -> Option<Key> {
        u16::try_from(scancode).ok().map(Key)
    }

    /// Part 8: returns the letter of the key, A to Z as 0 to 25.
    pub fn letter(self) -> Option<usize> {
        let letter = usize::from(self.0.checked_sub(Key::A.0)?);
        (letter < 26).then_some(letter)
    }
}
