//! The keys that the original does not have, and what they mean where.

use crate::game::direction;
use crate::key::Key;

impl Key {
    /// C, which continues a run that was kept.
    pub const C: Key = Key(6);
    /// E, which examines the map.
    pub const E: Key = Key(8);
    /// G, which gives up a run of the list.
    pub const G: Key = Key(10);
    /// H, which goes left.
    pub const H: Key = Key(11);
    /// J, which goes down.
    pub const J: Key = Key(13);
    /// K, which goes up.
    pub const K: Key = Key(14);
    /// L, which goes right.
    pub const L: Key = Key(15);
    /// M, which shows the messages.
    pub const M: Key = Key(16);
    /// P, which shows the panel as a page.
    pub const P: Key = Key(19);
    /// R, which shows the list of runs.
    pub const R: Key = Key(21);
    /// X, which explores.
    pub const X: Key = Key(27);
    /// Return, with Alt for fullscreen.
    pub const RETURN: Key = Key(40);
    /// The semicolon, which examines the map as E does. On Dvorak's layout E lies where D walks.
    pub const SEMICOLON: Key = Key(51);
    /// Stands for a printed sign that means nothing to the game: the comma.
    pub(crate) const SIGN: Key = Key(54);
    /// The slash, with Shift the question mark.
    pub const SLASH: Key = Key(56);
    /// F1, which shows the keys.
    pub const F1: Key = Key(58);
    /// F2, which shows the settings.
    pub const F2: Key = Key(59);
    /// F4, which switches the sounds on or off.
    pub const F4: Key = Key(61);
    /// F11, for fullscreen.
    pub const F11: Key = Key(68);
    /// F12, which saves a screenshot.
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
    /// B.
    pub const B: Key = Key(5);
    /// O.
    pub const O: Key = Key(18);
    /// T.
    pub const T: Key = Key(23);
    /// U.
    pub const U: Key = Key(24);
    /// HOME. In a replay: the start.
    pub const HOME: Key = Key(74);
    /// PAGE UP. In a replay: the floor before.
    pub const PAGE_UP: Key = Key(75);
    /// END. In a replay: the end.
    pub const END: Key = Key(77);
    /// PAGE DOWN. In a replay: the next floor.
    pub const PAGE_DOWN: Key = Key(78);
    /// TAB. Moves the cursor to the next sight.
    pub const TAB: Key = Key(43);
    /// The full stop on the number pad.
    pub const KEYPAD_PERIOD: Key = Key(99);

    /// Returns the key of a letter, 0 to 25 for A to Z.
    pub(crate) fn from_letter(letter: usize) -> Option<Key> {
        (letter < 26).then(|| Key(Key::A.0 + letter as u16))
    }

    /// Returns true for A to Z.
    pub(crate) fn is_letter(self) -> bool {
        (Key::A.0..Key::A.0 + 26).contains(&self.0)
    }

    /// Returns true for keys that change the meaning of others, like Shift.
    pub(crate) fn is_modifier(self) -> bool {
        (224..=231).contains(&self.0)
    }

    /// Returns the original's key for one that is pressed on the map. The keys that walk are known by their
    /// place, the others by what is printed on them. None for a letter whose namesake walks elsewhere.
    pub(crate) fn on_map(place: Key, printed: Key) -> Option<Key> {
        let walks = place.walking();
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
