/// Every wall of a cave has at least two walls around it. The border stays.
#[test]
fn no_lonely_walls_in_caves() {
    use crate::map::{MAP_HEIGHT, Map, Pos};
    let mut map = Map::default();
    let mut with_two = 0;
    for seed in 1..40 {
        map.generate_caves(seed);
        let mut inner = 0;
        for pos in Map::positions() {
            let border = [0, MAP_WIDTH - 1].contains(&pos.x) || [0, MAP_HEIGHT - 1].contains(&pos.y);
            let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Pos::new(x, y)));
            let walls = around.filter(|&step| !map.is_floor(pos + step)).count();
            assert!(!(border && map.is_floor(pos)), "seed {seed}: the border is open at {pos:?}");
            // The wall itself is one of them.
            assert!(map.is_floor(pos) || walls > 2, "seed {seed}: {pos:?}");
            with_two += usize::from(!border && !map.is_floor(pos) && walls == 3);
            inner += usize::from(!border && !map.is_floor(pos));
        }
        assert!(inner > 100, "seed {seed}: {inner} walls are left inside");
    }
    assert!(with_two > 0, "a wall with two walls around it may stay, and none did");
}
