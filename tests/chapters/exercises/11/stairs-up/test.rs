/// The comma leads up, where the player arrived. The floor above is as it was left.
#[test]
fn stairs_up_lead_back() {
    let mut game = Game::new(SEED);
    game.press(Scancode::Comma);
    assert_eq!(game.depth, 0, "there is nothing above");
    game.player.pos = game.cur().stairs;
    game.levels[0].monsters.truncate(3);
    for tile in game.levels[0].map.tiles.as_flattened_mut() {
        tile.visible = false;
    }
    game.press(Scancode::Period);
    let arrived = game.player.pos;
    game.player.pos = game.cur().stairs;
    game.press(Scancode::Comma);
    assert_eq!(game.depth, 1, "only from the tile of arrival");
    game.player.pos = arrived;
    game.press(Scancode::Comma);
    assert_eq!((game.depth, game.levels.len(), game.levels[0].monsters.len()), (0, 2, 3));
    assert_eq!(game.player.pos, game.cur().stairs);
    assert!(game.cur().map.tile(game.player.pos).visible, "the view is that of the floor below");
}
