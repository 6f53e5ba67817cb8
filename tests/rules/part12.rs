//! Part 12: every other level is a cave.

use roguelike::level::Level;
use roguelike::map::{DIRECTIONS, Map, Pos};
use roguelike::part::Part;
use roguelike::rng::{Rng, StdLib};

use crate::scene::{Scene, fresh, press};

fn level(part: u8, depth: i32, seed: u32) -> Level {
    Level::generate(Part::new(part).unwrap(), depth, seed, &mut Rng::new(1, StdLib::default()))
}

/// Returns true if all rooms are single tiles, which only caves have.
fn is_cave(level: &Level) -> bool {
    level.map.rooms.iter().all(|room| (room.w, room.h) == (1, 1))
}

#[test]
fn odd_depths_are_caves() {
    let caves = |part| (0..5).filter(|&depth| is_cave(&level(part, depth, 42))).collect::<Vec<_>>();
    assert_eq!((caves(11), caves(12)), (vec![], vec![1, 3]));
}

#[test]
fn a_cave_is_one_region_with_a_border_of_wall() {
    for seed in 0..10 {
        let map = level(12, 1, seed).map;
        let floor: Vec<Pos> = Map::positions().filter(|&pos| map.is_floor(pos)).collect();
        let mut reached = vec![floor[0]];
        let mut next = 0;
        while let Some(&pos) = reached.get(next) {
            next += 1;
            for step in DIRECTIONS {
                if map.is_floor(pos + step) && !reached.contains(&(pos + step)) {
                    reached.push(pos + step);
                }
            }
        }
        assert_eq!(reached.len(), floor.len());
        assert!(floor.iter().all(|pos| (1..63).contains(&pos.x) && (1..35).contains(&pos.y)));
    }
}

#[test]
fn its_rooms_are_the_start_some_tiles_and_the_farthest_tile() {
    for seed in 0..10 {
        let level = level(12, 1, seed);
        let rooms = &level.map.rooms;
        assert_eq!(rooms.len(), 16);
        let start = rooms[0].centre();
        let farthest = Map::positions()
            .filter(|&pos| level.map.is_floor(pos))
            .map(|pos| (pos.x - start.x).abs() + (pos.y - start.y).abs())
            .max();
        assert_eq!(farthest, Some((level.stairs.x - start.x).abs() + (level.stairs.y - start.y).abs()));
        assert_eq!(level.stairs, rooms[15].centre());
        assert_eq!(level.monsters.len(), 10);
    }
}

#[test]
fn the_way_down_leads_into_a_cave() {
    let mut scene = Scene::drawn(12, &["#####", "#@>.#", "#####"]);
    scene.player.pos = scene.level.stairs;
    let mut game = scene.begin();
    press(&mut game, &[roguelike::key::Key::PERIOD]);
    assert!(is_cave(game.cur()));
    assert!(!is_cave(fresh(12, 1).cur()));
    assert!(game.title().starts_with("Roguelike - Part 12   |   Depth 2   |   HP 30/30"));
}
