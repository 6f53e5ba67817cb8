/// The comma leads up, where the player arrived. The floor above is as it was left.
#[test]
fn stairs_up_lead_back() {
    let mut game = Game::new(SEED);
    game.press(Key(54));
    assert_eq!(game.depth, 0, "there is nothing above");
    game.player.pos = game.cur().stairs;
    game.levels[0].monsters.truncate(3);
    game.press(Key::PERIOD);
    assert_eq!(game.depth, 1);
    game.press(Key(54));
    assert_eq!((game.depth, game.levels.len(), game.levels[0].monsters.len()), (0, 2, 3));
    assert!(game.player.pos == game.cur().stairs && game.cur().map.tile(game.player.pos).visible);
}
