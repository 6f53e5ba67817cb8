/// R on the death screen begins again with the same class, without the menu.
#[test]
fn once_more_with_the_same_class() {
    use crate::game::GameState;
    let mut game = Game::new(SEED);
    game.press(Key::NUM_3);
    game.player.hp = 0;
    game.state = GameState::Dead;
    game.press(Key(21));
    assert!(matches!(game.state, GameState::Playing));
    assert_eq!((game.class.name(), game.player.hp), ("Mage", 22));
}
