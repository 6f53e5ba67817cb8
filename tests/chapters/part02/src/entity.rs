use crate::color::Color;
use crate::map::{Map, Pos};

#[derive(Clone, Debug)]
pub struct Entity {
    pub glyph: u8,
    pub color: Color,
    pub pos: Pos,
}

impl Entity {
    /// A new entity.
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
