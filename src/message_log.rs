//! Part 16: the messages that the HUD shows (class `MessageLog`).

use std::collections::VecDeque;

/// Maximum number of messages. When there are more, the oldest goes.
const CAPACITY: usize = 200;

/// The last messages of a game (class `MessageLog`).
#[derive(Clone, Debug, Default)]
pub struct MessageLog {
    lines: VecDeque<String>,
    /// The messages of the last key press. None of them is dropped.
    pub(crate) new: Vec<String>,
}

impl MessageLog {
    /// Appends a message (`add`).
    pub fn add(&mut self, line: String) {
        self.new.push(line.clone());
        self.lines.push_back(line);
        if self.lines.len() > CAPACITY {
            self.lines.pop_front();
        }
    }

    /// Removes all messages (`clear`).
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// Returns the messages, oldest first (`lines`).
    pub fn lines(&self) -> &VecDeque<String> {
        &self.lines
    }
}
