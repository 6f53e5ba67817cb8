//! The body of the player, and of every monster: look, place, hit points (struct `Entity`).

use crate::color::Color;
use crate::map::{Map, Pos};

/// How something is drawn, its position, and its hit points (struct `Entity`).
#[derive(Clone, Debug)]
pub struct Entity {
    pub pos: Pos,
    pub hp: i32,
    pub max_hp: i32,
    pub glyph: u8,
    pub color: Color,
    /// False after death. A living entity also has hit points, see [`Entity::is_alive`].
    pub alive: bool,
}

impl Entity {
    /// A new entity. It is in full health.
    pub fn new(glyph: u8, color: Color, pos: Pos, hp: i32) -> Entity {
        let max_hp = hp;
        Entity { pos, hp, max_hp, glyph, color, alive: true }
    }

    /// Returns true if `alive` is set and hit points are left (`isAlive`).
    pub fn is_alive(&self) -> bool {
        self.alive && self.hp > 0
    }

    /// Takes one step if it leads to floor (`tryMove`). Returns true if it moved.
    pub fn try_move(&mut self, step: Pos, map: &Map) -> bool {
        let target = self.pos + step;
        let free = map.is_floor(target);
        if free {
            self.pos = target;
        }
        free
    }
}
