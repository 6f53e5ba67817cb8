//! Shortest ways over the map, and the game before a key.

pub mod snapshot;

use crate::key::Key;
use crate::level::Level;
use crate::map::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use crate::monster::Monster;

/// The arrow keys of [`DIRECTIONS`].
pub const ARROWS: [Key; 4] = [Key::UP, Key::DOWN, Key::LEFT, Key::RIGHT];

/// Returns the living monsters in view, each with its index on the level.
pub fn seen_monsters(level: &Level) -> impl Iterator<Item = (usize, &Monster)> {
    let monsters = level.monsters.iter().enumerate();
    monsters.filter(|(_, Monster { entity: body, .. })| body.is_alive() && level.map.tile(body.pos).visible)
}

/// Returns the arrow key of a step of [`DIRECTIONS`].
pub fn key_of(step: Pos) -> Option<Key> {
    DIRECTIONS.iter().position(|&direction| direction == step).map(|index| ARROWS[index])
}

/// The shortest ways from a tile, found breadth-first.
pub struct Ways {
    /// For every tile to which a way leads, the last step of the way.
    steps: [[Option<Pos>; MAP_WIDTH as usize]; MAP_HEIGHT as usize],
    start: Pos,
    /// The tiles that can be passed, in the order in which they were reached, so that the nearest come first.
    reached: Vec<Pos>,
}

impl Ways {
    /// The ways from a tile over others that are `open`. They lead to tiles that are `taken`, and not past
    /// them.
    pub fn from(start: Pos, open: impl Fn(Pos) -> bool, taken: impl Fn(Pos) -> bool) -> Ways {
        let steps = [[None; MAP_WIDTH as usize]; MAP_HEIGHT as usize];
        let mut ways = Ways { steps, start, reached: vec![start] };
        let mut next = 0;
        while let Some(&pos) = ways.reached.get(next) {
            for step in DIRECTIONS {
                let target = pos + step;
                if target != start && Map::in_bounds(target) && ways.step_to(target).is_none() && open(target)
                {
                    ways.steps[target.y as usize][target.x as usize] = Some(step);
                    if !taken(target) {
                        ways.reached.push(target);
                    }
                }
            }
            next += 1;
        }
        ways
    }

    /// Returns the tiles that can be passed, the nearest first, without the start.
    pub fn reached(&self) -> impl Iterator<Item = Pos> {
        self.reached.iter().skip(1).copied()
    }

    /// Returns the last step of the way to a tile; none at the start and where no way leads.
    pub fn step_to(&self, pos: Pos) -> Option<Pos> {
        *self.steps.get(pos.y as usize)?.get(pos.x as usize)?
    }

    /// Returns the first step of the way to a tile.
    pub fn first_step_to(&self, target: Pos) -> Option<Pos> {
        let mut pos = target;
        loop {
            let step = self.step_to(pos)?;
            pos = Pos::new(pos.x - step.x, pos.y - step.y);
            if pos == self.start {
                return Some(step);
            }
        }
    }

    /// Returns the first step of the way to the nearest tile like that.
    pub fn first_step_to_nearest(&self, wanted: impl Fn(Pos) -> bool) -> Option<Pos> {
        self.first_step_to(self.reached().find(|&pos| wanted(pos))?)
    }
}
