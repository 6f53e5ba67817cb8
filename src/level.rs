//! One floor of the dungeon: its map, who and what is on it, and the way down (struct `Level`, Part 11 on).
//!
//! Earlier chapters keep the same things in the game itself; here they have a single level that every new dungeon replaces.

use crate::item::{FloorItem, Item};
use crate::map::{Map, Pos};
use crate::monster::{self, Monster};
use crate::part::Part;
use crate::rng::Rng;

/// A floor (struct `Level`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Its tiles and rooms.
    pub map: Map,
    /// In the order they act, the dead among them.
    pub monsters: Vec<Monster>,
    /// What lies around, in the order it is looked through.
    pub items: Vec<FloorItem>,
    /// Part 11: where the stairs down are.
    pub stairs: Pos,
}

/// Most monsters on the uppermost floor; every floor down has room for two more.
const MONSTERS: i32 = 8;
/// Depths, counted from 0, that hold an amulet.
const AMULET_DEPTHS: std::ops::RangeInclusive<i32> = 2..=4;

impl Level {
    /// Generates the map alone, from `seed`: a cave at odd depths where the part has caves.
    pub fn new(part: Part, depth: i32, seed: u32, rng: &Rng) -> Level {
        let mut level = Level::default();
        if part.has_caves() && depth % 2 == 1 {
            level.map.generate_caves(seed, rng.library());
        } else {
            level.map.generate(seed, rng.library());
        }
        level.stairs = level.map.rooms.last().map_or(level.start(), |room| room.center());
        level
    }

    /// Where one arrives: the centre of the first room. A level from a save file has no rooms; there it is the first floor tile.
    pub fn start(&self) -> Pos {
        match self.map.rooms.first() {
            Some(room) => room.center(),
            None => Map::positions().find(|&pos| self.map.is_floor(pos)).unwrap_or_default(),
        }
    }

    /// A monster in every room but the first, until there are enough (`spawnMonsters`).
    pub fn spawn_monsters(&mut self, part: Part, depth: i32, rng: &mut Rng) {
        let most = MONSTERS + 2 * depth;
        for room in self.map.rooms.iter().skip(1).take(most as usize) {
            let kind = rng.uniform(0, monster::kinds(part) - 1);
            self.monsters.extend(monster::spawn(kind, part, depth, room.center()));
        }
    }

    /// Some tries at putting an item on a random tile of a random room (`spawnItems`). One that hits a wall is lost.
    pub fn spawn_items(&mut self, part: Part, rng: &mut Rng) {
        let tries = if part.has_equipment() { 7 } else { 6 };
        for _ in 0..tries {
            let index = rng.uniform(0, self.map.rooms.len() as i32 - 1);
            let room = self.map.rooms[index as usize];
            let x = rng.uniform(room.x, room.x + room.w - 1);
            let y = rng.uniform(room.y, room.y + room.h - 1);
            let pos = Pos::new(x, y);
            if self.map.is_floor(pos) {
                let item = Item::random(part, rng);
                self.items.push(FloorItem { item, pos });
            }
        }
    }

    /// Part 17: the middle room of some depths holds an amulet. No draw decides it.
    pub fn place_amulet(&mut self, depth: i32) {
        let rooms = &self.map.rooms;
        if let Some(room) = rooms.get(rooms.len() / 2)
            && AMULET_DEPTHS.contains(&depth)
        {
            let pos = room.center();
            self.items.push(FloorItem { item: Item::Amulet, pos });
        }
    }

    /// The first living monster on a tile (`monsterAt`).
    pub fn monster_at(&self, pos: Pos) -> Option<usize> {
        self.monsters.iter().position(|monster| monster.entity.is_alive() && monster.entity.pos == pos)
    }
}
