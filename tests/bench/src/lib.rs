//! What the benchmarks share: dungeons, a recorded game, and a way to time many cases as one.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

use std::time::Instant;

use criterion::Bencher;
use criterion::measurement::WallTime;
use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::map::{Map, Pos};
use roguelike::part::Part;
use roguelike::rng::StdLib;

/// Returns the BSP dungeons in which views are computed: seeds 1 to 20 with GCC's random numbers.
pub fn dungeons() -> Vec<Map> {
    let dungeon = |seed| {
        let mut map = Map::default();
        map.generate(seed, StdLib::default());
        map
    };
    (1..=20).map(dungeon).collect()
}

/// Returns every floor tile of a map, row by row.
pub fn floors(map: &Map) -> Vec<Pos> {
    Map::positions().filter(|&pos| map.is_floor(pos)).collect()
}

/// Times a pass over many cases, and reports the average time of a case. Only whole passes are timed, so
/// every case has the same weight in every sample.
pub fn per_case(bencher: &mut Bencher<'_, WallTime>, cases: usize, mut pass: impl FnMut()) {
    bencher.iter_custom(|iterations| {
        let passes = iterations.div_ceil(cases as u64);
        let start = Instant::now();
        for _ in 0..passes {
            pass();
        }
        start.elapsed().mul_f64(iterations as f64 / (passes * cases as u64) as f64)
    });
}

/// Returns the recorded victory in Part 17: its setup and its keys.
pub fn victory() -> (Setup, Vec<Key>) {
    let recording = include_str!("../../golden/traces/part17-libstdc++-seed1-win.trace");
    let steps = recording.lines().filter_map(|line| line.strip_prefix("step "));
    let keys = steps.skip(1).filter_map(|step| Key::from_name(step.split(' ').nth(1)?)).collect();
    (Setup::new(Part::LAST, 1), keys)
}
