/// The win screen shows the points: 100 per amulet, 10 per floor, 1 per hit point.
#[test]
fn score_is_shown_at_the_end() {
    let mut game = Game::new(SEED);
    game.press(Key::NUM_1);
    (game.amulets, game.player.hp) = (3, 21);
    assert_eq!(game.score(), 331);
    game.state = crate::game::GameState::Won;
    let mut frame = Frame::new(rows());
    render(&game, &mut frame);
    let mut cells = frame.cells.clone();
    cells.sort_by_key(|(pos, _)| (pos.y, pos.x));
    let letters: String = cells.iter().map(|(_, cell)| char::from(cell.glyph)).collect();
    assert!(letters.contains("Score331"), "{letters}");
}
