//! The comparison of the algorithms: which tiles they miss, which they see through walls, which pairs of
//! tiles are asymmetric, and the time of a view.
//!
//! [`mod@line`] defines a clear line. All counts are exact, and the same in every run.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use super::bitboard::columns;
use super::{Algorithm, RADIUS, line};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use crate::rng::StdLib;

/// The tiles of a view: a word for each row, with bit x for column x.
type Rows = [u64; MAP_HEIGHT as usize];

/// The views from all floor tiles of a map.
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
        let mut views = vec![[0; MAP_HEIGHT as usize]; (MAP_WIDTH * MAP_HEIGHT) as usize];
        let begin = Instant::now();
        for (origin, view) in Map::positions().zip(&mut views) {
            if map.is_floor(origin) {
                *view = look(origin);
            }
        }
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
            rows.flat_map(move |(y, &row)| columns(row).map(move |x| (from, Pos::new(x, y))))
        })
    }

    /// Returns the pairs of an origin and a tile that it should see and does not: the tile is in the
    /// disc around the origin, the line from centre to centre is clear, and the tile is dark. `clear`
    /// comes from [`Views::with_clear_lines`]. Walls count too, but few of them: the line to the centre
    /// of a wall that is seen at a slant passes through the wall beside it.
    ///
    /// With octant `a` does not see its neighbour `b`, because the tile in the corner is wall:
    ///
    /// ```
    /// # use roguelike::fov_lab::{Algorithm, compare::Views};
    /// # use roguelike::map::{Map, Pos};
    /// let map = Map::drawn(&[
    ///     "#####",
    ///     "##a.#",
    ///     "#b..#",
    ///     "#####",
    /// ]);
    /// let (a, b) = (Pos::new(2, 1), Pos::new(1, 2));
    /// let clear = Views::with_clear_lines(&map);
    /// let views = Views::new(&map, Algorithm::Octant);
    /// assert!(views.blind_spots(&clear).any(|pair| pair == (a, b)));
    /// ```
    pub fn blind_spots(&self, clear: &Views) -> impl Iterator<Item = (Pos, Pos)> {
        clear.pairs().filter(|&(from, to)| !self.sees(from, to))
    }

    /// Returns the pairs of an origin and a tile that it sees through walls: the tile is lit, at any
    /// distance, but no clear line leads from the centre of the origin to [any point](line::reaches) of
    /// it. Walls count too.
    ///
    /// With octant `a` sees `b` around a single wall, with shadowcasting it does not:
    ///
    /// ```
    /// # use roguelike::fov_lab::{Algorithm, compare::Views};
    /// # use roguelike::map::{Map, Pos};
    /// let map = Map::drawn(&[
    ///     "#####",
    ///     "#a#b#",
    ///     "#...#",
    ///     "#####",
    /// ]);
    /// let (a, b) = (Pos::new(1, 1), Pos::new(3, 1));
    /// let clear = Views::with_clear_lines(&map);
    /// let views = Views::new(&map, Algorithm::Octant);
    /// assert!(views.seen_through_walls(&clear).any(|pair| pair == (a, b)));
    /// let views = Views::new(&map, Algorithm::Shadowcast);
    /// assert!(!views.seen_through_walls(&clear).any(|pair| pair == (a, b)));
    /// ```
    pub fn seen_through_walls(&self, clear: &Views) -> impl Iterator<Item = (Pos, Pos)> {
        let doubtful = self.pairs().filter(|&(from, to)| !clear.sees(from, to));
        doubtful.filter(|&(from, to)| !line::reaches(self.map, from, to))
    }

    /// Returns the pairs of floor tiles of which the first sees the second, but the second does not see
    /// the first. Each pair comes once.
    ///
    /// Shadowcasting lights a tile if any part of it can be seen from the centre of the origin. From `a`
    /// a corner of `b` can be seen, from `b` nothing of `a`:
    ///
    /// ```
    /// # use roguelike::fov_lab::{Algorithm, compare::Views};
    /// # use roguelike::map::{Map, Pos};
    /// let map = Map::drawn(&[
    ///     "######",
    ///     "#b#..#",
    ///     "#...a#",
    ///     "######",
    /// ]);
    /// let (a, b) = (Pos::new(4, 2), Pos::new(1, 1));
    /// let views = Views::new(&map, Algorithm::Shadowcast);
    /// assert!(views.asymmetric_pairs().any(|pair| pair == (a, b)));
    /// ```
    pub fn asymmetric_pairs(&self) -> impl Iterator<Item = (Pos, Pos)> {
        self.pairs().filter(|&(from, to)| self.map.is_floor(to) && !self.sees(to, from))
    }
}

/// What was counted for an algorithm, with all floor tiles of some maps as origins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of origins.
    pub views: u64,
    /// Number of visible tiles, over all views.
    pub visible: u64,
    /// Number of [`Views::blind_spots`].
    pub blind_spots: u64,
    /// Number of [`Views::seen_through_walls`].
    pub seen_through_walls: u64,
    /// Number of [`Views::asymmetric_pairs`].
    pub asymmetric_pairs: u64,
    /// How long the views took. Only this differs from run to run.
    pub time: Duration,
}

impl Counts {
    /// Adds what is counted in the views of a map.
    pub fn add(&mut self, views: &Views, clear: &Views) {
        self.views += Map::positions().filter(|&pos| views.map.is_floor(pos)).count() as u64;
        self.visible += views.pairs().count() as u64;
        self.blind_spots += views.blind_spots(clear).count() as u64;
        self.seen_through_walls += views.seen_through_walls(clear).count() as u64;
        self.asymmetric_pairs += views.asymmetric_pairs().count() as u64;
        self.time += views.time;
    }

    /// Returns the average number of visible tiles of a view.
    pub fn average_visible(&self) -> f64 {
        self.visible as f64 / self.views as f64
    }

    /// Returns the average time of a view in nanoseconds.
    pub fn nanoseconds(&self) -> f64 {
        self.time.as_nanos() as f64 / self.views as f64
    }
}

/// The counts of every algorithm, in the order of [`Algorithm::ALL`].
pub type Table = [Counts; Algorithm::ALL.len()];

/// Compares all algorithms on the BSP dungeons of `seeds`, one after the other: together they would take
/// time from each other. After each dungeon, calls `progress` with the number of dungeons that are done.
pub fn compare(seeds: RangeInclusive<u32>, library: StdLib, progress: impl Fn(u64)) -> Table {
    let mut table = Table::default();
    let mut map = Map::default();
    for (done, seed) in (1..).zip(seeds) {
        map.generate(seed, library);
        let clear = Views::with_clear_lines(&map);
        for (counts, algorithm) in table.iter_mut().zip(Algorithm::ALL) {
            counts.add(&Views::new(&map, algorithm), &clear);
        }
        progress(done);
    }
    table
}

/// Returns the tiles for which this holds.
fn rows_of(holds: impl Fn(Pos) -> bool) -> Rows {
    let mut rows: Rows = [0; MAP_HEIGHT as usize];
    Map::positions().for_each(|pos| rows[pos.y as usize] |= u64::from(holds(pos)) << pos.x);
    rows
}
