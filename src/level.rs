//! A level of the dungeon: its map, and what is on it (class `Level`, Part 11; before in `main` or `Game`).

use std::ops::RangeInclusive;

use crate::item::{ARMOURS, FloorItem, Item, PotionType, ScrollType, WEAPONS};
use crate::map::{Map, Pos, Room};
use crate::monster::{self, Monster};
use crate::part::Part;
use crate::rng::Rng;

/// Part 4: maximum number of monsters. From Part 11 on each level down adds 2.
pub(crate) const MONSTER_COUNT: i32 = 8;
/// Part 8: number of tries at placing a potion (`ITEM_COUNT` of Part 8).
pub(crate) const FIRST_ITEM_COUNT: u32 = 6;
/// Part 9: number of tries at placing an item.
pub(crate) const ITEM_COUNT: u32 = 7;
/// Part 17: depths that have an amulet: the third to the fifth level.
pub(crate) const AMULET_DEPTHS: RangeInclusive<i32> = 2..=4;

/// A level of the dungeon (class `Level`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Its tiles and rooms.
    pub map: Map,
    /// Part 4: the monsters in the order in which they act, the dead ones included.
    pub monsters: Vec<Monster>,
    /// Part 8: what lies on the floor, in the order in which it was placed.
    pub items: Vec<FloorItem>,
    /// Part 11: where the stairs down are: in the last room (`stairsX`, `stairsY`).
    pub stairs: Pos,
}

impl Level {
    /// Makes a level (`Level::generate`). `seed` is that of its map.
    pub fn generate(part: Part, depth: i32, seed: u32, rng: &mut Rng) -> Level {
        let mut level = Level::default();
        if part.has_caves() && depth % 2 == 1 {
            level.map.generate_caves(seed, rng.library());
        } else {
            level.map.generate(seed, rng.library());
        }
        if part.has_floors() {
            level.stairs = level.map.rooms[level.map.rooms.len() - 1].centre();
            level.place_monsters(part, depth, rng);
            level.place_items(part, rng);
        }
        if part.has_amulets() && AMULET_DEPTHS.contains(&depth) {
            // The amulet is always in the room in the middle of the list, so no random number is needed.
            let pos = level.map.rooms[level.map.rooms.len() / 2].centre();
            level.items.push(FloorItem { item: Item::Amulet, pos });
        }
        level
    }

    /// Returns where the player arrives: the centre of the first room. A level that was loaded has no rooms,
    /// so there it is the first floor tile. The original would read past the end of its empty list.
    pub fn start(&self) -> Pos {
        let first_floor = || Map::positions().find(|&pos| self.map.is_floor(pos)).unwrap_or_default();
        self.map.rooms.first().map_or_else(first_floor, Room::centre)
    }

    /// Part 4: puts a random monster into every room but the first, at most `monster_count` (in
    /// `Level::generate`).
    pub fn place_monsters(&mut self, part: Part, depth: i32, rng: &mut Rng) {
        let monster_count = if part.has_floors() { MONSTER_COUNT + depth * 2 } else { MONSTER_COUNT };
        let kinds = monster::kinds(part);
        // The player starts in the first room.
        for room in self.map.rooms.iter().skip(1) {
            if self.monsters.len() as i32 >= monster_count {
                break;
            }
            let kind = rng.uniform(0, kinds.len() as i32 - 1);
            self.monsters.push(kinds[kind as usize].spawn(part, depth, room.centre()));
        }
    }

    /// Part 8: puts items on random floor tiles of random rooms (in `Level::generate`).
    ///
    /// # Panics
    /// If the level has no rooms.
    pub fn place_items(&mut self, part: Part, rng: &mut Rng) {
        let item_count = if part.has_equipment() { ITEM_COUNT } else { FIRST_ITEM_COUNT };
        for _ in 0..item_count {
            let index = rng.uniform(0, self.map.rooms.len() as i32 - 1);
            let room = self.map.rooms[index as usize];
            let x = rng.uniform(room.x, room.x + room.w - 1);
            let y = rng.uniform(room.y, room.y + room.h - 1);
            let pos = Pos::new(x, y);
            if self.map.is_floor(pos) {
                self.items.push(FloorItem { item: random_item(part, rng), pos });
            }
        }
    }

    /// Part 5: returns the first living monster on a tile (`monsterAt`).
    pub fn monster_at(&self, pos: Pos) -> Option<&Monster> {
        self.monsters.iter().find(|monster| monster.stands_at(pos))
    }

    /// Part 5: returns the same monster for writing.
    pub(crate) fn monster_at_mut(&mut self, pos: Pos) -> Option<&mut Monster> {
        self.monsters.iter_mut().find(|monster| monster.stands_at(pos))
    }
}

/// Part 8: rolls an item (`randomItem`, Part 9). From Part 9 on the category comes first, in percent.
fn random_item(part: Part, rng: &mut Rng) -> Item {
    if !part.has_equipment() {
        return Item::Potion(pick(PotionType::of(part), rng));
    }
    let roll = rng.uniform(0, 99);
    if part.has_scrolls() {
        return match roll {
            0..50 => Item::Potion(pick(PotionType::of(part), rng)),
            50..70 => Item::Scroll(pick(&ScrollType::ALL, rng)),
            70..85 => pick(&WEAPONS, rng),
            _ => pick(&ARMOURS, rng),
        };
    }
    match roll {
        0..60 => Item::Potion(pick(PotionType::of(part), rng)),
        60..80 => pick(&WEAPONS, rng),
        _ => pick(&ARMOURS, rng),
    }
}

/// Part 8: rolls one of `choices`, which is never empty.
fn pick<T: Copy>(choices: &[T], rng: &mut Rng) -> T {
    choices[rng.uniform(0, choices.len() as i32 - 1) as usize]
}
