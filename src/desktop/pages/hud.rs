//! The HUD in the window (Parts 16 and 17): dashes, states that are cut off, and low hit points.

use crate::desktop::run::snapshot::is_low;
use crate::desktop::settings::palette::BARS;
use crate::game::{Game, GameState};
use crate::map::{MAP_HEIGHT, MAP_WIDTH};
use crate::screen::{Frame, HUD_MESSAGES, MSG_NEW, MSG_OLD};

const DASH: &str = "—";

/// Changes what the original's HUD lacks. Everything else stays as it is.
pub(crate) fn adapt(game: &Game, frame: &mut Frame) {
    if game.state() == GameState::Playing && game.part().has_hud() {
        draw_dashes(game, frame);
        adapt_numbers(game, frame);
    }
}

/// Draws messages that have dashes again, with `-`. The original draws the three bytes of a dash as `???`.
fn draw_dashes(game: &Game, frame: &mut Frame) {
    let lines = game.messages().lines();
    let first = lines.len().saturating_sub(HUD_MESSAGES);
    for (number, line) in lines.iter().enumerate().skip(first).filter(|(_, line)| line.contains(DASH)) {
        let row = MAP_HEIGHT + 1 + (number - first) as i32;
        let color = if number + 1 == lines.len() { MSG_NEW } else { MSG_OLD };
        frame.erase(|pos| pos.y == row);
        frame.draw_left(1, row, &line.replace(DASH, "-"), color);
    }
}

/// Removes the name of a state that the edge of the picture cuts off, like `POISON(`, and gives low hit
/// points the colour of a warning.
fn adapt_numbers(game: &Game, frame: &mut Frame) {
    let Some(numbers) = frame.texts().iter().find(|text| text.pos.y == MAP_HEIGHT) else { return };
    let (first, room) = (numbers.pos.x, (MAP_WIDTH - numbers.pos.x) as usize);
    let points = format!("HP {}/{}", game.player().hp, game.player().max_hp);
    let column = numbers.text.find(&points);
    if numbers.text.len() > room {
        // Names of states come last, after two blanks each.
        let end = first + numbers.text[..=room].rfind(' ').unwrap_or(room) as i32;
        frame.erase(|pos| pos.y == MAP_HEIGHT && pos.x > end);
    }
    if let Some(column) = column.filter(|_| is_low(game.player())) {
        let first = first + column as i32;
        let columns = first..first + points.len() as i32;
        frame.recolor(|pos| pos.y == MAP_HEIGHT && columns.contains(&pos.x), BARS[2]);
    }
}
