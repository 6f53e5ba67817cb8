//! The player, and the values that a new one has.

use crate::color::Color;
use crate::entity::Entity;
use crate::map::Pos;

const PLAYER: Color = Color(255, 230, 150); // The colour of the player's character
const NAME: &str = "You"; // The player's name in messages
const HP: i32 = 30; // Hit points of a new player
pub const POWER: i32 = 5; // Power of a new player

/// The player's character (struct `Player`): an [`Entity`], and nothing else. The original derives it, to set
/// the values in a constructor. Here [`new`] sets them, so a second name for the same type is enough.
pub type Player = Entity;

/// A new player in the top left corner, with whom a game begins (`Player::Player`).
pub fn new() -> Player {
    Entity::new(b'@', PLAYER, NAME, Pos::new(0, 0), HP, POWER)
}
