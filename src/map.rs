//! The dungeon: a grid of 64 x 36 tiles, and what carves it.
//!
//! Part 1 brings the classes `Map` and `BSPNode` and the structs `Tile` and `Room`: a dungeon of rooms and
//! corridors by binary space partitioning. Part 12 brings `Map::generateCaves`: caves by cellular automata.

use std::collections::VecDeque;
use std::ops::Add;

use crate::rng::{Rng, StdLib};

/// Width of the map in tiles.
pub const MAP_WIDTH: i32 = 64;
/// Height of the map in tiles.
pub const MAP_HEIGHT: i32 = 36;

/// Maximum depth of the BSP tree: the number of splits between the whole map and a leaf.
const MAX_DEPTH: u32 = 4;
/// Minimum width and height of an area after a split, in tiles.
const MIN_LEAF_WIDTH: i32 = 12;
const MIN_LEAF_HEIGHT: i32 = 9;
/// Minimum width and height of a room, in tiles.
const MIN_ROOM: i32 = 4;

/// Part 12: chance of a tile to begin as wall, in percent.
const WALL_CHANCE: i32 = 45;
/// Part 12: number of times the cave is smoothed.
const SMOOTHING_PASSES: u32 = 5;
/// Part 12: a tile with this many walls around it, or more, becomes wall.
const CROWDED: usize = 5;
/// Part 12: maximum number of one-tile rooms between start and stairs of a cave.
const MAX_SPOTS: usize = 14;

/// A position on the map, or a step from one to another. `x` grows to the right, `y` downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are explained above")]
pub struct Pos {
    pub x: i32,
    pub y: i32,
}

impl Pos {
    /// The position at column `x`, row `y`.
    pub const fn new(x: i32, y: i32) -> Pos {
        Pos { x, y }
    }

    /// Returns the number of steps between two positions when only the four directions count.
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

/// What a tile is made of (enum `TileType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileType {
    /// Stops steps and sight.
    Wall,
    /// Can be walked on and seen across.
    Floor,
}

/// Everything about one tile (struct `Tile`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Wall or floor.
    pub kind: TileType,
    /// Part 3: in the player's view right now.
    pub visible: bool,
    /// Part 3: seen at some time, and so remembered.
    pub explored: bool,
}

/// A rectangle of tiles, `w` wide and `h` high, at least 1: a room or an area of the tree (struct `Room`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are explained above")]
pub struct Room {
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

impl Room {
    /// Returns the middle tile, rounded to the right and down for even sizes (`centreX`, `centreY`).
    pub const fn centre(&self) -> Pos {
        Pos::new(self.x + self.w / 2, self.y + self.h / 2)
    }
}

/// A node of the BSP tree (struct `BSPNode`): an area that is split in two, or a leaf with a room in it.
///
/// The original has a `unique_ptr` for each child. A node has both or none, so here one `Box` holds both.
pub struct BspNode {
    area: Room,
    children: Option<Box<[BspNode; 2]>>,
    room: Option<Room>,
}

impl BspNode {
    /// A leaf without a room.
    const fn leaf(area: Room) -> BspNode {
        BspNode { area, children: None, room: None }
    }

    /// Splits the area in two, then each half, until it is deep enough or too small (`BSPNode::split`).
    fn split(&mut self, depth: u32, rng: &mut Rng) {
        if depth == MAX_DEPTH {
            return;
        }
        let Room { x, y, w, h } = self.area;
        let can_split_height = h >= 2 * MIN_LEAF_HEIGHT;
        let can_split_width = w >= 2 * MIN_LEAF_WIDTH;
        if !can_split_height && !can_split_width {
            return;
        }
        // Split across the longer side, so that areas do not become narrow strips.
        let horizontally = if can_split_height && can_split_width {
            if w == h { rng.coin_flip() } else { h > w }
        } else {
            can_split_height
        };
        let halves = if horizontally {
            let cut = rng.uniform(y + MIN_LEAF_HEIGHT, y + h - MIN_LEAF_HEIGHT);
            [Room { x, y, w, h: cut - y }, Room { x, y: cut, w, h: y + h - cut }]
        } else {
            let cut = rng.uniform(x + MIN_LEAF_WIDTH, x + w - MIN_LEAF_WIDTH);
            [Room { x, y, w: cut - x, h }, Room { x: cut, y, w: x + w - cut, h }]
        };
        let mut children = halves.map(BspNode::leaf);
        for child in &mut children {
            child.split(depth + 1, rng);
        }
        self.children = Some(Box::new(children));
    }

