//! Dashes in the window. The original draws the three bytes of a dash as `???`. The window shows `-`.

use crate::game::{Game, GameState};
use crate::map::{MAP_HEIGHT, MAP_WIDTH};
use crate::screen::Frame;

const DASH: &str = "—";

/// Removes a word of the HUD's numbers that the edge of the picture cuts off, like `POISON(`.
pub(crate) fn end_with_what_fits(game: &Game, frame: &mut Frame) {
    if game.state() != GameState::Playing || !game.part().has_hud() {
        return;
    }
    let mut row = [b' '; MAP_WIDTH as usize];
    for (pos, cell) in frame.cells.iter().filter(|(pos, _)| pos.y == MAP_HEIGHT) {
        row[pos.x as usize] = cell.glyph;
    }
    let start = row.iter().rposition(|&glyph| glyph == b' ').map_or(0, |blank| blank + 1);
    let word = &row[start..];
    // The names of states are followed by a number in parentheses, and come last.
    let is_cut = word.first().is_some_and(u8::is_ascii_alphabetic) && !word.ends_with(b")");
    if is_cut {
        frame.cells.retain(|(pos, _)| pos.y != MAP_HEIGHT || pos.x < start as i32);
    }
}

/// Draws the messages of the HUD that have dashes again, with `-`. Everything else stays as it is.
pub(crate) fn mend_dashes(game: &Game, frame: &mut Frame) {
    let lines = game.messages().lines();
    let first_row = MAP_HEIGHT + 1;
    let rows = usize::try_from(frame.rows() - first_row).unwrap_or_default();
    let first = lines.len().saturating_sub(rows);
    let message = |row: i32| lines.get(first + usize::try_from(row - first_row).ok()?);
    let with_dash = |row: i32| message(row).filter(|line| line.contains(DASH));
    if game.state() != GameState::Playing || !(first_row..frame.rows()).any(|row| with_dash(row).is_some()) {
        return;
    }
    let cells = frame.cells().to_vec();
    frame.clear();
    let mut mended_row = None;
    for (pos, cell) in cells {
        match with_dash(pos.y) {
            None => frame.draw_glyph(pos, cell.glyph, cell.color),
            Some(_) if mended_row == Some(pos.y) => {}
            // The first cell of the row has the place and the colour of the message.
            Some(line) => {
                mended_row = Some(pos.y);
                frame.draw_left(pos.x, pos.y, &line.replace(DASH, "-"), cell.color);
            }
        }
    }
}
