/// P hides the map, and shows it again. In between no other key does anything.
#[test]
fn pause_stops_everything() {
    let mut game = Game::new(SEED);
    let mut frame = Frame::new(MAP_HEIGHT);
    let start = game.player.pos;
    assert_eq!(game.press(Key(19)), crate::game::Outcome::Redraw);
    render(&game, &mut frame);
    assert!(frame.cells.iter().all(|(_, cell)| cell.glyph != b'@'), "the map is hidden");
    assert_eq!(game.press(Key::LEFT), crate::game::Outcome::Nothing);
    assert_eq!(game.player.pos, start);
    game.press(Key(19));
    game.press(Key::LEFT);
    assert!(game.player.pos != start);
}
