//! The inventory in the window, from 24 items on: the original draws the footer over the 24th item, and what
//! is behind `z` outside of the window.

use crate::desktop::actions::from_letter;
use crate::desktop::assist::look::item_line;
use crate::desktop::screens::LEFT;
use crate::desktop::screens::content::Shown;
use crate::desktop::screens::hints::add_keys_of_series;
use crate::desktop::screens::sheet::Sheet;
use crate::desktop::settings::palette::HINT;
use crate::game::Game;
use crate::key::Key;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Pos};
use crate::screen::{self, Frame};
use crate::support::text::wrap;

/// Number of slots that have a letter.
pub(crate) const LETTERS: usize = 26;
/// The slot of the letter I, which closes the pack.
const CLOSING_SLOT: usize = (Key::I.0 - Key::A.0) as usize;
/// The text for the item in that slot.
const CLOSING_NOTE: &str = "i closes the pack: use another item first.";
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
    from_letter(slot).filter(|_| slot != CLOSING_SLOT)
}

/// Puts things together that have the same key, in the order of the first of each.
pub(crate) fn stacked<K: PartialEq, T>(things: impl Iterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut stacks: Vec<(K, Vec<T>)> = Vec::new();
    for (key, thing) in things {
        match stacks.iter_mut().find(|(known, _)| *known == key) {
            Some((_, stack)) => stack.push(thing),
            None => stacks.push((key, vec![thing])),
        }
    }
    stacks
}

/// Returns the name of some like things with their number: `red potion x3`.
pub(crate) fn times(name: String, count: usize) -> String {
    if count == 1 { name } else { format!("{name} x{count}") }
}

/// Puts names together that are the same, with their number.
pub(crate) fn stacked_names(names: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    stacked(names.map(|name| (name, ()))).into_iter().map(|(name, all)| times(name, all.len()))
}

/// Returns what adds to the power of blows and scrolls besides the gear.
pub(crate) fn bonuses(game: &Game) -> impl Iterator<Item = String> {
    let (strength, magic) = (game.strength_bonus, game.magic_bonus);
    let strength = (strength != 0).then(|| format!("strength (+{strength} pow)"));
    strength.into_iter().chain((magic != 0).then(|| format!("magic (+{magic} for scrolls)")))
}

/// Returns the items from a slot on. Like things are one, with their number.
pub(crate) fn contents(game: &Game, first_slot: usize) -> impl Iterator<Item = String> {
    stacked_names(game.inventory().iter().skip(first_slot).map(|&item| game.item_label(item)))
}

/// Makes room for all items in a frame with the pack. Below it stands what is known of the chosen item, and
/// which ones no key can use. In free play the row of the closing letter is dim.
pub(crate) fn adapt(shown: &Shown, sheet: &mut Sheet) {
    let (game, frame) = (&shown.played.game, &mut sheet.frame);
    let first = first_slot(game);
    let up = screen::first_slot(game.part()).y - first.y;
    if up > 0 {
        make_room(up, frame);
    }
    frame.recolor(|pos| shown.free_play && pos.y == first.y + CLOSING_SLOT as i32 && pos.x >= first.x, HINT);
    add_keys_of_series(shown, sheet);
    let frame = &mut sheet.frame;
    let chosen =
        shown.pointer.filter(|&slot| slot != CLOSING_SLOT).and_then(|slot| game.inventory().get(slot));
    let behind: Vec<String> = contents(game, LETTERS).collect();
    let notes = [
        chosen.map(|&item| item_line(game, item)),
        (game.inventory().len() > CLOSING_SLOT).then(|| CLOSING_NOTE.to_owned()),
        (!behind.is_empty()).then(|| format!("Behind z, without a key: {}.", behind.join(", "))),
    ];
    let (left, bottom) = match frame.texts().last() {
        Some(footer) if !footer.is_centred => (footer.pos.x, footer.pos.y),
        footer => (LEFT, footer.map_or(FOOTER, |footer| footer.pos.y)),
    };
    let lines = notes.iter().flatten().flat_map(|note| wrap(note, (MAP_WIDTH - 2 * left) as usize));
    for (row, line) in (bottom + 1..frame.rows()).zip(lines) {
        frame.draw_left(left, row, &line, HINT);
    }
}

/// Moves the pack up, so that all items with a letter have room above the footer.
fn make_room(rows: i32, frame: &mut Frame) {
    // The footer is drawn last.
    let Some(footer) = frame.texts.pop() else { return };
    frame.cells.truncate(footer.cells.start);
    frame.move_up(rows);
    frame.erase(|pos| pos.y >= FOOTER);
    frame.draw_left(footer.pos.x, FOOTER, &footer.text, HINT);
}
