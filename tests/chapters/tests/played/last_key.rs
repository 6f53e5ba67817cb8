//! What a key led to, as traces tell it.

use crate::game::Game;
use crate::sound::{Sound, Tone};

/// Returns the messages of the last key.
pub fn messages(game: &Game) -> &[String] {
    if game.part.has_hud() { &game.log.new } else { &game.log }
}

