//! Keys by their position on the keyboard, under SDL's names, and scripts of keys.
//!
//! The original reads scancodes, so a key is where it lies and not what is printed on it. Traces name keys as SDL does.

use std::fmt;
use std::io::{self, Read};

use crate::text::BYTE_ORDER_MARK;

/// A key, as SDL's scancode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(u16);

/// A word of a key script that names no key, or repeats one a senseless number of times.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}, column {column}: {problem}; keys have SDL's names, like Up, Space, Escape, F5, A or Keypad_8, and Up*5 repeats"
)]
pub struct KeyScriptError {
    /// The line of the script, from 1.
    pub line: usize,
    /// The character in that line at which the word begins, from 1.
    pub column: usize,
    problem: String,
}

/// More repetitions of one key than this are taken for a slip.
const MAX_REPEAT: usize = 1_000_000;
/// Bytes asked for at a time.
const CHUNK: usize = 4096;
/// No name is longer than this, in bytes.
const LONGEST_WORD: usize = 64;

impl Key {
    /// Arrow up.
    pub const UP: Key = Key(82);
    /// Arrow down.
    pub const DOWN: Key = Key(81);
    /// Arrow left.
    pub const LEFT: Key = Key(80);
    /// Arrow right.
    pub const RIGHT: Key = Key(79);
    /// W, which also goes up.
    pub const W: Key = Key(26);
    /// A, which also goes left.
    pub const A: Key = Key(4);
    /// S, which also goes down.
    pub const S: Key = Key(22);
    /// D, which also goes right.
    pub const D: Key = Key(7);
    /// The space bar.
    pub const SPACE: Key = Key(44);
    /// Escape.
    pub const ESCAPE: Key = Key(41);
    /// I, for the pack.
    pub const I: Key = Key(12);
    /// The full stop, for the stairs.
    pub const PERIOD: Key = Key(55);
    /// F5 saves.
    pub const F5: Key = Key(62);
    /// F9 loads.
    pub const F9: Key = Key(66);
    /// 1, the fighter.
    pub const NUM_1: Key = Key(30);
    /// 2, the rogue.
    pub const NUM_2: Key = Key(31);
    /// 3, the mage.
    pub const NUM_3: Key = Key(32);
    /// C, which continues an unfinished run.
    pub const C: Key = Key(6);
    /// H, which goes left in the window.
    pub const H: Key = Key(11);
    /// J, which goes down in the window.
    pub const J: Key = Key(13);
    /// K, which goes up in the window.
    pub const K: Key = Key(14);
    /// L, which goes right in the window.
    pub const L: Key = Key(15);
    /// V, which changes the view's algorithm in the window.
    pub const V: Key = Key(25);
    /// Return.
    pub const RETURN: Key = Key(40);
    /// The slash, with shift a question mark.
    pub const SLASH: Key = Key(56);
    /// F1, for help.
    pub const F1: Key = Key(58);
    /// F11, for the whole screen.
    pub const F11: Key = Key(68);
    /// F12, for a screenshot.
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

    /// The key with this SDL scancode, if SDL has a name for it.
    pub fn from_scancode(scancode: i32) -> Option<Key> {
        NAMES.iter().find(|&&(number, _)| i32::from(number) == scancode).map(|&(number, _)| Key(number))
    }

    /// The key with this name, in any case, blanks written as blanks or `_`.
    pub fn from_name(name: &str) -> Option<Key> {
        let name = name.replace('_', " ");
        NAMES.iter().find(|(_, known)| known.eq_ignore_ascii_case(&name)).map(|&(number, _)| Key(number))
    }

    /// SDL's name of it.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|&&(number, _)| number == self.0).map_or("", |&(_, name)| name)
    }

    /// Does it only change what other keys mean, like Shift?
    pub fn is_modifier(self) -> bool {
        (224..=231).contains(&self.0)
    }

    /// The letter key of 0 to 25.
    pub fn from_letter(letter: usize) -> Option<Key> {
        (letter < 26).then(|| Key(Key::A.0 + letter as u16))
    }

    /// A to Z as 0 to 25.
    pub fn letter(self) -> Option<usize> {
        let letter = usize::from(self.0.checked_sub(Key::A.0)?);
        (letter < 26).then_some(letter)
    }
}

