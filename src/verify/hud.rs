//! The HUD of Part 16 with a mistake in it.

use crate::color::Color;
use crate::game::Game;
use crate::map::{MAP_HEIGHT, MAP_WIDTH};
use crate::screen::{Cell, Frame, HUD_MESSAGES, MSG_NEW, MSG_OLD};
use crate::verify::mistakes::HudMistake;

/// Draws the HUD of a frame again, as a mistake has it.
pub(super) fn compose(game: &Game, mistake: HudMistake, frame: &mut Frame) {
    let numbers = numbers(frame);
    let cells = frame.cells().to_vec();
    frame.clear();
    for (pos, cell) in cells.into_iter().filter(|(pos, _)| pos.y < MAP_HEIGHT) {
        frame.draw_glyph(pos, cell.glyph, cell.color);
    }
    if mistake == HudMistake::Missing {
        return;
    }
    let (left, top) = (i32::from(mistake != HudMistake::Left), i32::from(mistake == HudMistake::Low));
    if let Some((text, color)) = numbers {
        frame.draw_left(left, MAP_HEIGHT + top, &change_numbers(game, mistake, &text), color);
    }
    for (row, (message, color)) in (MAP_HEIGHT + top + 1..).zip(messages(game, mistake)) {
        frame.draw_left(left, row, message, color);
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

fn change_numbers(game: &Game, mistake: HudMistake, text: &str) -> String {
    let depth = game.depth();
    match mistake {
        HudMistake::DepthFromZero => text.replace(&format!("Depth {}", depth + 1), &format!("Depth {depth}")),
        HudMistake::NoStatuses => {
            text.trim_end_matches(game.player().status_text().trim_end()).trim_end().to_owned()
        }
        _ => text.to_owned(),
    }
}

/// Returns the messages with their colours, from the top.
fn messages(game: &Game, mistake: HudMistake) -> Vec<(&str, Color)> {
    let lines = game.messages().lines();
    let count = if let HudMistake::Lines(count) = mistake { count } else { HUD_MESSAGES };
    let first = if mistake == HudMistake::Oldest { 0 } else { lines.len().saturating_sub(count) };
    let shown: Vec<&str> = lines.iter().skip(first).take(count).map(String::as_str).collect();
    let last = shown.len().saturating_sub(1);
    let color = |index: usize| match mistake {
        HudMistake::AllBright => MSG_NEW,
        HudMistake::AllDim => MSG_OLD,
        HudMistake::FirstBright if index == 0 => MSG_NEW,
        HudMistake::FirstBright => MSG_OLD,
        _ if index == last => MSG_NEW,
        _ => MSG_OLD,
    };
    let mut shown: Vec<(&str, Color)> =
        shown.into_iter().enumerate().map(|(index, line)| (line, color(index))).collect();
    if mistake == HudMistake::NewestFirst {
        shown.reverse();
    }
    shown
}
