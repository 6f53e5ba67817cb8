//! What the player and the monsters have in common. A monster contains it.

use crate::color::Color;
use crate::map::{Map, Pos};

/// The player or a monster (struct `Entity`): how it is drawn, where it stands, and its hit points.
#[derive(Clone, Debug)]
pub struct Entity {
    pub glyph: u8,
    pub color: Color,
    pub pos: Pos,
}

impl Entity {
    /// A new entity in full health.
    pub fn new(glyph: u8, color: Color, pos: Pos) -> Entity {
        Entity { glyph, color, pos }
    }

    /// Part 2: takes one step if it leads to floor (`tryMove`). Returns true if it moved.
    pub fn try_move(&mut self, step: Pos, map: &Map) -> bool {
        let target = self.pos + step;
        let free = map.is_floor(target);
        if free {
            self.pos = target;
        }
        free
    }
}
