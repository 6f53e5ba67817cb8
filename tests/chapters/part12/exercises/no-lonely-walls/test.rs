/// Every wall of a cave has at least two walls around it.
#[test]
fn no_lonely_walls_in_caves() {
    use crate::map::{Map, Pos};
    let mut map = Map::default();
    for seed in 1..40 {
        map.generate_caves(seed);
        for pos in Map::positions().filter(|&pos| !map.is_floor(pos)) {
            let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Pos::new(x, y)));
            let walls = around.filter(|&step| !map.is_floor(pos + step)).count();
            // The wall itself is one of them.
            assert!(walls > 2, "seed {seed}: {pos:?}");
        }
    }
}
