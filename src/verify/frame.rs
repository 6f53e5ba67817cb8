//! Where a frame differs, in words: the screen, the row and its text.

use super::picture::rows;
use crate::game::{Game, GameState};
use crate::map::MAP_HEIGHT;
use crate::trace::{COLOR_DIGITS, Step};

/// Returns where the frame of a step differs, whose other lines are right, and the function that draws there.
pub(super) fn explain(game: &Game, expected: &Step, step: &Step) -> Option<String> {
    let [glyphs, colors] = differing_rows(expected, step);
    let first = glyphs.first().or(colors.first()).copied();
    let (shown, function) = drawn_in(game, &[&glyphs[..], &colors].concat());
    let Some(number) = first else { return Some(format!("{shown} differs ({function})")) };
    let text = |step: &Step| rows(&step.screen).get(number).map_or("", |row| row.trim()).to_owned();
    let ours = text(expected);
    let how = if glyphs.is_empty() {
        // The first column in which the colours differ.
        let [before, after] = [expected, step].map(|step| rows(&step.colors).get(number));
        let pairs = before?.bytes().zip(after?.bytes());
        let column = pairs.take_while(|(a, b)| a == b).count() / COLOR_DIGITS;
        format!(", '{ours}', has other colours from column {column} on")
    } else {
        format!(" is '{ours}', recorded '{}'", text(step))
    };
    Some(format!("{shown} differs: row {number}{how} ({function})"))
}

/// Returns the numbers of the rows that differ, and of those whose colours do.
fn differing_rows(expected: &Step, step: &Step) -> [Vec<usize>; 2] {
    [(&expected.screen, &step.screen), (&expected.colors, &step.colors)].map(|(ours, theirs)| {
        let pairs = rows(ours).iter().zip(rows(theirs)).enumerate();
        pairs.filter(|(_, (ours, theirs))| ours != theirs).map(|(row, _)| row).collect()
    })
}

/// Returns what the window shows in these rows, and the function of the series that draws it. Without rows
/// nothing is known of the place.
fn drawn_in(game: &Game, rows: &[usize]) -> (&'static str, &'static str) {
    let is_in_hud = |row: &usize| *row >= MAP_HEIGHT as usize;
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
