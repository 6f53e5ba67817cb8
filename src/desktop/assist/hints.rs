//! Hints for new players. Each is shown once, over the map.

use crate::desktop::run::snapshot::first_in_view;
use crate::game::Game;
use crate::item::Item;

/// A hint: its name in the settings file, when it is shown, and what it says.
pub(crate) struct Hint {
    pub name: &'static str,
    /// Returns true where it helps. Of the last one the session knows when.
    helps: fn(&Game) -> bool,
    pub text: &'static str,
}

/// All hints, the more urgent ones first.
pub(crate) static HINTS: [Hint; 5] = [
    hint(
        "monster",
        |game| first_in_view(game).is_some(),
        "Walk into it to attack. E says how dangerous it is.",
    ),
    hint(
        "half",
        |game| game.player().hp * 2 <= game.player().max_hp,
        "Half of your hit points are gone. Only potions heal.",
    ),
    hint(
        "potion",
        |game| game.inventory().iter().any(is_potion),
        "A potion: I opens the pack, and its letter uses it.",
    ),
    hint(
        "stairs",
        |game| game.cur().map.tile(game.cur().stairs).visible,
        "The stairs: > leads there, and down.",
    ),
    hint("key", |_| false, "That key does nothing. Walking picks things up. F1: keys."),
];

const fn hint(name: &'static str, helps: fn(&Game) -> bool, text: &'static str) -> Hint {
    Hint { name, helps, text }
}

fn is_potion(item: &Item) -> bool {
    matches!(item, Item::Potion(_))
}

/// Returns the first hint that helps now and was not shown yet. `is_idle` is true after a key that does
/// nothing.
pub(crate) fn next(game: &Game, is_idle: bool, shown: &[&'static str]) -> Option<&'static Hint> {
    let mut hints = HINTS.iter().filter(|hint| !shown.contains(&hint.name));
    hints.find(|hint| if hint.name == "key" { is_idle } else { (hint.helps)(game) })
}
