/// P hides the map, and shows it again. In between no other key but Escape does anything.
#[test]
fn pause_stops_everything() {
    use crate::game::Outcome;
    let mut game = Game::new(SEED);
    let mut frame = Frame::default();
    let start = game.player.pos;
    assert_eq!(game.press(Scancode::P), Outcome::Redraw);
    render(&game, &mut frame);
    let letters: String = frame.cells.iter().map(|&(_, glyph, _)| char::from(glyph)).collect();
    assert_eq!(letters, "PAUSE");
    for key in [Scancode::Left, Scancode::Space, Scancode::W] {
        assert_eq!(game.press(key), Outcome::Nothing, "{key:?}");
    }
    assert_eq!(game.press(Scancode::Escape), Outcome::Quit);
    assert_eq!(game.player.pos, start);
    assert_eq!(game.press(Scancode::P), Outcome::Redraw);
    game.press(Scancode::Left);
    assert_ne!(game.player.pos, start, "the pause is over");
}
