//! One floor of the dungeon: its map, and what is on it.

use crate::item::{Item, PotionType};
use crate::map::{Map, Pos};
use crate::monster::{self, Monster};
use crate::rng::Rng;

pub const MONSTER_COUNT: i32 = 8; // Part 4: maximum number of monsters
pub const ITEM_COUNT: u32 = 6; // Part 8: number of tries at placing a potion (`ITEM_COUNT` of Part 8)

/// A floor of the dungeon.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// Its tiles and rooms.
    pub map: Map,
    /// Part 4: the monsters in the order in which they act, the dead ones included.
    pub monsters: Vec<Monster>,
    /// Part 8: what lies on the floor, in the order in which it was placed.
    pub items: Vec<Item>,
}

impl Level {
    /// Makes a level. `seed` is that of its map.
    pub fn generate(seed: u32) -> Level {
        let mut level = Level::default();
        level.map.generate(seed);
        level
    }

    /// Returns where the player arrives: the centre of the first room.
    pub fn start(&self) -> Pos {
        self.map.rooms[0].centre()
    }

    /// Part 4: puts a random monster into every room but the first, up to a number.
    pub fn place_monsters(&mut self, rng: &mut Rng) {
        // The player starts in the first room.
        for room in self.map.rooms.iter().skip(1) {
            if self.monsters.len() as i32 >= MONSTER_COUNT {
                break;
            }
            let kind = rng.uniform(0, monster::KINDS.len() as i32 - 1);
            self.monsters.push(monster::KINDS[kind as usize].spawn(room.centre()));
        }
    }

    /// Part 8: puts items on random floor tiles of random rooms.
    pub fn place_items(&mut self, rng: &mut Rng) {
        for _ in 0..ITEM_COUNT {
            let index = rng.uniform(0, self.map.rooms.len() as i32 - 1);
            let room = self.map.rooms[index as usize];
            let x = rng.uniform(room.x, room.x + room.w - 1);
            let y = rng.uniform(room.y, room.y + room.h - 1);
            let pos = Pos::new(x, y);
            if self.map.is_floor(pos) {
                self.items.push(Item { kind: pick(PotionType::ALL, rng), pos });
            }
        }
    }

    /// Part 5: returns the first living monster on a tile (`monsterAt`).
    pub fn monster_at(&self, pos: Pos) -> Option<&Monster> {
        self.monsters.iter().find(|monster| monster.stands_at(pos))
    }

    /// Part 5: returns the same monster, to be changed.
    pub fn monster_at_mut(&mut self, pos: Pos) -> Option<&mut Monster> {
        self.monsters.iter_mut().find(|monster| monster.stands_at(pos))
    }
}

/// Part 8: draws one of `choices`, which is never empty.
fn pick<T: Copy>(choices: &[T], rng: &mut Rng) -> T {
    choices[rng.uniform(0, choices.len() as i32 - 1) as usize]
}
