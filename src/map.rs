//! The dungeon: a grid of 64 x 36 tiles, and the functions that carve it.
//!
//! Rooms and corridors come from binary space partitioning. From Part 12 on cellular automata make caves.

use std::collections::VecDeque;
use std::ops::Add;

use crate::rng::{Rng, StdLib};

/// Width of the map in tiles.
pub const MAP_WIDTH: i32 = 64;
/// Height of the map in tiles.
pub const MAP_HEIGHT: i32 = 36;

/// Maximum number of splits between the whole map and a leaf.
pub(crate) const MAX_DEPTH: u32 = 4;
/// Minimum width of an area after a split, in tiles.
pub(crate) const MIN_LEAF_W: i32 = 12;
/// Minimum height of an area after a split, in tiles.
pub(crate) const MIN_LEAF_H: i32 = 9;
/// Tiles of wall between a room and the border of its area.
pub(crate) const ROOM_PADDING: i32 = 1;
/// Minimum width and height of a room, in tiles.
pub(crate) const ROOM_MIN: i32 = 4;

/// Part 12: chance of a tile to begin as wall, in percent.
pub(crate) const WALL_CHANCE: i32 = 45;
/// Part 12: number of times the cave is smoothed.
pub(crate) const SMOOTHING_PASSES: u32 = 5;
/// Part 12: a tile with this many walls around it, or more, becomes wall.
pub(crate) const CROWDED: i32 = 5;
/// Part 12: maximum number of rooms besides start and stairs (`extra`).
pub(crate) const MAX_EXTRA: usize = 14;

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

    /// Part 4: returns the number of steps between two positions when only the four directions count.
    pub fn manhattan(self, other: Pos) -> i32 {
        (self.x - other.x).abs() + (self.y - other.y).abs()
    }
}

impl Add for Pos {
    type Output = Pos;

    fn add(self, step: Pos) -> Pos {
        Pos::new(self.x + step.x, self.y + step.y)
    }
}

/// The steps up, down, left and right (`dx` and `dy`). From Part 4 on a monster chooses one by its number.
pub const DIRECTIONS: [Pos; 4] = [Pos::new(0, -1), Pos::new(0, 1), Pos::new(-1, 0), Pos::new(1, 0)];

/// The material of a tile (enum `TileType`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileType {
    /// Cannot be entered.
    #[default]
    Wall,
    /// Can be walked on.
    Floor,
}

/// A tile (struct `Tile`) of a kind (`type`, which is a keyword of Rust).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the first field is explained above")]
#[repr(align(4))] // 4 bytes in place of 3 make the view 5 % faster.
pub struct Tile {
    pub kind: TileType,
    /// Part 3: in the player's view right now.
    pub visible: bool,
    /// Part 3: seen at some time, and so remembered.
    pub explored: bool,
}

/// A rectangle of tiles (struct `Room`): its upper left corner, its width and its height, each at least 1.
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
    pub fn centre(&self) -> Pos {
        Pos::new(self.x + self.w / 2, self.y + self.h / 2)
    }
}

/// A node of the BSP tree (struct `BSPNode`): an area that is split in two, or a leaf.
#[derive(Default)]
pub struct BspNode {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) w: i32,
    pub(crate) h: i32,
    pub(crate) left: Option<Box<BspNode>>,
    pub(crate) right: Option<Box<BspNode>>,
    /// The room of a leaf (`hasRoom`). Every leaf is large enough for one.
    pub(crate) room: Option<Room>,
}

/// The grid of tiles, and the rooms carved into it (class `Map`). By default it is solid wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Every tile, row by row: `tiles[y][x]`.
    pub tiles: [[Tile; MAP_WIDTH as usize]; MAP_HEIGHT as usize],
    /// In the order they were carved, never empty after `generate`.
    pub rooms: Vec<Room>,
}

impl Default for Map {
    fn default() -> Map {
        let tiles = [[Tile::default(); MAP_WIDTH as usize]; MAP_HEIGHT as usize];
        Map { tiles, rooms: Vec::new() }
    }
}

