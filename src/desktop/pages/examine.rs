//! The map examined, as it is drawn: the cursor, the way of a click, and what is known about a tile.

use crate::desktop::assist::examine::Examine;
use crate::desktop::assist::look::look;
use crate::desktop::assist::travel::{known_stairs, knows, route};
use crate::desktop::pages::note;
use crate::desktop::settings::palette::CHOSEN;
use crate::game::Game;
use crate::map::Pos;
use crate::screen::Frame;

/// Draws what is known about the tile of the cursor, or about the one that the mouse is over, with the way
/// that a click there would take.
pub(crate) fn draw(examine: &Examine, game: &Game, frame: &mut Frame) {
    if let Some(cursor) = examine.cursor() {
        mark(cursor, game, frame);
        note::draw(&look(game, cursor), cursor, frame);
    } else if let Some(tile) = examine.hovered() {
        for pos in route(game, tile) {
            frame.draw_glyph(pos, b'.', CHOSEN);
        }
        let lines = look(game, tile);
        // Bare ground needs no explanation.
        if lines.len() > 1 {
            note::draw(&lines, tile, frame);
        }
    }
}

/// Draws the text over any screen, and away from a tile.
pub(crate) fn draw_text(examine: &Examine, avoid: Pos, frame: &mut Frame) {
    if let Some(text) = examine.text() {
        note::draw(std::slice::from_ref(text), avoid, frame);
    }
}

/// Gives what is on a tile the colour of the pointer, or draws a cross where nothing is to be seen.
fn mark(cursor: Pos, game: &Game, frame: &mut Frame) {
    let is_bare_floor = || {
        let has_more = look(game, cursor).len() > 1 || known_stairs(game) == Some(cursor);
        game.cur().map.is_floor(cursor) && !has_more
    };
    if !knows(game, cursor) || is_bare_floor() {
        frame.erase(|pos| pos == cursor);
        frame.draw_glyph(cursor, b'X', CHOSEN);
    } else {
        frame.recolor(|pos| pos == cursor, CHOSEN);
    }
}
