//! Caves by cellular automata, for the odd depths of Part 12 on (`Map::generateCaves`).

use std::collections::VecDeque;

use super::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos, Room, TileKind};
use crate::rng::{Rng, StdLib};

/// Chance of a tile to begin as wall, in percent.
const WALL_CHANCE: i32 = 45;
/// How often the walls are smoothed.
const SMOOTHING_PASSES: u32 = 5;
/// A tile with this many wall neighbours out of eight becomes wall.
const WALL_NEIGHBORS: usize = 5;
/// Places for monsters and items besides the start and the stairs.
const MAX_SPOTS: usize = 14;

impl Map {
    /// Grows a new cave: noise, smoothed, of which only the largest region is kept. Its `rooms` are single tiles: the start
    /// first, the place for the stairs last. Without any floor it is a BSP dungeon of the same seed instead.
    pub fn generate_caves(&mut self, seed: u32, library: StdLib) {
        self.generate_caves_with(&mut Rng::new(seed, library));
        if self.rooms.is_empty() {
            self.generate(seed, library);
        }
    }

    /// [`Map::generate_caves`] with a generator that has been seeded already. A cave without any floor has no rooms either.
    pub fn generate_caves_with(&mut self, rng: &mut Rng) {
        *self = Map::new();
        for pos in Map::positions().filter(|&pos| !on_border(pos)) {
            if rng.uniform(0, 99) >= WALL_CHANCE {
                self.set_kind(pos, TileKind::Floor);
            }
        }
        for _ in 0..SMOOTHING_PASSES {
            self.smooth();
        }
        let mut region = self.largest_region();
        *self = Map::new();
        for &pos in &region {
            self.set_kind(pos, TileKind::Floor);
        }
        rng.shuffle(&mut region);
        self.rooms = place_rooms(&region);
    }

    /// One step of the automaton, every tile judged by the grid before it.
    fn smooth(&mut self) {
        let before = self.clone();
        for pos in Map::positions().filter(|&pos| !on_border(pos)) {
            let walls = neighbors(pos).filter(|&near| !before.is_floor(near)).count();
            let kind = if walls >= WALL_NEIGHBORS { TileKind::Wall } else { TileKind::Floor };
            self.set_kind(pos, kind);
        }
    }

    /// The largest connected floor, in the order a breadth-first flood reaches it; the first found when sizes are equal.
    fn largest_region(&self) -> Vec<Pos> {
        let mut unvisited = self.clone();
        let mut largest = Vec::new();
        for start in Map::positions() {
            if !unvisited.is_floor(start) {
                continue;
            }
            let region = unvisited.take_region(start);
            if region.len() > largest.len() {
                largest = region;
            }
        }
        largest
    }

    /// Floods from `start` and turns what it reaches to wall, so that no tile is found twice.
    fn take_region(&mut self, start: Pos) -> Vec<Pos> {
        let mut region = Vec::new();
        let mut frontier = VecDeque::from([start]);
        self.set_kind(start, TileKind::Wall);
        while let Some(pos) = frontier.pop_front() {
            region.push(pos);
            for next in DIRECTIONS.map(|step| pos + step) {
                if self.is_floor(next) {
                    self.set_kind(next, TileKind::Wall);
                    frontier.push_back(next);
                }
            }
        }
        region
    }
}

/// The start, the next few of the shuffled tiles, and the one farthest from the start for the stairs.
fn place_rooms(shuffled: &[Pos]) -> Vec<Room> {
    let spot = |&Pos { x, y }: &Pos| Room { x, y, w: 1, h: 1 };
    let mut rooms: Vec<Room> = shuffled.iter().take(1 + MAX_SPOTS).map(spot).collect();
    if let Some(&start) = shuffled.first() {
        let mut farthest = start;
        for &pos in shuffled {
            if start.manhattan(pos) > start.manhattan(farthest) {
                farthest = pos;
            }
        }
        rooms.push(spot(&farthest));
    }
    rooms
}

fn on_border(pos: Pos) -> bool {
    pos.x == 0 || pos.y == 0 || pos.x == MAP_WIDTH - 1 || pos.y == MAP_HEIGHT - 1
}

/// The eight tiles around `pos`.
fn neighbors(pos: Pos) -> impl Iterator<Item = Pos> {
    (-1..=1)
        .flat_map(|dy| (-1..=1).map(move |dx| Pos::new(dx, dy)))
        .filter(|&step| step != Pos::default())
        .map(move |step| pos + step)
}
