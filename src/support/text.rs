//! Texts: names from outside, made safe to print, so that they cannot move the cursor or break a line;
//! numbers with their nouns; lines of a given width.

use std::fmt::Display;
use std::path::Path;

/// Maximum number of characters that are quoted in a message.
const LONGEST: usize = 60;

/// Maximum number of problems in a message.
const MOST_PROBLEMS: usize = 5;

/// Returns a message about several problems: the first ones, and the number of the others.
pub fn joined(problems: &[String]) -> String {
    let (shown, others) = problems.split_at(problems.len().min(MOST_PROBLEMS));
    let others = if others.is_empty() { String::new() } else { format!("; and {} more", others.len()) };
    shown.join("; ") + &others
}

/// Returns a number with its noun: `1 tile`, `2 tiles`.
pub fn counted(number: impl TryInto<usize> + Copy + Display, noun: &str) -> String {
    let plural = if number.try_into().is_ok_and(|number: usize| number == 1) { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Returns the text with invisible characters escaped, such as line ends and the control characters of a
/// terminal.
pub fn visible(text: &str) -> String {
    escaped(text.chars())
}

/// Returns the beginning of a text, as much as fits into a message, escaped in the same way.
pub fn shortened(text: &str) -> String {
    let mut short = escaped(text.chars().take(LONGEST));
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

/// Returns a path quoted for a shell. Invisible characters become numbers, which bash, zsh and ksh
/// understand.
pub fn quoted(path: &Path) -> String {
    if let Some(text) = path.to_str().filter(|text| visible(text) == **text) {
        return format!("'{}'", text.replace('\'', "'\\''"));
    }
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    let escaped = bytes.map(|&byte| match byte {
        b' '..=b'~' if !matches!(byte, b'\'' | b'\\') => char::from(byte).to_string(),
        byte => format!("\\{byte:03o}"),
    });
    format!("$'{}'", escaped.collect::<String>())
}

fn escaped(characters: impl Iterator<Item = char>) -> String {
    let mut text = String::new();
    for c in characters {
        match c {
            '\'' | '"' | '\\' => text.push(c),
            c => text.extend(c.escape_debug()),
        }
    }
    text
}

/// Breaks a text at spaces into lines of at most `width` columns, at least 1. A longer word is cut.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    wrap_words(text.split(' '), width)
}

/// Joins words into such lines. A word may contain spaces.
pub fn wrap_words<'w>(words: impl Iterator<Item = &'w str>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(cut(word, width)),
        }
    }
    lines
}

/// Cuts a word into pieces of at most `width` bytes: a path after its folders, and a longer name between
/// characters. An empty word is one piece.
fn cut(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut add = |text: &str| match pieces.last_mut() {
        Some(piece) if piece.is_empty() || piece.len() + text.len() <= width => piece.push_str(text),
        _ => pieces.push(text.to_owned()),
    };
    for name in word.split_inclusive('/') {
        if name.len() <= width {
            add(name);
        } else {
            name.chars().for_each(|letter| add(letter.encode_utf8(&mut [0; 4])));
        }
    }
    pieces
}
