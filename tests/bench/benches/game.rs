//! What happens between a key and a picture, without the view: new levels, turns, saves, and traces.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use roguelike::dijkstra_map::DijkstraMap;
use roguelike::game::{Game, GameState};
use roguelike::map::Map;
use roguelike::rng::StdLib;
use roguelike::screen::{self, Frame};
use roguelike::trace::{Form, Tracer};
use roguelike_bench::{average, dungeons, floors, game_after, per_case, victory};

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

/// The Dijkstra map that monsters follow, from every floor tile of twenty dungeons.
fn dijkstra(criterion: &mut Criterion) {
    let maps: Vec<_> = dungeons().into_iter().map(|map| (floors(&map), map)).collect();
    let cases = maps.iter().map(|(goals, _)| goals.len()).sum();
    criterion.bench_function("dijkstra-flood", |bencher| {
        let mut distances = DijkstraMap::new();
        per_case(bencher, cases, || {
            for (goals, map) in &maps {
                for &goal in goals {
                    distances.compute(map, goal);
                    black_box(&distances);
                }
            }
        });
    });
}

/// The recorded victory in Part 17: the monsters' part of a turn, and a whole turn.
fn turns(criterion: &mut Criterion) {
    let (setup, keys) = victory();
    let games: Vec<Game> = (0..keys.len())
        .step_by(10)
        .map(game_after)
        .filter(|game| game.state() == GameState::Playing)
        .collect();
    criterion.bench_function("monsters-turn", |bencher| {
        bencher.iter_custom(|iterations| {
            let passes = iterations.div_ceil(games.len() as u64);
            let mut elapsed = Duration::ZERO;
            for _ in 0..passes {
                let mut games = games.clone();
                let start = Instant::now();
                for game in &mut games {
                    game.end_player_turn();
                }
                elapsed += start.elapsed();
            }
            average(elapsed, passes * games.len() as u64, iterations)
        });
    });
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

/// The victory after 400 steps: its screen as a frame, and its save file.
fn moment(criterion: &mut Criterion) {
    let game = game_after(400);
    let mut frame = Frame::new(screen::rows(game.part()));
    criterion.bench_function("compose-frame", |bencher| {
        bencher.iter(|| screen::render(black_box(&game), &mut frame));
    });
    let save = game.save_text();
    criterion.bench_function("write-save", |bencher| bencher.iter(|| black_box(&game).save_text()));
    criterion.bench_function("load-save", |bencher| {
        bencher.iter_batched_ref(
            || game.clone(),
            |game| game.load_text(black_box(&save)),
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(benches, generation, dijkstra, turns, moment);
criterion_main!(benches);
