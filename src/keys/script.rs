//! Scripts of keys: what `--keys` and `--keys-file` take.

use std::io::{self, BufReader, Read};

use crate::key::Key;
use crate::support::encoding::Decoder;

/// Maximum number of times that a word can repeat a key.
const MAX_REPEAT: usize = 1_000_000;
/// Maximum number of keys of a script that is read at once.
const MAX_KEYS: usize = 10_000_000;
/// Maximum length of a word, in bytes. No name of a key is longer.
const LONGEST_WORD: usize = 64;
/// Advice for a word that names no key.
const NAMES: &str = "keys have SDL's names, like Up, Space, Escape, F5, A or Keypad_8, and Up*5 repeats";

/// Reads a whole script of keys.
///
/// # Errors
/// If it cannot be read, has a word that is no key, or is too long.
pub fn read_all(input: impl Read) -> Result<Vec<Key>, KeyError> {
    let mut reader = KeyReader::new(input);
    let mut keys = Vec::new();
    while let Some(key) = reader.next().transpose()? {
        if keys.len() == MAX_KEYS {
            return Err(reader.error(&format!(
                "the script has more than {MAX_KEYS} keys; pipe a longer one into \
                 'roguelike trace --keys-file -'"
            )));
        }
        keys.push(key);
    }
    Ok(keys)
}

/// Reads a script of keys one by one: names separated by white space, `Right*5` for five times, `#` for a
/// comment to the end of the line.
///
/// The text is in any encoding that Windows writes.
/// It reads no further than the next key needs, so another program can choose each key by the answer to the
/// last one.
pub struct KeyReader<R> {
    input: BufReader<Decoder<R>>,
    /// The line and the column of the next byte, from 1.
    next: (usize, usize),
    /// The line and the column where the last word began.
    place: (usize, usize),
    /// A key that is returned again, and how many times.
    repeated: Option<(Key, usize)>,
}

/// Why the next key of a script cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The input cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// A word of the script names no key, or there are too many keys. The text begins with the line and the
    /// character of the line, from 1.
    #[error("{0}")]
    Script(String),
}

impl<R: Read> KeyReader<R> {
    /// A reader at the beginning of a script.
    pub fn new(input: R) -> KeyReader<R> {
        let input = BufReader::new(Decoder::new(input));
        KeyReader { input, next: (1, 1), place: (1, 1), repeated: None }
    }

    fn error(&self, problem: &str) -> KeyError {
        let (line, column) = self.place;
        KeyError::Script(format!("line {line}, column {column}: {problem}"))
    }

    /// Returns the next byte of the script, and counts lines and columns.
    fn next_byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.input.by_ref().bytes().next().transpose()?;
        match byte {
            Some(b'\n') => self.next = (self.next.0 + 1, 1),
            // All characters before the first mistake of a line are ASCII, one byte each.
            Some(_) => self.next.1 += 1,
            None => {}
        }
        Ok(byte)
    }

    /// Returns the next word outside comments. `place` is where it begins then.
    fn next_word(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut word = Vec::new();
        let mut comment = false;
        loop {
            let place = self.next;
            let byte = self.next_byte()?;
            let end = byte.is_none_or(|byte| byte.is_ascii_whitespace());
            if end && !word.is_empty() || word.len() == LONGEST_WORD {
                return Ok(Some(word));
            }
            match byte {
                None => return Ok(None),
                Some(b'\n') => comment = false,
                Some(b'#') if word.is_empty() => comment = true,
                Some(byte) if !end && !comment => {
                    if word.is_empty() {
                        self.place = place;
                    }
                    word.push(byte);
                }
                _ => {}
            }
        }
    }

    fn next_key(&mut self) -> Result<Option<Key>, KeyError> {
        if self.repeated.is_none()
            && let Some(word) = self.next_word()?
        {
            // Every second byte of English in UTF-16 is zero.
            if word.contains(&0) && word.windows(2).all(|pair| pair != [0, 0]) {
                return Err(self.error("the script is UTF-16 without a byte-order mark; save it as UTF-8"));
            }
            let word = parse_word(&String::from_utf8_lossy(&word));
            self.repeated = Some(word.map_err(|problem| self.error(&format!("{problem}; {NAMES}")))?);
        }
        let Some((key, count)) = self.repeated.take() else { return Ok(None) };
        self.repeated = (count > 1).then_some((key, count - 1));
        Ok(Some(key))
    }
}

impl<R: Read> Iterator for KeyReader<R> {
    type Item = Result<Key, KeyError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_key().transpose()
    }
}

/// Returns the words of a script of keys: a name each, with a number where a key comes several times.
pub fn words(keys: &[Key]) -> impl Iterator<Item = String> {
    keys.chunk_by(|a, b| a == b).map(|run| {
        let name = run[0].name().replace(' ', "_");
        if run.len() == 1 { name } else { format!("{name}*{}", run.len()) }
    })
}

/// Reads a name, or a name with `*` and a count.
fn parse_word(word: &str) -> Result<(Key, usize), String> {
    // A terminal would act on control characters.
    let shown = word.escape_debug();
    if let Some(key) = Key::from_name(word) {
        return Ok((key, 1));
    }
    let repeated = word.rsplit_once('*').and_then(|(name, count)| Some((Key::from_name(name)?, count)));
    let (key, count) = repeated.ok_or_else(|| format!("unknown key '{shown}'"))?;
    let count = count.parse().ok().filter(|count| (1..=MAX_REPEAT).contains(count));
    let count = count.ok_or_else(|| format!("'{shown}' does not repeat a key 1 to {MAX_REPEAT} times"))?;
    Ok((key, count))
}
