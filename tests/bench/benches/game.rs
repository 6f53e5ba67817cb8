//! What happens between a key and a picture: new levels, views aside, turns, saves, and the text of a trace.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use roguelike::dijkstra_map::DijkstraMap;
use roguelike::game::{Game, GameState};
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH, Map};
use roguelike::rng::{Rng, StdLib};
use roguelike::screen::{self, Frame};
use roguelike::trace::{Form, Tracer};
use roguelike_bench::{average, dungeons, floors, game_after, per_case, victory};

/// Levels of so many seeds are generated in turn.
const SEEDS: u32 = 200;

/// How many numbers generating draws from a generator of this seed.
fn draws(seed: u32, generate: impl Fn(&mut Map, &mut Rng)) -> usize {
    let mut used = Rng::new(seed, StdLib::default());
    generate(&mut Map::new(), &mut used);
    let coming = |rng: &Rng| {
        let mut rng = rng.clone();
        [(); 4].map(|()| rng.next_u32())
    };
    let (goal, mut fresh) = (coming(&used), Rng::new(seed, StdLib::default()));
    let mut count = 0;
    while coming(&fresh) != goal {
        fresh.next_u32();
        count += 1;
    }
    count
}

/// A sort of level: its name, its generator from a seed, and from random numbers.
struct Kind {
    name: &'static str,
    generate: fn(&mut Map, u32, StdLib),
    carve: fn(&mut Map, &mut Rng),
}

/// A level, and beside it the least it can cost: seeding the generator and drawing as many numbers from it.
fn generation(criterion: &mut Criterion) {
    let kinds = [
        Kind { name: "dungeon", generate: Map::generate, carve: Map::generate_with },
        Kind { name: "cave", generate: Map::generate_caves, carve: Map::generate_caves_with },
    ];
    let mut group = criterion.benchmark_group("generation");
    for Kind { name, generate, carve } in kinds {
        let mut map = Map::new();
        group.bench_function(name, |bencher| {
            per_case(bencher, SEEDS as usize, || {
                for seed in 0..SEEDS {
                    generate(&mut map, black_box(seed), StdLib::default());
                    black_box(&map);
                }
            });
        });
        let draws: Vec<_> = (0..SEEDS).map(|seed| (seed, draws(seed, carve))).collect();
        group.bench_function(format!("{name}-numbers-alone"), |bencher| {
            per_case(bencher, SEEDS as usize, || {
                for &(seed, draws) in &draws {
                    let mut rng = Rng::new(black_box(seed), StdLib::default());
                    for _ in 0..draws {
                        black_box(rng.next_u32());
                    }
                }
            });
        });
    }
    // A cave's numbers once more, as the library narrows them: a percentage for every tile within the border, and a shuffle of as
    // many things as the cave has tiles.
    let tiles = ((MAP_WIDTH - 2) * (MAP_HEIGHT - 2)) as usize;
    let caves: Vec<_> = (0..SEEDS)
        .map(|seed| {
            let mut map = Map::new();
            map.generate_caves(seed, StdLib::default());
            (seed, floors(&map))
        })
        .collect();
    group.bench_function("cave-numbers-narrowed", |bencher| {
        per_case(bencher, SEEDS as usize, || {
            for (seed, floors) in &caves {
                let mut rng = Rng::new(black_box(*seed), StdLib::default());
                for _ in 0..tiles {
                    black_box(rng.uniform(0, 99));
                }
                let mut floors = floors.clone();
                rng.shuffle(&mut floors);
                black_box(&floors);
            }
        });
    });
    group.finish();
}

/// The flood that monsters follow, from every floor tile of twenty dungeons.
fn dijkstra(criterion: &mut Criterion) {
    let maps: Vec<_> = dungeons().into_iter().map(|map| (floors(&map), map)).collect();
    let cases = maps.iter().map(|(goals, _)| goals.len()).sum();
    criterion.bench_function("dijkstra-flood", |bencher| {
        per_case(bencher, cases, || {
            for (goals, map) in &maps {
                for &goal in goals {
                    black_box(DijkstraMap::compute(map, goal));
                }
            }
        });
    });
}

/// Part 17 as in the recorded victory: what everybody but the player does, and a whole turn.
fn turns(criterion: &mut Criterion) {
    let (setup, keys) = victory();
    let games: Vec<Game> =
        (0..keys.len()).step_by(10).map(game_after).filter(|game| game.state() == GameState::Playing).collect();
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

/// One moment of the victory: its screen as a frame, and its save file.
fn moment(criterion: &mut Criterion) {
    let game = game_after(400);
    let mut frame = Frame::new(screen::rows(game.part()));
    criterion.bench_function("compose-frame", |bencher| {
        bencher.iter(|| screen::render(black_box(&game), &mut frame));
    });
    let save = game.save_text();
    criterion.bench_function("write-save", |bencher| bencher.iter(|| black_box(&game).save_text()));
    criterion.bench_function("load-save", |bencher| {
        bencher.iter_batched_ref(|| game.clone(), |game| game.load_text(black_box(&save)), BatchSize::SmallInput);
    });
}

criterion_group!(benches, generation, dijkstra, turns, moment);
criterion_main!(benches);
