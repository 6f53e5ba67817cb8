/// A step heals one hit point while no living monster is in view, up to the maximum.
#[test]
fn healing_needs_peace() {
    let mut game = Game::new(SEED);
    let seen = game.level.monsters.clone();
    game.level.monsters.clear();
    game.player.hp = 28;
    for key in [Key::LEFT, Key::RIGHT, Key::LEFT, Key::RIGHT] {
        game.press(key);
    }
    assert_eq!(game.player.hp, 30, "30 is the maximum");
    game.level.monsters = seen;
    game.level.monsters.truncate(1);
    game.level.monsters[0].entity.pos = game.player.pos + crate::map::Pos::new(3, 0);
    game.player.hp = 20;
    game.press(Key::LEFT);
    assert_eq!(game.player.hp, 20, "a monster is in view");
}
