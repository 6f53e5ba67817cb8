/// A map of wall has no floor. Half of a map is 50 %.
#[test]
fn cave_size_in_percent() {
    use crate::map::{MAP_HEIGHT, Map, TileType};
    let mut map = Map::default();
    assert_eq!(map.floor_percent(), 0);
    for pos in Map::positions().filter(|pos| pos.y < MAP_HEIGHT / 2) {
        map.carve_tile(pos.x, pos.y, TileType::Floor);
    }
    assert_eq!(map.floor_percent(), 50);
    map.generate_caves(1);
    let percent = map.floor_percent();
    assert!((10..90).contains(&percent), "{percent} % of a cave");
}
