//! A level of the dungeon: its map, and what is on it (class `Level`).

use crate::item::{ARMOURS, FloorItem, Item, PotionType, ScrollType, WEAPONS};
use crate::map::{Map, Pos};
use crate::monster::{self, Monster};
use crate::rng::Rng;

/// A level of the dungeon (class `Level`).
#[derive(Debug, Default)]
pub struct Level {
    /// Its tiles and rooms.
    pub map: Map,
    /// The monsters in the order in which they act, the dead ones included.
    pub monsters: Vec<Monster>,
    /// What lies on the floor, in the order in which it was placed.
    pub items: Vec<FloorItem>,
    /// Where the stairs down are: in the last room (`stairsX`, `stairsY`).
    pub stairs: Pos,
}

impl Level {
    /// Makes a level (`Level::generate`). `seed` is that of its map.
    pub fn generate(depth: i32, seed: u32, rng: &mut Rng) -> Level {
        let mut level = Level::default();
        if depth % 2 == 1 {
            level.map.generate_caves(seed);
        } else {
            level.map.generate(seed);
        }
        level.stairs = level.map.rooms[level.map.rooms.len() - 1].centre();
        level.place_monsters(depth, rng);
        level.place_items(rng);
        level
    }

    /// Returns where the player arrives: the centre of the first room.
    pub fn start(&self) -> Pos {
        self.map.rooms[0].centre()
    }

    /// Puts a random monster into every room but the first, at most `monster_count` (in `Level::generate`).
    fn place_monsters(&mut self, depth: i32, rng: &mut Rng) {
        let monster_count = 8 + depth * 2;
        // The player starts in the first room.
        for room in self.map.rooms.iter().skip(1).take(monster_count as usize) {
            let kind = rng.uniform(0, monster::KINDS.len() as i32 - 1);
            self.monsters.push(monster::KINDS[kind as usize].spawn(depth, room.centre()));
        }
    }

    /// Puts items on random floor tiles of random rooms (in `Level::generate`).
    fn place_items(&mut self, rng: &mut Rng) {
        // Number of tries at placing an item.
        let item_count = 7;
        for _ in 0..item_count {
            let index = rng.uniform(0, self.map.rooms.len() as i32 - 1);
            let room = self.map.rooms[index as usize];
            let x = rng.uniform(room.x, room.x + room.w - 1);
            let y = rng.uniform(room.y, room.y + room.h - 1);
            let pos = Pos::new(x, y);
            if self.map.is_floor(pos) {
                self.items.push(FloorItem { item: random_item(rng), pos });
            }
        }
    }
}

/// Rolls an item, the category first, in percent (`randomItem`).
fn random_item(rng: &mut Rng) -> Item {
    let roll = rng.uniform(0, 99);
    match roll {
        0..50 => {
            let potion = rng.uniform(0, PotionType::ALL.len() as i32 - 1);
            Item::Potion(PotionType::ALL[potion as usize])
        }
        50..70 => {
            let scroll = rng.uniform(0, ScrollType::ALL.len() as i32 - 1);
            Item::Scroll(ScrollType::ALL[scroll as usize])
        }
        70..85 => WEAPONS[rng.uniform(0, 1) as usize],
        _ => ARMOURS[rng.uniform(0, 1) as usize],
    }
}
