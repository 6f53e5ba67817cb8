//! The printed letters of keys, for keyboards of other layouts.
//!
//! The original knows only physical keys. On a French keyboard the letter A lies where Q is on an
//! American one, so the printed letter has to choose `a)` in a list.

use sdl2::keyboard::Keycode;

use crate::desktop::key_table::{STAIRS, from_letter, key_of_sign};
use crate::key::Key;

/// The places where digits are printed, from 1 to 0, on the American layout and on most others.
const DIGIT_ROW: std::ops::RangeInclusive<u16> = 30..=39;
/// The key to the right of the digits: minus on an American keyboard.
const AFTER_DIGITS: u16 = 45;
/// The second key to the right of M: the comma on an American keyboard.
const AFTER_M: u16 = 54;

/// Returns the key of an American keyboard with the same letter or sign, and whether Shift counts for it.
/// That is the physical key itself for keys without a letter, for digits, and for alphabets other than Latin.
pub(crate) fn key(physical: Key, code: Option<Keycode>, shift: bool) -> (Key, bool) {
    // On an American keyboard > is Shift and the full stop.
    let code = code.filter(|_| !DIGIT_ROW.contains(&physical.0));
    let is_stop = code.map_or(physical == Key::PERIOD, |code| code == Keycode::Period);
    if shift && (is_stop || code == Some(Keycode::Less)) || code == Some(Keycode::Greater) {
        return (STAIRS, false);
    }
    let Some(code) = code else { return (physical, shift) };
    if is_question_mark(physical, code, shift) {
        return (Key::F1, false);
    }
    // French: a full stop is Shift and semicolon.
    if code == Keycode::Semicolon && shift && physical.0 == AFTER_M {
        return (Key::PERIOD, false);
    }
    (sign(code).unwrap_or(physical), shift)
}

/// The question mark is Shift and the slash; French: Shift and comma, which lies where M is; German, Italian,
/// Spanish and Scandinavian: Shift and the key after the digits.
fn is_question_mark(physical: Key, code: Keycode, shift: bool) -> bool {
    let after_digits = physical.0 == AFTER_DIGITS
        && !matches!(code, Keycode::Minus | Keycode::LeftBracket | Keycode::RightParen);
    let shifted = code == Keycode::Slash || (code == Keycode::Comma && physical == Key::M) || after_digits;
    code == Keycode::Question || (shift && shifted)
}

/// Returns the key of a letter, a digit or a sign. SDL's codes of the keys that print a
/// character of ASCII are the numbers of these characters; those of letters are of the lower case.
fn sign(code: Keycode) -> Option<Key> {
    match u8::try_from(code.into_i32()).ok()? {
        letter @ b'a'..=b'z' => from_letter(usize::from(letter - b'a')),
        digit @ b'1'..=b'3' => Some(Key(Key::NUM_1.0 + u16::from(digit - b'1'))),
        b'.' => Some(Key::PERIOD),
        b';' => Some(Key::SEMICOLON),
        b'+' | b'=' => Some(Key::EQUALS),
        b'-' => Some(Key::MINUS),
        // The physical key of a sign that is printed elsewhere means nothing.
        other => key_of_sign(char::from(other)),
    }
}
