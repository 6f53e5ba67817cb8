//! Documentation and comments without what only later chapters are about.

use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::Range;

use crate::cut::WIDTH;

/// What decides which sentences stay.
pub struct Reader<'r> {
    /// The chapter.
    pub part: u8,
    /// Names that the sources define and the chapter does not have.
    pub gone: &'r HashSet<String>,
    /// Names that the original has in later parts only.
    pub later: &'r HashSet<String>,
    /// Sentences that refer to one that was taken away.
    pub dangling: RefCell<Vec<String>>,
}

/// The first words of sentences that refer to the one before.
const CONNECTIVES: [&str; 7] = ["So", "Then", "This", "There", "These", "Otherwise", "Therefore"];

/// A comment's slashes, longest first.
const MARKERS: [&str; 3] = ["//!", "///", "//"];

impl Reader<'_> {
    /// The text of a file with its comments as the chapter's reader needs them.
    pub fn file(&self, text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let mut out = String::new();
        let mut at = 0;
        while at < lines.len() {
            let Some((indent, marker)) = comment(lines[at]) else {
                out += lines[at];
                out.push('\n');
                at += 1;
                continue;
            };
            let mut end = at;
            while end < lines.len() && comment(lines[end]) == Some((indent, marker)) {
                end += 1;
            }
            let content: Vec<&str> =
                lines[at..end].iter().map(|line| line[indent + marker.len()..].trim()).collect();
            for line in self.block(&content, indent + marker.len() + 1) {
                let line = format!("{:indent$}{marker} {line}", "");
                out += line.trim_end();
                out.push('\n');
            }
            at = end;
        }
        out
    }

    /// The lines of one comment. `before` is the length of what stands before each.
    fn block(&self, lines: &[&str], before: usize) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let mut rest = lines;
        while let Some(first) = rest.first() {
            // A paragraph ends before a blank line, and before the next point of a list.
            let begins = |line: &&str| first.is_empty() || line.is_empty() || line.starts_with("- ");
            let end = rest[1..].iter().position(begins).map_or(rest.len(), |at| at + 1);
            let (paragraph, after) = rest.split_at(end);
            rest = after;
            let whole = paragraph.join(" ");
            let read = self.paragraph(&whole);
            if read == whole {
                out.extend(paragraph.iter().map(|&line| line.to_owned()));
            } else if !read.is_empty() && read != "-" {
                out.extend(wrap(&read, WIDTH - before));
            }
        }
        // What is left of the space between paragraphs.
        out.dedup_by(|line, before| line.is_empty() && before.is_empty());
        let from = usize::from(out.first().is_some_and(String::is_empty));
        let to = out.len() - usize::from(out.last().is_some_and(String::is_empty));
        out.get(from..to).unwrap_or_default().to_vec()
    }

    /// A paragraph without the sentences that are about later chapters.
    pub fn paragraph(&self, text: &str) -> String {
        let mut kept = Vec::new();
        let mut cut = None;
        for sentence in sentences(text) {
            let read = self.parentheses(sentence);
            if read.is_empty() || self.is_later(&read) || self.is_past(&read) {
                cut = Some(sentence);
                continue;
            }
            let read = unnumbered(&read);
            if !parts(&read).is_empty() {
                self.dangling
                    .borrow_mut()
                    .push(format!("'{read}' speaks of a part: no rule takes that away"));
            }
            if let Some(cut) = cut.take()
                && CONNECTIVES.contains(&read.split([' ', ',']).next().unwrap_or_default())
            {
                let problem =
                    format!("'{read}' follows on '{cut}', which chapter {} does not have", self.part);
                self.dangling.borrow_mut().push(problem);
            }
            kept.push(read);
        }
        kept.join(" ")
    }

    /// Takes away what stands in parentheses about later chapters. A part alone says where the name before it
    /// comes from: in ``(`cur`, Part 11)`` the name goes too.
    fn parentheses(&self, sentence: &str) -> String {
        let mut text = sentence.to_owned();
        let mut from = 0;
        while let Some(start) = text[from..].find('(').map(|at| from + at) {
            let Some(end) = text[start..].find(')').map(|at| start + at) else { break };
            let inside = &text[start + 1..end];
            let link = text[..start].ends_with(']');
            let is_number =
                |piece: &str| piece.strip_prefix("Part ").is_some_and(|it| it.parse::<u8>().is_ok());
            let all_later = inside.split(", ").any(|piece| is_number(piece) && self.mentions_later(piece));
            let parts: Vec<&str> =
                inside.split(", ").filter(|piece| !all_later && !self.is_from_later(piece)).collect();
            if link || parts.len() == inside.split(", ").count() {
                from = start + 1;
            } else if parts.is_empty() {
                let start = text[..start].trim_end().len();
                text.replace_range(start..=end, "");
                from = start;
            } else {
                let parts = parts.join(", ");
                text.replace_range(start + 1..end, &parts);
                from = start + 1;
            }
        }
        text
    }

    /// Returns true if a sentence is about later chapters, or about something that the chapter does not have.
    fn is_later(&self, sentence: &str) -> bool {
        self.mentions_later(sentence) || code(sentence).iter().any(|name| self.gone.contains(*name))
    }

    /// Returns true if a sentence is about earlier chapters alone: `Before Part 4 it is that of the map.`
    fn is_past(&self, sentence: &str) -> bool {
        let begins = |words: [&str; 2]| words.iter().any(|word| sentence.starts_with(word));
        let bounded = sentence.contains("Parts ") || sentence.contains(" to Part ");
        let over = bounded && !sentence.starts_with("Parts") || begins(["Before Part ", "In Part "]);
        over && !sentence.contains(['(', ')'])
            && !sentence.contains(" on ")
            && parts(sentence)
                .iter()
                .all(|&number| number < self.part + u8::from(sentence.starts_with("Before")))
    }

    /// Returns true if a text speaks of chapters, and all of them come later.
    fn mentions_later(&self, text: &str) -> bool {
        let parts = parts(text);
        !parts.is_empty() && parts.iter().all(|&number| number > self.part)
    }

    /// Returns true if a text in parentheses speaks of later chapters, or has a name from there.
    fn is_from_later(&self, text: &str) -> bool {
        let quoted = text.split('`').skip(1).step_by(2);
        self.mentions_later(text) || quoted.into_iter().any(|name| self.later.contains(name))
    }
}

