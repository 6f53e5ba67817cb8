//! The pack in the window, from 24 items on: the original draws the footer over the 24th item, and what is
//! behind `z` outside of the window.

use crate::desktop::run::messages::wrap;
use crate::desktop::settings::palette::{HINT, TEXT};
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::screen::{self, Frame};

/// Number of slots that have a letter.
pub(crate) const LETTERS: usize = 26;
/// The slot of the letter I, which closes the pack.
const CLOSING_SLOT: usize = (Key::I.0 - Key::A.0) as usize;
/// What stands behind its item.
const CLOSING_NOTE: &str = "  (I closes the pack)";
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
pub(crate) fn adapt(game: &Game, frame: &mut Frame) {
    if game.state() != GameState::Inventory {
        return;
    }
    let first = first_slot(game);
    let up = screen::first_slot(game.part()).y - first.y;
    if up > 0 {
        draw_full_pack(game, up, frame);
    }
    let closing = first + Pos::new(0, CLOSING_SLOT as i32);
    if let Some(line) = frame.texts().iter().find(|line| line.pos == closing) {
        // Both are one text, because narrow letters would leave a gap between two.
        let (item, color) = (line.text.clone(), frame.cells()[line.cells.start].1.color);
        let columns = closing.x..closing.x + item.len() as i32;
        frame.erase(|pos| pos.y == closing.y && columns.contains(&pos.x));
        frame.draw_left(closing.x, closing.y, &(item + CLOSING_NOTE), color);
        let note = columns.end..columns.end + CLOSING_NOTE.len() as i32;
        frame.recolor(|pos| pos.y == closing.y && note.contains(&pos.x), HINT);
    }
}

/// Draws all items with a letter, further up than the original has them, and names the others below.
fn draw_full_pack(game: &Game, up: i32, frame: &mut Frame) {
    let (first, left) = (first_slot(game), frame.texts().first().map_or(0, |title| title.pos.x));
    // The footer is drawn last.
    let footer = frame.texts().last().map_or_else(String::new, |footer| footer.text.clone());
    frame.erase(|pos| pos.y >= first.y + up);
    frame.move_up(up);
    for (letter, (row, &item)) in ('a'..='z').zip((first.y..).zip(game.inventory())) {
        frame.draw_left(first.x, row, &format!("{letter})  {}", game.item_label(item)), TEXT);
    }
    frame.draw_left(left, FOOTER, &footer, HINT);
    let behind: Vec<String> = stacks(game, LETTERS).into_iter().map(|(label, _)| label).collect();
    if !behind.is_empty() {
        let text = format!("Behind z, so without a key until others are used: {}", behind.join(", "));
        let width = (MAP_WIDTH - 2 * left) as usize;
        for (row, line) in (FOOTER + 1..frame.rows()).zip(wrap(&text, width)) {
            frame.draw_left(left, row, &line, HINT);
        }
    }
}
