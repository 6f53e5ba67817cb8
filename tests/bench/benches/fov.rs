//! The field of view: the game's and the laboratory's, beside four libraries.
//!
//! All compute the same views: from every floor tile of twenty dungeons, with the same radius. The time
//! is that of one view, on average. All do the whole job of a game: forget the last view, find the new
//! one within a disc, and leave a map that says for each tile whether it is visible. (Ours marks what is
//! explored as well.) Each reads and writes the kind of map that suits it best, made beforehand, and
//! keeps its buffers.

use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, Point, field_of_view_set};
use coord_2d::{ICoord, UCoord};
use criterion::{Criterion, criterion_group, criterion_main};
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, MapData};
use roguelike::fov::{self, RADIUS};
use roguelike::fov_lab::Algorithm;
use roguelike::fov_lab::bitboard::Board;
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use roguelike_bench::{dungeons, floors, per_case};
use shadowcast::{Context, InputGrid, vision_distance::Circle};

const WIDTH: usize = MAP_WIDTH as usize;
const HEIGHT: usize = MAP_HEIGHT as usize;

/// A map as three of the libraries want it: a byte for each tile.
struct Grid {
    opaque: Vec<bool>,
    visible: Vec<bool>,
    origins: Vec<Pos>,
}

impl Grid {
    fn new(map: &Map) -> Grid {
        let opaque = Map::positions().map(|pos| !map.is_floor(pos)).collect();
        Grid { opaque, visible: vec![false; WIDTH * HEIGHT], origins: floors(map) }
    }
}

const fn index(x: i32, y: i32) -> usize {
    (y * MAP_WIDTH + x) as usize
}

/// bracket-pathfinding asks the map through a trait.
struct Opaque<'g>(&'g [bool]);

impl BaseMap for Opaque<'_> {
    fn is_opaque(&self, index: usize) -> bool {
        self.0[index]
    }
}

impl Algorithm2D for Opaque<'_> {
    fn dimensions(&self) -> Point {
        Point::new(MAP_WIDTH, MAP_HEIGHT)
    }
}

/// gridbugs' shadowcast asks a type of its own how much light a tile absorbs: none, or all.
struct Opacity;

impl InputGrid for Opacity {
    type Grid = Vec<bool>;
    type Opacity = u8;

    fn size(&self, _: &Vec<bool>) -> UCoord {
        UCoord::new(WIDTH as u32, HEIGHT as u32)
    }

    fn get_opacity(&self, opaque: &Vec<bool>, place: ICoord) -> u8 {
        if opaque[index(place.x, place.y)] { u8::MAX } else { 0 }
    }
}

/// Returns true if a tile is in the disc around the origin. It is the same disc for all.
const fn in_circle(x: i32, y: i32, origin: Pos) -> bool {
    let (dx, dy) = (x - origin.x, y - origin.y);
    dx * dx + dy * dy <= RADIUS * RADIUS
}

fn views(criterion: &mut Criterion) {
    let maps = dungeons();
    let cases = maps.iter().map(|map| floors(map).len()).sum();
    let mut group = criterion.benchmark_group("fov");

    type Compute = fn(&mut Map, Pos);
    let ours: [(&str, Compute); 2] = [
        ("game", fov::compute),
        ("bitboard-in-the-game", |map, origin| Algorithm::Bitboard.compute(map, origin)),
    ];
    for (name, compute) in ours {
        let mut maps: Vec<_> = maps.iter().map(|map| (map.clone(), floors(map))).collect();
        group.bench_function(name, |bencher| {
            per_case(bencher, cases, || {
                for (map, origins) in &mut maps {
                    for &origin in origins.iter() {
                        compute(map, origin);
                    }
                }
            });
        });
    }

    let mut boards: Vec<_> = maps.iter().map(|map| (Board::new(map), floors(map))).collect();
    group.bench_function("bitboard", |bencher| {
        per_case(bencher, cases, || {
            for (board, origins) in &mut boards {
                for &origin in origins.iter() {
                    board.compute(origin, RADIUS);
                }
            }
        });
    });

    let mut doryen: Vec<_> = maps
        .iter()
        .map(|map| {
            let mut data = MapData::new(WIDTH, HEIGHT);
            data.transparent = Map::positions().map(|pos| map.is_floor(pos)).collect();
            (data, floors(map))
        })
        .collect();
    group.bench_function("doryen-fov", |bencher| {
        let mut algorithm = FovRecursiveShadowCasting::new();
        per_case(bencher, cases, || {
            for (data, origins) in &mut doryen {
                for origin in origins.iter() {
                    // Faster than the library's own `clear_fov`, which checks every index.
                    data.fov.fill(false);
                    let (x, y) = (origin.x as usize, origin.y as usize);
                    algorithm.compute_fov(data, x, y, RADIUS as usize, true);
                }
            }
        });
    });

    let mut grids: Vec<_> = maps.iter().map(Grid::new).collect();
    group.bench_function("bracket-pathfinding", |bencher| {
        per_case(bencher, cases, || {
            for Grid { opaque, visible, origins } in &mut grids {
                for origin in origins.iter() {
                    visible.fill(false);
                    for place in field_of_view_set(Point::new(origin.x, origin.y), RADIUS, &Opaque(opaque)) {
                        visible[index(place.x, place.y)] = true;
                    }
                }
            }
        });
    });

    group.bench_function("gridbugs-shadowcast", |bencher| {
        let mut context = Context::<u8>::default();
        per_case(bencher, cases, || {
            for Grid { opaque, visible, origins } in &mut grids {
                for origin in origins.iter() {
                    visible.fill(false);
                    let (eye, circle) = (ICoord::new(origin.x, origin.y), Circle::new(RADIUS as u32));
                    context.for_each_visible(eye, &Opacity, opaque, circle, u8::MAX, |place, _, _| {
                        visible[index(place.x, place.y)] = true;
                    });
                }
            }
        });
    });

    group.bench_function("symmetric-shadowcasting", |bencher| {
        per_case(bencher, cases, || {
            for Grid { opaque, visible, origins } in &mut grids {
                for &origin in origins.iter() {
                    visible.fill(false);
                    // It has no radius, so tiles outside the disc block the view.
                    let mut is_blocking = |(x, y): (isize, isize)| {
                        let (x, y) = (x as i32, y as i32);
                        !Map::in_bounds(Pos::new(x, y)) || !in_circle(x, y, origin) || opaque[index(x, y)]
                    };
                    let mut mark_visible = |(x, y): (isize, isize)| {
                        let (x, y) = (x as i32, y as i32);
                        if Map::in_bounds(Pos::new(x, y)) && in_circle(x, y, origin) {
                            visible[index(x, y)] = true;
                        }
                    };
                    let eye = (origin.x as isize, origin.y as isize);
                    symmetric_shadowcasting::compute_fov(eye, &mut is_blocking, &mut mark_visible);
                }
            }
        });
    });

    group.finish();
}

criterion_group!(benches, views);
criterion_main!(benches);
