/// The monsters of all floors are counted, and the dead are not.
#[test]
fn living_monsters_of_all_floors() {
    let mut game = Game::new(SEED);
    let first = game.living_monsters();
    assert_eq!(first, game.cur().monsters.len());
    game.player.pos = game.cur().stairs;
    game.press(Scancode::Period);
    let both = game.living_monsters();
    assert!(both > first, "{first} on the first floor, {both} on both");
    game.levels[0].monsters[0].entity.alive = false;
    assert_eq!(game.living_monsters(), both - 1);
}
