//! The keys that the original does not have, and what they mean where.

use crate::game::direction;
use crate::key::Key;

/// Keys of the window, by the names on an American keyboard. The table of commands says what they do.
#[allow(missing_docs, reason = "the names say it")]
impl Key {
    pub const B: Key = Key(5);
    pub const C: Key = Key(6);
    pub const E: Key = Key(8);
    pub const G: Key = Key(10);
    pub const H: Key = Key(11);
    pub const J: Key = Key(13);
    pub const K: Key = Key(14);
    pub const L: Key = Key(15);
    pub const M: Key = Key(16);
    pub const O: Key = Key(18);
    pub const P: Key = Key(19);
    pub const R: Key = Key(21);
    pub const T: Key = Key(23);
    pub const U: Key = Key(24);
    pub const X: Key = Key(27);
    pub const RETURN: Key = Key(40);
    pub const TAB: Key = Key(43);
    pub const SEMICOLON: Key = Key(51);
    /// Stands for a printed sign that means nothing to the game: the comma.
    pub(crate) const SIGN: Key = Key(54);
    pub const F1: Key = Key(58);
    pub const F2: Key = Key(59);
    pub const F4: Key = Key(61);
    pub const F11: Key = Key(68);
    pub const F12: Key = Key(69);
    pub const HOME: Key = Key(74);
    pub const PAGE_UP: Key = Key(75);
    pub const END: Key = Key(77);
    pub const PAGE_DOWN: Key = Key(78);
    pub const KEYPAD_ENTER: Key = Key(88);
    pub const KEYPAD_1: Key = Key(89);
    pub const KEYPAD_2: Key = Key(90);
    pub const KEYPAD_3: Key = Key(91);
    pub const KEYPAD_4: Key = Key(92);
    pub const KEYPAD_6: Key = Key(94);
    pub const KEYPAD_8: Key = Key(96);
    pub const KEYPAD_PERIOD: Key = Key(99);

    /// Returns the key of a letter, 0 to 25 for A to Z.
    pub(crate) fn from_letter(letter: usize) -> Option<Key> {
        (letter < 26).then(|| Key(Key::A.0 + letter as u16))
    }

    /// Returns true for keys that change the meaning of others, like Shift.
    pub(crate) fn is_modifier(self) -> bool {
        (224..=231).contains(&self.0)
    }

    /// Returns the original's key for one that is pressed on the map. The keys that walk are known by their
    /// place, the others by what is printed on them. None for a letter whose namesake walks elsewhere.
    pub(crate) fn on_map(physical: Key, printed: Key) -> Option<Key> {
        let walks = physical.walking();
        if direction(walks).is_some() {
            return Some(walks);
        }
        Some(printed.walking()).filter(|&key| direction(key).is_none())
    }

    /// Returns the original's key for vi's keys and the number pad.
    pub(crate) fn walking(self) -> Key {
        match self {
            Key::H | Key::KEYPAD_4 => Key::LEFT,
            Key::J | Key::KEYPAD_2 => Key::DOWN,
            Key::K | Key::KEYPAD_8 => Key::UP,
            Key::L | Key::KEYPAD_6 => Key::RIGHT,
            Key::KEYPAD_PERIOD => Key::PERIOD,
            other => other,
        }
    }

    /// Returns the original's key for one that is pressed on any other screen. There the number pad has
    /// digits.
    pub(crate) fn off_map(self) -> Key {
        match self {
            Key::KEYPAD_1 => Key::NUM_1,
            Key::KEYPAD_2 => Key::NUM_2,
            Key::KEYPAD_3 => Key::NUM_3,
            other => other,
        }
    }
}
