//! One floor of the dungeon: its map, and what is on it.

use crate::map::{Map, Pos};

/// A floor of the dungeon.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// Its tiles and rooms.
    pub map: Map,
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
}