impl Map {
    /// Returns true if the position is on the map.
    #[inline]
    pub fn in_bounds(pos: Pos) -> bool {
        pos.x >= 0 && pos.x < MAP_WIDTH && pos.y >= 0 && pos.y < MAP_HEIGHT
    }

    /// Returns every position of the map, row by row from the top left.
    pub fn positions() -> impl Iterator<Item = Pos> {
        (0..MAP_WIDTH * MAP_HEIGHT).map(|index| Pos::new(index % MAP_WIDTH, index / MAP_WIDTH))
    }

    /// Returns the tile at a position. Outside the map everything is wall.
    #[inline]
    pub fn tile(&self, pos: Pos) -> Tile {
        if Map::in_bounds(pos) { self.tiles[pos.y as usize][pos.x as usize] } else { Tile::default() }
    }

    /// Returns the tile at a position for writing, or `None` outside the map.
    #[inline]
    pub fn tile_mut(&mut self, pos: Pos) -> Option<&mut Tile> {
        Map::in_bounds(pos).then(|| &mut self.tiles[pos.y as usize][pos.x as usize])
    }

    /// Returns true if the tile is floor. Nothing outside the map is.
    #[inline]
    pub fn is_floor(&self, pos: Pos) -> bool {
        Map::in_bounds(pos) && self.tiles[pos.y as usize][pos.x as usize].kind == TileType::Floor
    }

    /// Carves the dungeon of a seed (`Map::generate`). The generator (`m_rng`) is lent to each phase.
    pub fn generate(&mut self, seed: u32, library: StdLib) {
        *self = Map::default();
        let mut rng = Rng::new(seed, library);
        let mut root = BspNode { w: MAP_WIDTH, h: MAP_HEIGHT, ..BspNode::default() };
        Map::split(&mut root, 0, &mut rng);
        self.build_rooms(&mut root, &mut rng);
        self.connect_rooms(&root, &mut rng);
    }

    /// Phase 1: splits the area in two, then each half, until it is deep enough or too small (`Map::split`).
    pub(crate) fn split(node: &mut BspNode, depth: u32, rng: &mut Rng) {
        if depth >= MAX_DEPTH {
            return;
        }
        let can_split_h = node.h >= MIN_LEAF_H * 2;
        let can_split_v = node.w >= MIN_LEAF_W * 2;
        if !can_split_h && !can_split_v {
            return;
        }
        // Cuts the longer side, so that areas do not become narrow strips. A coin decides for a square.
        let BspNode { x, y, w, h, .. } = *node;
        let horizontal = if !can_split_v {
            true
        } else if !can_split_h {
            false
        } else {
            h > w || h == w && rng.coin_flip()
        };
        let area = |x, y, w, h| BspNode { x, y, w, h, ..BspNode::default() };
        let (mut left, mut right) = if horizontal {
            let split_y = rng.uniform(y + MIN_LEAF_H, y + h - MIN_LEAF_H);
            (area(x, y, w, split_y - y), area(x, split_y, w, y + h - split_y))
        } else {
            let split_x = rng.uniform(x + MIN_LEAF_W, x + w - MIN_LEAF_W);
            (area(x, y, split_x - x, h), area(split_x, y, x + w - split_x, h))
        };
        Map::split(&mut left, depth + 1, rng);
        Map::split(&mut right, depth + 1, rng);
        node.left = Some(Box::new(left));
        node.right = Some(Box::new(right));
    }

