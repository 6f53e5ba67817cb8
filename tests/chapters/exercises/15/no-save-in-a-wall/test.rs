/// A save whose player stands in a wall is refused, and the game stays as it is.
#[test]
fn no_save_in_a_wall_is_loaded() {
    let mut game = Game::new(SEED);
    game.press(Scancode::Num1);
    let text = game.save_text();
    // From the menu, and in another dungeon.
    for seed in 1..9 {
        let mut other = Game::new(seed);
        assert!(other.load_text(&text).is_some());
        assert_eq!(other.player.pos, game.player.pos);
        other.press(Scancode::Num1);
        assert!(other.load_text(&text).is_some());
    }
    let before = game.player.pos;
    let mut lines: Vec<&str> = text.lines().collect();
    let rest = lines[3].splitn(3, ' ').nth(2).unwrap();
    let walled_in = format!("0 0 {rest}");
    lines[3] = &walled_in;
    assert!(game.load_text(&lines.join("\n")).is_none());
    assert_eq!(game.player.pos, before);
}
