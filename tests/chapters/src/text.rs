//! Changes to the text of source files: what stands between two changes stays as it was written.

use std::cmp::Reverse;
use std::ops::Range;

use syn::spanned::Spanned;

/// Where a piece of syntax stands in the text of its file, in bytes.
pub fn range(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

struct Edit {
    file: usize,
    range: Range<usize>,
    text: String,
}

/// The changes of one round.
#[derive(Default)]
pub struct Changes {
    edits: Vec<Edit>,
}

impl Changes {
    /// Puts `text` where `range` was.
    pub fn replace(&mut self, file: usize, range: Range<usize>, text: impl Into<String>) {
        let text = text.into();
        if !range.is_empty() || !text.is_empty() {
            self.edits.push(Edit { file, range, text });
        }
    }

    /// Takes a range of bytes away.
    pub fn delete(&mut self, file: usize, range: Range<usize>) {
        self.replace(file, range, "");
    }

    /// Adds all changes of another list.
    pub fn append(&mut self, mut other: Changes) {
        self.edits.append(&mut other.edits);
    }

    /// Returns true if nothing is to be changed.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Makes the changes. Of two that overlap only the outer one is made: the next round finds the other one
    /// again, if it still applies. Returns which texts are changed.
    pub fn apply(mut self, texts: &mut [&mut Text]) -> Vec<bool> {
        self.edits.sort_by_key(|edit| (edit.file, edit.range.start, Reverse(edit.range.end)));
        self.edits.dedup_by(|edit, last| {
            edit.file == last.file
                && (edit.range.start < last.range.end || edit.range.start == last.range.start)
        });
        let mut changed = vec![false; texts.len()];
        for Edit { file, range, text } in self.edits.into_iter().rev() {
            texts[file].replace(range, &text);
            changed[file] = true;
        }
        changed
    }
}

/// A text that knows where each of its bytes stood before it was changed.
pub struct Text {
    /// As it is now.
    pub now: String,
    /// The number of the line, from 1, that each byte stood on.
    lines: Vec<u32>,
}

impl Text {
    /// A text that is not changed yet.
    pub fn new(text: &str) -> Text {
        let mut line = 1;
        let number = |byte: u8| {
            let own = line;
            line += u32::from(byte == b'\n');
            own
        };
        Text { now: text.to_owned(), lines: text.bytes().map(number).collect() }
    }

    /// Returns the line that a byte stood on before all changes.
    pub fn line(&self, at: usize) -> u32 {
        self.lines.get(at).or(self.lines.last()).copied().unwrap_or(1)
    }

    /// Puts `new` where `range` was. If that is a part of the old text it keeps its lines.
    fn replace(&mut self, range: Range<usize>, new: &str) {
        let part = self.now[range.clone()].find(new.trim_end_matches(';')).filter(|_| !new.is_empty());
        let line = |at: usize| self.line(part.map_or(range.start, |part| range.start + part + at));
        let lines: Vec<u32> = (0..new.len()).map(line).collect();
        self.now.replace_range(range.clone(), new);
        self.lines.splice(range, lines);
    }
}

/// Where the line that holds this byte begins.
pub fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Where the line that holds this byte ends, before the line break.
pub fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |length| at + length)
}

/// Where the comments begin that stand directly above `start`, which is the first thing on its line; `start`
/// if there are none.
pub fn comments_start(text: &str, start: usize) -> usize {
    let mut first = start;
    loop {
        let line = line_start(text, first);
        if line == 0 || !text[line..first].trim().is_empty() {
            return first;
        }
        let above = line_start(text, line - 1);
        let words = text[above..line].trim_start();
        if !words.starts_with("//") || words.starts_with("//!") {
            return first;
        }
        first = above + (text[above..line].len() - words.len());
    }
}

/// The lines of the comments that stand directly above `start`, without their slashes.
pub fn comments_above(text: &str, start: usize) -> Vec<&str> {
    let comments = text[comments_start(text, start)..start].lines();
    comments.map(|line| line.trim().trim_start_matches('/').trim()).filter(|line| !line.is_empty()).collect()
}

/// A piece of text together with the comments that belong to it, above it and behind it, and with its line
/// break when nothing else stands on its lines.
pub fn with_comments(text: &str, range: Range<usize>) -> Range<usize> {
    let line = line_start(text, range.start);
    if !text[line..range.start].trim().is_empty() {
        return range;
    }
    let start = line_start(text, comments_start(text, range.start));
    let end = line_end(text, range.end);
    let rest = text[range.end..end].trim();
    let rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    match rest.is_empty() || rest.starts_with("//") {
        true => start..(end + 1).min(text.len()),
        false => comments_start(text, range.start)..range.end,
    }
}

/// Takes elements out of a list whose elements are separated by commas (or bars), with the separators and
/// comments that belong to them.
pub fn remove_elements(
    changes: &mut Changes,
    file: usize,
    text: &str,
    elements: &[Range<usize>],
    keep: &[bool],
) {
    let start_of = |index: usize| {
        let start = elements[index].start;
        let line = line_start(text, start);
        if text[line..start].trim().is_empty() { comments_start(text, start) } else { start }
    };
    let mut index = 0;
    while index < elements.len() {
        if keep[index] {
            index += 1;
            continue;
        }
        let first = index;
        while index < elements.len() && !keep[index] {
            index += 1;
        }
        let end = elements[index - 1].end;
        if index < elements.len() {
            changes.delete(file, start_of(first)..start_of(index));
        } else if first > 0 {
            // The comma before the last ones goes, the one behind them stays if there is one.
            changes.delete(file, elements[first - 1].end..end);
        } else {
            changes.delete(file, start_of(0)..end + usize::from(text[end..].starts_with(',')));
        }
    }
}
