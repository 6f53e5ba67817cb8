//! The algorithms for the field of view: equal to the recordings of their originals, and sound on any map.

use std::fs;
use std::path::Path;
use std::process::Command;

use proptest::prelude::*;
use roguelike::fov;
use roguelike::fov_lab::Algorithm;
use roguelike::fov_lab::go_sin::sin_cos;
use roguelike::fov_lab::lab::Specimen;
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos, TileType};
use roguelike::rng::StdLib;

fn recorded(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/fov").join(name);
    fs::read_to_string(file).unwrap()
}

/// Returns the dungeon and algorithm of a recorded line: `shadowcast radius 11 seed 1 ...`.
fn specimen(words: &[&str]) -> Specimen {
    let after = |name| {
        let place = words.iter().position(|&word| word == name).unwrap();
        words[place + 1].parse().unwrap()
    };
    let algorithm = words[0].parse().unwrap();
    let radius = if algorithm == Algorithm::Bresenham { after("distance") } else { after("radius") };
    let seed = after("seed") as u32;
    Specimen { seed, library: StdLib::Libstdcxx, algorithm: Some(algorithm), radius: Some(radius) }
}

fn dungeon(seed: u32) -> Map {
    let mut map = Map::default();
    map.generate(seed, StdLib::Libstdcxx);
    map
}

#[test]
fn every_digest_is_reproduced() {
    let digests = recorded("digests.txt");
    assert_eq!(digests.lines().count(), 72);
    for line in digests.lines() {
        let words: Vec<_> = line.split(' ').collect();
        assert_eq!(specimen(&words).digest().trim_end(), line);
    }
}

#[test]
fn every_picture_is_reproduced() {
    let pictures = recorded("pictures.txt");
    let lines: Vec<_> = pictures.lines().collect();
    let pictures = lines.chunks(1 + MAP_HEIGHT as usize);
    assert_eq!(pictures.len(), 12);
    for picture in pictures {
        let words: Vec<_> = picture[0].split(' ').skip(1).collect();
        let [x, y] = [words.len() - 2, words.len() - 1].map(|place| words[place].parse().unwrap());
        assert_eq!(specimen(&words).picture(Pos::new(x, y)), picture.join("\n") + "\n");
    }
}

/// The command prints these, one for each algorithm with a view of its own. For `bitboard` it prints what it
/// prints for `shadowcast`, under another name.
#[test]
fn the_command_prints_what_is_recorded() {
    let printed = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike"));
        let output = command.arg("fov").args(arguments.split(' ')).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(recorded("pictures.txt").contains(&printed("--seed 2 --at 32,3 --algorithm raycast")));
    let digests = printed("--seed 5 --digest");
    assert_eq!(digests.lines().count(), Algorithm::distinct().count());
    for options in ["shadowcast", "raycast", "bresenham", "octant", "octant --radius 10"] {
        let line = printed(&format!("--seed 7 --digest --algorithm {options}"));
        assert!(recorded("digests.txt").contains(&line), "{line}");
    }
    for arguments in ["--seed 5 --digest", "--seed 2 --at 32,3"] {
        let [by_tiles, by_rows] =
            ["shadowcast", "bitboard"].map(|name| printed(&format!("{arguments} --algorithm {name}")));
        assert_eq!(by_rows.replace("bitboard", "shadowcast"), by_tiles);
    }
    // Rays ignore a radius below 2. The title says how long they are instead.
    let ray = printed("--seed 1 --at 18,4 --algorithm raycast --radius 1");
    assert_eq!(ray, printed("--seed 1 --at 18,4 --algorithm raycast --radius 6"));
}

/// Returns a map with floor where a bit of the row is 1.
fn map_of(rows: &[u64]) -> Map {
    let mut map = Map::default();
    for pos in Map::positions() {
        if rows[pos.y as usize] >> pos.x & 1 == 1 {
            map.carve_tile(pos.x, pos.y, TileType::Floor);
        }
    }
    map
}

