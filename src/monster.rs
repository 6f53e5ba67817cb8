//! Monsters: the table of kinds, and how a monster wanders (struct `Monster`, Part 4).

use crate::color::Color;
use crate::entity::Entity;
use crate::map::{DIRECTIONS, Map, Pos};
use crate::part::Part;
use crate::rng::Rng;

/// A monster on a level (struct `Monster`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monster {
    /// Position, hit points and everything else that the player has too.
    pub entity: Entity,
    /// Part 10: true if its bite poisons.
    pub venomous: bool,
}

/// What all monsters of a kind share (struct `MonsterKind`).
#[derive(Debug, PartialEq, Eq)]
pub struct MonsterKind {
    /// The character it is drawn as. No two kinds have the same.
    pub glyph: u8,
    /// The colour it is drawn in.
    pub color: Color,
    /// Part 5: the name in messages.
    pub name: &'static str,
    /// Hit points on the uppermost floor.
    pub hp: i32,
    /// Part 5: power in Parts 5 to 8.
    pub power_without_armour: i32,
    /// Part 9: power from Part 9 on, where the player wears armour. On the uppermost floor.
    pub power: i32,
    /// Part 10: true if its bite poisons.
    pub venomous: bool,
}

/// The table of kinds, in the order of their numbers (`KINDS`). The columns are the parameters of `kind`.
pub const KINDS: &[MonsterKind] = &[
    kind(b'r', Color(150, 150, 160), "the rat", 3, 1, 2),
    kind(b'k', Color(110, 200, 120), "the kobold", 5, 2, 4),
    kind(b'g', Color(120, 170, 230), "the goblin", 8, 3, 6),
    // Part 10: the snake
    MonsterKind { venomous: true, ..kind(b'S', Color(90, 200, 90), "the snake", 4, 3, 3) },
];

/// A row of the table. From Part 10 on: of a kind that is not venomous.
const fn kind(
    glyph: u8,
    color: Color,
    name: &'static str,
    hp: i32,
    power_without_armour: i32,
    power: i32,
) -> MonsterKind {
    MonsterKind { glyph, color, name, hp, power_without_armour, power, venomous: false }
}

/// Returns the kinds of a part: the snake comes with Part 10.
pub fn kinds(part: Part) -> &'static [MonsterKind] {
    if part.has_statuses() { KINDS } else { &KINDS[..3] }
}

impl MonsterKind {
    /// Makes a monster. From Part 11 on each floor down (`depth`) adds a hit point, each second one power.
    pub fn spawn(&self, part: Part, depth: i32, pos: Pos) -> Monster {
        let power = if part.has_equipment() { self.power } else { self.power_without_armour };
        let entity = if part.has_floors() {
            Entity::new(self.glyph, self.color, self.name, pos, self.hp + depth, power + depth / 2)
        } else {
            Entity::new(self.glyph, self.color, self.name, pos, self.hp, power)
        };
        Monster { entity, venomous: self.venomous }
    }
}

impl Monster {
    /// Takes a random step or rests (`Monster::wander`). Quirk: only walls stop it, not others on the tile.
    pub fn wander(&mut self, map: &Map, rng: &mut Rng) {
        // 0 to 3 are the directions, 4 is a rest.
        let direction = rng.uniform(0, 4);
        if let Some(&step) = DIRECTIONS.get(direction as usize) {
            self.entity.try_move(step, map);
        }
    }
}
