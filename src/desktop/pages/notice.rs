//! A text on a page of its own: a message of the desktop, or a question.

use crate::desktop::pages::LEFT;
use crate::desktop::pages::hints::{Hint, Targets, draw_hints};
use crate::desktop::settings::palette::{HINT, TEXT};
use crate::screen::Frame;
use crate::support::text::wrap;

/// Draws a text in lines that fit the window, and hints below it.
pub(crate) fn draw(text: &str, hints: impl IntoIterator<Item = Hint>, frame: &mut Frame) -> Targets {
    const TOP: i32 = 14;
    const WIDTH: usize = 54;
    let lines: Vec<String> = text.split('\n').flat_map(|line| wrap(line, WIDTH)).collect();
    // A long text begins further up, and the hints are always seen.
    let room = frame.rows() - 5 - lines.len() as i32;
    let top = TOP.min(room).max(1);
    for (row, line) in (top..frame.rows() - 4).zip(&lines) {
        frame.draw_left(LEFT, row, line, TEXT);
    }
    let bottom = (top + lines.len() as i32 + 2).min(frame.rows() - 2);
    draw_hints(bottom, hints, HINT, frame)
}
