//! Part 2: the player, and the values that a new one has.

use crate::color::Color;
use crate::entity::Entity;
use crate::map::Pos;

/// The colour of the player's character.
const PLAYER: Color = Color(255, 230, 150);
/// Part 5: the player's name in messages.
pub const NAME: &str = "You";
/// Hit points of a new player.
pub(crate) const HP: i32 = 30;
/// Part 5: power of a new player.
pub(crate) const POWER: i32 = 5;

/// The player's character (struct `Player`): an [`Entity`], and nothing else. The original derives it, to set
/// the values in a constructor. Here [`new`] sets them, so a second name for the same type is enough.
pub type Player = Entity;

/// A new player in the top left corner, with whom a game begins (`Player::Player`).
pub fn new() -> Player {
    Entity::new(b'@', PLAYER, NAME, Pos::new(0, 0), HP, POWER)
}
