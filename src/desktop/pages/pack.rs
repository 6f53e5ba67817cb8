//! The pack in the window, from 24 items on: the original draws the footer over the 24th item, and what is
//! behind `z` outside of the window.

use crate::desktop::pages::messages::wrap;
use crate::desktop::pages::{HINT, TEXT};
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::screen::{self, Cell, Frame};

/// Number of slots that have a letter.
pub(crate) const LETTERS: usize = 26;
/// The slot of the letter I, which closes the pack.
const CLOSING_SLOT: usize = (Key::I.0 - Key::A.0) as usize;
/// The row of the footer.
const FOOTER: i32 = MAP_HEIGHT - 3;

/// Returns where the first item stands. A full pack is drawn further up, so that `z` stands above the footer.
pub(crate) fn first_slot(game: &Game) -> Pos {
    let Pos { x, y } = screen::first_slot(game.part());
    let is_full = game.part().has_equipment() && y + game.inventory().len() as i32 > FOOTER;
    Pos::new(x, if is_full { FOOTER - LETTERS as i32 } else { y })
}

/// Returns the key that uses the item of a slot; none for one that no key can use.
pub(crate) fn key_of(slot: usize) -> Option<Key> {
    Key::from_letter(slot).filter(|_| slot != CLOSING_SLOT)
}

/// Returns the items from a slot on. Like things are one, with their number (`red potion x3`) and the key of
/// the first that has one.
pub(crate) fn stacks(game: &Game, first_slot: usize) -> Vec<(String, Option<Key>)> {
    let mut stacks: Vec<(String, Option<Key>, u32)> = Vec::new();
    for (slot, &item) in game.inventory().iter().enumerate().skip(first_slot) {
        let (label, key) = (game.item_label(item), key_of(slot));
        match stacks.iter_mut().find(|(known, ..)| *known == label) {
            Some((_, first, number)) => (*first, *number) = (first.or(key), *number + 1),
            None => stacks.push((label, key, 1)),
        }
    }
    let name = |label, number| if number == 1 { label } else { format!("{label} x{number}") };
    stacks.into_iter().map(|(label, key, number)| (name(label, number), key)).collect()
}

/// Makes room for all items in a frame with the pack, and says which ones no key can use, and why.
pub(crate) fn mend(game: &Game, frame: &mut Frame) {
    if game.state() != GameState::Inventory {
        return;
    }
    let (first, items) = (first_slot(game), game.inventory());
    let up = screen::first_slot(game.part()).y - first.y;
    if up > 0 {
        let shown = std::mem::take(&mut frame.cells).into_iter();
        // The last items lie under the footer or below it. They are drawn again.
        let (list, rest): (Vec<_>, Vec<_>) = shown.partition(|(pos, _)| pos.y < FOOTER);
        let footer_color = rest.iter().rev().find(|(pos, _)| pos.y == FOOTER).map(|(_, cell)| cell.color);
        let footer =
            rest.into_iter().filter(|(pos, cell)| pos.y == FOOTER && Some(cell.color) == footer_color);
        frame.cells = list.into_iter().map(|(pos, cell)| (Pos::new(pos.x, pos.y - up), cell)).collect();
        frame.cells.extend(footer);
        let drawn = (FOOTER - up - first.y) as usize;
        for (slot, &item) in items.iter().enumerate().take(LETTERS).skip(drawn) {
            let letter = char::from(b'a' + slot as u8);
            let line = format!("{letter})  {}", game.item_label(item));
            frame.draw_left(first.x, first.y + slot as i32, &line, TEXT);
        }
        let behind: Vec<String> = stacks(game, LETTERS).into_iter().map(|(label, _)| label).collect();
        let behind = behind.join(", ");
        if !behind.is_empty() {
            let text = format!("Behind z, so without a key until others are used: {behind}");
            let width = (MAP_WIDTH - 2 * first.x + 6) as usize;
            for (row, line) in (FOOTER + 1..frame.rows()).zip(wrap(&text, width)) {
                frame.draw_left(first.x - 3, row, &line, HINT);
            }
        }
    }
    if items.len() > CLOSING_SLOT {
        let row = first.y + CLOSING_SLOT as i32;
        // The box of Part 8 has its border behind the text.
        let is_text = |(pos, cell): &&(Pos, Cell)| pos.y == row && cell.glyph != b'|';
        let end = frame.cells().iter().filter(is_text).map(|(pos, _)| pos.x).max();
        frame.draw_left(end.unwrap_or(0) + 3, row, "(I closes the pack)", HINT);
    }
}