/// Open fields, solid rock, a single tile of floor, sparse to dense noise, dungeons and caves.
fn any_map() -> impl Strategy<Value = Map> {
    let noise = |times, join: fn(u64, u64) -> u64| {
        prop::collection::vec(prop::collection::vec(any::<u64>(), times), MAP_HEIGHT as usize).prop_map(
            move |rows| {
                map_of(&rows.into_iter().filter_map(|row| row.into_iter().reduce(join)).collect::<Vec<_>>())
            },
        )
    };
    prop_oneof![
        Just(map_of(&[u64::MAX; MAP_HEIGHT as usize])),
        Just(Map::default()),
        any_origin().prop_map(|pos| {
            let mut map = Map::default();
            map.carve_tile(pos.x, pos.y, TileType::Floor);
            map
        }),
        noise(1, |a, _| a),
        (2..6usize).prop_flat_map(move |times| noise(times, |a, b| a & b)),
        (2..6usize).prop_flat_map(move |times| noise(times, |a, b| a | b)),
        any::<u32>().prop_map(dungeon),
        any::<u32>().prop_map(|seed| {
            let mut map = Map::default();
            map.generate_caves(seed, StdLib::Libstdcxx);
            map
        }),
    ]
}

/// Mostly on the map, sometimes just outside, sometimes any position.
fn any_origin() -> impl Strategy<Value = Pos> {
    let coordinates = prop_oneof![
        16 => (0..MAP_WIDTH, 0..MAP_HEIGHT),
        2 => (-2..MAP_WIDTH + 2, -2..MAP_HEIGHT + 2),
        1 => (any::<i32>(), any::<i32>()),
    ];
    coordinates.prop_map(|(x, y)| Pos::new(x, y))
}

/// Mostly small, sometimes up to 1,000, sometimes any number, the largest and the smallest.
fn any_radius() -> impl Strategy<Value = i32> {
    prop_oneof![8 => 0..20, 4 => 0..=1000, 1 => any::<i32>(), 1 => Just(i32::MAX), 1 => Just(i32::MIN)]
}

proptest! {
    /// Shadowcasting by rows sees what the game sees, as far as the smaller of both radii reaches.
    #[test]
    fn shadowcasting_by_rows_is_shadowcasting(map in any_map(), radius in any_radius(), y in 0..MAP_HEIGHT) {
        let (mut by_rows, mut by_tiles) = (map.clone(), map);
        for origin in (0..MAP_WIDTH).map(|x| Pos::new(x, y)) {
            Algorithm::Bitboard.compute_within(&mut by_rows, origin, radius);
            fov::compute(&mut by_tiles, origin);
            for pos in Map::positions() {
                let distance = (pos.x - origin.x).pow(2) + (pos.y - origin.y).pow(2);
                let is_near = |radius: i32| distance <= radius.clamp(0, MAP_WIDTH + MAP_HEIGHT).pow(2);
                let [by_rows, by_tiles] = [&by_rows, &by_tiles].map(|map| map.tile(pos).visible);
                prop_assert!(is_near(radius) || !by_rows, "{:?} from {:?}", pos, origin);
                if is_near(radius.min(fov::RADIUS)) {
                    prop_assert_eq!(by_rows, by_tiles, "{:?} from {:?}", pos, origin);
                }
            }
        }
    }
}

#[test]
fn the_largest_radius_needs_little_stack() {
    let look = || {
        let mut map = map_of(&[u64::MAX; MAP_HEIGHT as usize]);
        for y in (1..MAP_HEIGHT).step_by(2) {
            map.carve_tile(MAP_WIDTH - 1 - y, y, TileType::Wall);
        }
        for origin in Map::positions() {
            Algorithm::Shadowcast.compute_within(&mut map, origin, i32::MAX);
        }
        map.tile(Pos::new(MAP_WIDTH - 1, MAP_HEIGHT - 1)).visible
    };
    let small = std::thread::Builder::new().stack_size(128 * 1024).spawn(look).unwrap();
    assert!(small.join().unwrap());
}

#[test]
fn sines_are_the_recorded_ones() {
    let sines = (0..360).map(|degree| {
        let (sine, cosine) = sin_cos(f64::from(degree) / (180.0 / std::f64::consts::PI));
        format!("{degree} {:016x} {:016x}\n", sine.to_bits(), cosine.to_bits())
    });
    assert_eq!(sines.collect::<String>(), recorded("go-sin-cos.txt"));
}
