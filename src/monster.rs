//! Part 4: monsters, the table of their kinds, and how one wanders.

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

/// The values that all monsters of a kind share (struct `MonsterKind`).
#[derive(Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the first fields are explained above")]
pub struct MonsterKind {
    pub glyph: u8,
    pub color: Color,
    pub hp: i32,
    /// Part 5: the damage of its attack.
    pub power: i32,
    /// Part 5: the name in messages.
    pub name: &'static str,
    /// Part 10: true if its bite poisons.
    pub venom: bool,
}

/// The kinds of monsters by number (`KINDS`; there are `NUM_KINDS`). From Part 9 on there are those of
/// [`KINDS`].
pub const FIRST_KINDS: &[MonsterKind] = &[
    kind(b'r', Color(150, 150, 160), 3, 1, "the rat", false),
    kind(b'k', Color(110, 200, 120), 5, 2, "the kobold", false),
    kind(b'g', Color(120, 170, 230), 8, 3, "the goblin", false),
];

/// Part 9: the kinds of monsters by number (`KINDS`; there are `NUM_KINDS`).
pub const KINDS: &[MonsterKind] = &[
    kind(b'r', Color(150, 150, 160), 3, 2, "the rat", false),
    kind(b'k', Color(110, 200, 120), 5, 4, "the kobold", false),
    kind(b'g', Color(120, 170, 230), 8, 6, "the goblin", false),
    // Part 10: the snake
    kind(b'S', Color(90, 200, 90), 4, 3, "the snake", true),
];

/// A row of the tables above.
const fn kind(glyph: u8, color: Color, hp: i32, power: i32, name: &'static str, venom: bool) -> MonsterKind {
    MonsterKind { glyph, color, hp, power, name, venom }
}

/// Returns the kinds of a part.
pub fn kinds(part: Part) -> &'static [MonsterKind] {
    if part.has_statuses() {
        KINDS
    } else if part.has_equipment() {
        &KINDS[..3]
    } else {
        FIRST_KINDS
    }
}

impl MonsterKind {
    /// Returns a living monster of this kind. From Part 11 on each level down adds a hit point, and every
    /// second one adds power.
    pub fn spawn(&self, part: Part, depth: i32, pos: Pos) -> Monster {
        let entity = if part.has_floors() {
            Entity::new(self.glyph, self.color, self.name, pos, self.hp + depth, self.power + depth / 2)
        } else {
            Entity::new(self.glyph, self.color, self.name, pos, self.hp, self.power)
        };
        Monster { entity, venomous: self.venom }
    }
}

impl Monster {
    /// Part 5: returns true if it is alive and on this tile (in `monsterAt`).
    pub(crate) fn stands_at(&self, pos: Pos) -> bool {
        self.entity.is_alive() && self.entity.pos == pos
    }

    /// Takes a random step or rests (`Monster::wander`). Quirk: it can step onto the player or a monster.
    pub fn wander(&mut self, map: &Map, rng: &mut Rng) {
        // 0 to 3 are the directions, 4 is a rest.
        let choice = rng.uniform(0, 4);
        if let Some(&step) = DIRECTIONS.get(choice as usize) {
            self.entity.try_move(step, map);
        }
    }
}
