//! Keys that only the window knows, beside those of the original.

use crate::key::Key;

impl Key {
    /// C, which continues an unfinished run.
    pub const C: Key = Key(6);
    /// H, which goes left.
    pub const H: Key = Key(11);
    /// J, which goes down.
    pub const J: Key = Key(13);
    /// K, which goes up.
    pub const K: Key = Key(14);
    /// L, which goes right.
    pub const L: Key = Key(15);
    /// V, which changes the algorithm of the view.
    pub const V: Key = Key(25);
    /// Return.
    pub const RETURN: Key = Key(40);
    /// The slash, with Shift a question mark.
    pub const SLASH: Key = Key(56);
    /// F1, which shows the keys.
    pub const F1: Key = Key(58);
    /// F11, which fills the screen.
    pub const F11: Key = Key(68);
    /// F12, which saves a picture.
    pub const F12: Key = Key(69);
    /// Enter on the number pad.
    pub const KEYPAD_ENTER: Key = Key(88);
    /// 1 on the number pad.
    pub const KEYPAD_1: Key = Key(89);
    /// 2 on the number pad.
    pub const KEYPAD_2: Key = Key(90);
    /// 3 on the number pad.
    pub const KEYPAD_3: Key = Key(91);
    /// 4 on the number pad.
    pub const KEYPAD_4: Key = Key(92);
    /// 6 on the number pad.
    pub const KEYPAD_6: Key = Key(94);
    /// 8 on the number pad.
    pub const KEYPAD_8: Key = Key(96);
    /// The full stop on the number pad.
    pub const KEYPAD_PERIOD: Key = Key(99);

    /// The key of a letter, 0 to 25 for A to Z.
    pub fn from_letter(letter: usize) -> Option<Key> {
        (letter < 26).then(|| Key(Key::A.0 + letter as u16))
    }

    /// Returns true if the key only changes what other keys mean, like Shift.
    pub fn is_modifier(self) -> bool {
        (224..=231).contains(&self.0)
    }
}
