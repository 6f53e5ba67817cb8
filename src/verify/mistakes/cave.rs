//! The caves of Part 12 with mistakes (`Map::generateCaves`).

use std::collections::VecDeque;

use super::Mistake;
use super::draw::{Dice, Draw};
use super::dungeon;
use super::number::Number;
use crate::dijkstra_map::DijkstraMap;
use crate::map::{DIRECTIONS, MAP_HEIGHT, MAP_WIDTH, Map, Pos, Room, TileType};
use crate::part::Part;
use crate::rng::Rng;

mistakes! {
    /// A mistake in `Map::generateCaves`.
    CaveMistake as Cave {}
    ChanceIncluded CAVES "cave-bounds" "a tile begins as wall at <= the chance, not < (Map::generateCaves)"
    NoiseTurned CAVES "cave-bounds" "a tile begins as floor by the chance of a wall (Map::generateCaves)"
    BorderDraws CAVES "cave-border" "border tiles draw a number too; they need none (Map::generateCaves)"
    BorderOpen CAVES "cave-border" "the border is smoothed, and outside is no wall (Map::generateCaves)"
    ColumnsFirst CAVES "cave-order" "a cave's tiles are drawn by columns, not by rows (Map::generateCaves)"
    CountsItself CAVES "cave-neighbours" "a tile is counted among its own neighbours (Map::generateCaves)"
    /// With 6 walls, too, smoothing leaves nearly no wall.
    FourDirections CAVES "cave-neighbours"
        "a cave loses its walls: only the four direct neighbours of a tile are counted, or more walls \
         around it are asked for (Map::generateCaves)"
    Keeps CAVES "cave-neighbours" "a tile with few walls near it stays as it is (Map::generateCaves)"
    FourOrFive CAVES "cave-neighbours"
        "a wall stays with one wall less around it than a floor needs to become one (Map::generateCaves)"
    InPlace CAVES "cave-in-place" "a pass reads tiles it has changed: it needs a copy (Map::generateCaves)"
    AllRegions CAVES "cave-regions" "all regions are kept; only the largest should be (Map::generateCaves)"
    FirstRegion CAVES "cave-regions" "the first region is kept instead of the largest (Map::generateCaves)"
    RegionsByColumn CAVES "cave-order" "a cave's regions are searched column by column (Map::generateCaves)"
    DepthFirst CAVES "cave-flood" "regions are flooded with a stack instead of a queue (Map::generateCaves)"
    FloodTurned CAVES "direction-order"
        "a cave's regions are flooded left, right, up, down, not up, down, left, right (Map::generateCaves)"
    FloodEight CAVES "cave-flood" "a cave's regions are flooded diagonally too (Map::generateCaves)"
    RowOrder CAVES "cave-flood" "tiles are shuffled in the order of rows, not the flood (Map::generateCaves)"
    LastFarthest CAVES "cave-stairs" "of equally far tiles the last counts: >= for > (Map::generateCaves)"
    FarthestByLine CAVES "cave-stairs" "the stairs are farthest as the crow flies (Map::generateCaves)"
    FarthestByWay CAVES "cave-stairs"
        "the stairs are where the way from the start is longest; |dx| + |dy| counts (Map::generateCaves)"
    StairsAmongSpots CAVES "cave-stairs" "the stairs are on the last place of all (Map::generateCaves)"
    StartByRow CAVES "cave-start" "the player starts on the first tile of all (Map::generateCaves)"
    NoCaves CAVES "no-caves" "this depth should be a cave, and is a dungeon with rooms (Level::generate)"
    EvenCaves CAVES "cave-depths" "even depths, from 0, are caves; it should be odd ones (Level::generate)"
    CavesBelow CAVES "cave-depths" "all levels but the first are caves; only odd ones are (Level::generate)"
    AllCaves CAVES "cave-depths" "all levels are caves; it should be odd depths, from 0 (Level::generate)"
}

/// Grows a cave with the generator as it is, with a mistake or without one.
pub(super) fn grow(map: &mut Map, part: Part, rng: &mut Rng, mistake: Mistake, seeds: &mut u32) {
    let seeded = rng.clone();
    let is = |other| mistake == Mistake::Cave(other);
    *map = Map::default();
    let mut dice = Dice { rng, mistake, seeds };
    dice.begin(Draw::Noise);
    fill(map, part, &mut dice);
    (0..mistake.number(Number::Passes, part)).for_each(|_| smooth(map, part, mistake));
    let mut region = regions(map, mistake);
    if region.is_empty() {
        *dice.rng = seeded;
        let Dice { rng, seeds, .. } = dice;
        dungeon::dig(map, part, rng, mistake, seeds);
        return;
    }
    *map = Map::default();
    region.iter().for_each(|pos| map.carve_tile(pos.x, pos.y, TileType::Floor));
    if is(CaveMistake::RowOrder) {
        region.sort_by_key(|pos| (pos.y, pos.x));
    }
    let first = region[0];
    dice.shuffle(Draw::Region, &mut region);
    let spots = mistake.number(Number::Spots, part).max(0) as usize;
    let room = |&Pos { x, y }: &Pos| Room { x, y, w: 1, h: 1 };
    map.rooms = region.iter().take(1 + spots).map(room).collect();
    if is(CaveMistake::StartByRow) {
        map.rooms[0] = room(&first);
    }
    let start = if is(CaveMistake::StartByRow) { first } else { region[0] };
    let mut ways = DijkstraMap::new();
    if is(CaveMistake::FarthestByWay) {
        ways.compute(map, start);
    }
    let far = |pos: Pos| match mistake {
        Mistake::Cave(CaveMistake::FarthestByLine) => (pos.x - start.x).pow(2) + (pos.y - start.y).pow(2),
        Mistake::Cave(CaveMistake::FarthestByWay) => ways.at(pos),
        _ => start.manhattan(pos),
    };
    let mut farthest = start;
    for &pos in &region {
        if far(pos) > far(farthest) || is(CaveMistake::LastFarthest) && far(pos) == far(farthest) {
            farthest = pos;
        }
    }
    if !is(CaveMistake::StairsAmongSpots) {
        map.rooms.push(room(&farthest));
    }
}

