//! The numbers of the HUD of Part 16, and frames with other cells.

use crate::color::Color;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::screen::{Cell, Frame};

/// Changes the cells of a frame.
pub(super) fn change_cells(frame: &mut Frame, change: impl Fn(Pos, Cell) -> Cell) {
    let cells = frame.cells().to_vec();
    frame.clear();
    for (pos, cell) in cells {
        let cell = change(pos, cell);
        frame.draw_glyph(pos, cell.glyph, cell.color);
    }
}

/// Writes other words into the numbers of the HUD.
pub(super) fn reword(frame: &mut Frame, from: &str, to: &str) {
    let Some((text, color)) = numbers(frame) else { return };
    let cells = frame.cells().to_vec();
    frame.clear();
    for (pos, cell) in cells.into_iter().filter(|(pos, _)| pos.y != MAP_HEIGHT) {
        frame.draw_glyph(pos, cell.glyph, cell.color);
    }
    frame.draw_left(1, MAP_HEIGHT, &text.replace(from, to), color);
}

/// Returns the numbers of the HUD, its first row, with their colour.
pub(super) fn numbers(frame: &Frame) -> Option<(String, Color)> {
    let row = frame.cells().iter().filter(|(pos, _)| pos.y == MAP_HEIGHT);
    let cells: Vec<(i32, Cell)> = row.map(|&(pos, cell)| (pos.x, cell)).collect();
    let &(_, Cell { color, .. }) = cells.first()?;
    Some((text(&cells), color))
}

/// Returns the text of a row that begins at column 1.
fn text(cells: &[(i32, Cell)]) -> String {
    let mut text = vec![b' '; MAP_WIDTH as usize];
    for &(x, cell) in cells {
        text[x as usize] = cell.glyph;
    }
    String::from_utf8_lossy(&text[1..]).trim_end().to_owned()
}
