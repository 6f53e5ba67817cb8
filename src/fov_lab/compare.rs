//! The algorithms judged: what they miss, what they make up, where two places disagree, and how long they take.
//!
//! [`mod@line`] says what a clear line is. All counts are exact, and the same in every run.

use std::ops::{AddAssign, RangeInclusive};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::{Algorithm, RADIUS, line};
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};

/// A flag of every tile: a word a row, with bit x for column x.
type Plane = [u64; MAP_HEIGHT as usize];
use crate::rng::StdLib;

/// What is seen from each floor tile of a map.
pub struct Views<'m> {
    map: &'m Map,
    /// The view from each tile, row by row; from walls nobody looks.
    views: Vec<Plane>,
    time: Duration,
}

impl<'m> Views<'m> {
    /// What an algorithm shows, as far as it usually looks.
    pub fn new(map: &'m Map, algorithm: Algorithm) -> Views<'m> {
        let mut light = map.clone();
        Views::from_each_floor(map, |origin| {
            algorithm.compute(&mut light, origin);
            visible_rows(&light)
        })
    }

    /// What cannot be doubted: all tiles, floor or wall, in the disc of [`RADIUS`] around the origin to which there is a
    /// [clear line](line::is_clear) from centre to centre.
    pub fn with_clear_lines(map: &'m Map) -> Views<'m> {
        let disc = |origin: Pos| {
            let square = (-RADIUS..=RADIUS).flat_map(|y| (-RADIUS..=RADIUS).map(move |x| Pos::new(x, y)));
            square
                .filter(|step| step.x.pow(2) + step.y.pow(2) <= RADIUS.pow(2))
                .map(move |step| origin + step)
        };
        Views::from_each_floor(map, |origin| {
            let mut rows = [0; MAP_HEIGHT as usize];
            for pos in disc(origin).filter(|&pos| line::is_clear(map, origin, pos)) {
                rows[pos.y as usize] |= 1 << pos.x;
            }
            rows
        })
    }

    fn from_each_floor(map: &'m Map, mut look: impl FnMut(Pos) -> Plane) -> Views<'m> {
        let mut views = vec![[0; MAP_HEIGHT as usize]; (MAP_WIDTH * MAP_HEIGHT) as usize];
        let begin = Instant::now();
        for (origin, view) in Map::positions().zip(&mut views) {
            if map.is_floor(origin) {
                *view = look(origin);
            }
        }
        Views { map, views, time: begin.elapsed() }
    }

    fn sees(&self, from: Pos, to: Pos) -> bool {
        self.views[(from.y * MAP_WIDTH + from.x) as usize][to.y as usize] >> to.x & 1 == 1
    }

    /// Every origin with every tile that it sees.
    fn pairs(&self) -> impl Iterator<Item = (Pos, Pos)> {
        Map::positions().zip(&self.views).flat_map(|(from, view)| {
            let rows = (0..).zip(view);
            rows.flat_map(move |(y, &row)| bits(row).map(move |x| (from, Pos::new(x, y))))
        })
    }

    /// Pairs of an origin and a tile that it ought to see and does not: the tile is in the disc around the origin, the line from
    /// centre to centre is clear (`clear` is [what cannot be doubted](Views::with_clear_lines)), and the tile is dark. Walls
    /// count as well as floor, but only where one looks straight at them: the line to the centre of a wall that is seen at a slant
    /// passes through the wall beside it.
    ///
    /// Octant asks the corner, which is wall, and does not let `a` see its neighbour:
    ///
    /// ```
    /// # use roguelike::fov::{Algorithm, compare::Views};
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

    /// Pairs of an origin and a tile that it sees through walls: the tile is lit, at any distance, but no clear line leads from
    /// the origin's centre to [any point](line::reaches) of it. Walls count as well as floor.
    ///
    /// Octant lets light go around a single wall; shadowcasting knows better:
    ///
    /// ```
    /// # use roguelike::fov::{Algorithm, compare::Views};
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

    /// Pairs of floor tiles of which the first sees the second, but the second does not see the first. Each pair comes once.
    ///
    /// Shadowcasting asks whether any part of a tile can be seen from the centre of the origin. From `a` a corner of `b` can,
    /// from `b` nothing of `a`:
    ///
    /// ```
    /// # use roguelike::fov::{Algorithm, compare::Views};
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

    /// Everything counted.
    pub fn counts(&self, clear: &Views) -> Counts {
        Counts {
            views: Map::positions().filter(|&pos| self.map.is_floor(pos)).count() as u64,
            visible: self.pairs().count() as u64,
            blind_spots: self.blind_spots(clear).count() as u64,
            seen_through_walls: self.seen_through_walls(clear).count() as u64,
            asymmetric_pairs: self.asymmetric_pairs().count() as u64,
            time: self.time,
        }
    }
}

/// The columns of a row's bits.
fn bits(row: u64) -> impl Iterator<Item = i32> {
    std::iter::successors(Some(row), |row| Some(row & row.wrapping_sub(1)))
        .take_while(|&row| row != 0)
        .map(|row| row.trailing_zeros() as i32)
}

/// How an algorithm fares, over all floor tiles of some maps as origins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Origins.
    pub views: u64,
    /// Tiles seen, over all views.
    pub visible: u64,
    /// [`Views::blind_spots`].
    pub blind_spots: u64,
    /// [`Views::seen_through_walls`].
    pub seen_through_walls: u64,
    /// [`Views::asymmetric_pairs`].
    pub asymmetric_pairs: u64,
    /// How long the views took. The only figure that changes from run to run.
    pub time: Duration,
}

impl Counts {
    /// Tiles seen from an origin, on average.
    pub fn average_visible(&self) -> f64 {
        self.visible as f64 / self.views as f64
    }

    /// Nanoseconds a view, on average.
    pub fn nanoseconds(&self) -> f64 {
        self.time.as_nanos() as f64 / self.views as f64
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        self.views += more.views;
        self.visible += more.visible;
        self.blind_spots += more.blind_spots;
        self.seen_through_walls += more.seen_through_walls;
        self.asymmetric_pairs += more.asymmetric_pairs;
        self.time += more.time;
    }
}

/// Counts for every algorithm, in the order of [`Algorithm::ALL`].
pub type Table = [Counts; Algorithm::ALL.len()];

/// Judges all algorithms on the BSP dungeons of `seeds`, on all processors. Calls `progress` with the number of dungeons that
/// are done after each.
pub fn compare(seeds: RangeInclusive<u32>, library: StdLib, mut progress: impl FnMut(u64)) -> Table {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(u64::from(*seeds.start()));
    let (sender, results) = mpsc::channel();
    let mut total = Table::default();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, next, last) = (sender.clone(), &next, *seeds.end());
            scope.spawn(move || {
                // No seed is left when the next one is past the last, or past all numbers.
                let take =
                    || u32::try_from(next.fetch_add(1, Ordering::Relaxed)).ok().filter(|&seed| seed <= last);
                while let Some(seed) = take() {
                    if sender.send(judge(seed, library)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (done, table) in (1..).zip(results) {
            for (sum, counts) in total.iter_mut().zip(table) {
                *sum += counts;
            }
            progress(done);
        }
    });
    total
}

/// All algorithms on one dungeon.
fn judge(seed: u32, library: StdLib) -> Table {
    let mut map = Map::new();
    map.generate(seed, library);
    let clear = Views::with_clear_lines(&map);
    Algorithm::ALL.map(|algorithm| Views::new(&map, algorithm).counts(&clear))
}

/// Returns the view as a word a row.
fn visible_rows(map: &Map) -> Plane {
    let mut rows: Plane = [0; MAP_HEIGHT as usize];
    for pos in Map::positions() {
        rows[pos.y as usize] |= u64::from(map.is_visible(pos)) << pos.x;
    }
    rows
}
