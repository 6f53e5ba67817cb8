//! Caves by cellular automata, for the odd depths of Part 12 on (`Map::generateCaves`).
//!
//! Quick ones, a row of tiles in one number; [`generate_caves`](super::plain::generate_caves) is the chapter's way, tile by tile.

use std::ops::Range;

use super::plain::{MAX_SPOTS, SMOOTHING_PASSES, WALL_CHANCE};
use super::{DIRECTIONS, EMPTY, MAP_HEIGHT, MAP_WIDTH, Map, Plane, Pos, Room};
use crate::rng::{Rng, StdLib};

/// The columns between the left and the right border, as bits of a row.
const INSIDE: u64 = (1 << (MAP_WIDTH - 1)) - 2;
/// The rows between the upper and the lower border.
const INNER_ROWS: Range<usize> = 1..MAP_HEIGHT as usize - 1;

impl Map {
    /// Grows a new cave: noise, smoothed, of which only the largest region is kept. Its `rooms` are single tiles: the start
    /// first, the place for the stairs last. Without any floor it is a BSP dungeon of the same seed instead.
    /// [`plain::generate_caves`](super::plain::generate_caves) shows how, without tricks.
    pub fn generate_caves(&mut self, seed: u32, library: StdLib) {
        self.generate_caves_with(&mut Rng::new(seed, library));
        if self.rooms.is_empty() {
            self.generate(seed, library);
        }
    }

    /// [`Map::generate_caves`] with a generator that has been seeded already. A cave without any floor has no rooms either.
    pub fn generate_caves_with(&mut self, rng: &mut Rng) {
        self.reset();
        self.floor = noise(rng);
        for _ in 0..SMOOTHING_PASSES {
            self.floor = smoothed(&self.floor);
        }
        let mut region = self.keep_largest_region();
        self.turn_floor();
        rng.shuffle(&mut region);
        self.place_rooms(&region);
    }

    /// Fills all caves but the largest, the first in reading order when sizes are equal. Gives its tiles in the order in which a
    /// breadth-first flood from the first of them reaches them.
    fn keep_largest_region(&mut self) -> Vec<Pos> {
        let mut unvisited = self.floor;
        let mut largest = Vec::new();
        self.floor = EMPTY;
        while let Some(start) = first_tile(&unvisited) {
            let before = unvisited;
            let region = take_region(&mut unvisited, start);
            if region.len() > largest.len() {
                largest = region;
                self.floor = before;
                for (row, rest) in self.floor.iter_mut().zip(unvisited) {
                    *row ^= rest;
                }
            }
            if largest.len() >= count(&unvisited) {
                break;
            }
        }
        largest
    }

    /// Single tiles as rooms: the start, the next few of the shuffled tiles, and the one farthest from the start for the stairs.
    fn place_rooms(&mut self, shuffled: &[Pos]) {
        let spot = |&Pos { x, y }: &Pos| Room { x, y, w: 1, h: 1 };
        let Some(&start) = shuffled.first() else { return };
        self.rooms.extend(shuffled.iter().take(1 + MAX_SPOTS).map(spot));
        let distance = self.greatest_distance(start);
        let farthest = shuffled.iter().find(|&&pos| start.manhattan(pos) == distance);
        self.rooms.extend(farthest.map(spot));
    }

    /// How far the floor goes from `start`, in steps, walls or not. In every row it is the first or the last tile that is
    /// farthest away.
    fn greatest_distance(&self, start: Pos) -> i32 {
        let ends = |(y, &row): (i32, &u64)| {
            let ends = [row.trailing_zeros(), row.checked_ilog2().unwrap_or(0)];
            ends.map(|x| start.manhattan(Pos::new(x as i32, y)))
        };
        (0..).zip(&self.floor).filter(|&(_, &row)| row != 0).flat_map(ends).max().unwrap_or(0)
    }
}

/// Floor and wall as chance has it, within a border of wall.
fn noise(rng: &mut Rng) -> Plane {
    let mut floor = EMPTY;
    for row in &mut floor[INNER_ROWS] {
        for x in 1..MAP_WIDTH - 1 {
            let open = rng.uniform(0, 99) >= WALL_CHANCE;
            *row |= u64::from(open) << x;
        }
    }
    floor
}

/// One step of the automaton: a tile with five or more walls around it becomes wall, any other floor; so a tile is floor that has
/// floor on four sides or more out of eight. The whole row is judged at once: bit x of every number here belongs to column x, and
/// `ones` and `twos` are the binary digits of 64 counts.
fn smoothed(floor: &Plane) -> Plane {
    let mut after = EMPTY;
    for y in INNER_ROWS {
        let [above, row, below] = [floor[y - 1], floor[y], floor[y + 1]];
        let (above_ones, above_twos) = count_three(above << 1, above, above >> 1);
        let (beside_ones, beside_twos) = count_three(row << 1, 0, row >> 1);
        let (below_ones, below_twos) = count_three(below << 1, below, below >> 1);
        let (_, carried) = count_three(above_ones, beside_ones, below_ones);
        // Four or more is two twos or more.
        let (one, more) = count_three(above_twos, beside_twos, below_twos);
        after[y] = (more | one & carried) & INSIDE;
    }
    after
}

/// How many of three are true, column by column, as the binary digits of the sum: ones and twos.
const fn count_three(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, a & b | c & (a ^ b))
}

/// The first tile of a plane, row by row.
fn first_tile(plane: &Plane) -> Option<Pos> {
    let y = plane.iter().position(|&row| row != 0)?;
    Some(Pos::new(plane[y].trailing_zeros() as i32, y as i32))
}

/// How many tiles a plane has.
fn count(plane: &Plane) -> usize {
    plane.iter().map(|row| row.count_ones() as usize).sum()
}

/// Floods from `start`, breadth first, and takes what it reaches out of the plane. No tile of the border is in it.
fn take_region(unvisited: &mut Plane, start: Pos) -> Vec<Pos> {
    let mut region = Vec::with_capacity(count(unvisited));
    let mut reach = |pos: Pos, region: &mut Vec<Pos>| {
        let (row, bit) = (&mut unvisited[pos.y as usize], 1 << pos.x);
        if *row & bit != 0 {
            *row &= !bit;
            region.push(pos);
        }
    };
    reach(start, &mut region);
    let mut next = 0;
    while let Some(&pos) = region.get(next) {
        for step in DIRECTIONS {
            reach(pos + step, &mut region);
        }
        next += 1;
    }
    region
}
