//! The names of keys in traces and key scripts: those of SDL.

use std::fmt;

use crate::key::Key;

impl Key {
    /// Returns the key with this name, in upper or lower case, with blanks written as blanks or `_`.
    pub fn from_name(name: &str) -> Option<Key> {
        let name = name.replace('_', " ");
        NAMES.iter().find(|(_, known)| known.eq_ignore_ascii_case(&name)).map(|&(number, _)| Key(number))
    }

    /// Returns SDL's name of the key, empty if SDL has none for it.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|&&(number, _)| number == self.0).map_or("", |&(_, name)| name)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Makes the table of keys: scancode, name, and a constant for each key that the program names in its code.
macro_rules! keys {
    ($($scancode:literal $name:literal $($constant:ident)?;)*) => {
        const NAMES: &[(u16, &str)] = &[$(($scancode, $name)),*];

        /// Keys that only the tools know. Those of the series are in `key.rs`.
        #[allow(missing_docs, reason = "the names say it")]
        impl Key {
            $($(pub const $constant: Key = Key($scancode);)?)*
        }
    };
}

// Scancodes and names are those of SDL 2. From 1000 on are names that only SDL 3 has, so that its traces can
// be read. Those numbers are our own.
keys! {
    4 "A"; 5 "B" B; 6 "C" C; 7 "D"; 8 "E" E; 9 "F" F; 10 "G" G; 11 "H" H; 12 "I"; 13 "J" J; 14 "K" K;
    15 "L" L; 16 "M" M; 17 "N" N; 18 "O" O; 19 "P" P; 20 "Q" Q; 21 "R" R; 22 "S"; 23 "T" T; 24 "U" U;
    25 "V" V; 26 "W"; 27 "X" X; 28 "Y" Y; 29 "Z" Z; 30 "1"; 31 "2"; 32 "3"; 33 "4"; 34 "5"; 35 "6"; 36 "7";
    37 "8"; 38 "9"; 39 "0" NUM_0; 40 "Return" RETURN; 41 "Escape"; 42 "Backspace" BACKSPACE; 43 "Tab" TAB;
    44 "Space"; 45 "-" MINUS; 46 "=" EQUALS; 47 "["; 48 "]"; 49 "\\"; 50 "#"; 51 ";" SEMICOLON; 52 "'";
    53 "`"; 54 ","; 55 "."; 56 "/"; 57 "CapsLock";
    58 "F1" F1; 59 "F2" F2; 60 "F3"; 61 "F4" F4; 62 "F5"; 63 "F6"; 64 "F7";
    65 "F8"; 66 "F9"; 67 "F10"; 68 "F11" F11; 69 "F12" F12; 70 "PrintScreen"; 71 "ScrollLock"; 72 "Pause";
    73 "Insert"; 74 "Home" HOME; 75 "PageUp" PAGE_UP; 76 "Delete"; 77 "End" END; 78 "PageDown" PAGE_DOWN;
    79 "Right"; 80 "Left"; 81 "Down"; 82 "Up"; 83 "Numlock"; 84 "Keypad /"; 85 "Keypad *";
    86 "Keypad -" KEYPAD_MINUS; 87 "Keypad +" KEYPAD_PLUS;
    88 "Keypad Enter" KEYPAD_ENTER; 89 "Keypad 1" KEYPAD_1; 90 "Keypad 2" KEYPAD_2;
    91 "Keypad 3" KEYPAD_3; 92 "Keypad 4" KEYPAD_4; 93 "Keypad 5" KEYPAD_5; 94 "Keypad 6" KEYPAD_6;
    95 "Keypad 7"; 96 "Keypad 8" KEYPAD_8; 97 "Keypad 9"; 98 "Keypad 0" KEYPAD_0; 99 "Keypad ." KEYPAD_PERIOD;
    101 "Application"; 102 "Power"; 103 "Keypad =";
    104 "F13"; 105 "F14"; 106 "F15"; 107 "F16"; 108 "F17"; 109 "F18";
    110 "F19"; 111 "F20"; 112 "F21"; 113 "F22"; 114 "F23"; 115 "F24"; 116 "Execute"; 117 "Help";
    118 "Menu"; 119 "Select"; 120 "Stop"; 121 "Again"; 122 "Undo"; 123 "Cut"; 124 "Copy"; 125 "Paste";
    126 "Find"; 127 "Mute"; 128 "VolumeUp"; 129 "VolumeDown"; 133 "Keypad ,"; 134 "Keypad = (AS400)";
    153 "AltErase"; 154 "SysReq"; 155 "Cancel"; 156 "Clear"; 157 "Prior"; 159 "Separator"; 160 "Out";
    161 "Oper"; 162 "Clear / Again"; 163 "CrSel"; 164 "ExSel"; 176 "Keypad 00"; 177 "Keypad 000";
    178 "ThousandsSeparator"; 179 "DecimalSeparator"; 180 "CurrencyUnit"; 181 "CurrencySubUnit";
    182 "Keypad ("; 183 "Keypad )"; 184 "Keypad {"; 185 "Keypad }"; 186 "Keypad Tab";
    187 "Keypad Backspace"; 188 "Keypad A"; 189 "Keypad B"; 190 "Keypad C"; 191 "Keypad D";
    192 "Keypad E"; 193 "Keypad F"; 194 "Keypad XOR"; 195 "Keypad ^"; 196 "Keypad %"; 197 "Keypad <";
    198 "Keypad >"; 199 "Keypad &"; 200 "Keypad &&"; 201 "Keypad |"; 202 "Keypad ||"; 203 "Keypad :";
    204 "Keypad #"; 205 "Keypad Space"; 206 "Keypad @"; 207 "Keypad !"; 208 "Keypad MemStore";
    209 "Keypad MemRecall"; 210 "Keypad MemClear"; 211 "Keypad MemAdd"; 212 "Keypad MemSubtract";
    213 "Keypad MemMultiply"; 214 "Keypad MemDivide"; 215 "Keypad +/-"; 216 "Keypad Clear";
    217 "Keypad ClearEntry"; 218 "Keypad Binary"; 219 "Keypad Octal"; 220 "Keypad Decimal";
    221 "Keypad Hexadecimal"; 224 "Left Ctrl"; 225 "Left Shift"; 226 "Left Alt"; 227 "Left GUI";
    228 "Right Ctrl"; 229 "Right Shift"; 230 "Right Alt"; 231 "Right GUI"; 257 "ModeSwitch";
    258 "AudioNext"; 259 "AudioPrev"; 260 "AudioStop"; 261 "AudioPlay"; 262 "AudioMute";
    263 "MediaSelect"; 264 "WWW"; 265 "Mail"; 266 "Calculator"; 267 "Computer"; 268 "AC Search";
    269 "AC Home"; 270 "AC Back"; 271 "AC Forward"; 272 "AC Stop"; 273 "AC Refresh"; 274 "AC Bookmarks";
    275 "BrightnessDown"; 276 "BrightnessUp"; 277 "DisplaySwitch"; 278 "KBDIllumToggle";
    279 "KBDIllumDown"; 280 "KBDIllumUp"; 281 "Eject"; 282 "Sleep"; 283 "App1"; 284 "App2";
    285 "AudioRewind"; 286 "AudioFastForward"; 287 "SoftLeft"; 288 "SoftRight"; 289 "Call"; 290 "EndCall";
    1000 "Wake"; 1001 "ChannelUp"; 1002 "ChannelDown"; 1003 "MediaPlay"; 1004 "MediaPause";
    1005 "MediaRecord"; 1006 "MediaFastForward"; 1007 "MediaRewind"; 1008 "MediaTrackNext";
    1009 "MediaTrackPrevious"; 1010 "MediaStop"; 1011 "MediaPlayPause"; 1012 "AC New"; 1013 "AC Open";
    1014 "AC Close"; 1015 "AC Exit"; 1016 "AC Save"; 1017 "AC Print"; 1018 "AC Properties";
}
