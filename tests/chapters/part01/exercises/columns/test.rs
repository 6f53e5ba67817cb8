/// Large rooms have a column of wall beside each corner.
#[test]
fn columns_stand_in_large_rooms() {
    use crate::map::{Map, Pos, TileType};
    let mut map = Map::default();
    map.generate(42);
    let large: Vec<_> = map.rooms.iter().filter(|room| room.w >= 6 && room.h >= 6).collect();
    assert!(!large.is_empty());
    for room in large {
        for y in [room.y + 1, room.y + room.h - 2] {
            for x in [room.x + 1, room.x + room.w - 2] {
                assert_eq!(map.tile(Pos::new(x, y)).kind, TileType::Wall, "{x} {y}");
            }
        }
    }
}
