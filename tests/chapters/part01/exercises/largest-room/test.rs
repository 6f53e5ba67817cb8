/// A map that was not generated has no room at all.
#[test]
fn largest_room_has_the_most_tiles() {
    use crate::map::Map;
    let mut map = Map::default();
    assert!(map.largest_room().is_none());
    for seed in 1..20 {
        map.generate(seed);
        let largest = map.largest_room().unwrap();
        assert!(map.rooms.iter().all(|room| room.w * room.h <= largest.w * largest.h));
    }
}
