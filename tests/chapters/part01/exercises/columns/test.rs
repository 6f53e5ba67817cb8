/// Large rooms have a column of wall beside each corner. All other tiles of rooms are floor.
#[test]
fn columns_stand_in_large_rooms() {
    use crate::map::{Map, Pos, TileType};
    let mut large = 0;
    for seed in 1..20 {
        let mut map = Map::default();
        map.generate(seed);
        for room in map.rooms.clone() {
            let is_large = room.w >= 6 && room.h >= 6;
            large += u32::from(is_large);
            for y in 0..room.h {
                for x in 0..room.w {
                    let beside = (x == 1 || x == room.w - 2) && (y == 1 || y == room.h - 2);
                    let floor = map.tile(Pos::new(room.x + x, room.y + y)).kind == TileType::Floor;
                    assert_eq!(floor, !(is_large && beside), "seed {seed}: {room:?} at {x} {y}");
                }
            }
        }
    }
    assert!(large > 0);
}