/// Reads a script of keys: names separated by white space, `Right*5` for five times, `#` for a comment to the end of the line.
///
/// It never reads further than it must for the next key, so another program can type while it looks at the answers. After an
/// error there is nothing more.
pub struct KeyReader<R> {
    input: R,
    buffer: Vec<u8>,
    /// How much of the buffer is used up.
    used: usize,
    /// Where the next byte is, from 1.
    line: usize,
    column: usize,
    /// A key to give again so many times.
    repeated: Option<(Key, usize)>,
    ended: bool,
}

/// Why the next key of a script is not to be had.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The input cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// A word is no key.
    #[error(transparent)]
    Script(#[from] KeyScriptError),
}

impl<R: Read> KeyReader<R> {
    /// Begins to read.
    pub const fn new(input: R) -> KeyReader<R> {
        let buffer = Vec::new();
        KeyReader { input, buffer, used: 0, line: 1, column: 1, repeated: None, ended: false }
    }

    fn next_byte(&mut self) -> io::Result<Option<u8>> {
        if self.used == self.buffer.len() {
            self.buffer.resize(CHUNK, 0);
            let length = loop {
                match self.input.read(&mut self.buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    result => break result?,
                }
            };
            self.buffer.truncate(length);
            self.used = 0;
        }
        let byte = self.buffer.get(self.used).copied();
        self.used += 1;
        match byte {
            Some(b'\n') => (self.line, self.column) = (self.line + 1, 1),
            // The further bytes of a character do not count as columns.
            Some(byte) if byte & 0xC0 != 0x80 => self.column += 1,
            _ => {}
        }
        Ok(byte)
    }

    /// The next word outside comments, with its line and column.
    fn next_word(&mut self) -> io::Result<Option<(String, usize, usize)>> {
        let mut word = Vec::new();
        let (mut line, mut column) = (self.line, self.column);
        let mut comment = false;
        loop {
            let place = (self.line, self.column);
            let byte = self.next_byte()?;
            let end = byte.is_none_or(|byte| byte.is_ascii_whitespace());
            if end && !word.is_empty() || word.len() == LONGEST_WORD {
                return Ok(Some((String::from_utf8_lossy(&word).into_owned(), line, column)));
            }
            match byte {
                None => return Ok(None),
                Some(b'\n') => comment = false,
                Some(b'#') if word.is_empty() => comment = true,
                Some(byte) if !end && !comment => {
                    if word.is_empty() {
                        (line, column) = place;
                    }
                    word.push(byte);
                    if word == BYTE_ORDER_MARK {
                        word.clear();
                    }
                }
                _ => {}
            }
        }
    }

    fn next_key(&mut self) -> Result<Option<Key>, KeyError> {
        let (key, count) = match self.repeated.take() {
            Some(repeated) => repeated,
            None => match self.next_word()? {
                None => return Ok(None),
                Some((word, line, column)) => {
                    parse_word(&word).map_err(|problem| KeyScriptError { line, column, problem })?
                }
            },
        };
        self.repeated = (count > 1).then_some((key, count - 1));
        Ok(Some(key))
    }
}

impl<R: Read> Iterator for KeyReader<R> {
    type Item = Result<Key, KeyError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.next_key().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}

