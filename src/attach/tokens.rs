//! C++ divided into tokens, as the compiler sees it: without comments, literals and code in `#if 0`.

use std::ops::Range;

use crate::support::encoding::BYTE_ORDER_MARK;

/// Maximum length of the word that ends a raw text, in bytes.
const MAX_DELIMITER: usize = 16;

/// The tokens of a source, and its conditions.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    /// The bytes of each name, number and sign. `::` and `->` are one sign.
    pub ranges: Vec<Range<usize>>,
    /// The conditions of the preprocessor, each with the token that follows.
    pub conditions: Vec<(usize, Condition)>,
    /// Where an `#include` can be added that the compiler sees in any case: behind the first one if nothing
    /// comes before that, or else at the beginning.
    pub include: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// `#if` and its like.
    Begin,
    /// `#else` and its like, if what follows is compiled.
    Else,
    End,
}

/// A branch of a condition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    /// It may be compiled, and so may a later one.
    Open,
    /// It is compiled, and no later one.
    Taken,
    /// It is not compiled, but a later one can be.
    NotYet,
    /// It is not compiled, and no later one either.
    Never,
}

impl Branch {
    /// Returns the branch that begins with a condition. Only 0 and 1 are known.
    fn of(condition: &[u8]) -> Branch {
        let condition = condition.split(|&byte| byte == b'/').next().unwrap_or_default();
        match condition.trim_ascii() {
            b"0" | b"false" | b"(0)" => Branch::NotYet,
            b"1" | b"true" | b"(1)" => Branch::Taken,
            _ => Branch::Open,
        }
    }

    const fn is_compiled(self) -> bool {
        matches!(self, Branch::Open | Branch::Taken)
    }
}

/// Divides a source into tokens, in one pass.
pub(super) fn tokens(text: &[u8]) -> Tokens {
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut tokens = Tokens { include: start, ..Tokens::default() };
    let mut branches: Vec<Branch> = Vec::new();
    let (mut at, mut is_line_start) = (start, true);
    while let Some(&byte) = text.get(at) {
        let is_compiled = branches.last().is_none_or(|branch| branch.is_compiled());
        if let Some(end) = comment_end(text, at).or_else(|| blank_end(text, at)) {
            is_line_start |= byte == b'\n';
            at = end;
        } else if byte == b'#' && is_line_start {
            let end = directive_end(text, at);
            let directive = text[at + 1..end].trim_ascii();
            let is_first =
                tokens.include == start && tokens.ranges.is_empty() && tokens.conditions.is_empty();
            if is_first && directive.starts_with(b"include") {
                tokens.include = end + line_end_length(&text[end..]);
            }
            let condition = condition(directive, is_compiled, &mut branches);
            tokens.conditions.extend(condition.map(|condition| (tokens.ranges.len(), condition)));
            at = end;
        } else {
            is_line_start = false;
            let literal = literal_end(text, at);
            let end = literal.unwrap_or_else(|| token_end(text, at));
            if is_compiled && literal.is_none() {
                tokens.ranges.push(at..end);
            }
            at = end;
        }
    }
    tokens
}

/// Takes a directive. Returns what it is of a condition, if anything.
fn condition(directive: &[u8], is_compiled: bool, branches: &mut Vec<Branch>) -> Option<Condition> {
    let length = directive.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(directive.len());
    let (word, rest) = directive.split_at(length);
    let branch = match word {
        b"if" | b"elif" => Branch::of(rest),
        b"else" => Branch::Taken,
        b"ifdef" | b"ifndef" | b"elifdef" | b"elifndef" => Branch::Open,
        b"endif" => return branches.pop().map(|_| Condition::End),
        _ => return None,
    };
    if word.starts_with(b"if") {
        branches.push(if is_compiled { branch } else { Branch::Never });
        return Some(Condition::Begin);
    }
    let last = branches.last_mut()?;
    *last = if matches!(last, Branch::Open | Branch::NotYet) { branch } else { Branch::Never };
    last.is_compiled().then_some(Condition::Else)
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

/// Returns the end of the blank that begins here. A line that ends with a backslash goes on in the next one.
fn blank_end(text: &[u8], at: usize) -> Option<usize> {
    match text[at] {
        b'\\' => Some(at + 1 + line_end_length(&text[at + 1..])),
        byte => byte.is_ascii_whitespace().then_some(at + 1),
    }
}

/// Returns the end of the comment that begins here.
fn comment_end(text: &[u8], at: usize) -> Option<usize> {
    match &text[at..] {
        [b'/', b'*', ..] => Some(find(text, b"*/", at + 2).map_or(text.len(), |end| end + 2)),
        [b'/', b'/', ..] => {
            let goes_on = |end: usize| text[..end].ends_with(b"\\") || text[..end].ends_with(b"\\\r");
            Some((at..text.len()).find(|&end| text[end] == b'\n' && !goes_on(end)).unwrap_or(text.len()))
        }
        _ => None,
    }
}

/// Returns the end of the directive that begins here.
fn directive_end(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && line_end_length(&text[at..]) == 0 {
        let skipped = comment_end(text, at).or_else(|| blank_end(text, at)).or_else(|| literal_end(text, at));
        at = skipped.unwrap_or_else(|| token_end(text, at));
    }
    at
}

/// Returns the end of the text or character in quotation marks that begins here, with its prefix.
fn literal_end(text: &[u8], at: usize) -> Option<usize> {
    let prefixes = ["u8R", "uR", "UR", "LR", "R", "u8", "u", "U", "L", ""];
    let prefix = prefixes.into_iter().find(|prefix| text[at..].starts_with(prefix.as_bytes()))?;
    let open = at + prefix.len();
    let quote = *text.get(open).filter(|byte| matches!(byte, b'"' | b'\''))?;
    let delimiter = text[open + 1..].iter().take(MAX_DELIMITER + 1).position(|&byte| byte == b'(');
    if let Some(length) = delimiter.filter(|_| prefix.ends_with('R') && quote == b'"') {
        let close = [b")", &text[open + 1..open + 1 + length], b"\""].concat();
        return Some(find(text, &close, open).map_or(text.len(), |end| end + close.len()));
    }
    let mut end = open + 1;
    while let Some(&byte) = text.get(end) {
        match byte {
            b'\\' => end += 1 + line_end_length(&text[end + 1..]).max(1),
            // A literal without an end ends with its line.
            b'\n' => return Some(end),
            _ if byte == quote => return Some(end + 1),
            _ => end += 1,
        }
    }
    Some(text.len())
}

/// Returns the end of the name, number or sign that begins here.
fn token_end(text: &[u8], at: usize) -> usize {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    let is_number = text[at].is_ascii_digit();
    let goes_on = |index: usize| match text[index] {
        b'.' => is_number,
        // It groups the digits of a number.
        b'\'' => is_number && text.get(index + 1).is_some_and(|&next| is_part(next)),
        byte => is_part(byte),
    };
    match &text[at..] {
        [b':', b':', ..] | [b'-', b'>', ..] => at + 2,
        [first, ..] if is_part(*first) => {
            (at + 1..text.len()).find(|&index| !goes_on(index)).unwrap_or(text.len())
        }
        _ => at + 1,
    }
}
