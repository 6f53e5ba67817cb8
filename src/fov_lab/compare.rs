//! The comparison of the algorithms: which tiles they miss, which they see through walls, which pairs of
//! tiles are asymmetric, and the time of a view.
//!
//! [`mod@line`] defines a clear line. All counts are exact, and the same in every run.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use super::bitboard::ones;
use super::{Algorithm, RADIUS, line};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use crate::rng::StdLib;

/// The tiles of a view: a word for each row, with bit x for column x.
type Rows = [u64; MAP_HEIGHT as usize];
/// The view without a tile.
const NOTHING: Rows = [0; MAP_HEIGHT as usize];

/// The views from all floor tiles of a map.
///
/// With octant `a` does not see its neighbour `b`, because the tile in the corner is wall, and `c` sees `d`
/// around a single wall. Shadowcasting lights a tile if any part of it can be seen from the centre of the
/// origin. From `e` a corner of `f` can be seen, from `f` nothing of `e`.
///
/// ```
/// use roguelike::fov_lab::{Algorithm, compare::Views};
/// use roguelike::map::{Map, Pos};
///
/// let map = Map::drawn(&[
///     "################",
///     "##a.##c#d##f#..#",
///     "#b..##...##...e#",
///     "################",
/// ]);
/// let [a, b, c] = [Pos::new(2, 1), Pos::new(1, 2), Pos::new(6, 1)];
/// let [d, e, f] = [Pos::new(8, 1), Pos::new(14, 2), Pos::new(11, 1)];
/// let clear = Views::with_clear_lines(&map);
/// let octant = Views::new(&map, Algorithm::Octant);
/// assert!(octant.blind_spots(&clear).any(|pair| pair == (a, b)));
/// assert!(octant.seen_through_walls(&clear).any(|pair| pair == (c, d)));
/// let shadowcast = Views::new(&map, Algorithm::Shadowcast);
/// assert!(!shadowcast.seen_through_walls(&clear).any(|pair| pair == (c, d)));
/// assert!(shadowcast.asymmetric_pairs().any(|pair| pair == (e, f)));
/// ```
pub struct Views<'m> {
    map: &'m Map,
    /// The view from each tile of the map, row by row. From walls nothing is seen.
    views: Vec<Rows>,
    /// How long all views took.
    time: Duration,
}

impl<'m> Views<'m> {
    /// Computes the views of an algorithm, with the radius of the game.
    pub fn new(map: &'m Map, algorithm: Algorithm) -> Views<'m> {
        let mut light = map.clone();
        Views::from_each_floor(map, |origin| {
            algorithm.compute(&mut light, origin);
            rows_of(|pos| light.tile(pos).visible)
        })
    }

    /// Computes what every algorithm should see: all tiles, floor or wall, in the disc of [`RADIUS`]
    /// around the origin with a [clear line](line::is_clear) from centre to centre.
    pub fn with_clear_lines(map: &'m Map) -> Views<'m> {
        let is_near = |a: Pos, b: Pos| (a.x - b.x).pow(2) + (a.y - b.y).pow(2) <= RADIUS.pow(2);
        Views::from_each_floor(map, |origin| {
            rows_of(|pos| is_near(origin, pos) && line::is_clear(map, origin, pos))
        })
    }

    /// Computes a view from every floor tile with `look`, and measures the time.
    fn from_each_floor(map: &'m Map, mut look: impl FnMut(Pos) -> Rows) -> Views<'m> {
        let begin = Instant::now();
        let view = |origin| if map.is_floor(origin) { look(origin) } else { NOTHING };
        let views = Map::positions().map(view).collect();
        Views { map, views, time: begin.elapsed() }
    }

    /// Returns true if the view from one tile shows the other.
    fn sees(&self, from: Pos, to: Pos) -> bool {
        self.views[(from.y * MAP_WIDTH + from.x) as usize][to.y as usize] >> to.x & 1 == 1
    }

    /// Returns every origin with every tile that it sees.
    fn pairs(&self) -> impl Iterator<Item = (Pos, Pos)> {
        Map::positions().zip(&self.views).flat_map(|(from, view)| {
            let rows = (0..).zip(view);
            rows.flat_map(move |(y, &row)| ones(row).map(move |x| (from, Pos::new(x, y))))
        })
    }

    /// Returns the pairs of an origin and a tile that it should see and does not: the tile is in the
    /// disc around the origin, the line from centre to centre is clear, and the tile is dark. `clear`
    /// comes from [`Views::with_clear_lines`]. Walls count too, but few of them: the line to the centre
    /// of a wall that is seen at a slant passes through the wall beside it.
    pub fn blind_spots(&self, clear: &Views) -> impl Iterator<Item = (Pos, Pos)> {
        clear.pairs().filter(|&(from, to)| !self.sees(from, to))
    }

    /// Returns the pairs of an origin and a tile that it sees through walls: the tile is lit, at any
    /// distance, but no clear line leads from the centre of the origin to [any point](line::reaches) of
    /// it. Walls count too.
    pub fn seen_through_walls(&self, clear: &Views) -> impl Iterator<Item = (Pos, Pos)> {
        let doubtful = self.pairs().filter(|&(from, to)| !clear.sees(from, to));
        doubtful.filter(|&(from, to)| !line::reaches(self.map, from, to))
    }

    /// Returns the pairs of floor tiles of which the first sees the second, but the second does not see
    /// the first. Each pair comes once.
    pub fn asymmetric_pairs(&self) -> impl Iterator<Item = (Pos, Pos)> {
        self.pairs().filter(|&(from, to)| self.map.is_floor(to) && !self.sees(to, from))
    }
}

/// What was counted for an algorithm, with all floor tiles of some maps as origins.
#[derive(Clone, Copy, Default)]
struct Counts {
    visible: usize,
    blind_spots: usize,
    seen_through_walls: usize,
    asymmetric_pairs: usize,
    /// How long the views took. Only this differs from run to run.
    time: Duration,
}

/// Compares all algorithms on the BSP dungeons of `seeds`, one after the other: together they would take
/// time from each other. Returns a table with a title. After each dungeon, calls `progress` with the number
/// of dungeons that are done.
pub fn table(seeds: &RangeInclusive<u32>, library: StdLib, mut progress: impl FnMut(u64)) -> String {
    let mut origins = 0;
    let mut table = Algorithm::ALL.map(|algorithm| (algorithm, Counts::default()));
    let mut map = Map::default();
    for (done, seed) in (1..).zip(seeds.clone()) {
        map.generate(seed, library);
        origins += Map::positions().filter(|&pos| map.is_floor(pos)).count();
        let clear = Views::with_clear_lines(&map);
        for (algorithm, counts) in &mut table {
            let views = Views::new(&map, *algorithm);
            counts.visible += views.pairs().count();
            counts.blind_spots += views.blind_spots(&clear).count();
            counts.seen_through_walls += views.seen_through_walls(&clear).count();
            counts.asymmetric_pairs += views.asymmetric_pairs().count();
            counts.time += views.time;
        }
        progress(done);
    }
    let (first, last) = (seeds.start(), seeds.end());
    let mut text =
        format!("{origins} views from every floor tile of the {library} dungeons {first}..{last}\n\n");
    text += "algorithm   tiles a view  blind spots  through walls  asymmetric pairs  ns a view\n";
    for (algorithm, counts) in table {
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

/// Returns the tiles for which this holds.
fn rows_of(holds: impl Fn(Pos) -> bool) -> Rows {
    let mut rows = NOTHING;
    Map::positions().for_each(|pos| rows[pos.y as usize] |= u64::from(holds(pos)) << pos.x);
    rows
}
