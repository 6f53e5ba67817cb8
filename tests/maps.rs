//! Dungeons and caves of many seeds: walls enclose them, they are connected, and they have the rooms that
//! the rules need.
//!
//! `ROGUELIKE_SEEDS=1000000 cargo test --release --test maps` tests more of them.

use std::env;

use roguelike::dijkstra_map::{DijkstraMap, UNREACHABLE};
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use roguelike::rng::StdLib;

/// Returns the number of seeds of a test.
fn seeds(usual: u32) -> u32 {
    match env::var("ROGUELIKE_SEEDS") {
        Ok(number) => number.parse().expect("ROGUELIKE_SEEDS is a number of seeds"),
        Err(_) => usual,
    }
}

type Generate = fn(&mut Map, u32, StdLib);

const DUNGEON: Generate = Map::generate;
const CAVE: Generate = Map::generate_caves;

fn new_map(generate: Generate, seed: u32, library: StdLib) -> Map {
    let mut map = Map::default();
    generate(&mut map, seed, library);
    map
}

fn floor(map: &Map) -> Vec<Pos> {
    Map::positions().filter(|&pos| map.is_floor(pos)).collect()
}

fn on_border(pos: Pos) -> bool {
    pos.x == 0 || pos.y == 0 || pos.x == MAP_WIDTH - 1 || pos.y == MAP_HEIGHT - 1
}

/// Checks what holds for every map, dungeon or cave. Returns the number of floor tiles.
fn check(map: &Map, what: &str) -> usize {
    let floor = floor(map);
    assert!(!map.rooms.is_empty(), "{what}: no rooms");
    let start = map.rooms[0].centre();
    assert!(map.is_floor(start), "{what}: the start is a wall");
    let mut flood = DijkstraMap::new();
    flood.compute(map, start);
    for &pos in &floor {
        assert!(flood.at(pos) < UNREACHABLE, "{what}: {pos:?} cannot be reached");
        assert!(!on_border(pos), "{what}: {pos:?} lies open to the outside");
        assert!(
            !map.tile(pos).visible && !map.tile(pos).explored,
            "{what}: {pos:?} is explored at the beginning"
        );
    }
    for room in &map.rooms {
        assert!(map.is_floor(room.centre()), "{what}: {room:?} has a wall in its middle");
    }
    floor.len()
}

#[test]
fn dungeons_are_whole() {
    let (mut fewest, mut most) = (usize::MAX, 0);
    for seed in 0..seeds(3_000) {
        // The seeds are spread over all 32-bit numbers.
        let library = StdLib::ALL[seed as usize % StdLib::ALL.len()];
        let spread = seed.wrapping_mul(0x9E37_79B1);
        let map = new_map(DUNGEON, spread, library);
        let what = format!("dungeon {spread} of {library}");
        check(&map, &what);
        // Every leaf is larger than the smallest room, so every leaf has one: 2 to the power of 4 at most.
        assert!((8..=16).contains(&map.rooms.len()), "{what}: {} rooms", map.rooms.len());
        (fewest, most) = (fewest.min(map.rooms.len()), most.max(map.rooms.len()));
        for (index, room) in map.rooms.iter().enumerate() {
            for y in room.y..room.y + room.h {
                for x in room.x..room.x + room.w {
                    assert!(map.is_floor(Pos::new(x, y)), "{what}: {room:?} is not empty");
                }
            }
            for other in &map.rooms[..index] {
                let apart = room.x > other.x + other.w
                    || other.x > room.x + room.w
                    || room.y > other.y + other.h
                    || other.y > room.y + room.h;
                assert!(apart, "{what}: {room:?} touches {other:?}");
            }
        }
    }
    println!("dungeons have {fewest} to {most} rooms");
}

#[test]
fn caves_are_whole() {
    let (mut smallest, mut largest) = (usize::MAX, 0);
    for seed in 0..seeds(400) {
        let library = StdLib::ALL[seed as usize % StdLib::ALL.len()];
        let spread = seed.wrapping_mul(0x9E37_79B1);
        let map = new_map(CAVE, spread, library);
        let what = format!("cave {spread} of {library}");
        let size = check(&map, &what);
        (smallest, largest) = (smallest.min(size), largest.max(size));
        assert!(
            map.rooms.iter().all(|room| (room.w, room.h) == (1, 1)),
            "{what}: a room is more than a tile"
        );
        assert_eq!(map.rooms.len(), size.min(15) + 1, "{what}: rooms");
        let start = map.rooms[0].centre();
        let way = |pos: Pos| start.manhattan(pos);
        let stairs = way(map.rooms[map.rooms.len() - 1].centre());
        assert_eq!(
            floor(&map).into_iter().map(way).max(),
            Some(stairs),
            "{what}: the stairs are not farthest"
        );
    }
    println!("caves have {smallest} to {largest} tiles");
}

#[test]
fn the_same_seed_gives_the_same_map_whatever_was_there() {
    for generate in [DUNGEON, CAVE] {
        let mut reused = Map::default();
        for seed in 0..50 {
            generate(&mut reused, seed, StdLib::default());
            assert_eq!(reused, new_map(generate, seed, StdLib::default()), "seed {seed}");
            reused.tiles.as_flattened_mut().iter_mut().for_each(|tile| tile.explored = true);
        }
    }
}