    /// Returns the room of a leaf below this node: at every fork the coin picks the child, heads the first.
    fn any_room(&self, rng: &mut Rng) -> Option<Room> {
        match &self.children {
            None => self.room,
            Some(children) => {
                let child = if rng.coin_flip() { &children[0] } else { &children[1] };
                child.any_room(rng)
            }
        }
    }
}

/// One fact of every tile, as `grid[y][x]`.
type Grid<T> = [[T; MAP_WIDTH as usize]; MAP_HEIGHT as usize];

/// The grid of tiles, and the rooms carved into it (class `Map`).
///
/// Each fact of a [`Tile`] has a grid of its own, so that one assignment clears the whole view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    pub(crate) kinds: Grid<TileType>,
    /// Part 3: the tiles that are in view now.
    pub(crate) visible: Grid<bool>,
    /// Part 3: the tiles that were ever in view.
    pub(crate) explored: Grid<bool>,
    /// In the order they were carved, never empty after `generate`.
    pub rooms: Vec<Room>,
}

impl Default for Map {
    /// Solid wall, nothing explored, no rooms.
    fn default() -> Map {
        Map {
            kinds: [[TileType::Wall; MAP_WIDTH as usize]; MAP_HEIGHT as usize],
            visible: [[false; MAP_WIDTH as usize]; MAP_HEIGHT as usize],
            explored: [[false; MAP_WIDTH as usize]; MAP_HEIGHT as usize],
            rooms: Vec::new(),
        }
    }
}

impl Map {
    /// Returns true if the position is on the map.
    pub const fn in_bounds(pos: Pos) -> bool {
        pos.x >= 0 && pos.x < MAP_WIDTH && pos.y >= 0 && pos.y < MAP_HEIGHT
    }

    /// Returns every position of the map, row by row from the top left.
    pub fn positions() -> impl Iterator<Item = Pos> {
        (0..MAP_WIDTH * MAP_HEIGHT).map(|index| Pos::new(index % MAP_WIDTH, index / MAP_WIDTH))
    }

    /// Puts the tile at `pos` together. Outside the map everything is unexplored wall.
    pub const fn tile(&self, pos: Pos) -> Tile {
        Tile {
            kind: if self.is_floor(pos) { TileType::Floor } else { TileType::Wall },
            visible: self.is_visible(pos),
            explored: self.is_explored(pos),
        }
    }

    /// Returns true if the tile is floor; false outside the map.
    #[inline]
    pub const fn is_floor(&self, pos: Pos) -> bool {
        Map::in_bounds(pos) && matches!(self.kinds[pos.y as usize][pos.x as usize], TileType::Floor)
    }

    /// Part 3: returns true if the tile is in view now.
    pub const fn is_visible(&self, pos: Pos) -> bool {
        Map::in_bounds(pos) && self.visible[pos.y as usize][pos.x as usize]
    }

    /// Part 3: returns true if the tile was ever in view.
    pub const fn is_explored(&self, pos: Pos) -> bool {
        Map::in_bounds(pos) && self.explored[pos.y as usize][pos.x as usize]
    }

    /// Makes the tile wall or floor; does nothing outside the map.
    #[inline]
    pub const fn set_kind(&mut self, pos: Pos, kind: TileType) {
        if Map::in_bounds(pos) {
            self.kinds[pos.y as usize][pos.x as usize] = kind;
        }
    }

