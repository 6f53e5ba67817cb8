//! How far every tile is from the player.

use std::collections::VecDeque;

use crate::map::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos};

pub const UNREACHABLE: i32 = 1 << 30; // The distance of a tile from which the goal cannot be reached

/// The number of steps to a goal from every tile (class `DijkstraMap`).
#[derive(Debug)]
pub struct DijkstraMap {
    dist: [[i32; MAP_WIDTH as usize]; MAP_HEIGHT as usize],
}

impl DijkstraMap {
    /// A map on which nothing is reachable.
    pub fn new() -> DijkstraMap {
        DijkstraMap { dist: [[UNREACHABLE; MAP_WIDTH as usize]; MAP_HEIGHT as usize] }
    }

    /// Floods the floor from `goal`, breadth first (`DijkstraMap::compute`).
    pub fn compute(&mut self, map: &Map, goal: Pos) {
        *self = DijkstraMap::new();
        if !map.is_floor(goal) {
            return;
        }
        self.dist[goal.y as usize][goal.x as usize] = 0;
        let mut frontier = VecDeque::from([goal]);
        while let Some(cur) = frontier.pop_front() {
            let next = self.at(cur) + 1;
            for step in DIRECTIONS {
                let pos = cur + step;
                // The first path to a tile is a shortest one, so each tile is queued once.
                if map.is_floor(pos) && next < self.at(pos) {
                    self.dist[pos.y as usize][pos.x as usize] = next;
                    frontier.push_back(pos);
                }
            }
        }
    }

    /// Returns the number of steps from `pos` to the goal (`at`), or [`UNREACHABLE`].
    pub fn at(&self, pos: Pos) -> i32 {
        if Map::in_bounds(pos) { self.dist[pos.y as usize][pos.x as usize] } else { UNREACHABLE }
    }
}
