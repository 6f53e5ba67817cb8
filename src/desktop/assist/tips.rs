//! Tips for new players. Each is shown once, over the map.

use crate::desktop::history::step::threat_in_view;
use crate::game::Game;
use crate::item::Item;

/// A tip: its name in the settings file, the condition, and the text. A name of an action in braces becomes
/// its key: see [`Bindings::fill`](crate::desktop::actions::Bindings::fill).
pub(crate) struct Tip {
    pub name: &'static str,
    /// Returns true where it helps. The flag is true after a key that does nothing.
    helps: fn(&Game, bool) -> bool,
    pub text: &'static str,
}

/// All tips, the more urgent ones first.
pub(crate) static TIPS: [Tip; 5] = [
    tip(
        "monster",
        |game, _| threat_in_view(game).is_some(),
        "Walk into it to attack. {examine} says how dangerous it is.",
    ),
    tip(
        "half",
        |game, _| game.player().hp * 2 <= game.player().max_hp,
        "Half of your health is gone. Only potions heal.",
    ),
    tip(
        "potion",
        |game, _| game.inventory().iter().any(|item| matches!(item, Item::Potion(_))),
        "A potion: {inventory} opens the inventory, and its letter uses it.",
    ),
    tip(
        "stairs",
        |game, _| game.cur().map.tile(game.cur().stairs).visible,
        "The stairs: {stairs} leads there, and down.",
    ),
    tip("key", |_, is_idle| is_idle, "That key does nothing. Walking picks things up. {keys}: keys."),
];

const fn tip(name: &'static str, helps: fn(&Game, bool) -> bool, text: &'static str) -> Tip {
    Tip { name, helps, text }
}

/// Returns the first tip that helps now and was not shown yet. `is_idle` is true after a key that does
/// nothing.
pub(crate) fn next(game: &Game, is_idle: bool, shown: &[&'static str]) -> Option<&'static Tip> {
    TIPS.iter().find(|tip| !shown.contains(&tip.name) && (tip.helps)(game, is_idle))
}
