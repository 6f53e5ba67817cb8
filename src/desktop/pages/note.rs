//! A few lines of text in a box over the map, where the box hides as little as possible.

use crate::color::Color;
use crate::desktop::pages::messages::wrap;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::screen::Frame;

/// Nothing else above the player's numbers has this colour.
pub(crate) const TEXT: Color = Color(225, 215, 180);
const BORDER: Color = Color(120, 112, 132);
/// Columns of a line of text.
const WIDTH: usize = 56;

/// Draws the lines in a box: at the top of the map if `avoid` is in its lower half, else at its bottom.
pub(crate) fn draw(lines: &[String], avoid: Pos, frame: &mut Frame) {
    let lines: Vec<String> = lines.iter().flat_map(|line| wrap(line, WIDTH)).collect();
    let width = lines.iter().map(String::len).max().unwrap_or_default() as i32 + 4;
    let height = lines.len() as i32 + 2;
    let left = (MAP_WIDTH - width) / 2;
    let top = if avoid.y < MAP_HEIGHT / 2 { MAP_HEIGHT - height } else { 0 };
    clear(left, top, width, height, frame);
    let rule = "-".repeat(usize::try_from(width).unwrap_or_default());
    frame.draw_left(left, top, &rule, BORDER);
    frame.draw_left(left, top + height - 1, &rule, BORDER);
    for (row, line) in (top + 1..).zip(&lines) {
        frame.draw_centred(row, line, TEXT);
    }
}

/// Draws a line at the right end of the first row.
pub(crate) fn draw_status(text: &str, frame: &mut Frame) {
    let width = text.len() as i32 + 2;
    clear(MAP_WIDTH - width, 0, width, 1, frame);
    frame.draw_left(MAP_WIDTH - width + 1, 0, text, TEXT);
}

/// Removes what is drawn in an area of tiles.
fn clear(left: i32, top: i32, width: i32, height: i32, frame: &mut Frame) {
    let is_inside = |pos: Pos| (left..left + width).contains(&pos.x) && (top..top + height).contains(&pos.y);
    frame.cells.retain(|&(pos, _)| !is_inside(pos));
}
