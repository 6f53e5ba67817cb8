//! The HUD in the window (Parts 16 and 17): dashes, states that are cut off, and low hit points.

use crate::desktop::pages::panel::is_low;
use crate::desktop::pages::summary::text_rows;
use crate::desktop::window::palette::BARS;
use crate::game::{Game, GameState};
use crate::map::MAP_HEIGHT;
use crate::screen::Frame;

const DASH: &str = "—";

/// Changes what the original's HUD lacks. Everything else stays as it is.
pub(crate) fn mend(game: &Game, frame: &mut Frame) {
    if game.state() == GameState::Playing && game.part().has_hud() {
        mend_dashes(game, frame);
        mend_numbers(game, frame);
    }
}

/// Draws messages that have dashes again, with `-`. The original draws the three bytes of a dash as `???`.
fn mend_dashes(game: &Game, frame: &mut Frame) {
    let (first_row, lines) = (MAP_HEIGHT + 1, game.messages().lines());
    let rows = usize::try_from(frame.rows() - first_row).unwrap_or_default();
    for (row, line) in (first_row..).zip(lines.iter().skip(lines.len().saturating_sub(rows))) {
        let first = frame.cells.iter().position(|(pos, _)| pos.y == row);
        if let Some(first) = first.filter(|_| line.contains(DASH)) {
            // The first cell of the row has the place and the colour of the message.
            let (pos, cell) = frame.cells[first];
            let rest = frame.cells.split_off(first);
            frame.draw_left(pos.x, row, &line.replace(DASH, "-"), cell.color);
            frame.cells.extend(rest.into_iter().filter(|(pos, _)| pos.y != row));
        }
    }
}

/// Removes the name of a state that the edge of the picture cuts off, like `POISON(`, and gives low hit
/// points the colour of a warning.
fn mend_numbers(game: &Game, frame: &mut Frame) {
    let row = text_rows(frame).swap_remove(MAP_HEIGHT as usize);
    // Names of states are followed by a number in parentheses, and come last.
    let last = row.rfind(' ').map_or(0, |blank| blank + 1);
    let is_cut = row[last..].starts_with(|letter: char| letter.is_ascii_alphabetic()) && !row.ends_with(')');
    let end = if is_cut { last } else { row.len() };
    frame.cells.retain(|(pos, _)| pos.y != MAP_HEIGHT || pos.x < end as i32);
    let points = format!("HP {}/{}", game.player().hp, game.player().max_hp);
    if let Some(start) = row.find(&points).filter(|_| is_low(game.player())) {
        let columns = start as i32..(start + points.len()) as i32;
        let cells = frame.cells.iter_mut();
        let cells = cells.filter(|(pos, _)| pos.y == MAP_HEIGHT && columns.contains(&pos.x));
        cells.for_each(|(_, cell)| cell.color = BARS[2]);
    }
}