    /// Phase 2: carves a room of random size somewhere in every leaf, left children first (`buildRooms`).
    pub(crate) fn build_rooms(&mut self, node: &mut BspNode, rng: &mut Rng) {
        if let (Some(left), Some(right)) = (&mut node.left, &mut node.right) {
            self.build_rooms(left, rng);
            self.build_rooms(right, rng);
            return;
        }
        let max_w = node.w - ROOM_PADDING * 2;
        let max_h = node.h - ROOM_PADDING * 2;
        if max_w < ROOM_MIN || max_h < ROOM_MIN {
            return;
        }
        let rw = rng.uniform(ROOM_MIN, max_w);
        let rh = rng.uniform(ROOM_MIN, max_h);
        let rx = node.x + ROOM_PADDING + rng.uniform(0, max_w - rw);
        let ry = node.y + ROOM_PADDING + rng.uniform(0, max_h - rh);
        let room = Room { x: rx, y: ry, w: rw, h: rh };
        node.room = Some(room);
        for y in ry..ry + rh {
            for x in rx..rx + rw {
                self.carve_tile(x, y, TileType::Floor);
            }
        }
        self.rooms.push(room);
    }

    /// Phase 3: joins the two halves of every split with a corridor between two rooms (`connectRooms`).
    pub(crate) fn connect_rooms(&mut self, node: &BspNode, rng: &mut Rng) {
        let (Some(left), Some(right)) = (&node.left, &node.right) else { return };
        // Children come first: then both halves are in one piece before they are joined.
        self.connect_rooms(left, rng);
        self.connect_rooms(right, rng);
        let left = random_leaf(left, rng);
        let right = random_leaf(right, rng);
        let (Some(l), Some(r)) = (left.room, right.room) else { return };
        let Pos { x: x1, y: y1 } = l.centre();
        let Pos { x: x2, y: y2 } = r.centre();
        // The coin picks the corner of the L.
        if rng.coin_flip() {
            self.carve_h_line(x1, x2, y1);
            self.carve_v_line(y1, y2, x2);
        } else {
            self.carve_v_line(y1, y2, x1);
            self.carve_h_line(x1, x2, y2);
        }
    }

    /// Makes the tile wall or floor; does nothing outside the map (`carveTile`).
    pub fn carve_tile(&mut self, x: i32, y: i32, kind: TileType) {
        if let Some(tile) = self.tile_mut(Pos::new(x, y)) {
            tile.kind = kind;
        }
    }

    /// Carves part of a row, both ends included, in whichever order they come (`carveHLine`).
    fn carve_h_line(&mut self, x1: i32, x2: i32, y: i32) {
        for x in x1.min(x2)..=x1.max(x2) {
            self.carve_tile(x, y, TileType::Floor);
        }
    }

    /// Carves part of a column, both ends included, in whichever order they come (`carveVLine`).
    fn carve_v_line(&mut self, y1: i32, y2: i32, x: i32) {
        for y in y1.min(y2)..=y1.max(y2) {
            self.carve_tile(x, y, TileType::Floor);
        }
    }

    /// Part 12: grows a new cave (`Map::generateCaves`): the largest region of random noise after smoothing.
    pub fn generate_caves(&mut self, seed: u32, library: StdLib) {
        *self = Map::default();
        let mut rng = Rng::new(seed, library);
        self.fill_with_noise(&mut rng);
        for _ in 0..SMOOTHING_PASSES {
            self.smooth();
        }
        let mut best = self.largest_region();
        if best.is_empty() {
            // Noise without any floor after smoothing is rare. A dungeon of the same seed takes its place.
            self.generate(seed, library);
            return;
        }
        self.keep_only(&best);
        rng.shuffle(&mut best);
        self.place_rooms(&best);
    }

    /// Part 12: step 1 of a cave, wall or floor by chance. The border is wall, and takes no random number.
    pub(crate) fn fill_with_noise(&mut self, rng: &mut Rng) {
        for Pos { x, y } in Map::positions() {
            let border = x == 0 || y == 0 || x == MAP_WIDTH - 1 || y == MAP_HEIGHT - 1;
            let wall = border || rng.uniform(0, 99) < WALL_CHANCE;
            self.carve_tile(x, y, if wall { TileType::Wall } else { TileType::Floor });
        }
    }

