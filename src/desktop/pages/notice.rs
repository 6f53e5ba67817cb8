//! A text on a page of its own: a message of the desktop, or a question.

use crate::desktop::pages::{HINT, LEFT, TEXT};
use crate::screen::Frame;

/// Draws a text in lines that fit the window, and below it what closes it.
pub(crate) fn draw(text: &str, back: &str, frame: &mut Frame) {
    const TOP: i32 = 14;
    const WIDTH: usize = 54;
    let lines: Vec<String> = text.split('\n').flat_map(|line| broken(line, WIDTH)).collect();
    // A long text begins further up, and what closes it is always seen.
    let room = frame.rows() - 5 - lines.len() as i32;
    let top = TOP.min(room).max(1);
    for (row, line) in (top..frame.rows() - 4).zip(&lines) {
        frame.draw_left(LEFT, row, line, TEXT);
    }
    let bottom = (top + lines.len() as i32 + 2).min(frame.rows() - 2);
    frame.draw_centred(bottom, back, HINT);
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

    #[test]
    fn a_long_text_leaves_room_for_what_closes_it() {
        for count in [1, 5, 20, 30, 100] {
            let mut frame = Frame::new(36);
            draw(&vec!["A problem."; count].join("\n"), "any key", &mut frame);
            let rows = frame.cells().iter().map(|(pos, _)| pos.y);
            let last = rows.clone().max().unwrap();
            let closing = frame.cells().iter().filter(|(pos, _)| pos.y == last).count();
            assert_eq!(closing, "anykey".len(), "{count}");
            assert_eq!(
                rows.min(),
                Some([14, 14, 11, 1, 1][[1, 5, 20, 30, 100].iter().position(|&it| it == count).unwrap()])
            );
        }
    }
}
