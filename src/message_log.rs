//! The messages that the HUD shows (class `MessageLog`, Part 16 on).

use std::collections::VecDeque;

/// More messages than this are never kept; the oldest go first.
const CAPACITY: usize = 200;

/// What happened lately, as text (class `MessageLog`).
#[derive(Clone, Debug, Default)]
pub struct MessageLog {
    messages: VecDeque<String>,
}

impl MessageLog {
    /// Appends a message and forgets the oldest when there are too many.
    pub fn add(&mut self, message: String) {
        if self.messages.len() == CAPACITY {
            self.messages.pop_front();
        }
        self.messages.push_back(message);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.messages.clear();
    }

    /// The last `count` messages, oldest first.
    pub fn latest(&self, count: usize) -> impl ExactSizeIterator<Item = &str> {
        let skipped = self.messages.len().saturating_sub(count);
        self.messages.range(skipped..).map(String::as_str)
    }
}
