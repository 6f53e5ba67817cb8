//! Part 2: the player (struct `Player`).

use crate::color::Color;
use crate::entity::Entity;
use crate::map::Pos;

const PLAYER: Color = Color(255, 230, 150); // The colour of the player's character

/// The player's character (struct `Player`): an [`Entity`], and nothing else.
pub type Player = Entity;

/// A new player in the top left corner, with whom a run begins (`newGame`).
pub fn new() -> Player {
    Entity::new(b'@', PLAYER, Pos::new(0, 0))
}
