//! The keys that the original does not have, and what they mean where.

use crate::game::direction;
use crate::key::Key;

impl Key {
    /// Stands for a printed sign that means nothing to the game.
    pub(crate) const SIGN: Key = Key::COMMA;

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
