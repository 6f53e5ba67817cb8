//! Why a walk of several steps stops, in words for the player.

use std::fmt;

use crate::desktop::run::history::with_article;
use crate::desktop::run::snapshot::{Snapshot, monsters_in_view};
use crate::game::Game;
use crate::item::Item;
use crate::player;
use crate::support::text::counted;
use crate::trace::happened::{self, Blow};

/// Why a held key, a journey, or the repeat of a game pad stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The map is not shown, or there is no player.
    NotHere,
    /// Another screen is shown, or another floor. The player sees it.
    NewPlace,
    /// A living monster of this name is in view.
    InView(&'static str),
    /// A living monster of this name came into view.
    CameIntoView(&'static str),
    /// An attack: the names of the attacker and of the defender.
    Attack(&'static str, &'static str),
    /// This many hit points were lost, without an attack.
    Hurt(i32),
    /// Hit points were lost since the player explored last: how many, and how many are left.
    Lost(i32, i32),
    /// A thing of this name was picked up.
    PickedUp(String),
    /// Everything that can be reached is explored, and nothing is left to pick up.
    Explored,
    /// The player stands where the journey leads.
    Arrived,
    /// The player reached the stairs.
    OnStairs,
    /// The stairs have not been found yet, or there are none in this part.
    NoStairs,
    /// No way that the player knows leads there.
    NoWay,
    /// A wall is in the way.
    Wall,
    /// A way opens to a side, or a side is closed from here on.
    Opening,
}

impl Stop {
    /// Returns the most urgent reason to stop that the last key brought. Walking on by itself is only safe as
    /// long as nothing happens, so whatever is new stops the walk until the player presses a key again.
    pub fn after(before: &Snapshot, game: &Game) -> Option<Stop> {
        if (game.state(), game.depth()) != (before.state, before.depth) {
            return Some(Stop::NewPlace);
        }
        // A monster's blow comes after the player's own, and says more.
        if let Some(Blow { attacker, defender }) = happened::blows(game).next_back() {
            return Some(Stop::Attack(attacker, defender));
        }
        if game.player().hp < before.hp {
            return Some(Stop::Hurt(before.hp - game.player().hp));
        }
        if let Some(index) = monsters_in_view(game).find(|index| !before.in_view.contains(index)) {
            return Some(Stop::CameIntoView(game.cur().monsters[index].entity.name));
        }
        if game.amulets() > before.amulets {
            return Some(Stop::PickedUp(game.item_label(Item::Amulet)));
        }
        let found = game.inventory().get(before.pack.len()..)?.last()?;
        Some(Stop::PickedUp(game.item_label(*found)))
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = |number: i32| counted(number, "hit point");
        let text = match self {
            Stop::NotHere | Stop::NewPlace => "Not now.".to_owned(),
            Stop::InView(name) => {
                format!(
                    "{} is in view: walk step by step, or into it to attack.",
                    sentence(&with_article(name))
                )
            }
            Stop::CameIntoView(name) => format!("{} comes into view.", sentence(name)),
            Stop::Attack(attacker, defender) if *attacker == player::NAME => {
                format!("You attack {defender}.")
            }
            Stop::Attack(attacker, _) => format!("{} attacks you.", sentence(attacker)),
            Stop::Hurt(lost) => format!("You lose {}.", points(*lost)),
            Stop::Lost(lost, left) => {
                format!("You lost {}; {left} left. Press X again to go on.", points(*lost))
            }
            Stop::PickedUp(name) => format!("Picked up: {name}."),
            Stop::Explored => "Nothing is left to explore here.".to_owned(),
            Stop::Arrived => "You are already there.".to_owned(),
            Stop::OnStairs => "You are on the stairs: press > to go down.".to_owned(),
            Stop::NoStairs => "You have not found the stairs yet.".to_owned(),
            Stop::NoWay => "You know of no way there.".to_owned(),
            Stop::Wall => "A wall is in the way.".to_owned(),
            Stop::Opening => "The passage changes here.".to_owned(),
        };
        f.write_str(&text)
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
