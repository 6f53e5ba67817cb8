//! The comparison of the algorithms: which tiles they miss, which they see through walls, which pairs of
//! tiles are asymmetric, and the time of a view.
//!
//! [`mod@line`] defines a clear line. All counts are exact, and the same in every run.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use roguelike::fov::RADIUS;
use roguelike::fov_lab::Algorithm;
use roguelike::fov_lab::tile_set::TileSet;
use roguelike::map::{MAP_WIDTH, Map, Pos};
use roguelike::rng::StdLib;

use super::line;

/// The counts for an algorithm, with all floor tiles of some maps as origins.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// Number of tiles in view.
    visible: usize,
    /// Number of pairs of an origin and a tile that it should see and does not: the tile is in the disc of
    /// [`RADIUS`] around the origin, the line from centre to centre [is clear](line::is_clear), and the tile
    /// is dark. Walls count too, but few of them: the line to the centre of a wall that is seen at a slant
    /// passes through the wall beside it.
    blind_spots: usize,
    /// Number of pairs of an origin and a tile that it sees through walls: the tile is lit, at any distance,
    /// but no clear line leads from the centre of the origin to [any point](line::reaches) of it. Walls count
    /// too.
    seen_through_walls: usize,
    /// Number of pairs of floor tiles of which the first sees the second, but the second does not see the
    /// first. Shadowcasting has such pairs, because it lights a tile if the centre of the origin sees any
    /// part of it.
    asymmetric_pairs: usize,
    /// How long the views took. Only this differs from run to run.
    time: Duration,
}

/// Adds what each algorithm shows of a map, with the radius of the game.
fn add(map: &Map, counts: &mut [Counts; Algorithm::ALL.len()]) {
    let is_near = |a: Pos, b: Pos| (a.x - b.x).pow(2) + (a.y - b.y).pow(2) <= RADIUS.pow(2);
    let clear_lines = |origin| TileSet::of(|pos| is_near(origin, pos) && line::is_clear(map, origin, pos));
    let clear = from_each_floor(map, clear_lines);
    for (algorithm, counts) in Algorithm::ALL.into_iter().zip(counts) {
        let mut lit = map.clone();
        let begin = Instant::now();
        let views = from_each_floor(map, |origin| algorithm.view(&mut lit, origin, algorithm.usual_radius()));
        counts.time += begin.elapsed();
        for (origin, (view, clear)) in Map::positions().zip(views.iter().zip(&clear)) {
            counts.visible += view.count();
            counts.blind_spots += clear.without(view).count();
            let doubtful = view.without(clear).tiles();
            counts.seen_through_walls += doubtful.filter(|&to| !line::reaches(map, origin, to)).count();
            let sees_origin = |to: Pos| views[(to.y * MAP_WIDTH + to.x) as usize].contains(origin);
            let floor = view.tiles().filter(|&to| map.is_floor(to));
            counts.asymmetric_pairs += floor.filter(|&to| !sees_origin(to)).count();
        }
    }
}

/// Returns the view from each tile of a map, row by row. From walls nothing is seen.
fn from_each_floor(map: &Map, mut look: impl FnMut(Pos) -> TileSet) -> Vec<TileSet> {
    Map::positions().map(|pos| if map.is_floor(pos) { look(pos) } else { TileSet::EMPTY }).collect()
}

/// Compares all algorithms on the BSP dungeons of `seeds`, one after the other: together they would take
/// time from each other. Returns a table with a title. After each dungeon, calls `progress` with the number
/// of dungeons that are done.
pub fn table(seeds: &RangeInclusive<u32>, library: StdLib, progress: impl Fn(u64)) -> String {
    let (mut origins, mut table, mut map) = (0, Default::default(), Map::default());
    for (done, seed) in (1..).zip(seeds.clone()) {
        map.generate(seed, library);
        origins += TileSet::floor(&map).count();
        add(&map, &mut table);
        progress(done);
    }
    let (first, last) = (seeds.start(), seeds.end());
    let mut text =
        format!("{origins} views from every floor tile of the {library} dungeons {first}..{last}\n\n");
    text += "algorithm   tiles a view  blind spots  through walls  asymmetric pairs  ns a view\n";
    for (algorithm, counts) in Algorithm::ALL.into_iter().zip(table) {
        text += &format!(
            "{algorithm:<10}  {:>12.2}  {:>11}  {:>13}  {:>16}  {:>9.0}\n",
            counts.visible as f64 / origins as f64,
            counts.blind_spots,
            counts.seen_through_walls,
            counts.asymmetric_pairs,
            counts.time.as_nanos() as f64 / origins as f64
        );
    }
    text
}
