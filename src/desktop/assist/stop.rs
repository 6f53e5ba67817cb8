//! The reasons why a walk of several steps stops, and their texts.

use crate::desktop::history::step::{is_threat, monsters_in_view};
use crate::desktop::history::tally::with_article;
use crate::explorer::seen_monsters;
use crate::explorer::snapshot::Snapshot;
use crate::game::Game;
use crate::item::Item;
use crate::player;
use crate::support::text::counted;
use crate::trace::last_key::{self, Blow};

/// The reason why a held key, a journey, or the repeat of a game pad stops, with its text. A name of an
/// action in braces becomes its key: see [`Bindings::fill`](crate::desktop::bindings::Bindings::fill).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum Stop {
    /// The walk left its screen or its level, or the part lacks a player.
    #[error("Not now.")]
    NotHere,
    #[error("{} is in view: walk step by step, or into it to attack.", sentence(&with_article(.0)))]
    InView(&'static str),
    #[error("{} comes into view.", sentence(&with_article(.0)))]
    CameIntoView(&'static str),
    #[error("You attack {0}.")]
    YouAttack(&'static str),
    #[error("{} attacks you.", sentence(.0))]
    Attacked(&'static str),
    /// Hit points were lost without an attack.
    #[error("You lose {}.", counted(*.0, "hit point"))]
    Hurt(i32),
    /// Hit points were lost since the player explored last: how many, and how many are left.
    #[error("You lost {}; {} left. Press {{explore}} again to go on.", counted(*.0, "hit point"), .1)]
    Lost(i32, i32),
    #[error("Picked up: {0}.")]
    PickedUp(String),
    #[error("Nothing is left to explore here.")]
    Explored,
    #[error("You are already there.")]
    Arrived,
    #[error("You are on the stairs: press {{stairs}} to go down.")]
    OnStairs,
    /// They are not known, or there are none in this part.
    #[error("You have not found the stairs yet.")]
    NoStairs,
    #[error("You know of no way there.")]
    NoWay,
    #[error("A wall is in the way.")]
    Wall,
    /// A way opens to a side, or a side is closed from here on.
    #[error("The passage changes here.")]
    Opening,
}

impl Stop {
    /// Returns the most urgent reason to stop that the last key brought. Walking on by itself is only safe as
    /// long as nothing happens, so whatever is new stops the walk until the player presses a key again.
    pub fn after(before: &Snapshot, game: &Game) -> Option<Stop> {
        if (game.state(), game.depth()) != (before.state, before.depth) {
            return Some(Stop::NotHere);
        }
        // An attack of a monster comes after the player's own, and matters more.
        if let Some(Blow { attacker, defender }) = last_key::blows(game).next_back() {
            let is_own = attacker == player::NAME;
            return Some(if is_own { Stop::YouAttack(defender) } else { Stop::Attacked(attacker) });
        }
        let lost = before.player.hp - game.player().hp;
        if lost > 0 {
            return Some(Stop::Hurt(lost));
        }
        let was_in_view = |index| seen_monsters(&before.level).any(|(other, _)| other == index);
        let new = monsters_in_view(game).filter(|&index| !was_in_view(index));
        let mut new = new.map(|index| &game.cur().monsters[index].entity);
        if let Some(monster) = new.find(|monster| is_threat(game, monster)) {
            return Some(Stop::CameIntoView(monster.name));
        }
        if game.amulets() > before.amulets {
            return Some(Stop::PickedUp(game.item_label(Item::Amulet)));
        }
        let found = game.inventory().get(before.pack.len()..)?.last()?;
        Some(Stop::PickedUp(game.item_label(*found)))
    }
}

/// Returns a text with a capital at its beginning and a full stop.
pub(crate) fn full_sentence(text: &str) -> String {
    sentence(text) + "."
}

/// Returns a text with a capital at its beginning.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