/// A name, or a name with `*` and a count.
fn parse_word(word: &str) -> Result<(Key, usize), String> {
    // A terminal would obey a control character.
    let shown = word.escape_debug();
    if let Some(key) = Key::from_name(word) {
        return Ok((key, 1));
    }
    if let Some((name, count)) = word.rsplit_once('*')
        && let Some(key) = Key::from_name(name)
    {
        return match count.parse() {
            Ok(count) if (1..=MAX_REPEAT).contains(&count) => Ok((key, count)),
            _ => Err(format!("'{shown}' does not repeat a key 1 to {MAX_REPEAT} times")),
        };
    }
    Err(format!("unknown key '{shown}'"))
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Scancodes and their names as SDL 2 has them. From 1000 on are names that only SDL 3 has, so that its traces can be read;
/// those numbers are ours.
#[rustfmt::skip]
const NAMES: &[(u16, &str)] = &[
    (4, "A"), (5, "B"), (6, "C"), (7, "D"), (8, "E"), (9, "F"), (10, "G"), (11, "H"), (12, "I"),
    (13, "J"), (14, "K"), (15, "L"), (16, "M"), (17, "N"), (18, "O"), (19, "P"), (20, "Q"),
    (21, "R"), (22, "S"), (23, "T"), (24, "U"), (25, "V"), (26, "W"), (27, "X"), (28, "Y"),
    (29, "Z"), (30, "1"), (31, "2"), (32, "3"), (33, "4"), (34, "5"), (35, "6"), (36, "7"),
    (37, "8"), (38, "9"), (39, "0"), (40, "Return"), (41, "Escape"), (42, "Backspace"),
    (43, "Tab"), (44, "Space"), (45, "-"), (46, "="), (47, "["), (48, "]"), (49, "\\"), (50, "#"),
    (51, ";"), (52, "'"), (53, "`"), (54, ","), (55, "."), (56, "/"), (57, "CapsLock"),
    (58, "F1"), (59, "F2"), (60, "F3"), (61, "F4"), (62, "F5"), (63, "F6"), (64, "F7"),
    (65, "F8"), (66, "F9"), (67, "F10"), (68, "F11"), (69, "F12"), (70, "PrintScreen"),
    (71, "ScrollLock"), (72, "Pause"), (73, "Insert"), (74, "Home"), (75, "PageUp"),
    (76, "Delete"), (77, "End"), (78, "PageDown"), (79, "Right"), (80, "Left"), (81, "Down"),
    (82, "Up"), (83, "Numlock"), (84, "Keypad /"), (85, "Keypad *"), (86, "Keypad -"),
    (87, "Keypad +"), (88, "Keypad Enter"), (89, "Keypad 1"), (90, "Keypad 2"), (91, "Keypad 3"),
    (92, "Keypad 4"), (93, "Keypad 5"), (94, "Keypad 6"), (95, "Keypad 7"), (96, "Keypad 8"),
    (97, "Keypad 9"), (98, "Keypad 0"), (99, "Keypad ."), (101, "Application"), (102, "Power"),
    (103, "Keypad ="), (104, "F13"), (105, "F14"), (106, "F15"), (107, "F16"), (108, "F17"),
    (109, "F18"), (110, "F19"), (111, "F20"), (112, "F21"), (113, "F22"), (114, "F23"),
    (115, "F24"), (116, "Execute"), (117, "Help"), (118, "Menu"), (119, "Select"), (120, "Stop"),
    (121, "Again"), (122, "Undo"), (123, "Cut"), (124, "Copy"), (125, "Paste"), (126, "Find"),
    (127, "Mute"), (128, "VolumeUp"), (129, "VolumeDown"), (133, "Keypad ,"),
    (134, "Keypad = (AS400)"), (153, "AltErase"), (154, "SysReq"), (155, "Cancel"),
    (156, "Clear"), (157, "Prior"), (159, "Separator"), (160, "Out"), (161, "Oper"),
    (162, "Clear / Again"), (163, "CrSel"), (164, "ExSel"), (176, "Keypad 00"),
    (177, "Keypad 000"), (178, "ThousandsSeparator"), (179, "DecimalSeparator"),
    (180, "CurrencyUnit"), (181, "CurrencySubUnit"), (182, "Keypad ("), (183, "Keypad )"),
    (184, "Keypad {"), (185, "Keypad }"), (186, "Keypad Tab"), (187, "Keypad Backspace"),
    (188, "Keypad A"), (189, "Keypad B"), (190, "Keypad C"), (191, "Keypad D"), (192, "Keypad E"),
    (193, "Keypad F"), (194, "Keypad XOR"), (195, "Keypad ^"), (196, "Keypad %"),
    (197, "Keypad <"), (198, "Keypad >"), (199, "Keypad &"), (200, "Keypad &&"),
    (201, "Keypad |"), (202, "Keypad ||"), (203, "Keypad :"), (204, "Keypad #"),
    (205, "Keypad Space"), (206, "Keypad @"), (207, "Keypad !"), (208, "Keypad MemStore"),
    (209, "Keypad MemRecall"), (210, "Keypad MemClear"), (211, "Keypad MemAdd"),
    (212, "Keypad MemSubtract"), (213, "Keypad MemMultiply"), (214, "Keypad MemDivide"),
    (215, "Keypad +/-"), (216, "Keypad Clear"), (217, "Keypad ClearEntry"),
    (218, "Keypad Binary"), (219, "Keypad Octal"), (220, "Keypad Decimal"),
    (221, "Keypad Hexadecimal"), (224, "Left Ctrl"), (225, "Left Shift"), (226, "Left Alt"),
    (227, "Left GUI"), (228, "Right Ctrl"), (229, "Right Shift"), (230, "Right Alt"),
    (231, "Right GUI"), (257, "ModeSwitch"), (258, "AudioNext"), (259, "AudioPrev"),
    (260, "AudioStop"), (261, "AudioPlay"), (262, "AudioMute"), (263, "MediaSelect"),
    (264, "WWW"), (265, "Mail"), (266, "Calculator"), (267, "Computer"), (268, "AC Search"),
    (269, "AC Home"), (270, "AC Back"), (271, "AC Forward"), (272, "AC Stop"),
    (273, "AC Refresh"), (274, "AC Bookmarks"), (275, "BrightnessDown"), (276, "BrightnessUp"),
    (277, "DisplaySwitch"), (278, "KBDIllumToggle"), (279, "KBDIllumDown"), (280, "KBDIllumUp"),
    (281, "Eject"), (282, "Sleep"), (283, "App1"), (284, "App2"), (285, "AudioRewind"),
    (286, "AudioFastForward"), (287, "SoftLeft"), (288, "SoftRight"), (289, "Call"),
    (290, "EndCall"), (1000, "Wake"), (1001, "ChannelUp"), (1002, "ChannelDown"),
    (1003, "MediaPlay"), (1004, "MediaPause"), (1005, "MediaRecord"), (1006, "MediaFastForward"),
    (1007, "MediaRewind"), (1008, "MediaTrackNext"), (1009, "MediaTrackPrevious"),
    (1010, "MediaStop"), (1011, "MediaPlayPause"), (1012, "AC New"), (1013, "AC Open"),
    (1014, "AC Close"), (1015, "AC Exit"), (1016, "AC Save"), (1017, "AC Print"),
    (1018, "AC Properties"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn read(script: &str) -> Result<Vec<Key>, String> {
        KeyReader::new(script.as_bytes()).collect::<Result<_, _>>().map_err(|error| error.to_string())
    }

    #[test]
    fn scripts_have_names_counts_and_comments() {
        let keys =
            read("\u{feff}up RIGHT*3 # the rest is *not* keys\n\tkeypad_8 .\r\n#\nkeypad_**2").unwrap();
        let names: Vec<_> = keys.iter().map(|key| key.name()).collect();
        assert_eq!(names, ["Up", "Right", "Right", "Right", "Keypad 8", ".", "Keypad *", "Keypad *"]);
    }

    #[test]
    fn a_wrong_word_is_named_with_its_place() {
        let error = read("Up\n  Down é Nope*2").unwrap_err();
        assert!(error.starts_with("line 2, column 8: unknown key 'é'"), "{error}");
        let error = read("Up Right*0").unwrap_err();
        assert!(error.starts_with("line 1, column 4: 'Right*0' does not repeat"), "{error}");
        assert!(read(&"x".repeat(10_000)).unwrap_err().len() < 300);
    }

    #[test]
    fn every_name_leads_back_to_its_key() {
        for &(number, name) in NAMES {
            assert_eq!(Key::from_name(name), Some(Key(number)), "{name}");
            assert_eq!(Key::from_name(&name.replace(' ', "_").to_lowercase()), Some(Key(number)));
        }
    }

    /// Our table against the SDL that is linked: same number, same name. The bindings know SDL's keys up to App2.
    #[test]
    fn names_are_those_of_sdl() {
        const APP2: u16 = 284;
        for &(number, name) in NAMES.iter().filter(|&&(number, _)| number <= APP2) {
            let scancode = sdl2::keyboard::Scancode::from_i32(i32::from(number)).map(|code| code.name());
            assert_eq!(scancode, Some(name), "{number}");
        }
    }
}
