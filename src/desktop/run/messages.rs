//! The messages of a whole run, in all parts that have messages.
//!
//! The original prints them on standard error (Parts 5 to 15) or shows the last four (Parts 16 and 17).

use crate::support::text::wrap;

/// A message, and when it came.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub text: String,
    /// The turn and the floor, counted from 0.
    pub turn: u64,
    pub depth: usize,
    /// The number of the key that led to it, among the keys that led to messages.
    key: usize,
}

/// The messages of a run, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Messages {
    pub all: Vec<Message>,
}

impl Messages {
    /// Adds the messages of a key.
    pub fn add<'m>(&mut self, messages: impl Iterator<Item = &'m str>, turn: u64, depth: usize) {
        let key = self.all.last().map_or(0, |last| last.key + 1);
        // Tiles show one byte each, and a dash has three.
        self.all.extend(messages.map(|text| Message { text: text.replace('—', "-"), turn, depth, key }));
    }

    /// Returns true if a message is one of the last key that led to messages.
    pub fn is_new(&self, message: &Message) -> bool {
        self.all.last().is_some_and(|last| last.key == message.key)
    }

    /// Returns the last lines of the messages, oldest first, each at most `width` columns wide. A message
    /// that is cut off at the top is left out. The flag is true for the lines of the newest messages.
    pub fn last_lines(&self, width: usize, rows: usize) -> Vec<(String, bool)> {
        let mut lines = Vec::new();
        for message in self.all.iter().rev() {
            let broken = wrap(&message.text, width);
            if lines.len() + broken.len() > rows {
                break;
            }
            lines.extend(broken.into_iter().rev().map(|line| (line, self.is_new(message))));
        }
        lines.reverse();
        lines
    }
}
