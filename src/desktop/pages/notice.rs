//! A text on a page of its own: a message of the desktop, or a question.

use crate::desktop::pages::messages::wrap;
use crate::desktop::pages::{HINT, LEFT, TEXT};
use crate::screen::Frame;

/// Draws a text in lines that fit the window, and below it what closes it.
pub(crate) fn draw(text: &str, back: &str, frame: &mut Frame) {
    const TOP: i32 = 14;
    const WIDTH: usize = 54;
    let lines: Vec<String> = text.split('\n').flat_map(|line| wrap(line, WIDTH)).collect();
    // A long text begins further up, and what closes it is always seen.
    let room = frame.rows() - 5 - lines.len() as i32;
    let top = TOP.min(room).max(1);
    for (row, line) in (top..frame.rows() - 4).zip(&lines) {
        frame.draw_left(LEFT, row, line, TEXT);
    }
    let bottom = (top + lines.len() as i32 + 2).min(frame.rows() - 2);
    frame.draw_centred(bottom, back, HINT);
}
