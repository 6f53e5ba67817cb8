//! Sets of tiles, with a row of tiles in one machine word.

use std::iter;

use crate::map::{MAP_HEIGHT, Map, Pos};

/// A set of tiles of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileSet {
    /// A word for each row, with a bit for each column.
    rows: [u64; MAP_HEIGHT as usize],
}

impl TileSet {
    /// The set without a tile.
    pub const EMPTY: TileSet = TileSet { rows: [0; MAP_HEIGHT as usize] };

    /// Returns the tiles of the map for which this holds.
    pub fn of(holds: impl Fn(Pos) -> bool) -> TileSet {
        let mut set = TileSet::EMPTY;
        Map::positions().for_each(|pos| set.rows[pos.y as usize] |= u64::from(holds(pos)) << pos.x);
        set
    }

    /// Returns the floor of a map.
    pub fn floor(map: &Map) -> TileSet {
        TileSet::of(|pos| map.is_floor(pos))
    }

    /// Returns the tiles of a map that are in view.
    pub fn visible(map: &Map) -> TileSet {
        TileSet::of(|pos| map.tile(pos).visible)
    }

    /// Returns true if a tile of the map is in the set.
    pub fn contains(&self, pos: Pos) -> bool {
        self.rows[pos.y as usize] >> pos.x & 1 == 1
    }

    /// Returns the number of tiles.
    pub fn count(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Returns the tiles, row by row.
    pub fn tiles(self) -> impl Iterator<Item = Pos> {
        (0..).zip(self.rows).flat_map(|(y, row)| {
            // Each word lacks the lowest bit of the one before.
            let words = iter::successors(Some(row), |word| Some(word & word.wrapping_sub(1)));
            words.take_while(|&word| word != 0).map(move |word| Pos::new(word.trailing_zeros() as i32, y))
        })
    }

    /// Returns the tiles that another set lacks.
    pub fn without(&self, other: &TileSet) -> TileSet {
        TileSet { rows: std::array::from_fn(|y| self.rows[y] & !other.rows[y]) }
    }
}
