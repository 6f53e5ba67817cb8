//! The quick generators of the program carve the same maps as the plain ones of the chapters, from the same random numbers.

use roguelike::map::{Map, plain};
use roguelike::rng::{Rng, StdLib};

/// Both ways carve the same map, and draw the same numbers for it.
fn compare(seeds: u32, plain: fn(&mut Rng) -> Map, quick: fn(&mut Map, &mut Rng)) {
    let mut map = Map::new();
    for library in StdLib::ALL {
        for seed in (0..seeds).map(|seed| seed.wrapping_mul(0x9e37_79b9)) {
            let (mut plain_rng, mut quick_rng) = (Rng::new(seed, library), Rng::new(seed, library));
            let expected = plain(&mut plain_rng);
            quick(&mut map, &mut quick_rng);
            assert!(map == expected, "{library}, seed {seed}");
            for _ in 0..4 {
                assert_eq!(quick_rng.next_u32(), plain_rng.next_u32(), "{library}, seed {seed}: other draws");
            }
        }
    }
}

#[test]
fn dungeons_are_those_of_the_plain_generator() {
    compare(5000, plain::generate, Map::generate_with);
}

#[test]
fn caves_are_those_of_the_plain_generator() {
    compare(1000, plain::generate_caves, Map::generate_caves_with);
}
