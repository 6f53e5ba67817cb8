//! One floor of the dungeon: its map, and what is on it.

use crate::map::{Map, Pos};
use crate::monster::{self, Monster};
use crate::rng::Rng;

pub const MONSTER_COUNT: i32 = 8; // Part 4: maximum number of monsters

/// A floor of the dungeon.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// Its tiles and rooms.
    pub map: Map,
    /// Part 4: the monsters in the order in which they act, the dead ones included.
    pub monsters: Vec<Monster>,
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

    /// Part 5: returns the first living monster on a tile (`monsterAt`).
    pub fn monster_at(&self, pos: Pos) -> Option<&Monster> {
        self.monsters.iter().find(|monster| monster.stands_at(pos))
    }

    /// Part 5: returns the same monster, to be changed.
    pub fn monster_at_mut(&mut self, pos: Pos) -> Option<&mut Monster> {
        self.monsters.iter_mut().find(|monster| monster.stands_at(pos))
    }
}
