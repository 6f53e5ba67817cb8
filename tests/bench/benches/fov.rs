//! The field of view: the game's beside doryen-fov, the quickest of four libraries that
//! were measured.
//!
//! All compute the same views: from every floor tile of twenty dungeons, with the same radius. The time
//! is that of one view, on average. All do the whole job of a game: forget the last view, find the new
//! one within a disc, and leave a map that says for each tile whether it is visible. (Ours marks what is
//! explored as well.) Each reads and writes the kind of map that suits it best, made beforehand, and
//! keeps its buffers.

use criterion::{Criterion, criterion_group, criterion_main};
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, MapData};
use roguelike::fov::{self, RADIUS};
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH, Map};
use roguelike_bench::{dungeons, floors, per_case};

const WIDTH: usize = MAP_WIDTH as usize;
const HEIGHT: usize = MAP_HEIGHT as usize;

fn views(criterion: &mut Criterion) {
    let maps = dungeons();
    let cases = maps.iter().map(|map| floors(map).len()).sum();
    let mut group = criterion.benchmark_group("fov");

    let mut ours: Vec<_> = maps.iter().map(|map| (map.clone(), floors(map))).collect();
    group.bench_function("game", |bencher| {
        per_case(bencher, cases, || {
            for (map, origins) in &mut ours {
                for &origin in origins.iter() {
                    fov::compute(map, origin);
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

    group.finish();
}

criterion_group!(benches, views);
criterion_main!(benches);
