//! Where a frame differs, in words: the screen, the row and its text.

use super::picture::rows;
use crate::game::{Game, GameState};
use crate::map::MAP_HEIGHT;
use crate::trace::{COLOR_DIGITS, Step};

/// Returns which row of which screen differs in a step whose frame differs alone, and the function that draws
/// it.
pub(super) fn explain(game: &Game, expected: &Step, step: &Step) -> Option<String> {
    let [row, recolored] = different_rows(expected, step);
    let number = row.or(recolored);
    let (shown, function) = shown_in(game, number);
    let Some(number) = number else { return Some(format!("only {shown} differs ({function})")) };
    let text = |step: &Step| rows(&step.screen).get(number).map_or("", |row| row.trim()).to_owned();
    let ours = text(expected);
    let how = if row.is_some() {
        format!(" is '{ours}', recorded '{}'", text(step))
    } else {
        // The first column in which the colours differ.
        let [before, after] = [expected, step].map(|step| rows(&step.colors).get(number));
        let pairs = before?.bytes().zip(after?.bytes());
        let column = pairs.take_while(|(a, b)| a == b).count() / COLOR_DIGITS;
        format!(", '{ours}', has other colours from column {column} on")
    };
    Some(format!("only {shown} differs: row {number}{how} ({function})"))
}

/// Returns the number of the first row that differs, and of the first whose colours do.
fn different_rows(expected: &Step, step: &Step) -> [Option<usize>; 2] {
    [(&expected.screen, &step.screen), (&expected.colors, &step.colors)]
        .map(|(ours, theirs)| rows(ours).iter().zip(rows(theirs)).position(|(ours, theirs)| ours != theirs))
}

/// Returns what the window shows in a row, and the function of the series that draws it.
fn shown_in(game: &Game, row: Option<usize>) -> (&'static str, &'static str) {
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
