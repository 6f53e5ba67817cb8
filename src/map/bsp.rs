//! Rooms and corridors by binary space partitioning (`Map::generate`, Part 1 on).

use super::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, Room};
use crate::rng::{Rng, StdLib};

/// Areas are cut at most this often between the whole map and a leaf.
const MAX_DEPTH: u32 = 4;
/// So there are at most this many leaves.
const MAX_LEAVES: usize = 1 << MAX_DEPTH;
/// Neither half of a cut is narrower or lower than this, in tiles.
const MIN_LEAF_WIDTH: i32 = 12;
const MIN_LEAF_HEIGHT: i32 = 9;
/// A room's smallest side, in tiles.
const MIN_ROOM: i32 = 4;
/// Every leaf has space for a room and a tile of wall around it. The original checks that leaf by leaf.
const _: () = assert!(MIN_LEAF_WIDTH - 2 >= MIN_ROOM && MIN_LEAF_HEIGHT - 2 >= MIN_ROOM);

/// A node of the BSP tree (class `BSPNode`), by its place among the others of its sort.
#[derive(Clone, Copy)]
enum Node {
    /// An area with a room in it.
    Leaf(usize),
    /// An area that is cut in two.
    Cut(usize),
}

/// The BSP tree.
struct Tree {
    /// The areas of the leaves, first halves first.
    leaves: Vec<Room>,
    /// Both halves of each cut, left or top first; the innermost cuts come first.
    cuts: Vec<[Node; 2]>,
}

impl Map {
    /// Carves a new dungeon: the same seed and library give the same one, always (`Map::generate`).
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
        // Rooms never overlap: a row has the columns of every room that has begun in it or above, and not ended above it.
        for &Room { x, y, w, h } in &self.rooms {
            self.floor[y as usize] ^= columns(x, x + w - 1);
            self.floor[(y + h) as usize] ^= columns(x, x + w - 1);
        }
        let mut begun = 0;
        for row in &mut self.floor {
            begun ^= *row;
            *row = begun;
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
            return Node::Leaf(self.leaves.len() - 1);
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
        Node::Cut(self.cuts.len() - 1)
    }

    /// A leaf below this node, or itself: a toss at every fork picks the half.
    fn any_leaf(&self, mut node: Node, rng: &mut Rng) -> usize {
        loop {
            match node {
                Node::Cut(cut) => node = self.cuts[cut][usize::from(!rng.coin())],
                Node::Leaf(leaf) => return leaf,
            }
        }
    }
}
