//! A few lines of text: in a box over the map, where it hides as little as possible, or below a title.
//! What is known about a tile stands in such a box.

use crate::color::Color;
use crate::desktop::actions::{Action, Place, key_name};
use crate::desktop::assist::examine::Examine;
use crate::desktop::assist::look::look;
use crate::desktop::assist::travel::route;
use crate::desktop::history::step::first_in_view;
use crate::desktop::screens::content::Shown;
use crate::desktop::screens::sheet::{Sheet, Target};
use crate::desktop::settings::letters::narrow_columns;
use crate::desktop::settings::palette::CHOSEN;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::screen::Frame;
use crate::support::text::wrap;

/// What can be done with the cursor.
const OF_CURSOR: [(Action, &str); 3] =
    [(Action::NextSight(true), "next thing"), (Action::Choose, "go there"), (Action::Back, "close")];
const TEXT: Color = Color(225, 215, 180);
const BORDER: Color = Color(120, 112, 132);
/// Columns of the border and the space beside a text, on both sides together.
const AROUND: i32 = 4;
/// Last row of the titles of screens.
const TITLE: i32 = 5;

/// Draws the lines in a box: at the top of the map if `avoid` is in its lower half, at its bottom if it is in
/// the upper one, and on other screens below the title, where the box covers least. `is_narrow` is true for
/// letters that are narrower than the tiles. A click on the box closes it.
pub(crate) fn draw(lines: &[String], avoid: Option<Pos>, is_narrow: bool, sheet: &mut Sheet) {
    let frame = &mut sheet.frame;
    // Narrow letters leave room for the border also in the longest line of a frame.
    let room = if is_narrow { MAP_WIDTH } else { MAP_WIDTH - AROUND };
    let lines: Vec<String> = lines.iter().flat_map(|line| wrap(line, room as usize)).collect();
    let letters = lines.iter().map(String::len).max().unwrap_or_default() as i32;
    let width = AROUND + if is_narrow { narrow_columns(letters) } else { letters };
    let height = lines.len() as i32 + 2;
    let left = (MAP_WIDTH - width) / 2;
    let covered = |top| frame.cells().iter().filter(|(pos, _)| (top..top + height).contains(&pos.y)).count();
    let top = match avoid {
        Some(Pos { y, .. }) if y < MAP_HEIGHT / 2 => MAP_HEIGHT - height,
        Some(_) => 0,
        None => (TITLE + 1..=frame.rows() - height).min_by_key(|&top| covered(top)).unwrap_or(0),
    };
    clear(left, top, width, height, frame);
    for column in left..left + width {
        frame.put(Pos::new(column, top), b'-', BORDER);
        frame.put(Pos::new(column, top + height - 1), b'-', BORDER);
    }
    for (row, line) in (top + 1..).zip(&lines) {
        frame.draw_centred(row, line, TEXT);
    }
    let target = Target { line: None, action: Some(Action::CloseText) };
    (top..top + height).for_each(|row| sheet.add(Pos::new(left, row), width, target));
}

/// Draws what is known about the tile of the cursor, or about the one that the mouse is over, with the way
/// that a click there would take: with a monster in view it is a single step. Hints name the keys of the
/// cursor.
pub(crate) fn draw_examined(examine: &Examine, shown: &Shown, sheet: &mut Sheet) {
    let (game, is_narrow) = (&shown.played.game, shown.settings.texts.is_narrow(shown.free_play));
    if let Some(cursor) = examine.cursor() {
        let mut lines = look(game, cursor);
        if shown.settings.hints && !examine.is_by_mouse() {
            let hint = |(action, text)| {
                shown.keys().key(action, Place::Cursor).map(|key| format!("{}  {text}", key_name(key)))
            };
            lines.push(OF_CURSOR.into_iter().filter_map(hint).collect::<Vec<_>>().join("    "));
        }
        draw(&lines, Some(cursor), is_narrow, sheet);
    } else if let Some(tile) = examine.hovered() {
        let mut way = route(game, tile);
        if first_in_view(game).is_some() {
            way = way.split_off(way.len().saturating_sub(1));
        }
        way.into_iter().for_each(|pos| sheet.frame.put(pos, b'.', CHOSEN));
        let lines = look(game, tile);
        // Bare ground needs no explanation.
        if lines.len() > 1 {
            draw(&lines, Some(tile), is_narrow, sheet);
        }
    }
}

/// Draws a line at the right end of the first row.
pub(crate) fn draw_status(text: &str, frame: &mut Frame) {
    let width = text.len() as i32 + 2;
    clear(MAP_WIDTH - width, 0, width, 1, frame);
    frame.draw_left(MAP_WIDTH - width + 1, 0, text, TEXT);
}

/// Removes what is drawn in an area of tiles.
fn clear(left: i32, top: i32, width: i32, height: i32, frame: &mut Frame) {
    frame.erase(|pos| (left..left + width).contains(&pos.x) && (top..top + height).contains(&pos.y));
}
