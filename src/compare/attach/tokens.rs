//! Divides C++ into the tokens that the compiler sees: no comments, no literals, no code in `#if 0`.

use std::collections::BTreeSet;
use std::ops::Range;

use roguelike::support::encoding::BYTE_ORDER_MARK;

/// Maximum number of included files that are noted. Hostile sources have any number.
const MAX_INCLUDES: usize = 500;

/// The parts of a source.
pub(super) struct Parts {
    /// The bytes of each name, number and symbol (`::` and `->` are one).
    pub tokens: Vec<Range<usize>>,
    /// The place for another `#include` that no condition can hide: after the first one, or at the beginning
    /// if a token or a condition comes before that.
    pub include: usize,
    /// The names of the files that it includes, with `/`.
    pub includes: BTreeSet<String>,
}

/// Divides a source into its parts.
pub(super) fn parts(text: &[u8]) -> Parts {
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let (mut tokens, mut include, mut includes) = (Vec::new(), start, BTreeSet::new());
    // True if the next lines are compiled, as far as this is known, and the same for each open condition.
    let (mut is_compiled, mut around) = (true, Vec::new());
    let mut at = start;
    while at < text.len() {
        if let Some(end) = skipped_end(text, at) {
            at = end;
        } else if text[at] == b'#' {
            let end = directive_end(text, at);
            let directive = text[at + 1..end].trim_ascii();
            let is_first = include == start && tokens.is_empty() && around.is_empty();
            if is_first && directive.starts_with(b"include") {
                include = end + line_end_length(&text[end..]);
            }
            if is_compiled && includes.len() < MAX_INCLUDES {
                includes.extend(included(directive));
            }
            match directive {
                [b'i', b'f', ..] => around.push(is_compiled),
                [b'e', b'l', ..] => is_compiled = around.last().is_none_or(|&is_compiled| is_compiled),
                [b'e', b'n', b'd', ..] => is_compiled = around.pop().unwrap_or(true),
                _ => {}
            }
            is_compiled &= !is_zero(directive);
            at = end;
        } else {
            let end = token_end(text, at);
            if is_compiled {
                tokens.push(at..end);
            }
            at = end;
        }
    }
    Parts { tokens, include, includes }
}

/// Returns the name of the file that a directive includes, if it includes one.
fn included(directive: &[u8]) -> Option<String> {
    let [open, rest @ ..] = directive.strip_prefix(b"include")?.trim_ascii_start() else { return None };
    let close = match open {
        b'"' => b'"',
        b'<' => b'>',
        _ => return None,
    };
    let length = rest.iter().position(|&byte| byte == close)?;
    Some(String::from_utf8_lossy(&rest[..length]).replace('\\', "/"))
}

/// Returns true if the condition of a directive is 0. Others are not evaluated.
fn is_zero(directive: &[u8]) -> bool {
    let words = directive.split(|&byte| byte == b'/' || byte.is_ascii_whitespace());
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).take(2).collect();
    matches!(words[..], [b"if" | b"elif", b"0"])
}

/// Returns the number of bytes that end a line at the beginning of a text.
fn line_end_length(text: &[u8]) -> usize {
    match text {
        [b'\r', b'\n', ..] => 2,
        [b'\n', ..] => 1,
        _ => 0,
    }
}

fn find(text: &[u8], what: &[u8], from: usize) -> Option<usize> {
    text.get(from..)?.windows(what.len()).position(|window| window == what).map(|found| from + found)
}

/// Returns the end of the blank, comment or literal that begins here, if one does.
fn skipped_end(text: &[u8], at: usize) -> Option<usize> {
    match &text[at..] {
        // The line goes on in the next one.
        [b'\\', rest @ ..] => Some(at + 1 + line_end_length(rest)),
        [byte, ..] if byte.is_ascii_whitespace() => Some(at + 1),
        [b'/', b'*', ..] => Some(find(text, b"*/", at + 2).map_or(text.len(), |end| end + 2)),
        [b'/', b'/', ..] => {
            let goes_on = |end: usize| text[..end].ends_with(b"\\") || text[..end].ends_with(b"\\\r");
            Some((at..text.len()).find(|&end| text[end] == b'\n' && !goes_on(end)).unwrap_or(text.len()))
        }
        [b'"' | b'\'', ..] => Some(literal_end(text, at)),
        _ => None,
    }
}

/// Returns the end of the directive that begins here.
fn directive_end(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && line_end_length(&text[at..]) == 0 {
        at = skipped_end(text, at).unwrap_or_else(|| token_end(text, at));
    }
    at
}

/// Returns the end of the text or character in quotation marks that begins here. Its prefix is a token.
fn literal_end(text: &[u8], at: usize) -> usize {
    let quote = text[at];
    // The word that ends a raw text has at most 16 bytes.
    let delimiter = text[at + 1..].iter().take(17).position(|&byte| byte == b'(');
    if let Some(length) = delimiter.filter(|_| quote == b'"' && text[..at].ends_with(b"R")) {
        let close = [b")", &text[at + 1..at + 1 + length], b"\""].concat();
        return find(text, &close, at).map_or(text.len(), |end| end + close.len());
    }
    let mut end = at + 1;
    while let Some(&byte) = text.get(end) {
        match byte {
            b'\\' => end += 1 + line_end_length(&text[end + 1..]).max(1),
            // A literal without an end ends with its line.
            b'\n' => return end,
            _ if byte == quote => return end + 1,
            _ => end += 1,
        }
    }
    text.len()
}

/// Returns true for a byte of a name or number.
const fn is_name_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Returns the end of the name, number or symbol that begins here.
fn token_end(text: &[u8], at: usize) -> usize {
    let is_number = text[at].is_ascii_digit();
    let goes_on = |index: usize| match text[index] {
        // A quotation mark between digits groups them.
        b'.' | b'\'' => is_number,
        byte => is_name_part(byte),
    };
    match &text[at..] {
        [b':', b':', ..] | [b'-', b'>', ..] => at + 2,
        [first, ..] if is_name_part(*first) => {
            (at + 1..text.len()).find(|&index| !goes_on(index)).unwrap_or(text.len())
        }
        _ => at + 1,
    }
}