/// The indentation of a line that is a comment, and its slashes.
fn comment(line: &str) -> Option<(usize, &'static str)> {
    let words = line.trim_start();
    MARKERS
        .into_iter()
        .find(|marker| words.starts_with(marker))
        .map(|marker| (line.len() - words.len(), marker))
}

/// The sentences of a text.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    let mut quoted = false;
    for at in 0..bytes.len() {
        quoted ^= bytes[at] == b'`';
        let ends = matches!(bytes[at], b'.' | b'!' | b'?') && !quoted;
        let next = bytes.get(at + 2).copied().unwrap_or(b' ');
        let begins = next.is_ascii_uppercase() || next.is_ascii_digit() || matches!(next, b'`' | b'[' | b'*');
        if ends && bytes.get(at + 1) == Some(&b' ') && begins {
            found.push(&text[start..=at]);
            start = at + 2;
        }
    }
    if start < text.len() {
        found.push(&text[start..]);
    }
    found
}

/// The numbers of the chapters that a text speaks of: `Part 3`, `Parts 5 to 15`, `Parts 1 and 2`.
pub fn parts(text: &str) -> Vec<u8> {
    mentions(text).into_iter().flat_map(|(_, numbers)| numbers).collect()
}

/// Where a text speaks of chapters, and of which.
fn mentions(text: &str) -> Vec<(Range<usize>, Vec<u8>)> {
    let mut found = Vec::new();
    for (at, word) in text.match_indices("Part") {
        let mut end = at + word.len();
        let many = text[end..].starts_with('s');
        end += usize::from(many);
        let mut numbers = Vec::new();
        while let Some(rest) =
            [" and ", " to ", ", ", " "].iter().find_map(|gap| text[end..].strip_prefix(gap))
            && let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default()
            && let Ok(number) = digits.parse()
        {
            numbers.push(number);
            end = text.len() - rest.len() + digits.len();
            if !many {
                break;
            }
        }
        if !numbers.is_empty() {
            found.push((at..end, numbers));
        }
    }
    found
}

/// A sentence without the numbers of chapters, which say what is older than this one: without `Part 5: `,
/// `From Part 9 on `, `, Part 11; before in main` in brackets, and ` in Parts 8 and 9`.
fn unnumbered(sentence: &str) -> String {
    let mut text = sentence.to_owned();
    for (Range { start, end }, _) in mentions(sentence).into_iter().rev() {
        let (before, after) = text.split_at(start);
        let after = &after[end - start..];
        let range = if before.to_lowercase().ends_with("from ") && after.starts_with(" on ") {
            start - "from ".len()..end + " on ".len()
        } else if before.ends_with(" (") && after.starts_with(" on)") {
            start - " (".len()..end + " on)".len()
        } else if after.starts_with(": ") {
            start..end + ": ".len()
        } else if before.ends_with(", ") && after.starts_with([')', ';']) {
            start - ", ".len()..end + after.find(')').unwrap_or_default()
        } else if let Some(rest) = [" in ", " of "].iter().find_map(|word| before.strip_suffix(word)) {
            rest.len()..end
        } else {
            continue;
        };
        text.replace_range(range, "");
    }
    match text.chars().next() {
        Some(first) if text != sentence => first.to_uppercase().to_string() + &text[first.len_utf8()..],
        _ => text,
    }
}

/// The names in backticks, each word of a path for itself.
fn code(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.flat_map(|name| name.split("::")).collect()
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    let hanging = if text.starts_with("- ") { "  " } else { "" };
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > width {
            lines.push(format!("{hanging}{word}"));
        } else if let Some(last) = lines.last_mut() {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

/// Attributes that only mean something in a library or to a benchmark.
const LIBRARY: [&str; 5] = ["#[inline]", "#[cold]", "#[must_use]", "#[repr(align", "#[allow(missing_docs"];

/// Takes away what a library says to its users: a chapter is a program, and has none.
pub fn without_library(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut section = false;
    for line in text.lines() {
        let words = line.trim_start();
        let doc = words.strip_prefix("///").map(str::trim);
        if matches!(doc, Some("# Errors" | "# Panics")) {
            section = true;
            // The blank line that sets the section off.
            if kept.last().is_some_and(|line| line.trim() == "///") {
                kept.pop();
            }
        }
        section &= doc.is_some_and(|doc| !doc.is_empty());
        if !section && !LIBRARY.iter().any(|attribute| words.starts_with(attribute)) {
            kept.push(line);
        }
    }
    kept.join("\n") + "\n"
}

/// Says `pub` wherever anything else may see something, in every chapter alike.
pub fn plain_visibility(text: &str) -> String {
    text.replace("pub(crate) ", "pub ").replace("pub(super) ", "pub ")
}
