//! Dashes in the window. The original draws the three bytes of a dash as `???`. The window shows `-`.

use crate::game::{Game, GameState};
use crate::map::MAP_HEIGHT;
use crate::screen::Frame;

const DASH: &str = "—";

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
