/// A step against a wall does not count, and a new dungeon begins with 0.
#[test]
fn steps_in_the_title_are_counted() {
    let mut game = Game::new(SEED);
    game.press(Key::LEFT);
    game.press(Key::RIGHT);
    assert_eq!(game.title, "Steps: 2");
    for _ in 0..64 {
        game.press(Key::LEFT);
    }
    let title = game.title.clone();
    game.press(Key::LEFT);
    assert_eq!(game.title, title, "this was no step");
    game.press(Key::SPACE);
    game.press(Key::LEFT);
    assert_eq!(game.title, "Steps: 1");
}
