//! The caves of Part 12 as people get them wrong.

use std::collections::VecDeque;

use super::dungeon::Digger;
use crate::map::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos, Room, TileType};
use crate::rng::Rng;

slips! {
    /// A mistake in `Map::generateCaves`.
    CaveSlip:
    ChanceIncluded "cave-bounds" "a cave's tile begins as wall at <= 45 instead of < 45"
    DrawWide "cave-bounds" "a cave's tiles are drawn with uniform(0, 100) instead of uniform(0, 99)"
    BorderDraws "cave-border" "a cave's border tiles draw a number too; they are wall without a draw"
    ColumnsFirst "cave-order" "a cave's tiles are drawn column by column instead of row by row"
    FourPasses "cave-passes" "a cave is smoothed 4 times instead of 5"
    SixPasses "cave-passes" "a cave is smoothed 6 times instead of 5"
    FourNeighbors "cave-neighbors" "4 wall neighbours make a cave's tile wall; it takes 5"
    SixNeighbors "cave-neighbors"
        "a cave's tile becomes wall only at more than 5 wall neighbours (> instead of >=)"
    CountsItself "cave-neighbors" "a cave's tile is counted among its own neighbours"
    InPlace "cave-in-place"
        "a smoothing pass reads tiles that it has changed already; it needs a copy of the grid"
    AllRegions "cave-regions" "all regions of a cave are kept; only the largest should be"
    FloodTurned "direction-order"
        "a cave's regions are flooded left, right, up, down instead of up, down, left, right"
    Unshuffled "cave-shuffle" "a cave's tiles are not shuffled before places are taken from them"
    SpotTooFew "cave-spots" "a cave has one place too few for monsters and items"
    SpotTooMany "cave-spots" "a cave has one place too many for monsters and items"
    LastFarthest "cave-stairs" "of equally far tiles the last gets the stairs (>= instead of >)"
    NoCaves "no-caves" "this depth should be a cave, and is a dungeon with rooms"
}

/// Grows a cave with the generator as it is, with a mistake or without one.
pub(super) fn grow(map: &mut Map, rng: &mut Rng, slip: Option<CaveSlip>) {
    let seeded = rng.clone();
    let is = |other| slip == Some(other);
    *map = Map::new();
    if is(CaveSlip::NoCaves) {
        Digger { rng, slip: None }.dig(map);
        return;
    }
    fill(map, rng, slip);
    let passes = match slip {
        Some(CaveSlip::FourPasses) => 4,
        Some(CaveSlip::SixPasses) => 6,
        _ => 5,
    };
    (0..passes).for_each(|_| smooth(map, slip));
    let mut region = regions(map, slip);
    if region.is_empty() {
        *rng = seeded;
        Digger { rng, slip: None }.dig(map);
        return;
    }
    *map = Map::new();
    region.iter().for_each(|&pos| map.set_kind(pos, TileType::Floor));
    if !is(CaveSlip::Unshuffled) {
        rng.shuffle(&mut region);
    }
    let spots = match slip {
        Some(CaveSlip::SpotTooFew) => 13,
        Some(CaveSlip::SpotTooMany) => 15,
        _ => 14,
    };
    let room = |&Pos { x, y }: &Pos| Room { x, y, w: 1, h: 1 };
    map.rooms = region.iter().take(1 + spots).map(room).collect();
    let start = region[0];
    let mut farthest = start;
    for &pos in &region {
        let (distance, so_far) = (start.manhattan(pos), start.manhattan(farthest));
        if distance > so_far || is(CaveSlip::LastFarthest) && distance == so_far {
            farthest = pos;
        }
    }
    map.rooms.push(room(&farthest));
}

fn fill(map: &mut Map, rng: &mut Rng, slip: Option<CaveSlip>) {
    let mut places: Vec<Pos> = Map::positions().collect();
    if slip == Some(CaveSlip::ColumnsFirst) {
        places.sort_by_key(|pos| (pos.x, pos.y));
    }
    for pos in places {
        if on_border(pos) && slip != Some(CaveSlip::BorderDraws) {
            continue;
        }
        let draw = rng.uniform(0, if slip == Some(CaveSlip::DrawWide) { 100 } else { 99 });
        let wall = draw < 45 + i32::from(slip == Some(CaveSlip::ChanceIncluded));
        if !wall && !on_border(pos) {
            map.set_kind(pos, TileType::Floor);
        }
    }
}

fn smooth(map: &mut Map, slip: Option<CaveSlip>) {
    let before = map.clone();
    let least = match slip {
        Some(CaveSlip::FourNeighbors) => 4,
        Some(CaveSlip::SixNeighbors) => 6,
        _ => 5,
    };
    for pos in Map::positions().filter(|&pos| !on_border(pos)) {
        let seen = if slip == Some(CaveSlip::InPlace) { &*map } else { &before };
        let steps = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Pos::new(dx, dy)));
        let near = steps.filter(|&step| step != Pos::default() || slip == Some(CaveSlip::CountsItself));
        let walls = near.filter(|&step| !seen.is_floor(pos + step)).count();
        map.set_kind(pos, if walls >= least { TileType::Wall } else { TileType::Floor });
    }
}

/// The tiles that are kept, in flood order.
fn regions(map: &Map, slip: Option<CaveSlip>) -> Vec<Pos> {
    let mut unvisited = map.clone();
    let mut kept: Vec<Pos> = Vec::new();
    for start in Map::positions() {
        if !unvisited.is_floor(start) {
            continue;
        }
        let region = flood(&mut unvisited, start, slip);
        if slip == Some(CaveSlip::AllRegions) {
            kept.extend(region);
        } else if region.len() > kept.len() {
            kept = region;
        }
    }
    kept
}

fn flood(unvisited: &mut Map, start: Pos, slip: Option<CaveSlip>) -> Vec<Pos> {
    let [up, down, left, right] = DIRECTIONS;
    let directions = if slip == Some(CaveSlip::FloodTurned) { [left, right, up, down] } else { DIRECTIONS };
    let mut region = Vec::new();
    let mut frontier = VecDeque::from([start]);
    unvisited.set_kind(start, TileType::Wall);
    while let Some(pos) = frontier.pop_front() {
        region.push(pos);
        for next in directions.map(|step| pos + step) {
            if unvisited.is_floor(next) {
                unvisited.set_kind(next, TileType::Wall);
                frontier.push_back(next);
            }
        }
    }
    region
}

fn on_border(pos: Pos) -> bool {
    pos.x == 0 || pos.y == 0 || pos.x == MAP_WIDTH - 1 || pos.y == MAP_HEIGHT - 1
}
