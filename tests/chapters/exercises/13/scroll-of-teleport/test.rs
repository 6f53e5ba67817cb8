/// A third kind of scroll takes the player to the centre of a room, which comes into view.
#[test]
fn scroll_of_teleport_leads_elsewhere() {
    use crate::item::{Item, ScrollType};
    let teleport = *ScrollType::ALL.get(2).expect("there are three kinds");
    let mut places = Vec::new();
    for seed in 1..10 {
        let mut game = Game::new(seed);
        game.levels[0].monsters.clear();
        let start = game.player.pos;
        game.inventory.push(Item::Scroll(teleport));
        game.press(Scancode::I);
        game.press(Scancode::A);
        let map = &game.cur().map;
        assert!(map.rooms.iter().any(|room| room.centre() == game.player.pos));
        assert!(map.tile(game.player.pos).visible);
        places.push(game.player.pos != start);
    }
    assert!(places.contains(&true), "nobody went anywhere");
}
