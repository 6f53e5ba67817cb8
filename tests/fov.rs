//! All four algorithms against the recordings of their originals, and against anything one can do to them.

use std::fs;
use std::path::Path;

use roguelike::fov::Algorithm;
use roguelike::hash::Fnv;
use roguelike::map::{MAP_HEIGHT, MAP_WIDTH, Map, Pos};
use roguelike::rng::StdLib;

fn recorded(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/fov").join(name);
    fs::read_to_string(file).unwrap()
}

/// Algorithm, radius and seed of a recorded line: `shadowcast radius 11 seed 1 ...`.
fn view_of(words: &[&str]) -> (Algorithm, i32, u32) {
    let after = |name| {
        let place = words.iter().position(|&word| word == name).unwrap();
        words[place + 1].parse().unwrap()
    };
    let algorithm = words[0].parse().unwrap();
    let radius = if algorithm == Algorithm::Bresenham { after("distance") } else { after("radius") };
    (algorithm, radius, after("seed") as u32)
}

fn dungeon(seed: u32) -> Map {
    let mut map = Map::new();
    map.generate(seed, StdLib::Libstdcxx);
    map
}

#[test]
fn every_digest_is_reproduced() {
    let digests = recorded("digests.txt");
    assert_eq!(digests.lines().count(), 72);
    for line in digests.lines() {
        let words: Vec<_> = line.split(' ').collect();
        let (algorithm, radius, seed) = view_of(&words);
        let mut map = dungeon(seed);
        let (mut origins, mut visible, mut hash) = (0, 0, Fnv::default());
        for origin in Map::positions() {
            if map.is_floor(origin) {
                algorithm.compute_within(&mut map, origin, radius);
                origins += 1;
                for pos in Map::positions() {
                    visible += u32::from(map.is_visible(pos));
                    hash.write(&[u8::from(map.is_visible(pos))]);
                }
            }
        }
        let counted = format!("origins {origins} visible {visible} hash {:016x}", hash.finish());
        assert!(line.ends_with(&counted), "{line}, got {counted}");
    }
}

#[test]
fn every_picture_is_reproduced() {
    let pictures = recorded("pictures.txt");
    let mut lines = pictures.lines();
    let mut count = 0;
    while let Some(title) = lines.next() {
        let words: Vec<_> = title[2..].split(' ').collect();
        let (algorithm, radius, seed) = view_of(&words);
        let [x, y] = [words.len() - 2, words.len() - 1].map(|place| words[place].parse().unwrap());
        let origin = Pos::new(x, y);
        let mut map = dungeon(seed);
        algorithm.compute_within(&mut map, origin, radius);
        for y in 0..MAP_HEIGHT {
            let glyph = |x| match Pos::new(x, y) {
                pos if pos == origin => '@',
                pos if !map.is_visible(pos) => ' ',
                pos if map.is_floor(pos) => '.',
                _ => '#',
            };
            let row: String = (0..MAP_WIDTH).map(glyph).collect();
            assert_eq!(lines.next(), Some(&*format!("|{row}|")), "{title}, row {y}");
        }
        count += 1;
    }
    assert_eq!(count, 12);
}
