/// A map that was not generated has no room at all.
#[test]
fn largest_room_has_the_most_tiles() {
    use crate::map::Map;
    let mut map = Map::default();
    assert!(map.largest_room().is_none(), "a room of a map without rooms");
    for seed in 1..20 {
        map.generate(seed);
        let largest = map.largest_room().unwrap();
        for room in &map.rooms {
            assert!(room.w * room.h <= largest.w * largest.h, "seed {seed}: {room:?} is larger than {largest:?}");
        }
    }
}
