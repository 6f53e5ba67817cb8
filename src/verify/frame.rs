//! Where a frame differs, in words: the screen, the row and its text.

use crate::game::{Game, GameState};
use crate::map::MAP_HEIGHT;
use crate::trace::{Block, COLOR_DIGITS, Step};

/// Returns which row of which screen differs in a step whose frame differs alone, and the function that draws
/// it.
pub(super) fn explain(game: &Game, expected: &Block, step: &Step) -> Option<String> {
    let row = different_row(&expected.screen, step.screen.as_deref());
    let recolored = || {
        let colors = step.colors.as_deref();
        different_row(&expected.colors, colors).filter(|_| colors.is_some())
    };
    let number = row.or_else(recolored);
    let (screen, function) = drawn_by(game, number);
    let Some(number) = number else { return Some(format!("only {screen} differs ({function})")) };
    let text = |rows: &[String]| rows.get(number).map_or("", |row| row.trim()).to_owned();
    let ours = text(&expected.screen);
    Some(match (row, step.screen.as_deref()) {
        (Some(_), Some(theirs)) => {
            format!(
                "only {screen} differs: row {number} is '{ours}', recorded '{}' ({function})",
                text(theirs)
            )
        }
        _ => format!(
            "only {screen} differs: row {number}, '{ours}', has other colours from column {} on ({function})",
            different_column(&expected.colors[number], &step.colors.as_deref().unwrap_or_default()[number])
        ),
    })
}

/// Returns the number of the first row that differs.
fn different_row(ours: &[String], theirs: Option<&[String]>) -> Option<usize> {
    ours.iter().zip(theirs?).position(|(ours, theirs)| ours != theirs)
}

/// Returns the first column in which the colours of a row differ.
fn different_column(ours: &str, theirs: &str) -> usize {
    let same = ours.bytes().zip(theirs.bytes()).take_while(|(a, b)| a == b).count();
    same / COLOR_DIGITS
}

/// Returns what the window shows in a row, and the function of the series that draws it.
fn drawn_by(game: &Game, row: Option<usize>) -> (&'static str, &'static str) {
    let is_of_hud = row.is_some_and(|row| row >= MAP_HEIGHT as usize);
    match game.state() {
        GameState::ClassSelect => ("the choice of classes", "Game::drawClassSelect"),
        GameState::Dead => ("the death screen", "Game::drawDeathScreen"),
        GameState::Won => ("the win screen", "Game::drawWinScreen"),
        _ if is_of_hud => ("the HUD", "Game::drawHud"),
        GameState::Inventory => ("the pack", "Game::drawInventory"),
        GameState::Playing => ("the drawing of the map", "Game::render"),
    }
}
