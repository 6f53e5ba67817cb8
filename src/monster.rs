//! The kinds of monsters, and how a monster comes to be (class `Monster`, Part 4 on).

use crate::color::Color;
use crate::entity::Entity;
use crate::map::Pos;
use crate::part::Part;

/// A monster of some kind (class `Monster`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monster {
    /// Its body.
    pub entity: Entity,
    /// Part 10: does its bite poison?
    pub venomous: bool,
}

/// What all monsters of a kind share.
struct Kind {
    glyph: u8,
    color: Color,
    name: &'static str,
    hp: i32,
    /// Power in Parts 5 to 8, and from Part 9 on, where armour has to be got through.
    power: [i32; 2],
    venomous: bool,
}

/// Ordered as the original draws them; the snake exists from Part 10 on.
const KINDS: [Kind; 4] = [
    Kind { glyph: b'r', color: Color(150, 150, 160), name: "the rat", hp: 3, power: [1, 2], venomous: false },
    Kind {
        glyph: b'k',
        color: Color(110, 200, 120),
        name: "the kobold",
        hp: 5,
        power: [2, 4],
        venomous: false,
    },
    Kind {
        glyph: b'g',
        color: Color(120, 170, 230),
        name: "the goblin",
        hp: 8,
        power: [3, 6],
        venomous: false,
    },
    Kind { glyph: b'S', color: Color(90, 200, 90), name: "the snake", hp: 4, power: [3, 3], venomous: true },
];

impl Kind {
    fn spawn(&self, part: Part, depth: i32, pos: Pos) -> Monster {
        let mut entity = Entity::new(self.glyph, self.color, self.name, self.hp + depth);
        entity.pos = pos;
        entity.power = self.power[usize::from(part.has_equipment())] + depth / 2;
        Monster { entity, venomous: self.venomous }
    }
}

/// How many kinds a part has: the game draws a number from 0 to one less.
pub const fn kinds(part: Part) -> i32 {
    if part.has_statuses() { 4 } else { 3 }
}

/// A monster of the `kind`-th kind, standing at `pos`. Every floor down (`depth`, 0 at the top) adds a hit point, every second
/// one a point of power. None when there is no such kind.
pub fn spawn(kind: i32, part: Part, depth: i32, pos: Pos) -> Option<Monster> {
    let kind = KINDS.get(usize::try_from(kind).ok()?)?;
    Some(kind.spawn(part, depth, pos))
}

/// A monster as a save file tells it: its kind by its glyph. None when no kind has that glyph.
pub fn from_glyph(glyph: u8, part: Part, pos: Pos) -> Option<Monster> {
    let kind = KINDS.iter().find(|kind| kind.glyph == glyph)?;
    Some(kind.spawn(part, 0, pos))
}
