/// The win screen shows the points: 100 per amulet, 10 per floor, 1 per hit point.
#[test]
fn score_is_shown_at_the_end() {
    let mut game = Game::new(SEED);
    game.press(Scancode::Num1);
    game.player.pos = game.cur().stairs;
    game.press(Scancode::Period);
    (game.amulets, game.player.hp) = (3, 21);
    // 3 amulets, 2 floors, 21 hit points. A real run needs 5 floors for 3 amulets.
    assert_eq!(game.score(), 341);
    game.state = crate::game::GameState::Won;
    let mut frame = Frame::default();
    render(&game, &mut frame);
    let mut cells = frame.cells.clone();
    cells.sort_by_key(|(pos, ..)| (pos.y, pos.x));
    let letters: String = cells.iter().map(|&(_, glyph, _)| char::from(glyph)).collect();
    assert!(letters.contains("Score341"), "{letters}");
}
