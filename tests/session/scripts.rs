//! Scripts of keys, and the names of the keys in them.

use std::io::Read;

use roguelike::key::Key;
use roguelike::keys::script::{KeyReader, read_all};
use sdl2::keyboard::Scancode;

fn names(input: impl Read) -> Vec<&'static str> {
    read_all(input).unwrap().into_iter().map(Key::name).collect()
}

#[test]
fn scripts_have_names_counts_and_comments() {
    let script = "\u{feff}up RIGHT*3 # the rest is *not* keys\n\tkeypad_8 .\r\n#\nkeypad_**2";
    assert_eq!(
        names(script.as_bytes()),
        ["Up", "Right", "Right", "Right", "Keypad 8", ".", "Keypad *", "Keypad *"]
    );
}

#[test]
fn a_wrong_word_is_named_with_its_place() {
    let error = |script: &[u8]| read_all(script).unwrap_err().to_string();
    let unknown = error("Up\n  Down é Nope*2".as_bytes());
    assert!(unknown.starts_with("line 2, column 8: unknown key 'é'"), "{unknown}");
    let count = error(b"Up Right*0");
    assert!(count.starts_with("line 1, column 4: 'Right*0' does not repeat"), "{count}");
    for unmarked in [&b"U\0p\0"[..], b"\0U\0p"] {
        let utf16 = KeyReader::new(unmarked).next().unwrap().unwrap_err().to_string();
        assert!(utf16.starts_with("line 1, column 1: the script is UTF-16 without"), "{utf16}");
    }
    assert!(error("x".repeat(10_000).as_bytes()).len() < 300);
    // A terminal would obey what cannot be seen.
    let unseen = error("a\u{1b}[2J\u{9b}\u{202e}\u{7f}é—".as_bytes());
    assert!(unseen.contains("'a\\u{1b}[2J\\u{9b}\\u{202e}\\u{7f}é—'"), "{unseen}");
}

#[test]
fn a_script_is_the_same_in_every_encoding() {
    let script = "# é \u{1f409}\r\nRight*2 Up\r\n".repeat(1_000);
    let marked = "\u{feff}".to_owned() + &script;
    let little: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let expected = ["Right", "Right", "Up"].repeat(1_000);
    for bytes in [script.as_bytes(), marked.as_bytes(), &little, &big] {
        assert_eq!(names(bytes), expected);
        // It may come in two pieces.
        for (first, second) in (0..64).map(|end| bytes.split_at(end)) {
            assert_eq!(names(first.chain(second)), expected);
        }
    }
    // A character that is cut off ends the text.
    assert_eq!(names(&little[..5]), [""; 0]);
    for (bytes, expected) in [("", &[][..]), ("\u{feff}", &[]), ("A", &["A"])] {
        assert_eq!(names(bytes.as_bytes()), expected);
    }
}

#[test]
fn every_name_leads_back_to_its_key() {
    let keys: Vec<Key> = (0..2_000).map(Key).filter(|key| !key.name().is_empty()).collect();
    assert!(keys.len() > 200, "{}", keys.len());
    for key in keys {
        let name = key.name();
        assert_eq!(Key::from_name(name), Some(key), "{name}");
        assert_eq!(Key::from_name(&name.replace(' ', "_").to_lowercase()), Some(key));
    }
}

/// The keys have the numbers and names of the SDL that is linked. The bindings know SDL's keys up to App2.
#[test]
fn names_are_those_of_sdl() {
    const APP2: u16 = 284;
    for key in (0..=APP2).map(Key).filter(|key| !key.name().is_empty()) {
        let scancode = Scancode::from_i32(i32::from(key.0)).map(Scancode::name);
        assert_eq!(scancode, Some(key.name()), "{}", key.0);
    }
}
