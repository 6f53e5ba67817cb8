//! The generators as the chapters tell them, tile by tile, to be read beside them; the quick ones of the program must carve the
//! same maps from the same numbers.

use std::collections::VecDeque;

use roguelike::map::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos, Room, TileKind};
use roguelike::rng::{Rng, StdLib};

/// A node of the BSP tree: halves, or what is in a leaf.
struct Node {
    area: Room,
    halves: Option<Box<[Node; 2]>>,
    room: Option<Room>,
}

fn carve(map: &mut Map, x: i32, y: i32) {
    map.set_kind(Pos::new(x, y), TileKind::Floor);
}

fn plain_dungeon(rng: &mut Rng) -> Map {
    let mut map = Map::new();
    let mut root = split(Room { x: 0, y: 0, w: MAP_WIDTH, h: MAP_HEIGHT }, 0, rng);
    create_rooms(&mut root, &mut map, rng);
    connect(&root, &mut map, rng);
    map
}

fn split(area: Room, depth: u32, rng: &mut Rng) -> Node {
    let Room { x, y, w, h } = area;
    let horizontal = match (h >= 18, w >= 24) {
        _ if depth == 4 => return Node { area, halves: None, room: None },
        (false, false) => return Node { area, halves: None, room: None },
        (true, false) => true,
        (false, true) => false,
        (true, true) if w == h => rng.coin(),
        (true, true) => h > w,
    };
    let (first, second) = if horizontal {
        let cut = rng.uniform(y + 9, y + h - 9);
        (Room { x, y, w, h: cut - y }, Room { x, y: cut, w, h: y + h - cut })
    } else {
        let cut = rng.uniform(x + 12, x + w - 12);
        (Room { x, y, w: cut - x, h }, Room { x: cut, y, w: x + w - cut, h })
    };
    let first = split(first, depth + 1, rng);
    let second = split(second, depth + 1, rng);
    Node { area, halves: Some(Box::new([first, second])), room: None }
}

fn create_rooms(node: &mut Node, map: &mut Map, rng: &mut Rng) {
    if let Some(halves) = &mut node.halves {
        for half in halves.iter_mut() {
            create_rooms(half, map, rng);
        }
        return;
    }
    let (max_w, max_h) = (node.area.w - 2, node.area.h - 2);
    if max_w < 4 || max_h < 4 {
        return;
    }
    let w = rng.uniform(4, max_w);
    let h = rng.uniform(4, max_h);
    let x = node.area.x + 1 + rng.uniform(0, max_w - w);
    let y = node.area.y + 1 + rng.uniform(0, max_h - h);
    for tile_y in y..y + h {
        for tile_x in x..x + w {
            carve(map, tile_x, tile_y);
        }
    }
    let room = Room { x, y, w, h };
    map.rooms.push(room);
    node.room = Some(room);
}

fn connect(node: &Node, map: &mut Map, rng: &mut Rng) {
    let Some(halves) = &node.halves else { return };
    for half in halves.iter() {
        connect(half, map, rng);
    }
    let first = any_leaf(&halves[0], rng).room;
    let second = any_leaf(&halves[1], rng).room;
    let (Some(first), Some(second)) = (first, second) else { return };
    let (a, b) = (first.center(), second.center());
    let columns = a.x.min(b.x)..=a.x.max(b.x);
    let rows = a.y.min(b.y)..=a.y.max(b.y);
    let (row, column) = if rng.coin() { (a.y, b.x) } else { (b.y, a.x) };
    columns.for_each(|x| carve(map, x, row));
    rows.for_each(|y| carve(map, column, y));
}

fn any_leaf<'t>(node: &'t Node, rng: &mut Rng) -> &'t Node {
    match &node.halves {
        None => node,
        Some(halves) if rng.coin() => any_leaf(&halves[0], rng),
        Some(halves) => any_leaf(&halves[1], rng),
    }
}

fn plain_cave(rng: &mut Rng) -> Map {
    let mut map = Map::new();
    for pos in Map::positions().filter(|&pos| !on_border(pos)) {
        if rng.uniform(0, 99) >= 45 {
            map.set_kind(pos, TileKind::Floor);
        }
    }
    for _ in 0..5 {
        map = plainly_smoothed(&map);
    }
    let mut region = plain_largest_region(&map);
    let mut cave = Map::new();
    for &pos in &region {
        cave.set_kind(pos, TileKind::Floor);
    }
    rng.shuffle(&mut region);
    let Some(&start) = region.first() else { return cave };
    let mut farthest = start;
    for &pos in &region {
        if start.manhattan(pos) > start.manhattan(farthest) {
            farthest = pos;
        }
    }
    let spots = region.iter().take(15).chain([&farthest]);
    cave.rooms = spots.map(|pos| Room { x: pos.x, y: pos.y, w: 1, h: 1 }).collect();
    cave
}

fn on_border(pos: Pos) -> bool {
    pos.x == 0 || pos.y == 0 || pos.x == MAP_WIDTH - 1 || pos.y == MAP_HEIGHT - 1
}

fn plainly_smoothed(before: &Map) -> Map {
    let mut after = Map::new();
    for pos in Map::positions().filter(|&pos| !on_border(pos)) {
        let mut walls = 0;
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            walls += u32::from(!before.is_floor(pos + Pos::new(dx, dy)));
        }
        if walls < 5 {
            after.set_kind(pos, TileKind::Floor);
        }
    }
    after
}

fn plain_largest_region(map: &Map) -> Vec<Pos> {
    let mut unvisited = map.clone();
    let mut largest = Vec::new();
    for start in Map::positions() {
        let mut region = Vec::new();
        let mut frontier = VecDeque::new();
        if unvisited.is_floor(start) {
            unvisited.set_kind(start, TileKind::Wall);
            frontier.push_back(start);
        }
        while let Some(pos) = frontier.pop_front() {
            region.push(pos);
            for next in DIRECTIONS.map(|step| pos + step) {
                if unvisited.is_floor(next) {
                    unvisited.set_kind(next, TileKind::Wall);
                    frontier.push_back(next);
                }
            }
        }
        if region.len() > largest.len() {
            largest = region;
        }
    }
    largest
}

/// Both ways carve the same map, and draw the same numbers for it.
fn compare(seeds: u32, plain: fn(&mut Rng) -> Map, quick: fn(&mut Map, &mut Rng)) {
    let mut map = Map::new();
    for library in StdLib::ALL {
        for seed in (0..seeds).map(|seed| seed.wrapping_mul(0x9e37_79b9)) {
            let (mut plain_rng, mut quick_rng) = (Rng::new(seed, library), Rng::new(seed, library));
            let expected = plain(&mut plain_rng);
            quick(&mut map, &mut quick_rng);
            assert!(map == expected, "{library}, seed {seed}");
            for _ in 0..4 {
                assert_eq!(quick_rng.next_u32(), plain_rng.next_u32(), "{library}, seed {seed}: other draws");
            }
        }
    }
}

#[test]
fn dungeons_are_those_of_the_plain_generator() {
    compare(5000, plain_dungeon, Map::generate_with);
}

#[test]
fn caves_are_those_of_the_plain_generator() {
    compare(1000, plain_cave, Map::generate_caves_with);
}
