//! Keys by their position on the keyboard, under SDL's names, and scripts of keys.
//!
//! The original reads scancodes, so a key is where it lies and not what is printed on it. Traces name keys as SDL does.

use std::fmt;

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

    /// A to Z as 0 to 25.
    pub fn letter(self) -> Option<usize> {
        let letter = usize::from(self.0.checked_sub(Key::A.0)?);
        (letter < 26).then_some(letter)
    }

    /// Reads a script: names parted by white space, `Right*5` for five times, `#` for a comment to the end of the line.
    ///
    /// # Errors
    /// At the first word that is no key, with its place.
    pub fn parse_script(script: &str) -> Result<Vec<Key>, KeyScriptError> {
        let mut keys = Vec::new();
        for (index, line) in script.lines().enumerate() {
            Key::parse_line(line, index + 1, &mut keys)?;
        }
        Ok(keys)
    }

    /// Reads one line of a script, the `number`-th, and appends its keys.
    ///
    /// # Errors
    /// At the first word that is no key, with its place.
    pub fn parse_line(line: &str, number: usize, keys: &mut Vec<Key>) -> Result<(), KeyScriptError> {
        let mut column = 1;
        // Every white space character ends a piece, so pieces (some empty) and single blanks make up the line.
        for word in line.split(char::is_whitespace) {
            if word.starts_with('#') {
                break;
            }
            if !word.is_empty() {
                let (key, count) =
                    parse_word(word).map_err(|problem| KeyScriptError { line: number, column, problem })?;
                keys.extend(std::iter::repeat_n(key, count));
            }
            column += word.chars().count() + 1;
        }
        Ok(())
    }
}

/// A name, or a name with `*` and a count.
fn parse_word(word: &str) -> Result<(Key, usize), String> {
    if let Some(key) = Key::from_name(word) {
        return Ok((key, 1));
    }
    if let Some((name, count)) = word.rsplit_once('*')
        && let Some(key) = Key::from_name(name)
    {
        return match count.parse() {
            Ok(count) if (1..=MAX_REPEAT).contains(&count) => Ok((key, count)),
            _ => Err(format!("'{word}' does not repeat a key 1 to {MAX_REPEAT} times")),
        };
    }
    Err(format!("unknown key '{word}'"))
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
