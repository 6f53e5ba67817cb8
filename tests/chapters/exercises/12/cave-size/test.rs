/// A map of wall has no floor. Half of a map is 50 %.
#[test]
fn cave_size_in_percent() {
    use crate::map::{MAP_HEIGHT, Map, TileType};
    let mut map = Map::default();
    assert_eq!(map.floor_percent(), 0);
    for row in map.tiles.iter_mut().take(MAP_HEIGHT as usize / 2) {
        row.iter_mut().for_each(|tile| tile.kind = TileType::Floor);
    }
    assert_eq!(map.floor_percent(), 50);
    map.generate_caves(1);
    let percent = map.floor_percent();
    assert!((10..90).contains(&percent), "{percent} % of a cave");
}
