/// A third kind of scroll takes the player to the centre of a room, which comes into view.
#[test]
fn scroll_of_teleport_leads_elsewhere() {
    use crate::item::{Item, ScrollType};
    let teleport = *ScrollType::ALL.get(2).expect("ScrollType::ALL has no third kind");
    let (mut not_first, mut not_last) = (false, false);
    for seed in 1..10 {
        let mut game = Game::new(seed);
        game.levels[0].monsters.clear();
        game.inventory.push(Item::Scroll(teleport));
        game.press(Scancode::I);
        game.press(Scancode::A);
        let map = &game.cur().map;
        let room = map.rooms.iter().position(|room| room.centre() == game.player.pos);
        let room = room.expect("the player is not in the centre of a room");
        assert!(map.tile(game.player.pos).visible, "the room is not in view");
        not_first |= room > 0;
        not_last |= room + 1 < map.rooms.len();
    }
    assert!(not_first && not_last, "it is the same room each time");
}
