//! One floor of the dungeon: its map, and what is on it (class `Level`).

use crate::map::{Map, Pos, Room};

/// A floor of the dungeon (class `Level`).
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// Its tiles and rooms.
    pub map: Map,
}

impl Level {
    /// Makes a level (`Level::generate`). `seed` is that of its map.
    pub fn generate(seed: u32) -> Level {
        let mut level = Level::default();
        level.map.generate(seed);
        level
    }

    /// Returns where the player arrives: the centre of the first room, or without rooms the first floor tile.
    pub fn start(&self) -> Pos {
        let first_floor = || Map::positions().find(|&pos| self.map.is_floor(pos)).unwrap_or_default();
        self.map.rooms.first().map_or_else(first_floor, Room::centre)
    }
}