/// Returns true if a level of this depth is a cave.
pub(super) fn is_cave(part: Part, depth: i32, mistake: Mistake) -> bool {
    part.has_caves()
        && match mistake {
            Mistake::Cave(CaveMistake::NoCaves) => false,
            Mistake::Cave(CaveMistake::AllCaves) => true,
            Mistake::Cave(CaveMistake::CavesBelow) => depth > 0,
            Mistake::Cave(CaveMistake::EvenCaves) => depth % 2 == 0,
            _ => depth % 2 == 1,
        }
}

fn fill(map: &mut Map, part: Part, dice: &mut Dice<'_>) {
    let mistake = dice.mistake;
    let chance = mistake.number(Number::WallChance, part)
        + i32::from(mistake == Mistake::Cave(CaveMistake::ChanceIncluded));
    for pos in by_column(mistake == Mistake::Cave(CaveMistake::ColumnsFirst)) {
        if on_border(pos) && mistake != Mistake::Cave(CaveMistake::BorderDraws) {
            continue;
        }
        let wall = (dice.uniform(Draw::Noise, 0, 99) < chance)
            != (mistake == Mistake::Cave(CaveMistake::NoiseTurned));
        if !wall && !on_border(pos) {
            map.carve_tile(pos.x, pos.y, TileType::Floor);
        }
    }
}

/// Returns all positions, row by row or column by column.
fn by_column(columns: bool) -> Vec<Pos> {
    let mut places: Vec<Pos> = Map::positions().collect();
    if columns {
        places.sort_by_key(|pos| (pos.x, pos.y));
    }
    places
}

fn smooth(map: &mut Map, part: Part, mistake: Mistake) {
    let is = |other| mistake == Mistake::Cave(other);
    let before = map.clone();
    let least = mistake.number(Number::Crowded, part).max(0) as usize;
    for pos in Map::positions().filter(|&pos| !on_border(pos) || is(CaveMistake::BorderOpen)) {
        let seen = if is(CaveMistake::InPlace) { &*map } else { &before };
        let steps = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Pos::new(dx, dy)));
        let near = steps.filter(|&step| match step.manhattan(Pos::default()) {
            0 => is(CaveMistake::CountsItself),
            distance => distance == 1 || !is(CaveMistake::FourDirections),
        });
        let wall = |pos: Pos| !seen.is_floor(pos) && (Map::in_bounds(pos) || !is(CaveMistake::BorderOpen));
        let walls = near.filter(|&step| wall(pos + step)).count();
        let stays = is(CaveMistake::FourOrFive) && !seen.is_floor(pos);
        let kind = match walls >= least - usize::from(stays) {
            true => TileType::Wall,
            false if is(CaveMistake::Keeps) && walls == least - 1 => continue,
            false => TileType::Floor,
        };
        map.carve_tile(pos.x, pos.y, kind);
    }
}

/// Returns the tiles that are kept, in the order of the flood.
fn regions(map: &Map, mistake: Mistake) -> Vec<Pos> {
    let is = |other| mistake == Mistake::Cave(other);
    let mut unvisited = map.clone();
    let mut kept: Vec<Pos> = Vec::new();
    for start in by_column(is(CaveMistake::RegionsByColumn)) {
        if !unvisited.is_floor(start) {
            continue;
        }
        let region = flood(&mut unvisited, start, mistake);
        if is(CaveMistake::AllRegions) {
            kept.extend(region);
        } else if is(CaveMistake::FirstRegion) {
            if kept.is_empty() {
                kept = region;
            }
        } else if region.len() > kept.len() {
            kept = region;
        }
    }
    kept
}

fn flood(unvisited: &mut Map, start: Pos, mistake: Mistake) -> Vec<Pos> {
    let [up, down, left, right] = DIRECTIONS;
    let is = |other| mistake == Mistake::Cave(other);
    let mut directions =
        if is(CaveMistake::FloodTurned) { vec![left, right, up, down] } else { DIRECTIONS.to_vec() };
    if is(CaveMistake::FloodEight) {
        directions.extend([up + left, up + right, down + left, down + right]);
    }
    let mut region = Vec::new();
    let mut frontier = VecDeque::from([start]);
    unvisited.carve_tile(start.x, start.y, TileType::Wall);
    loop {
        let next = if is(CaveMistake::DepthFirst) { frontier.pop_back() } else { frontier.pop_front() };
        let Some(pos) = next else { return region };
        region.push(pos);
        for &step in &directions {
            let next = pos + step;
            if unvisited.is_floor(next) {
                unvisited.carve_tile(next.x, next.y, TileType::Wall);
                frontier.push_back(next);
            }
        }
    }
}

fn on_border(pos: Pos) -> bool {
    pos.x == 0 || pos.y == 0 || pos.x == MAP_WIDTH - 1 || pos.y == MAP_HEIGHT - 1
}
