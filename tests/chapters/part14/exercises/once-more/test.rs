/// R on the death screen begins again with the same class, without the menu.
#[test]
fn once_more_with_the_same_class() {
    use crate::game::GameState;
    let mut game = Game::new(SEED);
    game.press(Scancode::Num3);
    let start = game.player.pos;
    game.player.hp = 9;
    game.press(Scancode::R);
    assert_eq!((game.player.pos, game.player.hp), (start, 9), "the run is not over");
    game.player.hp = 0;
    game.state = GameState::Dead;
    game.press(Scancode::R);
    assert!(matches!(game.state, GameState::Playing));
    assert_eq!((game.class.name(), game.player.hp), ("Mage", 22));
}
