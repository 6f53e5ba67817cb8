//! The output of `roguelike fov`: a view as a picture, all views of a dungeon as a digest, and a table.

use std::ops::RangeInclusive;

use super::Algorithm;
use super::compare::Table;
use crate::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use crate::rng::StdLib;
use crate::support::hash::Fnv;

/// A BSP dungeon, and how its views are computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Specimen {
    /// The seed of the dungeon.
    pub seed: u32,
    /// The library whose random numbers are drawn for it.
    pub library: StdLib,
    /// The algorithm; none for all of which no two see the same ([`Algorithm::distinct`]).
    pub algorithm: Option<Algorithm>,
    /// The radius in tiles; none for [that of the game](Algorithm::usual_radius).
    pub radius: Option<i32>,
}

impl Specimen {
    /// Returns the dungeon, unexplored.
    fn map(&self) -> Map {
        let mut map = Map::default();
        map.generate(self.seed, self.library);
        map
    }

    /// Returns the radius for an algorithm.
    fn radius(&self, algorithm: Algorithm) -> i32 {
        self.radius.unwrap_or(algorithm.usual_radius())
    }

    /// Returns the algorithm's name and the radius that it really uses.
    fn title(&self, algorithm: Algorithm) -> String {
        algorithm.title(self.radius(algorithm))
    }

    /// Returns the view from a position as text: `@` is the origin, `#` a visible wall, `.` visible floor.
    ///
    /// With one algorithm it is a picture of the whole map. Without, the pictures of several stand side by
    /// side, cut to what any of them shows. In these `+` is a tile that shadowcasting does not see, and `-`
    /// one that only shadowcasting sees. From outside the map nothing is seen.
    pub fn picture(&self, at: Pos) -> String {
        let map = self.map();
        let view = |algorithm: Algorithm| {
            let mut map = map.clone();
            algorithm.compute_within(&mut map, at, self.radius(algorithm));
            map
        };
        let place = format!("seed {} from {} {}", self.seed, at.x, at.y);
        match self.algorithm {
            Some(algorithm) => {
                let seen = view(algorithm);
                let area = (Pos::default(), Pos::new(MAP_WIDTH - 1, MAP_HEIGHT - 1));
                let rows = draw(&seen, &seen, at, area).join("\n");
                format!("# {} {place}\n{rows}\n", self.title(algorithm))
            }
            None => {
                let views: Vec<Map> = Algorithm::distinct().map(view).collect();
                let area = lit_area(at, &views);
                let pictures = Algorithm::distinct().zip(&views).map(|(algorithm, seen)| {
                    let mut column = vec![self.title(algorithm)];
                    column.extend(draw(seen, &views[0], at, area));
                    column.push(tally(&column[1..]));
                    column
                });
                format!("# {place}\n{}", side_by_side(&pictures.collect::<Vec<_>>()))
            }
        }
    }

    /// Returns a line for each algorithm: the number of floor tiles, the number of tiles visible from
    /// each of them, added up, and a hash over all these views.
    pub fn digest(&self) -> String {
        let mut map = self.map();
        let origins: Vec<Pos> = Map::positions().filter(|&pos| map.is_floor(pos)).collect();
        let mut text = String::new();
        let algorithms = self.algorithm.map_or(Algorithm::distinct().collect(), |algorithm| vec![algorithm]);
        for algorithm in algorithms {
            let (mut visible, mut hash) = (0, Fnv::default());
            for &origin in &origins {
                algorithm.compute_within(&mut map, origin, self.radius(algorithm));
                for pos in Map::positions() {
                    let lit = u8::from(map.tile(pos).visible);
                    visible += u32::from(lit);
                    hash.write(&[lit]);
                }
            }
            text += &format!(
                "{} seed {} origins {} visible {visible} hash {:016x}\n",
                self.title(algorithm),
                self.seed,
                origins.len(),
                hash.finish()
            );
        }
        text
    }
}

/// Returns the upper left and the lower right corner of the smallest rectangle with the origin and all
/// that is visible in any of the views.
fn lit_area(at: Pos, views: &[Map]) -> (Pos, Pos) {
    let lit = Map::positions().filter(|&pos| views.iter().any(|map| map.tile(pos).visible));
    lit.fold((at, at), |(first, last), pos| {
        let first = Pos::new(first.x.min(pos.x), first.y.min(pos.y));
        (first, Pos::new(last.x.max(pos.x), last.y.max(pos.y)))
    })
}

/// Returns the rows of a picture of `seen`, with marks where it differs from `other`.
fn draw(seen: &Map, other: &Map, at: Pos, (first, last): (Pos, Pos)) -> Vec<String> {
    let glyph = |pos: Pos| match (seen.tile(pos).visible, other.tile(pos).visible) {
        _ if pos == at => '@',
        (true, true) if seen.is_floor(pos) => '.',
        (true, true) => '#',
        (true, false) => '+',
        (false, true) => '-',
        (false, false) => ' ',
    };
    let row = |y| (first.x..=last.x).map(|x| glyph(Pos::new(x, y))).collect::<String>();
    (first.y..=last.y).map(|y| format!("|{}|", row(y))).collect()
}

/// Returns the text below a picture: the number of visible tiles, and of each mark.
fn tally(rows: &[String]) -> String {
    let count =
        |glyphs: &str| rows.iter().flat_map(|row| row.chars()).filter(|&it| glyphs.contains(it)).count();
    format!("{} tiles, {} +, {} -", count("@.#+"), count("+"), count("-"))
}

/// Returns columns of text beside each other.
fn side_by_side(columns: &[Vec<String>]) -> String {
    let mut text = String::new();
    for line in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
        let cells = columns.iter().map(|column| {
            let width = column.iter().map(String::len).max().unwrap_or(0);
            format!("{:width$}", column.get(line).map_or("", String::as_str))
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// Returns the table of a [comparison](super::compare::compare) as text, with a title.
pub fn table(seeds: &RangeInclusive<u32>, library: StdLib, table: &Table) -> String {
    let mut text = format!(
        "{} views from every floor tile of the {library} dungeons {}..{}\n\n",
        table[0].views,
        seeds.start(),
        seeds.end()
    );
    text += "algorithm   tiles a view  blind spots  through walls  asymmetric pairs  ns a view\n";
    for (algorithm, counts) in Algorithm::ALL.iter().zip(table) {
        text += &format!(
            "{algorithm:<10}  {:>12.2}  {:>11}  {:>13}  {:>16}  {:>9.0}\n",
            counts.average_visible(),
            counts.blind_spots,
            counts.seen_through_walls,
            counts.asymmetric_pairs,
            counts.nanoseconds()
        );
    }
    text
}
