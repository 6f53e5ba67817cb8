//! The dungeon: a grid of 64 x 36 tiles, and the functions that carve it.
//!
//! Rooms and corridors come from binary space partitioning.

use std::ops::Add;

use crate::rng::Rng;

pub const MAP_WIDTH: i32 = 64; // Width of the map in tiles
pub const MAP_HEIGHT: i32 = 36; // Height of the map in tiles

const MAX_DEPTH: u32 = 4; // Maximum number of splits between the whole map and a leaf
const MIN_LEAF_W: i32 = 12; // Minimum width of an area after a split, in tiles
const MIN_LEAF_H: i32 = 9; // Minimum height of an area after a split, in tiles
const ROOM_PADDING: i32 = 1; // Tiles of wall between a room and the border of its area
const ROOM_MIN: i32 = 4; // Minimum width and height of a room, in tiles

/// A position on the map, or a step from one to another. `x` grows to the right, `y` downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

/// The steps up, down, left and right (`dx` and `dy`). A monster chooses one by its number.
pub const DIRECTIONS: [Pos; 4] = [Pos::new(0, -1), Pos::new(0, 1), Pos::new(-1, 0), Pos::new(1, 0)];

/// The material of a tile (enum `TileType`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TileType {
    /// Cannot be entered.
    #[default]
    Wall,
    /// Can be walked on.
    Floor,
}

/// A tile (struct `Tile`) of a kind (`type`, which is a keyword of Rust).
#[derive(Clone, Copy, Debug, Default)]
pub struct Tile {
    pub kind: TileType,
    /// In the player's view right now.
    pub visible: bool,
    /// Seen at some time, and so remembered.
    pub explored: bool,
}

/// A rectangle of tiles (struct `Room`): its upper left corner, its width and its height, each at least 1.
#[derive(Clone, Copy, Debug)]
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
struct BspNode {
    x: i32,
    y: i32,
    w: i32,
    h: i32,
    left: Option<Box<BspNode>>,
    right: Option<Box<BspNode>>,
    /// The room of a leaf (`hasRoom`). Every leaf is large enough for one.
    room: Option<Room>,
}

/// The grid of tiles, and the rooms carved into it (class `Map`). By default it is solid wall.
#[derive(Debug)]
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
    fn in_bounds(pos: Pos) -> bool {
        pos.x >= 0 && pos.x < MAP_WIDTH && pos.y >= 0 && pos.y < MAP_HEIGHT
    }

    /// Returns every position of the map, row by row from the top left.
    pub fn positions() -> impl Iterator<Item = Pos> {
        (0..MAP_WIDTH * MAP_HEIGHT).map(|index| Pos::new(index % MAP_WIDTH, index / MAP_WIDTH))
    }

    /// Returns the tile at a position. Outside the map everything is wall.
    pub fn tile(&self, pos: Pos) -> Tile {
        if Map::in_bounds(pos) { self.tiles[pos.y as usize][pos.x as usize] } else { Tile::default() }
    }

    /// Returns the tile at a position for writing, or `None` outside the map.
    pub fn tile_mut(&mut self, pos: Pos) -> Option<&mut Tile> {
        Map::in_bounds(pos).then(|| &mut self.tiles[pos.y as usize][pos.x as usize])
    }

    /// Returns true if the tile is floor. Nothing outside the map is.
    pub fn is_floor(&self, pos: Pos) -> bool {
        Map::in_bounds(pos) && self.tiles[pos.y as usize][pos.x as usize].kind == TileType::Floor
    }

    /// Carves the dungeon of a seed (`Map::generate`). The generator (`m_rng`) is lent to each phase.
    pub fn generate(&mut self, seed: u32) {
        *self = Map::default();
        let mut rng = Rng::new(seed);
        let mut root = BspNode { w: MAP_WIDTH, h: MAP_HEIGHT, ..BspNode::default() };
        Map::split(&mut root, 0, &mut rng);
        self.build_rooms(&mut root, &mut rng);
        self.connect_rooms(&root, &mut rng);
    }

    /// Phase 1: splits the area in two, then each half, until it is deep enough or too small (`Map::split`).
    fn split(node: &mut BspNode, depth: u32, rng: &mut Rng) {
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
    fn build_rooms(&mut self, node: &mut BspNode, rng: &mut Rng) {
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
    fn connect_rooms(&mut self, node: &BspNode, rng: &mut Rng) {
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
    fn carve_tile(&mut self, x: i32, y: i32, kind: TileType) {
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
}

/// Returns a leaf below a node (in `Map::connectRooms`). A coin flip chooses a child at every step: the left
/// one if it is true.
fn random_leaf<'n>(mut node: &'n BspNode, rng: &mut Rng) -> &'n BspNode {
    while let (Some(left), Some(right)) = (&node.left, &node.right) {
        node = if rng.coin_flip() { left } else { right };
    }
    node
}
