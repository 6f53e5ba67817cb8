//! The edits of a C++ source, and its new text.

use super::source::{Group, Source};

/// A line and its replacement. Either may be empty: for a new line, and for one that is removed.
pub(super) type Piece<'s> = (&'s [u8], Vec<u8>);

impl Source {
    /// Returns true if it has edits.
    pub fn is_changed(&self) -> bool {
        !self.edits.borrow().is_empty()
    }

    /// Replaces tokens. Blanks and ends of lines between them stay.
    pub fn replace(&self, first: usize, last: usize, text: &str) {
        for (index, token) in self.tokens[first..=last].iter().enumerate() {
            self.edit(token.start, token.end, if index == 0 { text } else { "" });
        }
    }

    /// Inserts a text after a token.
    pub fn insert_after(&self, token: usize, text: &str) {
        let end = self.tokens[token].end;
        self.edit(end, end, text);
    }

    fn edit(&self, start: usize, end: usize, text: &str) {
        self.edits.borrow_mut().insert((start, end, text.to_owned()));
    }

    /// Lets the header read the private members of a class.
    pub fn befriend(&self, class: &Group) {
        self.insert_first(class.open, "friend struct trace::peek;");
    }

    /// Inserts a statement at the beginning of the block of a brace, with the indentation of the block.
    pub fn insert_first(&self, brace: usize, statement: &str) {
        let end = self.tokens[brace].end;
        let mut lines = self.text[end..].split(|&byte| byte == b'\n');
        let rest = lines.next().unwrap_or_default();
        // A backslash at its end continues a comment in the next line.
        let is_comment = rest.trim_ascii().starts_with(b"//") && !rest.trim_ascii().ends_with(b"\\");
        let is_last = rest.trim_ascii().is_empty() || is_comment;
        let following = lines.find(|line| !line.trim_ascii().is_empty());
        let Some(following) = following.filter(|_| is_last) else {
            return self.insert_after(brace, &format!(" {statement}"));
        };
        let indent = |line: &[u8]| {
            let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
            blanks.map(|&byte| char::from(byte)).collect::<String>()
        };
        let own = indent(self.text[..end].rsplit(|&byte| byte == b'\n').next().unwrap_or_default());
        let following = indent(following);
        let indent = if following.len() > own.len() { following } else { own + "    " };
        let next = end + rest.len() + 1;
        self.insert_line(next, &format!("{indent}{statement}"));
    }

    /// Includes a header.
    pub fn include(&self, path: &str) {
        self.insert_line(self.include, &format!("#include \"{path}\""));
    }

    /// Inserts a line before the line that begins at `at`.
    fn insert_line(&self, at: usize, line: &str) {
        let first_end = self.text.iter().position(|&byte| byte == b'\n').unwrap_or(0);
        let end = if self.text[..first_end].ends_with(b"\r") { "\r\n" } else { "\n" };
        self.edit(at, at, &format!("{line}{end}"));
    }

    /// Returns the text with its edits. A directive after each new line lets the compiler count as before.
    pub fn edited(&self) -> Vec<u8> {
        let (mut text, mut line) = (Vec::new(), 1);
        for (old, new) in self.pieces() {
            text.extend(new);
            match old {
                [] => text.extend(format!("#line {line}\n").bytes()),
                _ => line += 1,
            }
        }
        text
    }

    /// Returns the lines of the text with its edits.
    pub fn pieces(&self) -> Vec<Piece<'_>> {
        let mut edits = self.edits.borrow().clone().into_iter().peekable();
        let (mut pieces, mut end) = (Vec::new(), 0);
        for line in self.text.split_inclusive(|&byte| byte == b'\n') {
            // The end of the part that has its new text already.
            let (mut at, mut new) = (end, Vec::new());
            end += line.len();
            let is_here = |start: usize| start < end || !line.ends_with(b"\n");
            while let Some((start, stop, text)) = edits.next_if(|edit| is_here(edit.0)) {
                if text.ends_with('\n') {
                    pieces.push((&[][..], text.into_bytes()));
                    continue;
                }
                new.extend_from_slice(&self.text[at..start]);
                new.extend_from_slice(text.as_bytes());
                at = stop;
            }
            new.extend_from_slice(&self.text[at..end]);
            pieces.push((line, new));
        }
        pieces.extend(edits.map(|(.., text)| (&[][..], text.into_bytes())));
        pieces
    }
}