    /// Part 12: step 2 of a cave, one pass of the automaton. Every tile is judged by the grid before the
    /// pass, and the border stays wall, so that no cave is open.
    pub(crate) fn smooth(&mut self) {
        let mut next = self.tiles;
        for Pos { x, y } in Map::positions() {
            let border = x == 0 || y == 0 || x == MAP_WIDTH - 1 || y == MAP_HEIGHT - 1;
            let wall = border || self.walls_around(x, y) >= CROWDED;
            next[y as usize][x as usize].kind = if wall { TileType::Wall } else { TileType::Floor };
        }
        self.tiles = next;
    }

    /// Part 12: returns the number of walls among the eight neighbours of a tile.
    fn walls_around(&self, x: i32, y: i32) -> i32 {
        let mut walls = 0;
        for dy in -1..=1 {
            for dx in -1..=1 {
                if (dx, dy) != (0, 0) && !self.is_floor(Pos::new(x + dx, y + dy)) {
                    walls += 1;
                }
            }
        }
        walls
    }

    /// Part 12: step 3 of a cave. Returns the tiles of the first largest region of floor, as a flood reaches
    /// them.
    pub(crate) fn largest_region(&self) -> Vec<Pos> {
        let mut visited = [[false; MAP_WIDTH as usize]; MAP_HEIGHT as usize];
        let mut best = Vec::new();
        for start in Map::positions() {
            if !self.is_floor(start) || visited[start.y as usize][start.x as usize] {
                continue;
            }
            let mut region = Vec::new();
            let mut queue = VecDeque::from([start]);
            visited[start.y as usize][start.x as usize] = true;
            while let Some(cur) = queue.pop_front() {
                region.push(cur);
                for step in DIRECTIONS {
                    let pos = cur + step;
                    if self.is_floor(pos) && !visited[pos.y as usize][pos.x as usize] {
                        visited[pos.y as usize][pos.x as usize] = true;
                        queue.push_back(pos);
                    }
                }
            }
            if region.len() > best.len() {
                best = region;
            }
        }
        best
    }

    /// Part 12: the end of step 3. Fills all but this region with wall, so that all floor can be reached.
    pub(crate) fn keep_only(&mut self, region: &[Pos]) {
        for pos in Map::positions() {
            self.carve_tile(pos.x, pos.y, TileType::Wall);
        }
        for pos in region {
            self.carve_tile(pos.x, pos.y, TileType::Floor);
        }
    }

    /// Part 12: step 4 of a cave, rooms of one tile (`generateCaves`, `mk`). They are the start, others, and
    /// the one farthest from it.
    pub(crate) fn place_rooms(&mut self, best: &[Pos]) {
        let mk = |Pos { x, y }| Room { x, y, w: 1, h: 1 };
        let Some(&spawn) = best.first() else { return };
        self.rooms.push(mk(spawn));
        let extra = (best.len() - 1).min(MAX_EXTRA);
        for &pos in &best[1..=extra] {
            self.rooms.push(mk(pos));
        }
        let (mut far, mut stairs) = (-1, spawn);
        for &pos in best {
            let d = pos.manhattan(spawn);
            if d > far {
                far = d;
                stairs = pos;
            }
        }
        self.rooms.push(mk(stairs));
    }

    /// A map from a drawing of its upper left part, for examples and tests: `#` and everything that is not
    /// drawn is wall, any other character is floor.
    pub fn drawn(rows: &[&str]) -> Map {
        let mut map = Map::default();
        for (y, row) in (0..).zip(rows) {
            for (x, glyph) in (0..).zip(row.chars()) {
                map.carve_tile(x, y, if glyph == '#' { TileType::Wall } else { TileType::Floor });
            }
        }
        map
    }
}

/// Returns a leaf below a node (in `Map::connectRooms`). A coin flip chooses a child at every step: the left
/// one if it is true.
pub(crate) fn random_leaf<'n>(mut node: &'n BspNode, rng: &mut Rng) -> &'n BspNode {
    while let (Some(left), Some(right)) = (&node.left, &node.right) {
        node = if rng.coin_flip() { left } else { right };
    }
    node
}
