//! Lines like `F1  keys      ESC  close`, whose keys can be clicked.

use std::ops::Range;

use crate::desktop::pages::CHOSEN;
use crate::desktop::pages::summary::text_rows;
use crate::key::Key;
use crate::map::Pos;
use crate::part::Part;
use crate::screen::Frame;

/// What separates two hints of a line, at least.
const GAP: &str = "    ";
/// How hints name the keys that have another name in recordings, and the only letters that they name.
const NAMES: [(&str, Key); 19] = [
    ("ESC", Key::ESCAPE),
    ("SPACE", Key::SPACE),
    ("RETURN", Key::RETURN),
    ("UP", Key::UP),
    ("DOWN", Key::DOWN),
    ("PGUP", Key::PAGE_UP),
    ("PGDN", Key::PAGE_DOWN),
    ("i", Key::I),
    ("I", Key::I),
    ("M", Key::M),
    ("P", Key::P),
    ("G", Key::G),
    ("R", Key::R),
    ("V", Key::V),
    ("X", Key::X),
    (">", Key::PERIOD),
    ("F1", Key::F1),
    ("F2", Key::F2),
    ("F9", Key::F9),
];

/// Returns the key of the hint at a tile of a frame, and the columns of the hint.
fn hint_at(frame: &Frame, tile: Pos) -> Option<(Key, Range<usize>)> {
    let (rows, column) = (text_rows(frame), usize::try_from(tile.x).ok()?);
    let row = rows.get(usize::try_from(tile.y).ok()?)?;
    let start = row.get(..=column)?.rfind(GAP).map_or(0, |gap| gap + GAP.len());
    let hint = row.get(start..)?;
    let hint = hint.split(GAP).next()?;
    let word = hint.split_whitespace().next()?;
    let (_, key) = NAMES.into_iter().find(|(name, _)| *name == word)?;
    let first = start + hint.find(word)?;
    let columns = first..start + hint.trim_end().len();
    columns.contains(&column).then_some((key, columns))
}

/// Returns the hints of a part's panel, two in a line.
pub(crate) fn of_panel(part: Part) -> Vec<String> {
    let hints = [
        (part.has_fog(), "X explore"),
        (part.has_floors(), "> stairs"),
        (part.has_items(), "I pack"),
        (part.has_melee(), "M messages"),
        (true, "F1 keys"),
        (true, "F2 settings"),
    ];
    let hints: Vec<&str> = hints.into_iter().filter(|(has, _)| *has).map(|(_, hint)| hint).collect();
    hints.rchunks(2).rev().map(|line| line.join(GAP)).collect()
}

/// Returns the hint of a key: its name, and what it does.
pub(crate) fn with_meaning(key: Key, meaning: &str) -> String {
    let name = NAMES.iter().find(|(_, its_key)| *its_key == key).map_or(key.name(), |(name, _)| name);
    format!("{name}  {meaning}")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::pages::HINT;

    #[test]
    fn a_hint_is_the_key_and_its_meaning() {
        let mut frame = Frame::new(36);
        frame.draw_left(0, 5, "1 / 2 / 3  begin       F9  load saved game       ESC  quit", HINT);
        let key = |x| key_at(&frame, Pos::new(x, 5));
        assert_eq!(
            [key(3), key(20), key(23), key(37), key(42)],
            [None, None, Some(Key::F9), Some(Key::F9), None]
        );
        assert_eq!([key(49), key(57), key(59)], [Some(Key::ESCAPE), Some(Key::ESCAPE), None]);
        mark(&mut frame, Pos::new(30, 5));
        let marked: Vec<i32> =
            frame.cells().iter().filter(|(_, cell)| cell.color == CHOSEN).map(|(pos, _)| pos.x).collect();
        assert_eq!((marked.first(), marked.last()), (Some(&23), Some(&41)));
    }
}
