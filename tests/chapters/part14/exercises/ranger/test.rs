/// 4 chooses a Ranger: 25 hit points, base power 4, a dagger, no armour and two potions of healing.
#[test]
fn ranger_is_a_class() {
    let mut game = Game::new(SEED);
    game.press(Key(33));
    assert_eq!(game.class.name(), "Ranger");
    assert_eq!((game.player.hp, game.player.max_hp), (25, 25));
    assert!(game.has_weapon && !game.has_armour);
    assert_eq!((game.player.power, game.inventory.len()), (6, 2));
}