    /// Part 3: brings the tile into view, and so into memory; does nothing outside the map.
    #[inline]
    pub const fn reveal(&mut self, pos: Pos) {
        if Map::in_bounds(pos) {
            self.visible[pos.y as usize][pos.x as usize] = true;
            self.explored[pos.y as usize][pos.x as usize] = true;
        }
    }

    /// Part 3: nothing is in view any more. What was explored stays so.
    pub const fn clear_visible(&mut self) {
        self.visible = [[false; MAP_WIDTH as usize]; MAP_HEIGHT as usize];
    }

    /// Part 15: marks the tile as explored or not, for a save file; does nothing outside the map.
    pub const fn set_explored(&mut self, pos: Pos, explored: bool) {
        if Map::in_bounds(pos) {
            self.explored[pos.y as usize][pos.x as usize] = explored;
        }
    }

    /// Carves a new dungeon (`Map::generate`). The same seed gives the same dungeon.
    pub fn generate(&mut self, seed: u32, library: StdLib) {
        let mut rng = Rng::new(seed, library);
        *self = Map::default();
        let mut root = BspNode::leaf(Room { x: 0, y: 0, w: MAP_WIDTH, h: MAP_HEIGHT });
        root.split(0, &mut rng);
        self.build_rooms(&mut root, &mut rng);
        self.connect_rooms(&root, &mut rng);
    }

    /// Places a room of random size somewhere in every leaf, first children first (`buildRooms`).
    fn build_rooms(&mut self, node: &mut BspNode, rng: &mut Rng) {
        if let Some(children) = &mut node.children {
            for child in children.iter_mut() {
                self.build_rooms(child, rng);
            }
            return;
        }
        // A tile of wall stays on every side, so that rooms of neighbouring leaves never touch.
        let (max_w, max_h) = (node.area.w - 2, node.area.h - 2);
        if max_w < MIN_ROOM || max_h < MIN_ROOM {
            return;
        }
        let w = rng.uniform(MIN_ROOM, max_w);
        let h = rng.uniform(MIN_ROOM, max_h);
        let x = node.area.x + 1 + rng.uniform(0, max_w - w);
        let y = node.area.y + 1 + rng.uniform(0, max_h - h);
        for row in y..y + h {
            self.carve_h_line(x, x + w - 1, row);
        }
        let room = Room { x, y, w, h };
        node.room = Some(room);
        self.rooms.push(room);
    }

    /// Joins the two halves of every split with a corridor between two of their rooms (`connectRooms`).
    fn connect_rooms(&mut self, node: &BspNode, rng: &mut Rng) {
        let Some(children) = &node.children else { return };
        // Children come first: then both halves are in one piece before they are joined.
        for child in children.iter() {
            self.connect_rooms(child, rng);
        }
        let first = children[0].any_room(rng);
        let second = children[1].any_room(rng);
        let (Some(first), Some(second)) = (first, second) else { return };
        let (a, b) = (first.centre(), second.centre());
        // The coin picks the corner of the L.
        if rng.coin_flip() {
            self.carve_h_line(a.x, b.x, a.y);
            self.carve_v_line(a.y, b.y, b.x);
        } else {
            self.carve_v_line(a.y, b.y, a.x);
            self.carve_h_line(a.x, b.x, b.y);
        }
    }

    /// Makes the tile floor (`carveTile`).
    const fn carve_tile(&mut self, x: i32, y: i32) {
        self.set_kind(Pos::new(x, y), TileType::Floor);
    }

    /// Carves part of a row, both ends included, in whichever order they come (`carveHLine`).
    fn carve_h_line(&mut self, x1: i32, x2: i32, y: i32) {
        for x in x1.min(x2)..=x1.max(x2) {
            self.carve_tile(x, y);
        }
    }

    /// Carves part of a column, both ends included, in whichever order they come (`carveVLine`).
    fn carve_v_line(&mut self, y1: i32, y2: i32, x: i32) {
        for y in y1.min(y2)..=y1.max(y2) {
            self.carve_tile(x, y);
        }
    }

