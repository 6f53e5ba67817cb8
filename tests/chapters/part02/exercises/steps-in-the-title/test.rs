/// A step against a wall does not count, and a new dungeon begins with 0.
#[test]
fn steps_in_the_title_are_counted() {
    let mut game = Game::new(SEED);
    game.press(Scancode::Left);
    game.press(Scancode::Right);
    assert_eq!(game.title(), "Steps: 2");
    for _ in 0..64 {
        game.press(Scancode::Left);
    }
    let steps: u32 = game.title()["Steps: ".len()..].parse().unwrap();
    assert!(steps < 64, "walls stop the player");
    game.press(Scancode::Left);
    game.press(Scancode::Right);
    assert_eq!(game.title(), format!("Steps: {}", steps + 1));
    game.press(Scancode::Space);
    game.press(Scancode::Left);
    assert_eq!(game.title(), "Steps: 1");
}
