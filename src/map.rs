//! The dungeon: 64 x 36 tiles, and the BSP generator that carves it (class `Map`, Part 1 on).
//!
//! The three facts of a tile live in three bit planes, one 64-bit word a row: a view then clears with 36 writes and is lit a row
//! at a time. The floor has a word for each column too. [`Map::tile`] puts them together again as the [`Tile`] of the series.
//!
//! Whoever reads Parts 1 and 12 begins with [`plain`], which has their generators as the chapters tell them, a tile at a time.
//! The generators here and in `caves` carve the same maps in a fraction of the time, by whole rows of bits.

mod caves;
pub mod plain;

use std::ops::{Add, Range};

use crate::rng::{Rng, StdLib};
use plain::{MAX_DEPTH, MIN_LEAF_HEIGHT, MIN_LEAF_WIDTH, MIN_ROOM};

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
        self.floor_columns = turned(&self.floor);
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

/// Turns a whole plane, as a square of 64 by 64 bits: two of its quarters change places, then two quarters of each quarter, and so on
/// down to single bits. It takes the same time whatever is on the map.
fn turned(plane: &Plane) -> Columns {
    let mut square = [0; MAP_WIDTH as usize];
    square[..plane.len()].copy_from_slice(plane);
    let mut side = square.len() / 2;
    // The left halves of all the squares of this size: their columns, in any line.
    let mut left = u64::MAX >> side;
    while side > 0 {
        for lines in square.chunks_exact_mut(2 * side) {
            let (upper, lower) = lines.split_at_mut(side);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let exchanged = (*upper >> side ^ *lower) & left;
                *upper ^= exchanged << side;
                *lower ^= exchanged;
            }
        }
        side /= 2;
        left ^= left << side;
    }
    square
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

/// Areas are cut only so often, so there are at most this many leaves.
const MAX_LEAVES: usize = 1 << MAX_DEPTH;
/// Every leaf has space for a room and a tile of wall around it. The original checks that leaf by leaf.
const _: () = assert!(MIN_LEAF_WIDTH - 2 >= MIN_ROOM && MIN_LEAF_HEIGHT - 2 >= MIN_ROOM);

/// A node of the BSP tree (class `BSPNode`), by its place among the others of its sort.
#[derive(Clone, Copy)]
enum Node {
    /// An area with a room in it.
    Leaf(u8),
    /// An area that is cut in two.
    Cut(u8),
}

/// The BSP tree.
struct Tree {
    /// The areas of the leaves, first halves first.
    leaves: Vec<Room>,
    /// Both halves of each cut, left or top first; the innermost cuts come first.
    cuts: Vec<[Node; 2]>,
}

impl Map {
    /// Carves a new dungeon: the same seed and library give the same one, always (`Map::generate`). [`plain::generate`] shows
    /// how, without tricks.
    pub fn generate(&mut self, seed: u32, library: StdLib) {
        self.generate_with(&mut Rng::new(seed, library));
    }

    /// [`Map::generate`] with a generator that has been seeded already.
    pub fn generate_with(&mut self, rng: &mut Rng) {
        self.reset();
        let mut tree = Tree { leaves: Vec::with_capacity(MAX_LEAVES), cuts: Vec::with_capacity(MAX_LEAVES) };
        tree.split(Room { x: 0, y: 0, w: MAP_WIDTH, h: MAP_HEIGHT }, 0, rng);
        self.create_rooms(&tree, rng);
        self.connect(&tree, rng);
        self.turn_floor();
    }

    /// A room for every leaf.
    fn create_rooms(&mut self, tree: &Tree, rng: &mut Rng) {
        self.rooms.extend(tree.leaves.iter().map(|&area| place_room(area, rng)));
        self.carve_rooms();
    }

    /// All rooms in one pass over the rows, which is a good deal quicker than room by room: a room switches its columns on in its
    /// first row and off below its last. No column is switched by two rooms at once, as rooms never touch.
    fn carve_rooms(&mut self) {
        for &Room { x, y, w, h } in &self.rooms {
            self.floor[y as usize] ^= columns(x, x + w - 1);
            self.floor[(y + h) as usize] ^= columns(x, x + w - 1);
        }
        let mut open = 0;
        for row in &mut self.floor {
            open ^= *row;
            *row = open;
        }
    }

