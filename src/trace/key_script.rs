//! Scripts of keys: what `--keys` and `--keys-file` take.

use std::io::{self, Read};

use crate::key::Key;
use crate::support::text::BYTE_ORDER_MARK;

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
}
