//! Both generators as the chapters tell them, one tile after the other: to be read beside Parts 1 and 12.
//!
//! [`generate`] is Part 1's dungeon (classes `Map` and `BSPNode`), [`generate_caves`] Part 12's cave (`Map::generateCaves`). The
//! game uses the quick ones instead, [`Map::generate`] and [`Map::generate_caves`], which think in whole rows of bits.
//! tests/generators.rs carves thousands of maps both ways, with the random numbers of every standard library: they are the same
//! maps, made of the same draws.

use std::collections::VecDeque;

use super::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos, Room, TileKind};
use crate::rng::Rng;

// Part 1: a dungeon of rooms and corridors, by binary space partitioning

/// Areas are cut at most this often between the whole map and a leaf.
pub(super) const MAX_DEPTH: u32 = 4;
/// Neither half of a cut is narrower than this, in tiles.
pub(super) const MIN_LEAF_WIDTH: i32 = 12;
/// Neither half of a cut is lower than this, in tiles.
pub(super) const MIN_LEAF_HEIGHT: i32 = 9;
/// A room's smallest side, in tiles.
pub(super) const MIN_ROOM: i32 = 4;

/// A node of the BSP tree (class `BSPNode`): an area that is cut in two, or a leaf with a room in it.
struct Node {
    area: Room,
    halves: Option<Box<[Node; 2]>>,
    room: Option<Room>,
}

/// The ways to cut an area in two.
enum Cut {
    /// Along a row: one half above the other.
    Horizontal,
    /// Along a column: the halves side by side.
    Vertical,
}

/// Part 1's dungeon (`Map::generate`): the map is cut into smaller and smaller areas, each of the smallest gets a room, and
/// corridors join what was cut apart.
pub fn generate(rng: &mut Rng) -> Map {
    let mut map = Map::new();
    let whole = Room { x: 0, y: 0, w: MAP_WIDTH, h: MAP_HEIGHT };
    let mut root = split(whole, 0, rng);
    create_rooms(&mut root, &mut map, rng);
    connect(&root, &mut map, rng);
    map
}

/// Cuts an area in two, then each half in turn, until it is cut often enough or too small to be cut.
fn split(area: Room, depth: u32, rng: &mut Rng) -> Node {
    let leaf = Node { area, halves: None, room: None };
    if depth == MAX_DEPTH {
        return leaf;
    }
    let Some(cut) = choose_cut(area, rng) else { return leaf };
    let [first, second] = halves(area, cut, rng);
    let first = split(first, depth + 1, rng);
    let second = split(second, depth + 1, rng);
    Node { halves: Some(Box::new([first, second])), ..leaf }
}

/// Across the longer side, or the only way there is. A square is a matter of chance.
fn choose_cut(area: Room, rng: &mut Rng) -> Option<Cut> {
    let high_enough = area.h >= 2 * MIN_LEAF_HEIGHT;
    let wide_enough = area.w >= 2 * MIN_LEAF_WIDTH;
    let horizontal = match (high_enough, wide_enough) {
        (false, false) => return None,
        (true, false) => true,
        (false, true) => false,
        (true, true) if area.w == area.h => rng.coin(),
        (true, true) => area.h > area.w,
    };
    Some(if horizontal { Cut::Horizontal } else { Cut::Vertical })
}

/// Cuts anywhere that leaves both halves large enough: top and bottom, or left and right.
fn halves(area: Room, cut: Cut, rng: &mut Rng) -> [Room; 2] {
    let Room { x, y, w, h } = area;
    match cut {
        Cut::Horizontal => {
            let middle = rng.uniform(y + MIN_LEAF_HEIGHT, y + h - MIN_LEAF_HEIGHT);
            [Room { x, y, w, h: middle - y }, Room { x, y: middle, w, h: y + h - middle }]
        }
        Cut::Vertical => {
            let middle = rng.uniform(x + MIN_LEAF_WIDTH, x + w - MIN_LEAF_WIDTH);
            [Room { x, y, w: middle - x, h }, Room { x: middle, y, w: x + w - middle, h }]
        }
    }
}

/// A room for every leaf, first halves first.
fn create_rooms(node: &mut Node, map: &mut Map, rng: &mut Rng) {
    if let Some(halves) = &mut node.halves {
        for half in halves.iter_mut() {
            create_rooms(half, map, rng);
        }
    } else if let Some(room) = place_room(node.area, rng) {
        carve_room(map, room);
        map.rooms.push(room);
        node.room = Some(room);
    }
}

/// A room of any size, anywhere in an area, with a tile of wall around it.
fn place_room(area: Room, rng: &mut Rng) -> Option<Room> {
    let (max_w, max_h) = (area.w - 2, area.h - 2);
    if max_w < MIN_ROOM || max_h < MIN_ROOM {
        return None;
    }
    let w = rng.uniform(MIN_ROOM, max_w);
    let h = rng.uniform(MIN_ROOM, max_h);
    let x = area.x + 1 + rng.uniform(0, max_w - w);
    let y = area.y + 1 + rng.uniform(0, max_h - h);
    Some(Room { x, y, w, h })
}

/// Joins the two halves of every cut, the smallest first: a room of one with a room of the other.
fn connect(node: &Node, map: &mut Map, rng: &mut Rng) {
    let Some(halves) = &node.halves else { return };
    for half in halves.iter() {
        connect(half, map, rng);
    }
    let first = any_room(&halves[0], rng);
    let second = any_room(&halves[1], rng);
    if let (Some(first), Some(second)) = (first, second) {
        carve_corridor(map, first.center(), second.center(), rng);
    }
}

