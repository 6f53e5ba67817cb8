//! The page of keys that F1 shows.

use crate::color::Color;
use crate::desktop::commands::LINES;
use crate::part::Part;
use crate::screen::Frame;

/// Colour of the text on pages.
pub(super) const TEXT: Color = Color(205, 200, 215);
/// The column where the lines of pages begin.
pub(super) const LEFT: i32 = 5;
const HEADING: Color = Color(230, 220, 180);
const KEYS: Color = Color(255, 230, 150);

/// Draws the keys of a part. Returns the first row below them.
pub(super) fn draw(part: Part, frame: &mut Frame) -> i32 {
    const TOP: i32 = 2;
    const RIGHT: i32 = 26;
    frame.draw_centred(TOP, "K E Y S", HEADING);
    let mut row = TOP + 2;
    for line in LINES.iter().filter(|line| (line.has)(part)) {
        frame.draw_left(LEFT, row, line.keys, KEYS);
        frame.draw_left(RIGHT, row, line.meaning, TEXT);
        row += 1;
    }
    frame.draw_centred(row + 2, &format!("Part {part}: {}", part.name()), HEADING);
    row + 3
}
