//! Text from elsewhere, made fit to be shown: whatever a file says, no message of ours moves the cursor or breaks a line.

/// What some editors on Windows put before everything.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// More characters than this are not quoted in a message.
const LONGEST: usize = 60;

/// The text with everything escaped that cannot be seen, like a line's end or a terminal's commands.
pub fn visible(text: &str) -> String {
    escaped(text.chars())
}

/// As much of a text as fits into a message, escaped likewise.
pub fn shortened(text: &str) -> String {
    let mut short = escaped(text.chars().take(LONGEST));
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

fn escaped(characters: impl Iterator<Item = char>) -> String {
    let mut text = String::new();
    for c in characters {
        match c {
            '\'' | '"' | '\\' => text.push(c),
            c => text.extend(c.escape_debug()),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        let escape = "it's a \"dash\" - and \u{1b}[2J\u{9b}\n\t\u{202e}\u{7f}é—\\";
        let shown = "it's a \"dash\" - and \\u{1b}[2J\\u{9b}\\n\\t\\u{202e}\\u{7f}é—\\";
        assert_eq!(visible(escape), shown);
        assert_eq!(shortened(escape), shown);
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shortened(&"é".repeat(LONGEST)), "é".repeat(LONGEST));
        assert_eq!(shortened(&"é".repeat(LONGEST + 1)), "é".repeat(LONGEST) + "…");
    }
}