/// A room below this node: the coin decides at every cut, heads for the first half.
fn any_room(node: &Node, rng: &mut Rng) -> Option<Room> {
    match &node.halves {
        None => node.room,
        Some(halves) if rng.coin() => any_room(&halves[0], rng),
        Some(halves) => any_room(&halves[1], rng),
    }
}

/// An L from `a` to `b`: on heads along the row first, on tails along the column first.
fn carve_corridor(map: &mut Map, a: Pos, b: Pos, rng: &mut Rng) {
    if rng.coin() {
        carve_h_line(map, a.x, b.x, a.y);
        carve_v_line(map, a.y, b.y, b.x);
    } else {
        carve_v_line(map, a.y, b.y, a.x);
        carve_h_line(map, a.x, b.x, b.y);
    }
}

fn carve_room(map: &mut Map, room: Room) {
    for y in room.y..room.y + room.h {
        carve_h_line(map, room.x, room.x + room.w - 1, y);
    }
}

fn carve_h_line(map: &mut Map, x1: i32, x2: i32, y: i32) {
    for x in x1.min(x2)..=x1.max(x2) {
        map.set_kind(Pos::new(x, y), TileKind::Floor);
    }
}

fn carve_v_line(map: &mut Map, y1: i32, y2: i32, x: i32) {
    for y in y1.min(y2)..=y1.max(y2) {
        map.set_kind(Pos::new(x, y), TileKind::Floor);
    }
}

// Part 12: a cave, by cellular automata

/// Chance of a tile to begin as wall, in percent.
pub(super) const WALL_CHANCE: i32 = 45;
/// How often the walls are smoothed.
pub(super) const SMOOTHING_PASSES: u32 = 5;
/// So many walls around a tile, or more, make it wall.
const CROWDED: usize = 5;
/// Places for monsters and items besides the start and the stairs.
pub(super) const MAX_SPOTS: usize = 14;

/// The eight tiles around a tile.
const AROUND: [Pos; 8] = [
    Pos::new(-1, -1),
    Pos::new(0, -1),
    Pos::new(1, -1),
    Pos::new(-1, 0),
    Pos::new(1, 0),
    Pos::new(-1, 1),
    Pos::new(0, 1),
    Pos::new(1, 1),
];

/// Part 12's cave (`Map::generateCaves`): noise is smoothed until it looks like rock, and of its caves only the largest stays.
/// Should there be none at all, the map has no rooms; the game carves a dungeon of the same seed then.
pub fn generate_caves(rng: &mut Rng) -> Map {
    let mut map = noise(rng);
    for _ in 0..SMOOTHING_PASSES {
        map = smoothed(&map);
    }
    let mut region = largest_region(&map);
    let mut cave = Map::new();
    for &pos in &region {
        cave.set_kind(pos, TileKind::Floor);
    }
    rng.shuffle(&mut region);
    cave.rooms = single_tiles(&region);
    cave
}

/// Floor or wall as chance has it, row by row. The border is wall, and costs no draw.
fn noise(rng: &mut Rng) -> Map {
    let mut map = Map::new();
    for pos in inside() {
        if rng.uniform(0, 99) >= WALL_CHANCE {
            map.set_kind(pos, TileKind::Floor);
        }
    }
    map
}

/// One step of the automaton. Every tile is judged by what was around it before the step.
fn smoothed(before: &Map) -> Map {
    let mut after = Map::new();
    for pos in inside() {
        let walls = AROUND.iter().filter(|&&step| !before.is_floor(pos + step)).count();
        if walls < CROWDED {
            after.set_kind(pos, TileKind::Floor);
        }
    }
    after
}

/// Every place but the border, row by row.
fn inside() -> impl Iterator<Item = Pos> {
    Map::positions().filter(|pos| (1..MAP_WIDTH - 1).contains(&pos.x) && (1..MAP_HEIGHT - 1).contains(&pos.y))
}

/// The tiles of the largest cave, the first of those that are equally large. Empty if there is no floor.
fn largest_region(map: &Map) -> Vec<Pos> {
    let mut unvisited = map.clone();
    let mut largest = Vec::new();
    for start in Map::positions() {
        let region = take_region(&mut unvisited, start);
        if region.len() > largest.len() {
            largest = region;
        }
    }
    largest
}

/// Floods the floor from `start`, breadth first, and fills what it reaches, so that nobody comes there again.
fn take_region(unvisited: &mut Map, start: Pos) -> Vec<Pos> {
    let mut region = Vec::new();
    let mut queue = VecDeque::new();
    let mut reach = |pos: Pos, queue: &mut VecDeque<Pos>| {
        if unvisited.is_floor(pos) {
            unvisited.set_kind(pos, TileKind::Wall);
            queue.push_back(pos);
        }
    };
    reach(start, &mut queue);
    while let Some(pos) = queue.pop_front() {
        region.push(pos);
        for step in DIRECTIONS {
            reach(pos + step, &mut queue);
        }
    }
    region
}

/// What a cave has for rooms: the first of the shuffled tiles to start on, a few more for monsters and items, and the one
/// farthest from the start, the first of those that are equally far, for the stairs.
fn single_tiles(shuffled: &[Pos]) -> Vec<Room> {
    let Some(&start) = shuffled.first() else { return Vec::new() };
    let mut farthest = start;
    for &pos in shuffled {
        if start.manhattan(pos) > start.manhattan(farthest) {
            farthest = pos;
        }
    }
    let places = shuffled.iter().take(1 + MAX_SPOTS).chain([&farthest]);
    places.map(|pos| Room { x: pos.x, y: pos.y, w: 1, h: 1 }).collect()
}