    /// Joins the halves of every cut with a corridor.
    fn connect(&mut self, tree: &Tree, rng: &mut Rng) {
        for halves in &tree.cuts {
            let [a, b] = halves.map(|half| self.rooms[tree.any_leaf(half, rng)].center());
            self.carve_corridor(a, b, rng);
        }
    }

    /// An L from `a` to `b`: on heads along the row first, on tails along the column first.
    fn carve_corridor(&mut self, a: Pos, b: Pos, rng: &mut Rng) {
        let corner = if rng.coin() { Pos::new(b.x, a.y) } else { Pos::new(a.x, b.y) };
        self.carve_h_line(a.x, b.x, corner.y);
        self.carve_v_line(a.y, b.y, corner.x);
    }

    fn carve_h_line(&mut self, x1: i32, x2: i32, y: i32) {
        self.floor[y as usize] |= columns(x1.min(x2), x1.max(x2));
    }

    fn carve_v_line(&mut self, y1: i32, y2: i32, x: i32) {
        for row in &mut self.floor[y1.min(y2) as usize..=y1.max(y2) as usize] {
            *row |= columns(x, x);
        }
    }
}

/// Part of a row: the bits of the columns from `first` to `last`.
const fn columns(first: i32, last: i32) -> u64 {
    (u64::MAX << first) & (u64::MAX >> (MAP_WIDTH - 1 - last))
}

/// A room somewhere in an area. A tile stays wall on every side, so rooms of neighbouring leaves never touch.
fn place_room(area: Room, rng: &mut Rng) -> Room {
    let (max_w, max_h) = (area.w - 2, area.h - 2);
    let w = rng.uniform(MIN_ROOM, max_w);
    let h = rng.uniform(MIN_ROOM, max_h);
    let x = area.x + 1 + rng.uniform(0, max_w - w);
    let y = area.y + 1 + rng.uniform(0, max_h - h);
    Room { x, y, w, h }
}

impl Tree {
    /// Cuts the area, and its halves in turn, until they are too small or deep enough.
    fn split(&mut self, area: Room, depth: u32, rng: &mut Rng) -> Node {
        let Room { x, y, w, h } = area;
        let can_cut_rows = h >= 2 * MIN_LEAF_HEIGHT;
        let can_cut_columns = w >= 2 * MIN_LEAF_WIDTH;
        if depth == MAX_DEPTH || !(can_cut_rows || can_cut_columns) {
            self.leaves.push(area);
            return Node::Leaf(self.leaves.len() as u8 - 1);
        }
        let horizontal = match (can_cut_rows, can_cut_columns) {
            (true, true) if w == h => rng.coin(),
            (true, true) => h > w,
            (possible, _) => possible,
        };
        let halves = if horizontal {
            let cut = rng.uniform(y + MIN_LEAF_HEIGHT, y + h - MIN_LEAF_HEIGHT);
            [Room { h: cut - y, ..area }, Room { y: cut, h: y + h - cut, ..area }]
        } else {
            let cut = rng.uniform(x + MIN_LEAF_WIDTH, x + w - MIN_LEAF_WIDTH);
            [Room { w: cut - x, ..area }, Room { x: cut, w: x + w - cut, ..area }]
        };
        let halves = halves.map(|half| self.split(half, depth + 1, rng));
        self.cuts.push(halves);
        Node::Cut(self.cuts.len() as u8 - 1)
    }

    /// A leaf below this node, or itself: a toss at every fork picks the half.
    fn any_leaf(&self, mut node: Node, rng: &mut Rng) -> usize {
        loop {
            match node {
                Node::Cut(cut) => node = self.cuts[usize::from(cut)][usize::from(!rng.coin())],
                Node::Leaf(leaf) => return usize::from(leaf),
            }
        }
    }
}
