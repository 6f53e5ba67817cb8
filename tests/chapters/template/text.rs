//! Makes text from files safe to print: it cannot move the cursor or break a line.

/// Returns the beginning of a text, as much as fits into a message, with control characters escaped.
pub fn shortened(text: &str) -> String {
    text.chars().take(60).flat_map(char::escape_debug).collect()
}
