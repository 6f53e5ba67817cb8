//! The page of keys that F1 shows.

use crate::color::Color;
use crate::desktop::input::commands::{PAGES, available};
use crate::game::Game;
use crate::part::Part;
use crate::screen::Frame;

/// Colour of the text on pages.
pub(crate) const TEXT: Color = Color(205, 200, 215);
/// The column where the lines of pages begin.
pub(crate) const LEFT: i32 = 5;
const HEADING: Color = Color(230, 220, 180);
const HINT: Color = Color(150, 143, 162);
const KEYS: Color = Color(255, 230, 150);

/// Draws a page of the keys of a part.
pub(crate) fn draw(page: usize, part: Part, frame: &mut Frame) {
    const TOP: i32 = 2;
    const RIGHT: i32 = 26;
    frame.draw_centred(TOP, "K E Y S", HEADING);
    frame.draw_centred(TOP + 1, &format!("Part {part}: {}", part.name()), HINT);
    let lines = PAGES.get(page).into_iter().copied().flatten();
    for (row, line) in (TOP + 4..).zip(lines.filter(|line| (line.has)(part))) {
        frame.draw_left(LEFT, row, line.keys, KEYS);
        frame.draw_left(RIGHT, row, line.meaning, TEXT);
    }
    let other = if page == 0 { "down  replays, pad, mouse" } else { "up  the first page" };
    frame.draw_centred(frame.rows() - 3, &format!("{other}      any key  back to the game"), HINT);
}

/// Draws the commands that can be given now, with a pointer at one of them.
pub(crate) fn draw_commands(game: &Game, chosen: usize, frame: &mut Frame) {
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
