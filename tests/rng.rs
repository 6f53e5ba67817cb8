//! The random numbers of six C++ standard libraries match those recorded from the libraries.

use std::fs;
use std::path::Path;

use roguelike::rng::{Rng, SeedStream, StdLib};
use roguelike::support::hash::Fnv;

/// One library's recording: blocks of lines that all come from one generator, seeded by the block's first
/// line.
fn recording(library: StdLib) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/rng");
    fs::read_to_string(folder.join(format!("{library}.txt"))).unwrap()
}

fn join<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

/// Draws what a line of a recording says was drawn, and writes the line again.
fn redo(line: &str, rng: &mut Rng, library: StdLib) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["seed", seed] => {
            *rng = Rng::new(seed.parse().unwrap(), library);
            line.to_owned()
        }
        ["u32", ..] => format!("u32 {}", join((0..8).map(|_| rng.next_u32()))),
        ["uniform", a, b, ":", ..] => {
            let (low, high) = (a.parse().unwrap(), b.parse().unwrap());
            format!("uniform {a} {b} : {}", join((0..12).map(|_| rng.uniform(low, high))))
        }
        ["shuffle", n, ":", ..] => {
            let mut items: Vec<u32> = (0..n.parse().unwrap()).collect();
            rng.shuffle(&mut items);
            format!("shuffle {n} : {}", join(items))
        }
        ["shuffle", n, "hash", _] => {
            let mut items: Vec<u16> = (0..n.parse().unwrap()).collect();
            rng.shuffle(&mut items);
            let mut hash = Fnv::default();
            items.iter().for_each(|item| hash.write(&item.to_le_bytes()));
            format!("shuffle {n} hash {:016x}", hash.finish())
        }
        ["next", _] => format!("next {}", rng.next_u32()),
        _ => panic!("{library}: a line of another kind: {line}"),
    }
}

#[test]
fn every_library_draws_what_was_recorded_from_it() {
    for library in StdLib::ALL {
        let recording = recording(library);
        let mut rng = Rng::new(0, library);
        let mut blocks = 0;
        for (number, line) in recording.lines().enumerate() {
            blocks += usize::from(line.starts_with("seed "));
            assert_eq!(redo(line, &mut rng, library), line.trim_end(), "{library}, line {}", number + 1);
        }
        assert_eq!(blocks, 4, "{library}: seeds recorded");
    }
}

#[test]
fn every_range_is_kept_to_and_all_of_it_is_reached() {
    for library in StdLib::ALL {
        let mut rng = Rng::new(1, library);
        for (low, high) in [(0, 0), (-3, 4), (7, 12), (0, 9)] {
            let mut met = vec![false; (high - low + 1) as usize];
            for _ in 0..1_000 {
                met[(rng.uniform(low, high) - low) as usize] = true;
            }
            assert!(met.iter().all(|&met| met), "{library}: {low} to {high}");
        }
        // The widest ranges there are must neither overflow nor hang.
        for _ in 0..100 {
            rng.uniform(i32::MIN, i32::MAX);
            assert!(rng.uniform(i32::MIN, i32::MAX - 1) < i32::MAX);
            assert!(rng.uniform(1, i32::MAX) > 0);
        }
    }
}

/// The remainder draws again where the outputs do not share out evenly, and only there.
#[test]
fn the_remainder_of_a_large_range_is_fair() {
    for range in [1_u32 << 31, 3 << 30] {
        let (mut rng, mut outputs) = (Rng::new(42, StdLib::Msvc2019), Rng::new(42, StdLib::Msvc2019));
        // Each result of the first range comes from two outputs. In the second one only the lowest 2^30
        // results would, so an output from 3 * 2^30 on is drawn again.
        let even = range == 1 << 31;
        for _ in 0..200 {
            let number = rng.uniform(i32::MIN, i32::MIN.wrapping_add_unsigned(range - 1));
            let output = std::iter::repeat_with(|| outputs.next_u32()).find(|&output| even || output < range);
            assert_eq!(number.wrapping_sub(i32::MIN).cast_unsigned(), output.unwrap() % range, "{range}");
        }
    }
}

#[test]
fn a_look_ahead_draws_nothing_and_seeds_wrap() {
    let mut rng = Rng::new(42, StdLib::default());
    let ahead = rng.peek();
    assert_eq!((ahead, rng.peek(), rng.next_u32()), (1608637542, ahead, ahead));
    let mut seeds = SeedStream(u32::MAX);
    assert_eq!((seeds.next_seed(), seeds.next_seed(), seeds.next_seed()), (u32::MAX, 0, 1));
}
