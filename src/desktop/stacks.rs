//! Like things put together: the inventory as the player sees it.

use crate::game::Game;
use crate::item::Item;
use crate::key::Key;

/// The slot of the letter I, which closes the inventory.
const CLOSING_SLOT: usize = (Key::I.0 - Key::A.0) as usize;

/// Like items of the inventory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The letter that uses one of them; `None` if no key can. The letters follow each other, without the I
    /// that closes the inventory.
    pub letter: Option<char>,
    /// One of them.
    pub item: Item,
    /// Their name, as far as the player knows it.
    pub label: String,
    /// Their number.
    pub count: usize,
    /// The original's key for the first of them that has one.
    pub key: Option<Key>,
}

/// Returns the inventory, like items together, in the order of the first of each.
pub fn inventory(game: &Game) -> Vec<Stack> {
    let slots =
        game.inventory().iter().enumerate().map(|(slot, &item)| (game.item_label(item), (slot, item)));
    let mut letters = ('a'..='z').filter(|letter| *letter != 'i');
    let stacks = stacked(slots).into_iter().map(|(label, things)| {
        let key = things.iter().find_map(|(slot, _)| key_of(*slot));
        let letter = key.and_then(|_| letters.next());
        Stack { letter, item: things[0].1, label, count: things.len(), key: key.filter(|_| letter.is_some()) }
    });
    stacks.collect()
}

/// Returns the original's key for the item of a slot; `None` for one that no key can use.
pub fn key_of(slot: usize) -> Option<Key> {
    let letter = u16::try_from(slot).ok().filter(|slot| *slot < 26 && usize::from(*slot) != CLOSING_SLOT)?;
    Some(Key(Key::A.0 + letter))
}

/// Puts things together that have the same key, in the order of the first of each.
pub fn stacked<K: PartialEq, T>(things: impl Iterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
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
pub fn times(name: String, count: usize) -> String {
    if count == 1 { name } else { format!("{name} x{count}") }
}
