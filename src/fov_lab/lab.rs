//! The output of `roguelike fov` for one dungeon: a view as a picture, and all its views as a digest.

use super::Algorithm;
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

    /// Returns the algorithms, each with its radius.
    fn algorithms(&self) -> impl Iterator<Item = (Algorithm, i32)> {
        let algorithms = self.algorithm.map_or_else(|| Algorithm::distinct().collect(), |only| vec![only]);
        let with_radius = |algorithm: Algorithm| (algorithm, self.radius.unwrap_or(algorithm.usual_radius()));
        algorithms.into_iter().map(with_radius)
    }

    /// Returns the view from a position as text: `@` is the origin, `#` a visible wall, `.` visible floor.
    ///
    /// With one algorithm it is a picture of the whole map. Without, the pictures of several stand side by
    /// side, cut to what any of them shows. In these `+` is a tile that shadowcasting does not see, and `-`
    /// one that only shadowcasting sees. From outside the map nothing is seen.
    pub fn picture(&self, at: Pos) -> String {
        let map = self.map();
        let views = self.algorithms().map(|(algorithm, radius)| {
            let mut map = map.clone();
            algorithm.compute_within(&mut map, at, radius);
            (algorithm.title(radius), map)
        });
        let views: Vec<(String, Map)> = views.collect();
        let place = format!("seed {} from {} {}", self.seed, at.x, at.y);
        if let [(title, seen)] = &views[..] {
            let area = (Pos::default(), Pos::new(MAP_WIDTH - 1, MAP_HEIGHT - 1));
            return format!("# {title} {place}\n{}\n", draw(seen, seen, at, area).join("\n"));
        }
        let area = lit_area(at, &views);
        let columns = views.iter().map(|(title, seen)| {
            let mut column = vec![title.clone()];
            column.extend(draw(seen, &views[0].1, at, area));
            column.push(tally(&column[1..]));
            column
        });
        format!("# {place}\n{}", side_by_side(&columns.collect::<Vec<_>>()))
    }

    /// Returns a line for each algorithm: the number of floor tiles, the number of tiles visible from
    /// each of them, added up, and a hash over all these views.
    pub fn digest(&self) -> String {
        let mut map = self.map();
        let origins: Vec<Pos> = Map::positions().filter(|&pos| map.is_floor(pos)).collect();
        let lines = self.algorithms().map(|(algorithm, radius)| {
            let (mut visible, mut hash) = (0, Fnv::default());
            for &origin in &origins {
                algorithm.compute_within(&mut map, origin, radius);
                let lit = map.tiles.as_flattened().iter().map(|tile| u8::from(tile.visible));
                let lit: Vec<u8> = lit.collect();
                visible += lit.iter().filter(|&&lit| lit == 1).count();
                hash.write(&lit);
            }
            let (title, seed, origins) = (algorithm.title(radius), self.seed, origins.len());
            format!("{title} seed {seed} origins {origins} visible {visible} hash {:016x}\n", hash.finish())
        });
        lines.collect()
    }
}

/// Returns the upper left and the lower right corner of the smallest rectangle with the origin and all
/// that is visible in any of the views.
fn lit_area(at: Pos, views: &[(String, Map)]) -> (Pos, Pos) {
    let lit = Map::positions().filter(|&pos| views.iter().any(|(_, map)| map.tile(pos).visible));
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
    let picture = rows.concat();
    let count = |glyphs: &[char]| picture.matches(glyphs).count();
    format!("{} tiles, {} +, {} -", count(&['@', '.', '#', '+']), count(&['+']), count(&['-']))
}

/// Returns columns of text beside each other. All have the same number of lines.
fn side_by_side(columns: &[Vec<String>]) -> String {
    let mut text = String::new();
    for line in 0..columns[0].len() {
        let cells = columns.iter().map(|column| {
            let width = column.iter().map(String::len).max().unwrap_or(0);
            format!("{:width$}", column[line])
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
