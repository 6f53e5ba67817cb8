//! Where a frame differs, in words: the screen, the row and its text.

use super::picture::{changes, rows};
use crate::game::{Game, GameState};
use crate::map::{MAP_HEIGHT, Pos};
use crate::trace::{COLOR_DIGITS, Step};

/// Returns where the frame of a step differs, whose other lines are right, and the function that draws there.
pub(super) fn explain(game: &Game, expected: &Step, step: &Step) -> String {
    let glyphs = changes(rows(&expected.screen), rows(&step.screen));
    let colors = changes(rows(&expected.colors), rows(&step.colors));
    let all_rows: Vec<i32> = glyphs.iter().chain(&colors).map(|pos| pos.y).collect();
    let (shown, function) = drawn_in(game, &all_rows);
    let text =
        |step: &Step, row: i32| rows(&step.screen).get(row as usize).map_or("", |row| row.trim()).to_owned();
    let how = match (glyphs.first(), colors.first()) {
        (Some(&Pos { y: row, .. }), _) => {
            format!(": row {row} is '{}', recorded '{}'", text(expected, row), text(step, row))
        }
        (None, Some(&Pos { x: digit, y: row })) => {
            let column = digit as usize / COLOR_DIGITS;
            format!(": row {row}, '{}', has other colours from column {column} on", text(expected, row))
        }
        (None, None) => String::new(),
    };
    format!("{shown} differs{how} ({function})")
}

/// Returns what the window shows in these rows, and the function of the series that draws it. Without rows
/// nothing is known of the place.
fn drawn_in(game: &Game, rows: &[i32]) -> (&'static str, &'static str) {
    let is_in_hud = |row: &i32| *row >= MAP_HEIGHT;
    match game.state() {
        GameState::ClassSelect => ("the choice of classes", "Game::drawClassSelect"),
        GameState::Dead => ("the death screen", "Game::drawDeathScreen"),
        GameState::Won => ("the win screen", "Game::drawWinScreen"),
        GameState::Inventory => ("the pack", "Game::drawInventory"),
        GameState::Playing if !rows.is_empty() && rows.iter().all(is_in_hud) => ("the HUD", "Game::drawHud"),
        GameState::Playing if !game.part().has_hud() || !rows.is_empty() && !rows.iter().any(is_in_hud) => {
            ("the drawing of the map", "Game::render")
        }
        GameState::Playing => ("the window", "Game::render"),
    }
}
