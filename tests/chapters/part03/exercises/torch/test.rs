/// Every 20 steps the torch shines one tile less far. A new dungeon brings a new torch.
#[test]
fn torch_burns_down() {
    let visible =
        |game: &Game| game.level.map.tiles.as_flattened().iter().filter(|tile| tile.visible).count();
    let mut game = Game::new(SEED);
    let start = visible(&game);
    for _ in 0..100 {
        game.press(Key::LEFT);
        game.press(Key::RIGHT);
    }
    // 200 steps later the player stands at the same place, and sees 2 tiles far: 13 at most.
    assert!((1..=13).contains(&visible(&game)), "{}", visible(&game));
    game.press(Key::SPACE);
    assert!(visible(&game) > 13 && start > 13);
}
