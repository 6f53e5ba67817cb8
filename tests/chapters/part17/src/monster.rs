//! Monsters, the table of their kinds, and how one wanders.

use crate::color::Color;
use crate::entity::Entity;
use crate::map::{DIRECTIONS, Map, Pos};
use crate::rng::Rng;

/// A monster on a level (struct `Monster`).
#[derive(Debug)]
pub struct Monster {
    /// Position, hit points and everything else that the player has too.
    pub entity: Entity,
    /// True if its bite poisons.
    pub venomous: bool,
}

/// The values that all monsters of a kind share (struct `MonsterKind`).
#[derive(Debug)]
pub struct MonsterKind {
    pub glyph: u8,
    pub color: Color,
    pub hp: i32,
    /// The damage of its attack.
    pub power: i32,
    /// The name in messages.
    pub name: &'static str,
    /// True if its bite poisons.
    pub venom: bool,
}

/// The kinds of monsters by number (`KINDS`; there are `NUM_KINDS`).
pub const KINDS: &[MonsterKind] = &[
    MonsterKind { glyph: b'r', color: Color(150, 150, 160), hp: 3, power: 2, name: "the rat", venom: false },
    MonsterKind {
        glyph: b'k',
        color: Color(110, 200, 120),
        hp: 5,
        power: 4,
        name: "the kobold",
        venom: false,
    },
    MonsterKind {
        glyph: b'g',
        color: Color(120, 170, 230),
        hp: 8,
        power: 6,
        name: "the goblin",
        venom: false,
    },
    MonsterKind { glyph: b'S', color: Color(90, 200, 90), hp: 4, power: 3, name: "the snake", venom: true },
];

impl MonsterKind {
    /// Returns a living monster of this kind. Each level down adds a hit point, and every second one adds
    /// power.
    pub fn spawn(&self, depth: i32, pos: Pos) -> Monster {
        let entity =
            Entity::new(self.glyph, self.color, self.name, pos, self.hp + depth, self.power + depth / 2);
        Monster { entity, venomous: self.venom }
    }
}

impl Monster {
    /// Takes a random step or rests (`Monster::wander`). Quirk: it can step onto the player or a monster.
    pub fn wander(&mut self, map: &Map, rng: &mut Rng) {
        // 0 to 3 are the directions, 4 is a rest.
        let choice = rng.uniform(0, 4);
        if let Some(&step) = DIRECTIONS.get(choice as usize) {
            self.entity.try_move(step, map);
        }
    }
}