    /// Part 12: grows a new cave (`Map::generateCaves`): the largest region of random noise after smoothing.
    pub fn generate_caves(&mut self, seed: u32, library: StdLib) {
        let mut rng = Rng::new(seed, library);
        *self = Map::default();
        self.add_noise(&mut rng);
        for _ in 0..SMOOTHING_PASSES {
            self.smooth();
        }
        let mut region = self.keep_largest_region();
        rng.shuffle(&mut region);
        self.place_spots(&region);
        // Noise without any floor after smoothing is rare. A dungeon of the same seed takes its place.
        if self.rooms.is_empty() {
            self.generate(seed, library);
        }
    }

    /// Part 12: wall or floor by chance, row by row. The border stays wall, and costs no draw.
    fn add_noise(&mut self, rng: &mut Rng) {
        for y in 1..MAP_HEIGHT - 1 {
            for x in 1..MAP_WIDTH - 1 {
                if rng.uniform(0, 99) >= WALL_CHANCE {
                    self.carve_tile(x, y);
                }
            }
        }
    }

    /// Part 12: one step of the automaton. Every tile is judged by the grid as it was before the step.
    fn smooth(&mut self) {
        let before = self.clone();
        for y in 1..MAP_HEIGHT - 1 {
            for x in 1..MAP_WIDTH - 1 {
                let pos = Pos::new(x, y);
                let around = [-1, 0, 1].map(|dy| [-1, 0, 1].map(|dx| pos + Pos::new(dx, dy)));
                let is_wall = |near: &&Pos| **near != pos && !before.is_floor(**near);
                let walls = around.as_flattened().iter().filter(is_wall).count();
                let kind = if walls >= CROWDED { TileType::Wall } else { TileType::Floor };
                self.set_kind(pos, kind);
            }
        }
    }

    /// Part 12: fills every region but the largest with wall, so that every floor tile can be reached. Of
    /// regions of one size the first is kept. Returns the region's tiles in the order of the flood.
    fn keep_largest_region(&mut self) -> Vec<Pos> {
        let mut largest = Vec::new();
        for start in Map::positions() {
            // Flooding fills a region with wall, so no region is flooded twice.
            let region = self.fill_region(start);
            if region.len() > largest.len() {
                largest = region;
            }
        }
        for pos in &largest {
            self.carve_tile(pos.x, pos.y);
        }
        largest
    }

    /// Part 12: floods the floor from `start`, breadth first: turns it into wall, and returns its tiles.
    fn fill_region(&mut self, start: Pos) -> Vec<Pos> {
        let mut region = Vec::new();
        let mut queue = VecDeque::new();
        if self.is_floor(start) {
            self.set_kind(start, TileType::Wall);
            queue.push_back(start);
        }
        while let Some(pos) = queue.pop_front() {
            region.push(pos);
            for next in DIRECTIONS.map(|step| pos + step) {
                if self.is_floor(next) {
                    self.set_kind(next, TileType::Wall);
                    queue.push_back(next);
                }
            }
        }
        region
    }

    /// Part 12: single tiles as the rooms of a cave: the first of the shuffled tiles to start on, the next
    /// ones for monsters and items, and the one farthest from the start for the stairs.
    fn place_spots(&mut self, shuffled: &[Pos]) {
        let Some(&start) = shuffled.first() else { return };
        let mut farthest = start;
        for &pos in shuffled {
            if start.manhattan(pos) > start.manhattan(farthest) {
                farthest = pos;
            }
        }
        let spots = shuffled.iter().take(1 + MAX_SPOTS).chain([&farthest]);
        self.rooms.extend(spots.map(|pos| Room { x: pos.x, y: pos.y, w: 1, h: 1 }));
    }

    /// A map from a drawing of its upper left part, for examples and tests: `#` and everything that is not
    /// drawn is wall, any other character is floor.
    pub fn drawn(rows: &[&str]) -> Map {
        let mut map = Map::default();
        for (y, row) in (0..).zip(rows) {
            for (x, glyph) in (0..).zip(row.chars()) {
                let kind = if glyph == '#' { TileType::Wall } else { TileType::Floor };
                map.set_kind(Pos::new(x, y), kind);
            }
        }
        map
    }
}
