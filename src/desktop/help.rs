//! The page of keys that F1 shows.

use crate::color::Color;
use crate::desktop::commands::{LINES, available};
use crate::game::Game;
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

/// Draws the commands that can be given now, with a pointer at one of them.
pub(super) fn draw_commands(game: &Game, chosen: usize, frame: &mut Frame) {
    frame.clear();
    frame.draw_centred(2, "C O M M A N D S", HEADING);
    for (number, line) in available(game.part(), game.state()).iter().enumerate() {
        let row = 5 + number as i32;
        if number == chosen {
            frame.draw_left(LEFT - 2, row, ">", KEYS);
        }
        frame.draw_left(LEFT, row, line.keys, KEYS);
        frame.draw_left(LEFT + 12, row, line.meaning, if number == chosen { KEYS } else { TEXT });
    }
    frame.draw_centred(frame.rows() - 3, "cross  choose      A  do it      B  back", TEXT);
}
