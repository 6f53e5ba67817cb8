//! `roguelike fov`: what it prints, and what it refuses.

use std::process::{Command, Output};

use roguelike::fov_lab::Algorithm;
use roguelike::map::{Map, Pos};
use roguelike::rng::StdLib;

fn fov(arguments: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_roguelike");
    Command::new(program).arg("fov").args(arguments.split_whitespace()).output().unwrap()
}

fn printed(arguments: &str) -> String {
    let output = fov(arguments);
    assert!(output.status.success(), "{arguments}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn one_algorithm_draws_the_recorded_picture() {
    let recorded = include_str!("golden/fov/pictures.txt");
    let picture = printed("--seed 2 --at 32,3 --algorithm raycast");
    assert!(picture.starts_with("# raycast radius 11 seed 2 from 32 3\n"));
    assert!(recorded.contains(&picture));
}

#[test]
fn digests_are_the_recorded_lines() {
    let recorded = include_str!("golden/fov/digests.txt");
    let digests = printed("--seed 5 --digest");
    assert_eq!(digests.lines().count(), 4, "one for each algorithm with a view of its own");
    for line in digests.lines().chain(printed("--seed 7 --digest --algorithm octant --radius 10").lines()) {
        assert!(recorded.lines().any(|known| known == line), "{line}");
    }
}

/// What the two print differs in the name of the algorithm only.
#[test]
fn bitboard_sees_what_shadowcast_sees() {
    for arguments in ["--seed 5 --digest", "--seed 5 --digest --radius 30", "--seed 2 --at 32,3"] {
        let [by_tiles, by_rows] =
            ["shadowcast", "bitboard"].map(|name| printed(&format!("{arguments} --algorithm {name}")));
        assert!(by_rows.contains("bitboard radius"), "{by_rows}");
        assert_eq!(by_rows.replace("bitboard", "shadowcast"), by_tiles);
    }
}

#[test]
fn four_pictures_stand_side_by_side() {
    let text = printed("--seed 1 --at 18,4");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "# seed 1 from 18 4");
    assert!(["shadowcast", "raycast", "bresenham", "octant"].iter().all(|name| lines[1].contains(name)));
    let drawn = &lines[2..lines.len() - 1];
    assert_eq!(text.matches('@').count(), 4);
    // The line below a picture counts its tiles and marks.
    let column = |line: &str, picture: usize| line.split('|').nth(2 * picture + 1).unwrap().to_owned();
    let tallies: Vec<&str> = lines[lines.len() - 1].split("   ").filter(|words| !words.is_empty()).collect();
    assert_eq!(tallies.len(), 4);
    for (picture, tally) in tallies.iter().enumerate() {
        let all: String = drawn.iter().map(|line| column(line, picture)).collect();
        let count = |glyphs: &str| all.chars().filter(|&glyph| glyphs.contains(glyph)).count();
        let expected = format!("{} tiles, {} +, {} -", count("@#.+"), count("+"), count("-"));
        assert_eq!(tally.trim(), expected);
    }
    assert!(tallies[0].ends_with("0 +, 0 -"), "the first is what the others are held against");
}

#[test]
fn a_comparison_counts_the_same_in_every_run() {
    let counts = |text: &str| -> Vec<String> {
        let rows = text.lines().map(|line| line.split_whitespace().take(5).collect::<Vec<_>>().join(" "));
        rows.collect()
    };
    let first = printed("--seeds 1..2 --compare");
    assert_eq!(counts(&first), counts(&printed("--seeds 1..2 --compare")));
    // 800 and 797 floor tiles, 85657 and 94874 tiles seen from them.
    assert!(
        first.starts_with("1597 views from every floor tile of the libstdc++ dungeons 1..2\n"),
        "{first}"
    );
    assert!(first.contains("\nshadowcast        113.04            0 "), "{first}");
    let rows: Vec<String> = counts(&first).into_iter().skip(3).collect();
    assert_eq!(rows.len(), Algorithm::ALL.len());
    assert_eq!(rows[4].replace("bitboard", "shadowcast"), rows[0]);
    assert_ne!(counts(&first), counts(&printed("--seeds 1..2 --compare --stdlib libc++")));
}

/// A view can begin in a wall, and at the edge of the map.
#[test]
fn any_place_on_the_map_can_be_looked_from() {
    let mut map = Map::default();
    map.generate(1, StdLib::default());
    for (x, y) in [(0, 0), (63, 35), (17, 2), (30, 0)] {
        let at = Pos::new(x, y);
        assert!(!map.is_floor(at), "{x},{y} is a wall");
        for algorithm in Algorithm::ALL {
            let picture = printed(&format!("--seed 1 --at {x},{y} --algorithm {algorithm}"));
            let rows: Vec<&str> = picture.lines().skip(1).map(|row| row.trim_matches('|')).collect();
            algorithm.compute(&mut map, at);
            for pos in Map::positions() {
                let expected = match map.tile(pos).visible {
                    true if pos == at => b'@',
                    true if map.is_floor(pos) => b'.',
                    true => b'#',
                    false => b' ',
                };
                let drawn = rows[pos.y as usize].as_bytes()[pos.x as usize];
                assert_eq!(drawn as char, expected as char, "{algorithm} from {x},{y} at {pos:?}\n{picture}");
            }
        }
        assert_eq!(printed(&format!("--seed 1 --at {x},{y}")).matches('@').count(), 4);
    }
}

/// Rays ignore a radius below 2. The title says how long they are instead.
#[test]
fn the_title_has_the_radius_that_was_used() {
    let usual = printed("--seed 1 --at 18,4 --algorithm raycast --radius 6");
    for ignored in ["0", "1"] {
        assert_eq!(
            printed(&format!("--seed 1 --at 18,4 --algorithm raycast --radius {ignored}")),
            usual,
            "{ignored}"
        );
        let digest = printed(&format!("--seed 5 --digest --algorithm raycast --radius {ignored}"));
        assert!(digest.starts_with("raycast radius 6 seed 5 "), "{digest}");
        let octant = printed(&format!("--seed 1 --at 18,4 --algorithm octant --radius {ignored}"));
        assert!(octant.starts_with(&format!("# octant radius {ignored} ")), "the others take any: {octant}");
    }
    let two = printed("--seed 1 --at 18,4 --algorithm raycast --radius 2");
    assert!(two.starts_with("# raycast radius 2 ") && two != usual, "{two}");
}

#[test]
fn the_largest_radius_is_as_good_as_any() {
    for algorithm in Algorithm::ALL {
        let far = printed(&format!("--seed 1 --at 18,4 --algorithm {algorithm} --radius {}", i32::MAX));
        let near = printed(&format!("--seed 1 --at 18,4 --algorithm {algorithm} --radius 5000"));
        assert_eq!(far.split_once('\n').unwrap().1, near.split_once('\n').unwrap().1);
    }
}
