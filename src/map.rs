//! The dungeon: 64 x 36 tiles (class `Map`, Part 1 on). The modules below carve it: `bsp` rooms and corridors, `caves` caves.
//!
//! The three facts of a tile live in three bit planes, one 64-bit word a row: a view then clears with 36 writes and is lit a row
//! at a time. The floor has a word for each column too. [`Map::tile`] puts them together again as the [`Tile`] of the series.

mod bsp;
mod caves;

use std::ops::{Add, Range};

/// Width of the map in tiles.
pub const MAP_WIDTH: i32 = 64;
/// Height of the map in tiles.
pub const MAP_HEIGHT: i32 = 36;

/// A place, or the step from one place to another, in tiles: x grows to the right, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pos {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

impl Pos {
    /// The place at column `x`, row `y`.
    pub const fn new(x: i32, y: i32) -> Pos {
        Pos { x, y }
    }

    /// Steps between two places when only the four directions count.
    pub const fn manhattan(self, other: Pos) -> i32 {
        (self.x - other.x).abs() + (self.y - other.y).abs()
    }
}

impl Add for Pos {
    type Output = Pos;

    fn add(self, step: Pos) -> Pos {
        Pos::new(self.x + step.x, self.y + step.y)
    }
}

/// Up, down, left, right: the order in which everything that tries directions tries them.
pub const DIRECTIONS: [Pos; 4] = [Pos::new(0, -1), Pos::new(0, 1), Pos::new(-1, 0), Pos::new(1, 0)];

/// What a tile is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileKind {
    /// Stops steps and sight.
    Wall,
    /// Can be walked on and seen across.
    Floor,
}

/// Everything about one tile (struct `Tile`; the two flags come with Part 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Wall or floor.
    pub kind: TileKind,
    /// In the player's view right now.
    pub visible: bool,
    /// Seen at some time, and so remembered.
    pub explored: bool,
}

/// A rectangle of tiles (struct `Room`; also the areas of the BSP tree).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Leftmost column.
    pub x: i32,
    /// Topmost row.
    pub y: i32,
    /// Width in tiles, at least 1.
    pub w: i32,
    /// Height in tiles, at least 1.
    pub h: i32,
}

impl Room {
    /// The middle tile, rounded to the right and down for even sizes.
    pub const fn center(&self) -> Pos {
        Pos::new(self.x + self.w / 2, self.y + self.h / 2)
    }
}

/// One fact of every tile: a number a row, and in it bit x for column x.
pub type Plane = [u64; MAP_HEIGHT as usize];
/// The same turned: a number a column, and in it bit y for row y.
pub type Columns = [u64; MAP_WIDTH as usize];

/// The fact is true of no tile.
const EMPTY: Plane = [0; MAP_HEIGHT as usize];

/// The grid, and the rooms carved into it (class `Map`, Part 1 on).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    floor: Plane,
    /// The same as `floor`, turned.
    floor_columns: Columns,
    visible: Plane,
    explored: Plane,
    /// In the order they were carved. A dungeon has at least one; so has a cave, where they are single tiles.
    pub rooms: Vec<Room>,
}

impl Default for Map {
    fn default() -> Map {
        Map::new()
    }
}

impl Map {
    /// Solid wall, nothing seen, no rooms.
    pub const fn new() -> Map {
        Map {
            floor: EMPTY,
            floor_columns: [0; MAP_WIDTH as usize],
            visible: EMPTY,
            explored: EMPTY,
            rooms: Vec::new(),
        }
    }

    /// Becomes new ground without any rooms yet, keeping the space that its list of rooms has.
    fn reset(&mut self) {
        let rooms = std::mem::take(&mut self.rooms);
        *self = Map { rooms, ..Map::new() };
        self.rooms.clear();
    }

    /// To be called when rows of the floor were changed: turns them anew.
    fn turn_floor(&mut self) {
        self.floor_columns = turn(&self.floor, 0..MAP_HEIGHT as usize);
    }

    /// A map from a drawing of its upper left part, for examples and tests: `#` and all that is not drawn is wall, any other
    /// character is floor.
    pub fn drawn(rows: &[&str]) -> Map {
        let mut map = Map::new();
        for (y, row) in (0..).zip(rows) {
            for (x, glyph) in (0..).zip(row.chars()) {
                let kind = if glyph == '#' { TileKind::Wall } else { TileKind::Floor };
                map.set_kind(Pos::new(x, y), kind);
            }
        }
        map
    }

