//! The body of the player, and of every monster: look, place, hit points (struct `Entity`).

use crate::color::Color;
use crate::map::{Map, Pos};

/// How something is drawn, its position, and its hit points (struct `Entity`).
#[derive(Clone, Debug)]
pub struct Entity {
    pub pos: Pos,
    pub hp: i32,
    pub max_hp: i32,
    /// The damage of its attack. Defense reduces it.
    pub power: i32,
    /// Reduces the damage of attacks on it.
    pub defense: i32,
    pub glyph: u8,
    pub color: Color,
    /// The name in messages, such as `You` or `the rat`.
    pub name: &'static str,
    /// False after death. A living entity also has hit points, see [`Entity::is_alive`].
    pub alive: bool,
    /// The turns left of each [`Status`].
    pub status_turns: [i32; STATUS_COUNT],
}

/// A condition that lasts for some turns (enum `Status`).
#[derive(Clone, Copy, Debug)]
pub enum Status {
    /// Loses a hit point a turn.
    Poisoned,
    /// Gains a hit point a turn.
    Regen,
}

const STATUS_COUNT: usize = 2; // The number of statuses (`Status::Count`)

impl Entity {
    /// A new entity. It is in full health.
    pub fn new(glyph: u8, color: Color, name: &'static str, pos: Pos, hp: i32, power: i32) -> Entity {
        let max_hp = hp;
        let status_turns = [0; STATUS_COUNT];
        Entity { pos, hp, max_hp, power, defense: 0, glyph, color, name, alive: true, status_turns }
    }

    /// Returns true if `alive` is set and hit points are left (`isAlive`).
    pub fn is_alive(&self) -> bool {
        self.alive && self.hp > 0
    }

    /// Returns true while the status lasts (`hasStatus`).
    pub fn has_status(&self, status: Status) -> bool {
        self.status_turns[status as usize] > 0
    }

    /// Applies a status (`addStatus`). Applied again, the longer of the old and the new time counts.
    pub fn add_status(&mut self, status: Status, turns: i32) {
        let left = &mut self.status_turns[status as usize];
        *left = turns.max(*left);
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

    /// Returns the text of the statuses that last, such as `  POISON(3)`.
    pub fn status_text(&self) -> String {
        let [poisoned, regen] = self.status_turns;
        let poisoned = if poisoned > 0 { format!("  POISON({poisoned})") } else { String::new() };
        let regen = if regen > 0 { format!("  REGEN({regen})") } else { String::new() };
        poisoned + &regen
    }
}
