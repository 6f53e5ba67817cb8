//! Scripts of keys: what `--keys` and `--keys-file` take.

use std::io::{self, BufReader, Read};
use std::iter::{RepeatN, repeat_n};

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
/// If it cannot be read, has a word that names no key, or is too long.
pub fn read_all(input: impl Read) -> Result<Vec<Key>, KeyError> {
    let mut reader = KeyReader::new(input);
    let mut keys = Vec::new();
    while let Some(key) = reader.next().transpose()? {
        if keys.len() == MAX_KEYS {
            return Err(reader.error(ScriptProblem::TooLong));
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
pub struct KeyReader<'a> {
    input: BufReader<Decoder<'a>>,
    /// The line and the column of the next byte, from 1.
    next: (usize, usize),
    /// The line and the column where the last word began.
    place: (usize, usize),
    /// The remaining keys of the last word.
    repeated: RepeatN<Key>,
}

/// Why the next key of a script cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The input cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// Something is wrong at this line and this byte of the line, from 1.
    #[error("line {line}, column {column}: {problem}")]
    #[allow(missing_docs, reason = "the text says it")]
    Script { line: usize, column: usize, problem: ScriptProblem },
}

/// Problems of a script of keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptProblem {
    /// It has too many keys to be read at once.
    #[error(
        "the script has more than {MAX_KEYS} keys; pipe a longer one into 'roguelike trace --keys-file -'"
    )]
    TooLong,
    /// It is in an encoding that nothing announces.
    #[error("the script is UTF-16 without a byte-order mark; save it as UTF-8")]
    Utf16,
    /// No key has this name.
    #[error("unknown key '{0}'; {NAMES}")]
    Unknown(String),
    /// The name is followed by something else than a number of times.
    #[error("'{0}' does not repeat a key 1 to {MAX_REPEAT} times; {NAMES}")]
    Repeat(String),
}

impl<'a> KeyReader<'a> {
    /// A reader at the beginning of a script.
    pub fn new(input: impl Read + 'a) -> KeyReader<'a> {
        let input = BufReader::new(Decoder::new(input));
        KeyReader { input, next: (1, 1), place: (1, 1), repeated: repeat_n(Key(0), 0) }
    }

    fn error(&self, problem: ScriptProblem) -> KeyError {
        let (line, column) = self.place;
        KeyError::Script { line, column, problem }
    }

    /// Returns the next word outside comments; an empty one at the end. `place` is where it begins then.
    fn next_word(&mut self) -> io::Result<Vec<u8>> {
        let (mut word, mut is_comment) = (Vec::new(), false);
        while word.len() < LONGEST_WORD
            && let Some(byte) = self.input.by_ref().bytes().next().transpose()?
        {
            let place @ (line, column) = self.next;
            // All characters before the first mistake of a line are ASCII, one byte each.
            self.next = if byte == b'\n' { (line + 1, 1) } else { (line, column + 1) };
            match byte {
                _ if is_comment => is_comment = byte != b'\n',
                b'#' if word.is_empty() => is_comment = true,
                _ if !byte.is_ascii_whitespace() => {
                    if word.is_empty() {
                        self.place = place;
                    }
                    word.push(byte);
                }
                _ if !word.is_empty() => break,
                _ => {}
            }
        }
        Ok(word)
    }

    fn next_key(&mut self) -> Result<Option<Key>, KeyError> {
        if self.repeated.len() == 0 {
            let word = self.next_word()?;
            if word.is_empty() {
                return Ok(None);
            }
            // Every second byte of English in UTF-16 is zero.
            if word.contains(&0) && word.windows(2).all(|pair| pair != [0, 0]) {
                return Err(self.error(ScriptProblem::Utf16));
            }
            let keys = parse_word(&String::from_utf8_lossy(&word));
            self.repeated = keys.map_err(|problem| self.error(problem))?;
        }
        Ok(self.repeated.next())
    }
}

impl Iterator for KeyReader<'_> {
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

/// Returns the keys of a name, or of a name with `*` and a count.
fn parse_word(word: &str) -> Result<RepeatN<Key>, ScriptProblem> {
    // A terminal would act on control characters.
    let shown = || word.escape_debug().to_string();
    if let Some(key) = Key::from_name(word) {
        return Ok(repeat_n(key, 1));
    }
    let repeated = word.rsplit_once('*').and_then(|(name, count)| Some((Key::from_name(name)?, count)));
    let (key, count) = repeated.ok_or_else(|| ScriptProblem::Unknown(shown()))?;
    let count = count.parse().ok().filter(|count| (1..=MAX_REPEAT).contains(count));
    let count = count.ok_or_else(|| ScriptProblem::Repeat(shown()))?;
    Ok(repeat_n(key, count))
}
