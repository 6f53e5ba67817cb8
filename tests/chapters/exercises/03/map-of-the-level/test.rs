/// M shows the whole floor as a memory. What is in view stays as it is.
#[test]
fn map_of_the_level_is_remembered() {
    let mut game = Game::new(SEED);
    let visible =
        |game: &Game| game.map.tiles.as_flattened().iter().filter(|tile| tile.visible).count();
    let before = visible(&game);
    game.press(Scancode::M);
    assert!(game.map.tiles.as_flattened().iter().all(|tile| tile.explored), "a tile is not explored");
    assert_eq!(visible(&game), before);
}
