//! The messages of a whole run, in all parts that have messages.
//!
//! The original prints them on standard error (Parts 5 to 15) or shows the last four (Parts 16 and 17).

/// The messages of a run, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Messages {
    messages: Vec<String>,
}

impl Messages {
    /// Adds messages.
    pub fn add<'m>(&mut self, messages: impl Iterator<Item = &'m str>) {
        // Tiles show one byte each, and a dash has three.
        self.messages.extend(messages.map(|text| text.replace('—', "-")));
    }

    /// Has these messages and no others.
    pub fn replace<'m>(&mut self, messages: impl Iterator<Item = &'m str>) {
        self.messages.clear();
        self.add(messages);
    }

    /// Forgets all messages, for a new run.
    pub fn clear(&mut self) {
        self.messages.clear();
    }

    /// Returns the messages, oldest first.
    pub fn messages(&self) -> &[String] {
        &self.messages
    }

    /// Returns the last lines of the messages, oldest first, each at most `width` columns wide. A message
    /// that is cut off at the top is left out. The flag is true for the lines of the newest message.
    pub fn last_lines(&self, width: usize, rows: usize) -> Vec<(String, bool)> {
        let mut lines = Vec::new();
        for (age, message) in self.messages.iter().rev().enumerate() {
            let broken = wrap(message, width);
            if lines.len() + broken.len() > rows {
                break;
            }
            lines.extend(broken.into_iter().rev().map(|line| (line, age == 0)));
        }
        lines.reverse();
        lines
    }
}

/// Breaks a text at blanks into lines of at most `width` columns, at least 1. A longer word is cut.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
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

/// Cuts a word into pieces of at most `width` bytes, at the ends of characters. An empty word is one piece.
fn cut(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for letter in word.chars() {
        if let Some(piece) = pieces.last_mut()
            && (piece.is_empty() || piece.len() + letter.len_utf8() <= width)
        {
            piece.push(letter);
        } else {
            pieces.push(letter.to_string());
        }
    }
    pieces
}
