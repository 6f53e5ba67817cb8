//! The algorithms for the field of view reproduce the recordings of their originals.

use std::fs;
use std::process::Command;

use super::root::root;
use roguelike::fov_lab::Algorithm;
use roguelike::fov_lab::go_sin::sin_cos;
use roguelike::map::{MAP_HEIGHT, Pos};
use roguelike::rng::StdLib;
use roguelike_compare::fov::Specimen;

fn recorded(name: &str) -> String {
    fs::read_to_string(root().join("tests/golden/fov").join(name)).unwrap()
}

/// Returns what `roguelike fov` prints.
fn printed(arguments: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"));
    let output = command.arg("fov").args(arguments.split(' ')).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
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

#[test]
fn the_command_prints_what_is_recorded() {
    assert!(recorded("pictures.txt").contains(&printed("--seed 2 --at 32,3 --algorithm raycast")));
    let digests = printed("--seed 5 --digest");
    assert_eq!(digests.lines().count(), Algorithm::ALL.len());
    for options in ["shadowcast", "raycast", "bresenham", "octant", "octant --radius 10"] {
        let line = printed(&format!("--seed 7 --digest --algorithm {options}"));
        assert!(recorded("digests.txt").contains(&line), "{line}");
    }
    // Shadowcasting has the radius of the series, or a smaller one.
    let disc = |radius| printed(&format!("--seed 1 --at 18,4 --algorithm shadowcast --radius {radius}"));
    assert_eq!(disc(50), disc(11));
    let tiles =
        |radius| disc(radius).lines().skip(1).flat_map(str::chars).filter(|it| ".#@".contains(*it)).count();
    assert!(tiles(0) == 1 && tiles(1) == 5 && tiles(5) < tiles(11));
    // Rays ignore a radius below 2. The title says how long they are instead.
    let ray = printed("--seed 1 --at 18,4 --algorithm raycast --radius 1");
    assert_eq!(ray, printed("--seed 1 --at 18,4 --algorithm raycast --radius 6"));
}

/// The page of the laboratory shows what the command prints. `...` stands for a time, which differs.
#[test]
fn the_page_shows_what_the_command_prints() {
    let page = fs::read_to_string(root().join("src/fov_lab/README.md")).unwrap();
    let samples: Vec<&str> = page.split("```console\n$ roguelike fov ").skip(1).collect();
    assert_eq!(samples.len(), 2);
    for sample in samples {
        let (arguments, rest) = sample.split_once('\n').unwrap();
        let (expected, _) = rest.split_once("```").unwrap();
        let printed = printed(arguments);
        assert_eq!(printed.lines().count(), expected.lines().count(), "{arguments} prints:\n{printed}");
        for (line, expected) in printed.lines().map(str::trim_end).zip(expected.lines()) {
            let is_same = match expected.split_once("...") {
                Some((begin, end)) => line.starts_with(begin.trim_end()) && line.ends_with(end),
                None => line == expected,
            };
            assert!(is_same, "{arguments} prints\n{line}\nnot\n{expected}");
        }
    }
}

#[test]
fn sines_are_the_recorded_ones() {
    let sines = (0..360).map(|degree| {
        let (sine, cosine) = sin_cos(f64::from(degree) / (180.0 / std::f64::consts::PI));
        format!("{degree} {:016x} {:016x}\n", sine.to_bits(), cosine.to_bits())
    });
    assert_eq!(sines.collect::<String>(), recorded("go-sin-cos.txt"));
}