    /// Is this place on the map?
    pub const fn in_bounds(pos: Pos) -> bool {
        pos.x >= 0 && pos.x < MAP_WIDTH && pos.y >= 0 && pos.y < MAP_HEIGHT
    }

    /// Every place of the map, row by row from the top left.
    pub fn positions() -> impl Iterator<Item = Pos> {
        (0..MAP_HEIGHT).flat_map(|y| (0..MAP_WIDTH).map(move |x| Pos::new(x, y)))
    }

    /// The tile at `pos`. Outside the map everything is unseen wall.
    pub const fn tile(&self, pos: Pos) -> Tile {
        Tile {
            kind: if self.is_floor(pos) { TileKind::Floor } else { TileKind::Wall },
            visible: self.is_visible(pos),
            explored: self.is_explored(pos),
        }
    }

    /// Can one stand there? Never outside the map.
    pub const fn is_floor(&self, pos: Pos) -> bool {
        test(&self.floor, pos)
    }

    /// Is the tile in view now?
    pub const fn is_visible(&self, pos: Pos) -> bool {
        test(&self.visible, pos)
    }

    /// Was the tile ever seen?
    pub const fn is_explored(&self, pos: Pos) -> bool {
        test(&self.explored, pos)
    }

    /// All floor.
    pub const fn floor_rows(&self) -> &Plane {
        &self.floor
    }

    /// All floor, turned.
    pub const fn floor_columns(&self) -> &Columns {
        &self.floor_columns
    }

    /// All that is in view now.
    pub const fn visible_rows(&self) -> &Plane {
        &self.visible
    }

    /// Makes the tile wall or floor; outside the map, does nothing.
    pub const fn set_kind(&mut self, pos: Pos, kind: TileKind) {
        let is_floor = matches!(kind, TileKind::Floor);
        if Map::in_bounds(pos) {
            set_bit(&mut self.floor[pos.y as usize], pos.x, is_floor);
            set_bit(&mut self.floor_columns[pos.x as usize], pos.y, is_floor);
        }
    }

    /// Marks the tile as seen at some time, or as never seen; outside the map, does nothing.
    pub const fn set_explored(&mut self, pos: Pos, explored: bool) {
        assign(&mut self.explored, pos, explored);
    }

    /// The tile comes into view, and stays remembered; outside the map, does nothing.
    pub const fn reveal(&mut self, pos: Pos) {
        assign(&mut self.visible, pos, true);
        assign(&mut self.explored, pos, true);
    }

    /// Tiles of one row come into view, bit x for column x, and stay remembered; below the map, does nothing.
    pub fn reveal_in_row(&mut self, y: usize, tiles: u64) {
        if let (Some(visible), Some(explored)) = (self.visible.get_mut(y), self.explored.get_mut(y)) {
            *visible |= tiles;
            *explored |= tiles;
        }
    }

    /// Nothing is in view any more; what was explored stays so.
    pub const fn clear_visible(&mut self) {
        self.visible = EMPTY;
    }
}

/// One plane's bit of a place; false outside the map.
const fn test(plane: &Plane, pos: Pos) -> bool {
    Map::in_bounds(pos) && plane[pos.y as usize] >> pos.x & 1 != 0
}

/// Sets one plane's bit of a place, if it is on the map.
const fn assign(plane: &mut Plane, pos: Pos, value: bool) {
    if Map::in_bounds(pos) {
        set_bit(&mut plane[pos.y as usize], pos.x, value);
    }
}

const fn set_bit(word: &mut u64, bit: i32, value: bool) {
    if value {
        *word |= 1 << bit;
    } else {
        *word &= !(1 << bit);
    }
}

/// Turns part of a plane: where a line of the range has a bit, the line that is numbered like the bit has one that is numbered like
/// the line. Bits come in long runs, so only where a run begins or ends something is carried over, and then filled up.
pub(crate) fn turn<const LINES: usize>(plane: &[u64], range: Range<usize>) -> [u64; LINES] {
    let mut turned = [0; LINES];
    for (line, &bits) in plane.iter().enumerate().take(range.end).skip(range.start) {
        let mut ends = bits ^ bits << 1;
        while ends != 0 {
            // A run that goes on to the last line ends after it.
            if let Some(changed) = turned.get_mut(ends.trailing_zeros() as usize) {
                *changed |= 1 << line;
            }
            ends &= ends - 1;
        }
    }
    let mut filled = 0;
    for bits in &mut turned {
        filled ^= *bits;
        *bits = filled;
    }
    turned
}
