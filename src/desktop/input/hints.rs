//! Lines like `F1  keys      ESC  close`, whose keys can be clicked.

use std::ops::Range;

use crate::desktop::input::commands::Action::{Give, Press};
use crate::desktop::input::commands::{Command, available};
use crate::desktop::pages::CHOSEN;
use crate::desktop::pages::summary::text_rows;
use crate::game::GameState;
use crate::key::Key;
use crate::map::Pos;
use crate::part::Part;
use crate::screen::Frame;

/// What separates two hints of a line, at least.
const GAP: &str = "    ";

/// Returns the key that a hint begins with. Other words are text, like the sign of a monster.
fn key_named(word: &str) -> Option<Key> {
    match word {
        "ESC" => Some(Key::ESCAPE),
        "PGUP" => Some(Key::PAGE_UP),
        "PGDN" => Some(Key::PAGE_DOWN),
        ">" => Some(Key::PERIOD),
        "SPACE" | "RETURN" | "UP" | "DOWN" | "F1" | "F2" | "F9" => Key::from_name(word),
        "i" | "I" | "M" | "P" | "G" | "R" | "V" | "X" => Key::from_name(word),
        _ => None,
    }
}

/// Returns the key of the hint at a tile of a frame, and the columns of the hint.
fn hint_at(frame: &Frame, tile: Pos) -> Option<(Key, Range<usize>)> {
    let (rows, column) = (text_rows(frame), usize::try_from(tile.x).ok()?);
    let row = rows.get(usize::try_from(tile.y).ok()?)?;
    let start = row.get(..=column)?.rfind(GAP).map_or(0, |gap| gap + GAP.len());
    let hint = row.get(start..)?;
    let hint = hint.split(GAP).next()?;
    let word = hint.split_whitespace().next()?;
    let key = key_named(word)?;
    let first = start + hint.find(word)?;
    let columns = first..start + hint.trim_end().len();
    columns.contains(&column).then_some((key, columns))
}

/// Returns the hints of the panel for what can be done on a screen of a part, two in a line.
pub(crate) fn of_panel(part: Part, state: GameState) -> Vec<String> {
    let can = |action| available(part, state).any(|line| line.action() == Some(action));
    let hints = [
        (can(Give(Command::Explore)), "X explore"),
        (can(Give(Command::GoToStairs)), "> stairs"),
        (can(Press(Key::I)), "I pack"),
        (can(Give(Command::Messages)), "M messages"),
        (state == GameState::ClassSelect, "R runs"),
        (true, "F1 keys"),
        (true, "F2 settings"),
    ];
    let hints: Vec<&str> = hints.into_iter().filter(|(can, _)| *can).map(|(_, hint)| hint).collect();
    hints.rchunks(2).rev().map(|line| line.join(GAP)).collect()
}

/// Returns the name of a key in hints.
pub(crate) fn name(key: Key) -> String {
    if key == Key::ESCAPE { "ESC".to_owned() } else { key.name().to_uppercase() }
}

/// Returns the hint of a key: its name, and what it does.
pub(crate) fn with_meaning(key: Key, meaning: &str) -> String {
    format!("{}  {meaning}", name(key))
}

/// Returns the key of the hint at a tile of a frame.
pub(crate) fn key_at(frame: &Frame, tile: Pos) -> Option<Key> {
    hint_at(frame, tile).map(|(key, _)| key)
}

/// Marks the hint at a tile, which a click would choose.
pub(crate) fn mark(frame: &mut Frame, tile: Pos) {
    let Some((_, columns)) = hint_at(frame, tile) else { return };
    for (pos, cell) in frame.cells().to_vec() {
        if pos.y == tile.y && columns.contains(&(pos.x as usize)) {
            frame.draw_glyph(pos, cell.glyph, CHOSEN);
        }
    }
}
