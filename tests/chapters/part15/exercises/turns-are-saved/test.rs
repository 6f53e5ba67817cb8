/// The turns of a run are counted, saved and loaded. Saves without them, of version 2, are refused.
#[test]
fn turns_are_saved_and_loaded() {
    let mut game = Game::new(SEED);
    game.press(Scancode::Num1);
    game.levels[0].monsters.clear();
    for key in [Scancode::Left, Scancode::Right, Scancode::Left] {
        game.press(key);
    }
    assert_eq!(game.turns, 3);
    let text = game.save_text();
    assert!(text.starts_with("RLSAVE 3\n3 0 0\n"), "{text}");
    game.press(Scancode::Right);
    assert!(game.load_text(&text).is_some());
    assert_eq!(game.turns, 3);
    assert!(game.load_text(&text.replacen('3', "2", 1)).is_none());
    game.state = crate::game::GameState::Dead;
    game.press(Scancode::Space);
    game.press(Scancode::Num1);
    assert_eq!(game.turns, 0, "a new run");
}
