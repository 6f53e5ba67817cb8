//! The views of one dungeon: one of them as a picture, and all of them as a digest.

use roguelike::fov_lab::Algorithm;
use roguelike::fov_lab::tile_set::TileSet;
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use roguelike::rng::StdLib;
use roguelike::support::hash::Fnv;

/// A BSP dungeon, and how its views are computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Specimen {
    /// The seed of the dungeon.
    pub seed: u32,
    /// The library whose random numbers are drawn for it.
    pub library: StdLib,
    /// The algorithm, or `None` for all.
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
        let algorithms = self.algorithm.map_or_else(|| Algorithm::ALL.to_vec(), |only| vec![only]);
        let with_radius = |algorithm: Algorithm| (algorithm, self.radius.unwrap_or(algorithm.usual_radius()));
        algorithms.into_iter().map(with_radius)
    }

    /// Returns the view from a position as text: `@` is the origin, `#` a visible wall, `.` visible floor.
    ///
    /// With one algorithm it is a picture of the whole map. Without, the pictures of several stand side by
    /// side, cut to what any of them shows. In these `+` is a tile that shadowcasting does not see, and `-`
    /// one that only shadowcasting sees. From outside the map nothing is seen.
    pub fn picture(&self, at: Pos) -> String {
        let mut map = self.map();
        let view = |(algorithm, radius): (Algorithm, i32)| {
            (algorithm.title(radius), algorithm.view(&mut map, at, radius))
        };
        let views: Vec<(String, TileSet)> = self.algorithms().map(view).collect();
        let place = format!("seed {} from {} {}", self.seed, at.x, at.y);
        if let [(title, view)] = &views[..] {
            let area = (Pos::default(), Pos::new(MAP_WIDTH - 1, MAP_HEIGHT - 1));
            return format!("# {title} {place}\n{}\n", draw(&map, [view, view], at, area).join("\n"));
        }
        let (area, shadowcast) = (lit_area(at, &views), &views[0].1);
        let columns = views.iter().map(|(title, view)| {
            let [more, less] = [view.without(shadowcast), shadowcast.without(view)].map(|set| set.count());
            let mut column = vec![title.clone()];
            column.extend(draw(&map, [view, shadowcast], at, area));
            column.push(format!("{} tiles, {more} +, {less} -", view.count()));
            column
        });
        format!("# {place}\n{}", side_by_side(&columns.collect::<Vec<_>>()))
    }

    /// Returns a line for each algorithm: the number of floor tiles, the number of tiles visible from
    /// each of them, added up, and a hash over all these views.
    pub fn digest(&self) -> String {
        let mut map = self.map();
        let floor = TileSet::floor(&map);
        let lines = self.algorithms().map(|(algorithm, radius)| {
            let (mut visible, mut hash) = (0, Fnv::default());
            for origin in floor.tiles() {
                let view = algorithm.view(&mut map, origin, radius);
                visible += view.count();
                hash.write(&Map::positions().map(|pos| u8::from(view.contains(pos))).collect::<Vec<u8>>());
            }
            let (title, seed, origins) = (algorithm.title(radius), self.seed, floor.count());
            format!("{title} seed {seed} origins {origins} visible {visible} hash {:016x}\n", hash.finish())
        });
        lines.collect()
    }
}

/// Returns the upper left and the lower right corner of the smallest rectangle with the origin and all
/// that is visible in any of the views.
fn lit_area(at: Pos, views: &[(String, TileSet)]) -> (Pos, Pos) {
    views.iter().flat_map(|(_, view)| view.tiles()).fold((at, at), |(first, last), pos| {
        let first = Pos::new(first.x.min(pos.x), first.y.min(pos.y));
        (first, Pos::new(last.x.max(pos.x), last.y.max(pos.y)))
    })
}

/// Returns the rows of a picture of a view, with marks where it differs from a second one.
fn draw(map: &Map, [view, other]: [&TileSet; 2], at: Pos, (first, last): (Pos, Pos)) -> Vec<String> {
    let glyph = |pos: Pos| match (view.contains(pos), other.contains(pos)) {
        _ if pos == at => '@',
        (true, true) if map.is_floor(pos) => '.',
        (true, true) => '#',
        (true, false) => '+',
        (false, true) => '-',
        (false, false) => ' ',
    };
    let row = |y| (first.x..=last.x).map(|x| glyph(Pos::new(x, y))).collect::<String>();
    (first.y..=last.y).map(|y| format!("|{}|", row(y))).collect()
}

/// Returns columns of text beside each other. All have the same number of lines.
fn side_by_side(columns: &[Vec<String>]) -> String {
    let mut lines = vec![String::new(); columns[0].len()];
    for column in columns {
        let width = column.iter().map(String::len).max().unwrap_or(0);
        for (line, cell) in lines.iter_mut().zip(column) {
            *line += &format!("{cell:width$}  ");
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}
