//! What the player and the monsters have in common (class `Entity`).

use crate::color::Color;
use crate::map::{Map, Pos};

/// Somebody on the map (class `Entity`; each chapter adds to it, a part without a field simply never changes it).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    /// The character it is drawn as, printable ASCII.
    pub glyph: u8,
    /// The colour it is drawn in.
    pub color: Color,
    /// What messages call it, article included.
    pub name: &'static str,
    /// Where it stands.
    pub pos: Pos,
    /// Hit points; at 0 or below it is dead.
    pub hp: i32,
    /// The most hit points it can have.
    pub max_hp: i32,
    /// Part 5: the damage its blows do before defense.
    pub power: i32,
    /// Part 9: what is taken off a blow that hits it.
    pub defense: i32,
    /// Part 10: turns of poison left.
    pub poisoned: i32,
    /// Part 10: turns of regeneration left.
    pub regenerating: i32,
    /// The flag alone; see [`Entity::is_alive`].
    pub alive: bool,
}

impl Entity {
    /// Somebody whole and healthy, without power or defense.
    pub const fn new(glyph: u8, color: Color, name: &'static str, hp: i32) -> Entity {
        Entity {
            glyph,
            color,
            name,
            pos: Pos::new(0, 0),
            hp,
            max_hp: hp,
            power: 0,
            defense: 0,
            poisoned: 0,
            regenerating: 0,
            alive: true,
        }
    }

    /// Alive by its flag, and with hit points left.
    pub const fn is_alive(&self) -> bool {
        self.alive && self.hp > 0
    }

    /// Takes one step if it leads to floor (`Entity::tryMove`). True when it moved.
    pub const fn try_move(&mut self, step: Pos, map: &Map) -> bool {
        let target = Pos::new(self.pos.x + step.x, self.pos.y + step.y);
        let free = map.is_floor(target);
        if free {
            self.pos = target;
        }
        free
    }

    /// Loses hit points; at 0 or below it is dead, and shows exactly 0.
    pub const fn suffer(&mut self, damage: i32) {
        self.hp -= damage;
        if self.hp <= 0 {
            self.hp = 0;
            self.alive = false;
        }
    }

    /// Part 10: poisoned for at least this many turns.
    pub fn poison(&mut self, turns: i32) {
        self.poisoned = self.poisoned.max(turns);
    }

    /// Part 10: regenerating for at least this many turns.
    pub fn regenerate(&mut self, turns: i32) {
        self.regenerating = self.regenerating.max(turns);
    }
}
