//! New levels, and turns with and without their traces.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use roguelike::game::Game;
use roguelike::map::Map;
use roguelike::rng::StdLib;
use roguelike::trace::{Form, Tracer};
use roguelike_bench::{per_case, victory};

/// Number of seeds of which levels are generated.
const SEEDS: u32 = 200;

/// A new level.
fn generation(criterion: &mut Criterion) {
    type Generate = fn(&mut Map, u32, StdLib);
    let kinds: [(&str, Generate); 2] = [("dungeon", Map::generate), ("cave", Map::generate_caves)];
    let mut group = criterion.benchmark_group("generation");
    for (name, generate) in kinds {
        let mut map = Map::default();
        group.bench_function(name, |bencher| {
            per_case(bencher, SEEDS as usize, || {
                for seed in 0..SEEDS {
                    generate(&mut map, black_box(seed), StdLib::default());
                    black_box(&map);
                }
            });
        });
    }
    group.finish();
}

/// A whole turn of the recorded victory in Part 17, alone and with its trace.
fn turns(criterion: &mut Criterion) {
    let (setup, keys) = victory();
    criterion.bench_function("whole-turn", |bencher| {
        per_case(bencher, keys.len(), || {
            let mut game = Game::new(setup.clone());
            for &key in &keys {
                black_box(game.press(key));
            }
        });
    });
    criterion.bench_function("whole-turn-traced", |bencher| {
        per_case(bencher, keys.len(), || {
            let (mut tracer, first) = Tracer::new(setup.clone());
            black_box(first);
            for &key in &keys {
                black_box(tracer.press(key).to_text(Form::Normal));
            }
        });
    });
}

criterion_group!(benches, generation, turns);
criterion_main!(benches);
