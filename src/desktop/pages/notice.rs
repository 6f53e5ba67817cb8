//! A text on a page of its own: a message of the desktop, or a question.

use crate::desktop::pages::{HINT, LEFT, TEXT};
use crate::screen::Frame;

/// Draws a text in lines that fit the window, and below it what closes it.
pub(crate) fn draw(text: &str, back: &str, frame: &mut Frame) {
    const TOP: i32 = 14;
    const WIDTH: usize = 54;
    let mut row = TOP;
    for line in broken(text, WIDTH) {
        frame.draw_left(LEFT, row, &line, TEXT);
        row += 1;
    }
    frame.draw_centred(row + 2, back, HINT);
}

/// Breaks a text into lines of at most `width` bytes, at blanks and in paths. A longer word is not broken.
fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive([' ', '/']) {
        match lines.last_mut() {
            Some(line) if line.is_empty() || line.len() + word.trim_end().len() <= width => *line += word,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_broken_at_blanks_and_in_paths() {
        assert_eq!(broken("saved as /home/me/picture.png", 14), ["saved as /", "home/me/", "picture.png"]);
        assert_eq!(broken("a-very-long-word more", 6), ["a-very-long-word ", "more"]);
    }
}
