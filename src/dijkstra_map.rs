//! How far every tile is from the player (class `DijkstraMap`, Part 7 on).

use std::collections::VecDeque;

use crate::map::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos};

/// The distance of a tile that cannot be reached.
pub const UNREACHABLE: i32 = 1 << 30;

const TILES: usize = (MAP_WIDTH * MAP_HEIGHT) as usize;

/// Steps to the goal from every tile (class `DijkstraMap`). All steps cost the same, so a breadth-first flood fills it.
pub struct DijkstraMap {
    distance: [i32; TILES],
}

impl DijkstraMap {
    /// Floods the floor from `goal`, which counts as reached whatever it is made of.
    pub fn compute(map: &Map, goal: Pos) -> DijkstraMap {
        let mut flood = DijkstraMap { distance: [UNREACHABLE; TILES] };
        let mut frontier = VecDeque::with_capacity(TILES);
        flood.reach(goal, 0, &mut frontier);
        while let Some(pos) = frontier.pop_front() {
            let farther = flood.distance(pos) + 1;
            for next in DIRECTIONS.map(|step| pos + step) {
                if map.is_floor(next) && flood.distance(next) == UNREACHABLE {
                    flood.reach(next, farther, &mut frontier);
                }
            }
        }
        flood
    }

    /// Steps from `pos` to the goal, or [`UNREACHABLE`].
    pub fn distance(&self, pos: Pos) -> i32 {
        if Map::in_bounds(pos) { self.distance[index(pos)] } else { UNREACHABLE }
    }

    fn reach(&mut self, pos: Pos, distance: i32, frontier: &mut VecDeque<Pos>) {
        if Map::in_bounds(pos) {
            self.distance[index(pos)] = distance;
            frontier.push_back(pos);
        }
    }
}

/// Where a place on the map lies in a row-by-row list.
fn index(pos: Pos) -> usize {
    (pos.y * MAP_WIDTH + pos.x) as usize
}
