//! The body of the player, and from Part 4 on of every monster: look, place, hit points (struct `Entity`).

use crate::color::Color;
use crate::map::{Map, Pos};

/// How something is drawn, its position, and from Part 4 on its hit points (struct `Entity`).
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields without a comment are explained above")]
pub struct Entity {
    pub pos: Pos,
    pub hp: i32,
    pub max_hp: i32,
    /// Part 5: the damage of its attack. From Part 9 on defense reduces it.
    pub power: i32,
    /// Part 9: reduces the damage of attacks on it.
    pub defense: i32,
    pub glyph: u8,
    pub color: Color,
    /// Part 5: the name in messages, such as `You` or `the rat`.
    pub name: &'static str,
    /// Part 4: false after death. A living entity also has hit points, see [`Entity::is_alive`].
    pub alive: bool,
    /// Part 10: the turns left of each [`Status`].
    pub status_turns: [i32; STATUS_COUNT],
}

/// Part 10: a condition that lasts for some turns (enum `Status`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Loses a hit point a turn.
    Poisoned,
    /// Gains a hit point a turn.
    Regen,
}

/// Part 10: the number of statuses (`Status::Count`).
pub const STATUS_COUNT: usize = 2;

impl Entity {
    /// A new entity. From Part 4 on it is in full health.
    pub fn new(glyph: u8, color: Color, name: &'static str, pos: Pos, hp: i32, power: i32) -> Entity {
        let max_hp = hp;
        let status_turns = [0; STATUS_COUNT];
        Entity { pos, hp, max_hp, power, defense: 0, glyph, color, name, alive: true, status_turns }
    }

    /// Part 4: returns true if `alive` is set and hit points are left (`isAlive`).
    pub fn is_alive(&self) -> bool {
        self.alive && self.hp > 0
    }

    /// Part 10: returns true while the status lasts (`hasStatus`).
    pub fn has_status(&self, status: Status) -> bool {
        self.status_turns[status as usize] > 0
    }

    /// Part 10: applies a status (`addStatus`). Applied again, the longer of the old and the new time counts.
    pub fn add_status(&mut self, status: Status, turns: i32) {
        let left = &mut self.status_turns[status as usize];
        *left = turns.max(*left);
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

    /// Part 7: returns true if a third of its hit points or less is left. Then a monster runs away: `flee`.
    pub fn flees(&self) -> bool {
        self.hp * 3 <= self.max_hp
    }

    /// Part 10: returns the text of the statuses that last, such as `  POISON(3)`.
    pub fn status_text(&self) -> String {
        let [poisoned, regen] = self.status_turns;
        let poisoned = if poisoned > 0 { format!("  POISON({poisoned})") } else { String::new() };
        let regen = if regen > 0 { format!("  REGEN({regen})") } else { String::new() };
        poisoned + &regen
    }
}
